"""Winograd schemas, English (WSCollection.xml) and Chinese (CLUEWSC): the referent takes the pronoun's place.

The masked span is the referent where the pronoun stood, so that filling it in is resolving the pronoun. The
first mention stays as it is.
"""

import hashlib
from collections.abc import Iterator
from typing import Any

from annotation_app.items.importing.construction.pronouns import replaced
from annotation_app.items.importing.construction.statement import Statement, Unsure
from annotation_app.items.importing.json_values import json_objects
from annotation_app.items.importing.records import Problem, Record, not_worded, to_word
from annotation_app.items.importing.source import Source
from annotation_app.items.importing.xml_elements import Element, xml_elements


def wsc(source: Source) -> Iterator[Record | Problem]:
    """Schemas of txt1, pron and txt2 with two answers and the letter of the right one.

    They have no ids, and the collection exists in several selections: what is said names the schema.
    """
    number = 0
    for entry in xml_elements(source, "schema"):
        if isinstance(entry, Problem):
            yield entry
        else:
            number += 1
            yield _wsc(entry, number)


def _wsc(schema: Element, number: int) -> Record | Problem:
    parts = [schema.text_of(part) for part in ("txt1", "pron", "txt2")]
    digest = hashlib.blake2b("|".join(parts).encode(), digest_size=6).hexdigest()
    name = f"wsc-{digest}"
    answers = [answer.text for answer in schema.all("answer")]
    letter = schema.text_of("correctAnswer").strip(". ").upper()
    if not parts[1] or not (parts[0] or parts[2]):
        return Problem(schema.line, "missing_part", "The schema lacks its text or its pronoun.", name)
    if letter not in ("A", "B") or len(answers) != 2 or not all(answers):
        return Problem(
            schema.line, "no_answer", "The schema does not say which of two answers is right.", name
        )
    answer = answers["AB".index(letter)]
    meta = {"pronoun": parts[1], "answers": answers, "source": schema.text_of("source")}
    record = Record(schema.line, name, "", "en", "reasoning", record_id=str(number), meta=meta)
    try:
        made = replaced(parts[0], parts[1], parts[2], answer)
    except Unsure as unsure:
        question = " ".join(part for part in parts if part)
        return not_worded(unsure, record, what=question, question=question, answer=answer)
    record.text, record.answer = made.text, made.answer
    return record


def cluewsc(source: Source) -> Iterator[Record | Problem]:
    """JSON lines of a text, a noun (span1), a pronoun (span2) and whether they mean the same."""
    for entry in json_objects(source):
        yield entry if isinstance(entry, Problem) else _cluewsc(*entry, source)


def _cluewsc(line: int, fields: dict[str, Any], source: Source) -> Record | Problem:
    number = fields.get("idx", fields.get("id", ""))
    name = f"cluewsc-{source.stem}-{number}"
    text, target = fields.get("text"), fields.get("target") or {}
    try:
        noun, pronoun, at = str(target["span1_text"]), str(target["span2_text"]), int(target["span2_index"])
    except (TypeError, KeyError, ValueError):
        return Problem(line, "wrong_fields", "A record needs text and target with two spans.", name)
    if not isinstance(text, str) or text[at : at + len(pronoun)] != pronoun or not noun:
        return Problem(line, "bad_answer", f"The pronoun “{pronoun}” is not at character {at}.", name)
    label = str(fields.get("label", "")).lower()
    if label not in ("true", "false"):
        return Problem(line, "no_label", "It is not said whether the pronoun means the noun.", name)
    if label == "false":
        return Problem(line, "not_the_referent", f"The pronoun does not mean “{noun}”.", name)
    before, after = text[:at], text[at + len(pronoun) :]
    made = Statement.of(before, noun, after)
    meta = {"pronoun": pronoun, "span1": [target.get("span1_index"), noun]}
    record = Record(
        line, name, made.text, "zh", "reasoning", record_id=str(number), meta=meta, answer=made.answer
    )
    if before.endswith(noun):
        why = f"The noun stands right before its pronoun: “{noun}{pronoun}”."
        return to_word(record, why=why, question=text, answer=noun)
    return record
