"""Plain text, one item a line, or a JSON array of texts. Empty lines and texts are passed over."""

from collections.abc import Iterator

from annotation_app.items.importing.json_values import json_texts
from annotation_app.items.importing.records import Problem, Record
from annotation_app.items.importing.source import Source


def read(source: Source) -> Iterator[Record | Problem]:
    """A record for each line, named by the file and the line's number."""
    for entry in source.lines():
        if isinstance(entry, Problem):
            yield entry
            continue
        line, text = entry
        if text.strip():
            yield Record(line, f"{source.stem}-{line}", text, record_id=str(line))


def read_array(source: Source) -> Iterator[Record | Problem]:
    """A record for each text of a JSON array, named by the file and the text's place in it, from 1."""
    for number, entry in enumerate(json_texts(source), 1):
        if isinstance(entry, Problem):
            yield entry
        elif entry[1].strip():
            yield Record(entry[0], f"{source.stem}-{number}", entry[1], record_id=str(number))
