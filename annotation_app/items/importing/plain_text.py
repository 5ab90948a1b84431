"""Plain text, one item a line. Empty lines are passed over."""

from collections.abc import Iterator

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
