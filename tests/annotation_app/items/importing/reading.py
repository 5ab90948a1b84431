"""Reading a text or bytes with an importer, as the service does it."""

import io
from pathlib import Path
from typing import Any

from annotation_app.items.importing import IMPORTERS
from annotation_app.items.importing.checks import fitted
from annotation_app.items.importing.encodings import detect
from annotation_app.items.importing.records import Problem, Record
from annotation_app.items.importing.source import Source

Found = tuple[list[Record], list[Problem]]


def read(format: str, content: str | bytes, **choices: Any) -> Found:
    """Records and problems of a content, in order; one that waits for its wording is among the latter."""
    raw = content.encode() if isinstance(content, str) else content
    source = Source(io.BytesIO(raw), **{"name": "sample.txt", **choices})
    found = list(IMPORTERS[format].read(source))
    records = [entry for entry in found if isinstance(entry, Record) and not entry.why]
    rest = [
        Problem(entry.line, "needs_wording", entry.why, entry.external_id)
        if isinstance(entry, Record)
        else entry
        for entry in found
        if isinstance(entry, Problem) or entry.why
    ]
    return records, rest


def read_file(format: str, path: Path, **choices: Any) -> Found:
    """The same of a file, its encoding detected."""
    with path.open("rb") as stream:
        encoding = detect(stream).encoding
    return read(
        format, path.read_bytes(), name=path.name, folder=path.parent, **{"encoding": encoding, **choices}
    )


def masked(record: Record, language: str = "en") -> str:
    """The text with its answer in braces, as its tokens hold it; fails if it could not become an item."""
    made = fitted(record, language=record.language or language)
    assert not isinstance(made, Problem), made
    spans, mask = made
    if mask is None:
        return record.text
    start, end = spans[mask[0]][0], spans[mask[1] - 1][1]
    return f"{record.text[:start]}{{{record.text[start:end]}}}{record.text[end:]}"
