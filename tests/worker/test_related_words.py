"""Related words from the real WordNet."""

from pathlib import Path

import pytest

from worker import related_words as module
from worker.related_words import MOST, related_words
from worker.word_types import RelatedReply, RelatedRequest


def found(word: str) -> dict[str, str]:
    reply = related_words(RelatedRequest(word, "en-GB"))
    assert (reply.source, reply.error) == ("WordNet 3.0", None)
    return {entry.word: entry.relation for entry in reply.words}


def test_words_come_with_their_relation_the_nearest_first() -> None:
    words = found("quickly")
    assert words["rapidly"] == words["speedily"] == "synonym"
    assert found("puppy")["dog"] == "broader"
    assert list(found("big").values()) == sorted(found("big").values(), key=list(MOST).index)


@pytest.mark.parametrize(("word", "base"), [("broke", "break"), ("mice", "mouse"), ("dogs", "dog")])
def test_inflected_words_are_found_by_their_base(word: str, base: str) -> None:
    assert base in found(word)


def test_no_relation_floods_the_list_and_names_stay_out() -> None:
    words = found("stone")
    for relation, most in MOST.items():
        assert list(words.values()).count(relation) <= most
    assert all(word == word.lower() for word in words)
    assert "stone" not in words


def test_a_word_that_is_not_there_has_none() -> None:
    assert found("xyzzy") == {}


def test_another_language_or_a_missing_dictionary_is_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reply = related_words(RelatedRequest("石头", "zh"))
    assert reply.error is not None
    assert reply.error.code == "no_dictionary"
    monkeypatch.setenv("WHYBENCH_WORDNET", str(tmp_path))
    module._reader.cache_clear()
    try:
        missing = related_words(RelatedRequest("stone", "en"))
    finally:
        monkeypatch.undo()
        module._reader.cache_clear()
    assert missing.error is not None
    assert "./start --setup-only" in missing.error.message


def test_the_reply_survives_the_queue() -> None:
    reply = related_words(RelatedRequest("quickly", "en"))
    assert RelatedReply.from_json(reply.to_json()) == reply
