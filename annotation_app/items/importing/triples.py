"""Texts with the triples they express: WebNLG's XML and DuIE's JSON lines.

The masked span is a word of a triple where it stands in the text exactly once: the property, else the object,
else the subject. It is a candidate; another place may be tried after it.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from annotation_app.items.importing.json_values import json_objects
from annotation_app.items.importing.records import Problem, Record
from annotation_app.items.importing.source import Source
from annotation_app.items.importing.xml_elements import Element, xml_elements

CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
QUALIFIED = re.compile(r'^"(.*)"(?:\^\^.*|@\w+)?$')
Triple = tuple[str, str, str]


def place(text: str, triples: Sequence[Triple], language: str) -> tuple[int, int, str] | None:
    """Code-point range of the masked words and which part of a triple they are, or None."""
    for part, index in (("property", 1), ("object", 2), ("subject", 0)):
        for triple in triples:
            word = triple[index]
            pattern = re.escape(word) if language == "zh" else rf"\b{re.escape(word)}\b"
            found = list(re.finditer(pattern, text, 0 if language == "zh" else re.IGNORECASE)) if word else []
            if len(found) != 1 or found[0].end() - found[0].start() == len(text.strip()):
                continue
            if not _inside_a_name(text, word, found[0].start(), triples):
                return found[0].start(), found[0].end(), part
    return None


def _inside_a_name(text: str, word: str, at: int, triples: Sequence[Triple]) -> bool:
    """Whether a word is only a piece of a longer subject or object there, as 出版社 in a publisher's name."""
    names = {name for triple in triples for name in (triple[0], triple[2]) if len(name) > len(word)}
    low = text.lower()
    starts = [
        (match.start(), len(name)) for name in names for match in re.finditer(re.escape(name.lower()), low)
    ]
    return any(start <= at and at + len(word) <= start + size for start, size in starts)


def _made(
    line: int, name: str, text: str, triples: list[Triple], language: str, number: str
) -> Record | Problem:
    if not text.strip():
        return Problem(line, "empty_text", "The record has no text.", name)
    found = place(text, triples, language)
    if found is None:
        return Problem(line, "bad_answer", f"No word of a triple stands once in “{text[:60]}”.", name)
    meta: dict[str, Any] = {"triples": [list(triple) for triple in triples], "masked": found[2]}
    return Record(
        line, name, text, language, "semantics", record_id=number, meta=meta, answer=found[:2], candidate=True
    )


def webnlg(source: Source) -> Iterator[Record | Problem]:
    """A record for each text of each entry."""
    for entry in xml_elements(source, "entry"):
        if isinstance(entry, Problem):
            yield entry
        else:
            yield from _entry(entry)


def _entry(entry: Element) -> Iterator[Record | Problem]:
    category, size = entry.attributes.get("category", ""), entry.attributes.get("size", "")
    number = f"{category}-{size}-{entry.attributes.get('eid', '')}"
    triples = []
    for element in entry.all("mtriple"):
        parts = [part.strip() for part in element.text.split(" | ")]
        if len(parts) == 3:
            triples.append((_plain(parts[0]), CAMEL.sub(" ", _plain(parts[1])).lower(), _plain(parts[2])))
    if not triples:
        yield Problem(entry.line, "wrong_fields", "The entry has no triple.", f"webnlg-{number}")
    else:
        for text in entry.all("lex"):
            lid = f"{number}-{text.attributes.get('lid', '')}"
            yield _made(text.line, f"webnlg-{lid}", text.text, triples, "en", lid)


def _plain(name: str) -> str:
    match = QUALIFIED.match(name)
    return " ".join((match[1] if match else name).replace("_", " ").strip('"').split())


def duie(source: Source) -> Iterator[Record | Problem]:
    """A record for each text; lines without a spo_list (the schema file, test inputs) have no triple."""
    for entry in json_objects(source):
        if isinstance(entry, Problem):
            yield entry
            continue
        line, fields = entry
        name, text, spo = f"duie-{source.stem}-{line}", fields.get("text"), fields.get("spo_list")
        if (
            not isinstance(text, str)
            or not isinstance(spo, list)
            or not all(isinstance(one, dict) for one in spo)
        ):
            yield Problem(line, "wrong_fields", "A record needs text and spo_list.", name)
            continue
        triples = [
            (str(t.get("subject", "")), str(t.get("predicate", "")), str(t.get("object", ""))) for t in spo
        ]
        yield _made(line, name, text, triples, "zh", str(line))
