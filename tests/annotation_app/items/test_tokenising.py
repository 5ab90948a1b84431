import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation_app.items.models import spans_ascend
from annotation_app.items.tokenising import Span, locate, retokenise, tokenise, tokeniser_name


def surface(text: str, spans: list[Span]) -> list[str]:
    return [text[start:end] for start, end in spans]


@pytest.mark.parametrize(
    ("language", "text", "tokens"),
    [
        ("en", "It can't rain, can it?", ["It", "ca", "n't", "rain", ",", "can", "it", "?"]),
        ("en", "Late 🌙 and  dark.", ["Late", "🌙", "and", "dark", "."]),
        ("zh", "他们在北京大学读书。", ["他们", "在", "北京大学", "读书", "。"]),
        ("zh-Hans", "😀 你好", ["😀", "你好"]),
        ("de", "Es regnet.", ["Es", "regnet", "."]),
    ],
)
def test_tokenise_gives_words_as_code_point_ranges(language: str, text: str, tokens: list[str]) -> None:
    assert surface(text, tokenise(text, language)) == tokens


def test_tokeniser_name_says_version_and_language() -> None:
    assert tokeniser_name("zh").startswith("rjieba ")
    assert tokeniser_name("en-GB").startswith("spacy ")
    assert tokeniser_name("en-GB").endswith(" en")
    assert tokeniser_name("ja").endswith(" xx")


@pytest.mark.parametrize(
    ("text", "tokens", "spans"),
    [
        ("a b", ["a", "b"], [(0, 1), (2, 3)]),
        ("ab", ["a", "b"], [(0, 1), (1, 2)]),
        (" 🌙x ", ["🌙", "x"], [(1, 2), (2, 3)]),
        ("New York is", ["New York", "is"], [(0, 8), (9, 11)]),
        ("a b", ["a"], None),
        ("a b", ["b"], None),
        ("a b", ["a", "", "b"], None),
        ("a b", ["a", "b", "c"], None),
    ],
)
def test_locate_wants_all_of_the_text_in_tokens(
    text: str, tokens: list[str], spans: list[Span] | None
) -> None:
    assert locate(text, tokens) == spans


def test_retokenise_keeps_given_boundaries_where_the_words_are_unchanged() -> None:
    origin = "It can't rain today ."
    given = locate(origin, ["It", "can", "'t", "rain", "today", "."])
    assert given is not None
    new = "It can't rain much today ."
    spans = retokenise(new, "en", origin=origin, origin_spans=given)
    assert surface(new, spans) == ["It", "can", "'t", "rain", "much", "today", "."]


def test_retokenise_never_cuts_a_new_word_by_its_letters() -> None:
    origin = "gave two of them"
    spans = retokenise("gave twofold thought", "en", origin=origin, origin_spans=tokenise(origin, "en"))
    assert surface("gave twofold thought", spans) == ["gave", "twofold", "thought"]


WORD = st.text(st.sampled_from("ab'.é🌙天"), min_size=1, max_size=4)


@settings(max_examples=60, deadline=None)
@given(st.lists(WORD, min_size=1, max_size=6), st.lists(WORD, max_size=6), st.sampled_from(["en", "zh"]))
def test_retokenise_covers_every_character_once(origin: list[str], new: list[str], language: str) -> None:
    old_text, text = " ".join(origin), " ".join(new)
    given = locate(old_text, origin)
    assert given is not None
    spans = retokenise(text, language, origin=old_text, origin_spans=given)
    assert not spans or spans_ascend([s for s, _ in spans], [e for _, e in spans], len(text))
    assert "".join(surface(text, spans)).replace(" ", "") == text.replace(" ", "")
    assert retokenise(old_text, language, origin=old_text, origin_spans=given) == given
