"""COPA's XML (also Balanced COPA's): a premise and the right alternative joined to one sentence."""

from collections.abc import Iterator
from typing import Any

from annotation_app.items.importing.construction.casing import FirstWords
from annotation_app.items.importing.construction.joining import MARKS, RELATIONS, join
from annotation_app.items.importing.records import Problem, Record
from annotation_app.items.importing.source import Source
from annotation_app.items.importing.xml_elements import Element, xml_elements

PARTS = ("p", "a1", "a2")
# Which words a file writes small shows after that many items; no file of COPA's has more.
LEARNT_FROM = 2_000


def read(source: Source) -> Iterator[Record | Problem]:
    """Records and problems of a COPA file, in order; what comes before a break in the XML is kept."""
    words = FirstWords()
    held: list[Element | Problem] = []
    entries = xml_elements(source, "item")
    for entry in entries:
        held.append(entry)
        if isinstance(entry, Element):
            words.learn(entry.text_of(part) for part in PARTS)
        if len(held) == LEARNT_FROM:
            break
    for entry in held:
        yield entry if isinstance(entry, Problem) else _record(entry, source, words)
    for entry in entries:
        yield entry if isinstance(entry, Problem) else _record(entry, source, words)


def _record(item: Element, source: Source, words: FirstWords) -> Record | Problem:
    attributes = item.attributes
    number = attributes.get("id", "")
    parts = {name: item.text_of(name) for name in PARTS}
    right = f"a{attributes.get('most-plausible-alternative', '')}"
    asks_for = attributes.get("asks-for", "")
    if not number:
        return Problem(item.line, "no_id", "This item has no id.")
    if asks_for not in RELATIONS:
        return Problem(
            item.line, "unknown_relation", f"asks-for is “{asks_for}”, not cause or effect.", number
        )
    if right not in ("a1", "a2"):
        message = "most-plausible-alternative must be 1 or 2."
        return Problem(item.line, "no_right_alternative", message, number)
    missing = [name for name in PARTS if not parts[name].strip(MARKS)]
    if missing:
        names = ", ".join(f"<{name}>" for name in missing)
        return Problem(item.line, "missing_part", f"The item has no text in {names}.", number)
    text, connective = join(
        parts["p"], parts[right], asks_for, language="en", words=words, seed=f"{source.seed} {number}"
    )
    meta: dict[str, Any] = {
        "premise": parts["p"],
        "alternative": parts[right],
        "asks_for": asks_for,
        "connective": connective,
    }
    return Record(
        line=item.line,
        external_id=f"copa-{number}",
        text=text,
        language="en",
        dimension="reasoning",
        record_id=number,
        meta=meta,
    )
