"""Objects of a JSON file one after another, whether they stand in an array, on lines, or just in a row.

Published sets come in all three forms. Memory follows the longest object, not the file; after a broken object
reading goes on at the next line that begins one in the same column.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn, TypeVar

from annotation_app.items.importing.records import Problem
from annotation_app.items.importing.source import BAD, LONGEST_LINE, Source

# JSON can spell them with escapes, but a database's text can't hold them.
NOT_STORABLE = re.compile("[\x00\ud800-\udfff]")
BETWEEN = re.compile(r"[\s,\[\]]*")
NEAR_THE_END = 16
Kind = TypeVar("Kind")


def refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def is_storable(fields: Any) -> bool:
    """Whether every text in a JSON value, names of fields included, can be kept by a database."""
    rest = [fields]
    while rest:
        value = rest.pop()
        if isinstance(value, str) and NOT_STORABLE.search(value):
            return False
        if isinstance(value, dict):
            rest += [*value.keys(), *value.values()]
        elif isinstance(value, list):
            rest += value
    return True


class _Reader:
    """The part of the text that is not read yet, and the line it begins on."""

    def __init__(self, source: Source) -> None:
        self.chunks = source.chunks()
        self.buffer = ""
        self.line = 1
        self.ended = False
        self.closed = False
        self.decoder = json.JSONDecoder(parse_constant=refuse_constant)

    def more(self) -> bool:
        """Read on. As much again as there is already, so that a long object is not scanned too often."""
        parts, wanted = [self.buffer], max(1, len(self.buffer))
        while wanted > 0 and not self.ended:
            chunk = next(self.chunks, None)
            if chunk is None:
                self.ended = True
                break
            parts.append(chunk)
            wanted -= len(chunk)
        grown = len(parts) > 1
        self.buffer = "".join(parts)
        return grown

    def take(self, size: int) -> None:
        self.line += self.buffer.count("\n", 0, size)
        self.buffer = self.buffer[size:]

    def skip_between(self) -> bool:
        """Go to the next object; False at the end of the file."""
        while True:
            match = BETWEEN.match(self.buffer)
            end = match.end() if match else 0
            self.closed |= "]" in self.buffer[:end]
            self.take(end)
            if self.buffer:
                return True
            if not self.more():
                return False

    def value(self) -> Any:
        """The next object. Raises JSONDecodeError, ValueError or RecursionError."""
        while True:
            try:
                found, end = self.decoder.raw_decode(self.buffer)
            except json.JSONDecodeError as error:
                cut_off = error.msg.startswith("Unterminated") or error.pos >= len(self.buffer) - NEAR_THE_END
                if not cut_off or len(self.buffer) > LONGEST_LINE or not self.more():
                    raise
                continue
            self.take(end)
            return found

    def skip_broken(self, first: str) -> None:
        """Go to the next line that begins a value of the same kind, by its first character."""
        begin = re.compile(rf"\n[ \t]{{0,8}}{re.escape(first)}")
        while True:
            match = begin.search(self.buffer)
            if match:
                self.take(match.end() - 1)
                return
            kept = self.buffer[-10:]
            self.take(max(0, len(self.buffer) - len(kept)))
            if not self.more():
                self.take(len(self.buffer))
                return

    def go_into(self, key: str) -> None:
        """Pass over what stands before the array of the given name, if the file has one at its beginning."""
        self.more()
        match = re.match(rf'\s*\{{[^{{}}]*?"{key}"\s*:\s*\[', self.buffer)
        if match:
            self.take(match.end())


def json_objects(source: Source, *, inside: str = "") -> Iterator[tuple[int, dict[str, Any]] | Problem]:
    """Objects with the line that each begins on. inside: the field whose array holds them."""
    found = _values(source, inside=inside, first="{")
    return _only(
        dict, found, lambda line: Problem(line, "not_an_object", "The record is not a JSON object {...}.")
    )


def json_texts(source: Source) -> Iterator[tuple[int, str] | Problem]:
    """Texts of an array, or one after another, with the line that each begins on."""
    found = _values(source, inside="", first='"')
    message = "The record is not a JSON text in quotation marks."
    return _only(str, found, lambda line: Problem(line, "not_a_text", message))


def _only(
    kind: type[Kind], entries: Iterable[tuple[int, Any] | Problem], wrong: Callable[[int], Problem]
) -> Iterator[tuple[int, Kind] | Problem]:
    """The values of one kind; a problem stands for each other one."""
    for entry in entries:
        if isinstance(entry, Problem):
            yield entry
        elif isinstance(entry[1], kind):
            yield entry[0], entry[1]
        else:
            yield wrong(entry[0])


def _values(source: Source, *, inside: str, first: str) -> Iterator[tuple[int, Any] | Problem]:
    reader = _Reader(source)
    if inside:
        reader.go_into(inside)
    found = False
    while reader.skip_between():
        if inside and reader.closed:
            return
        found = True
        line = reader.line
        try:
            value = reader.value()
        except json.JSONDecodeError as error:
            message = (
                f"Not valid JSON: {error.msg} at character {error.pos + 1} of the record. Is it cut off?"
            )
            yield Problem(line, "broken_json", message)
            reader.skip_broken(first)
            continue
        except (ValueError, RecursionError):
            message = (
                "Not usable JSON: it holds NaN or Infinity, a number of thousands of digits, or is too deep."
            )
            yield Problem(line, "broken_json", message)
            reader.skip_broken(first)
            continue
        yield _checked(line, value)
    if not found:
        yield Problem(1, "empty_file", "The file holds no record.", of_file=True)


def _checked(line: int, value: Any) -> tuple[int, Any] | Problem:
    if not is_storable(value):
        if BAD in json.dumps(value, ensure_ascii=False):
            return Problem(line, "undecodable", "Some bytes of the record are not valid in this encoding.")
        message = "The record holds a NUL character or half a surrogate pair, which no database keeps."
        return Problem(line, "not_storable", message)
    return line, value
