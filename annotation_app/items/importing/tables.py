"""Tables with a header, comma- or tab-separated, with a mapping from what an item has to the columns' names.

`text` must be mapped (or the table has a column of that name); `id`, `answer`, `language` and `dimension` may
be. The answer is looked up in the text and must stand there exactly once. Other columns are kept in `meta`.
"""

import csv
from collections.abc import Callable, Iterator
from typing import Any

from annotation_app.items.importing.records import Problem, Record
from annotation_app.items.importing.source import LONGEST_LINE, Source

FIELDS = ("text", "id", "answer", "language", "dimension")


class _Lines:
    """Feeds a CSV reader and remembers which line it is at; a line that can't be kept reads as empty."""

    def __init__(self, source: Source) -> None:
        self.number = 0
        self.problems: list[Problem] = []
        self._entries = source.lines()

    def __iter__(self) -> Iterator[str]:
        for entry in self._entries:
            if isinstance(entry, Problem):
                self.number = entry.line
                self.problems.append(entry)
                yield "\n"
            else:
                self.number = entry[0]
                yield entry[1] + "\n"


def reader(delimiter: str) -> Callable[[Source], Iterator[Record | Problem]]:
    """A reader of tables whose columns are parted by this character."""

    def read(source: Source) -> Iterator[Record | Problem]:
        return _read(source, delimiter)

    return read


def table_rows(source: Source, delimiter: str) -> Iterator[tuple[int, list[str]] | Problem]:
    """Rows with the line each begins on, the header first; a broken table ends with a problem."""
    csv.field_size_limit(LONGEST_LINE)
    lines = _Lines(source)
    rows = csv.reader(iter(lines), delimiter=delimiter, strict=True)
    begin = 1
    try:
        for row in rows:
            yield from lines.problems
            lines.problems.clear()
            line, begin = begin, lines.number + 1
            if row and row != [""]:
                yield line, row
    except csv.Error as error:
        message = f"The table breaks off or is wrong here: {error}. Is a quotation mark left open?"
        yield Problem(begin, "broken_table", message, of_file=True)
    yield from lines.problems


def _read(source: Source, delimiter: str) -> Iterator[Record | Problem]:
    header: list[str] = []
    for entry in table_rows(source, delimiter):
        if isinstance(entry, Problem):
            yield entry
        elif header:
            yield _record(source, header, entry[1], entry[0])
        else:
            header = [name.strip() for name in entry[1]]
            if wrong := _unknown(source, header):
                yield wrong
                return


def _unknown(source: Source, header: list[str]) -> Problem | None:
    mapping = {"text": "text", **source.columns}
    listed = ", ".join(header)
    for part, column in mapping.items():
        if part not in FIELDS:
            message = f"“{part}” is nothing that a column can be mapped to: {', '.join(FIELDS)}."
            return Problem(1, "unknown_column", message, of_file=True)
        if column not in header:
            message = f"The table has no column “{column}” for the {part}. It has: {listed}."
            return Problem(1, "unknown_column", message, of_file=True)
    return None


def _record(source: Source, header: list[str], row: list[str], line: int) -> Record | Problem:
    cells = dict(zip(header, row, strict=False))
    columns = {part: part for part in FIELDS if part in header} | dict(source.columns)
    name = cells.get(columns.get("id", ""), "") or f"{source.stem}-{line}"
    if len(row) != len(header):
        message = f"The row has {len(row)} cells, the header {len(header)}."
        return Problem(line, "wrong_cells", message, name)
    text = cells[columns.get("text", "text")]
    if not text.strip():
        return Problem(line, "empty_text", "The record has no text.", name)
    answer = None
    if wanted := cells.get(columns.get("answer", ""), ""):
        if text.count(wanted) != 1:
            message = f"The answer “{wanted}” stands {text.count(wanted)} times in the text, not once."
            return Problem(line, "bad_answer", message, name)
        answer = (text.index(wanted), text.index(wanted) + len(wanted))
    rest: dict[str, Any] = {key: value for key, value in cells.items() if key not in columns.values()}
    return Record(
        line,
        name,
        text,
        language=cells.get(columns.get("language", "")) or None,
        dimension=cells.get(columns.get("dimension", "")) or None,
        record_id=name,
        meta=rest,
        answer=answer,
    )
