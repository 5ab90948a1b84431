"""What the treebank readers share: a tagged sentence becomes an item with a candidate for its mask."""

from collections.abc import Sequence
from typing import Any

from annotation_app.items.importing.construction.grammar import Sampler, Word, lacks_verb
from annotation_app.items.importing.records import Problem, Record
from annotation_app.items.importing.wanted import WantedSampler


def sentence_record(
    line: int,
    name: str,
    text: str,
    words: Sequence[Word],
    sampler: Sampler,
    *,
    language: str | None = None,
    record_id: str = "",
    meta: dict[str, Any] | None = None,
) -> Record | Problem:
    """The item of a sentence, its words the treebank's own; without a mask if no word is a candidate.

    A heading or a name, without any verb, is a problem: nobody can say what grammar asks for there.
    """
    if not words or not text.strip():
        return Problem(line, "empty_text", "The record has no text.", name)
    if lacks_verb(words, sampler.language):
        message = f"“{text[:80]}” has no verb: it is a heading or a name, not a sentence."
        return Problem(line, "no_verb", message, name)
    chosen = sampler.choose(words, name)
    if isinstance(sampler, WantedSampler):
        if chosen is None:
            return Problem(line, "not_asked_for", "The sentence shows nothing that was asked for.", name)
        # The sentence has an item of its own already, with another mask.
        name = f"{name}~{chosen[1]}"
    details: dict[str, Any] = {"pos": [word.tag for word in words], **(meta or {})}
    if any(word.universal for word in words):
        details["upos"] = [word.universal for word in words]
    mask = None
    if chosen is not None:
        mask = (chosen[0], chosen[0] + 1)
        details["phenomenon"] = chosen[1]
    return Record(
        line,
        name,
        text,
        language,
        tokens=[word.text for word in words],
        mask=mask,
        record_id=record_id or name,
        meta=details,
        candidate=True,
    )
