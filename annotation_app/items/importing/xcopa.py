"""XCOPA's JSON lines: COPA in other languages. Alternatives are counted from 0, in COPA from 1."""

from collections.abc import Iterator
from typing import Any

from annotation_app.items.importing.construction.agreeing import pronouns_fit, tenses_fit
from annotation_app.items.importing.construction.casing import FirstWords
from annotation_app.items.importing.construction.joining import RELATIONS, join
from annotation_app.items.importing.json_values import json_objects
from annotation_app.items.importing.records import Problem, Record, to_word
from annotation_app.items.importing.source import Source

PARTS = ("premise", "choice1", "choice2")


def read(source: Source) -> Iterator[Record | Problem]:
    """Records of one joined sentence each. The language is the import's own, as the files don't name it."""
    entries = list(json_objects(source))
    words = FirstWords()
    for entry in entries:
        if not isinstance(entry, Problem):
            words.learn(str(entry[1].get(part, "")) for part in PARTS)
    for entry in entries:
        yield entry if isinstance(entry, Problem) else _record(*entry, source, words)


def _record(line: int, fields: dict[str, Any], source: Source, words: FirstWords) -> Record | Problem:
    number = str(fields.get("idx", ""))
    if not number:
        return Problem(line, "no_id", "The record has no idx.")
    asks_for = fields.get("question")
    if asks_for not in RELATIONS:
        return Problem(line, "unknown_relation", f"question is “{asks_for}”, not cause or effect.", number)
    if fields.get("label") not in (0, 1):
        return Problem(line, "no_right_alternative", "label must be 0 or 1.", number)
    premise, right = fields.get("premise"), fields.get(PARTS[1 + fields["label"]])
    if not (isinstance(premise, str) and isinstance(right, str) and premise.strip() and right.strip()):
        return Problem(line, "missing_part", "The premise or the right alternative has no text.", number)
    language = source.language or "en"
    text, connective = join(
        premise, right, asks_for, language=language, words=words, seed=f"{source.seed} {number}"
    )
    meta = {"premise": premise, "alternative": right, "asks_for": asks_for, "connective": connective}
    record = Record(
        line, f"xcopa-{source.stem}-{number}", text, language, "reasoning", record_id=number, meta=meta
    )
    if language.split("-")[0].lower() == "en":
        if not tenses_fit(premise, right, asks_for):
            why = f"Premise and {asks_for} are told in different tenses."
            return to_word(record, why=why, question=text, answer="")
        if not pronouns_fit(premise, right):
            why = f"The pronouns of premise and {asks_for} do not fit."
            return to_word(record, why=why, question=text, answer="")
    return record
