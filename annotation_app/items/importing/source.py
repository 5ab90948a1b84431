"""A file as an importer sees it: decoded text, in one place for all formats, in a stream of bounded memory.

Whatever does not decode becomes a lone surrogate, which no decoder makes by itself: a reader of lines reports
that line and goes on. Files are cut at LF and at CRLF only; other characters that Unicode calls line ends
belong to the text.
"""

import codecs
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from annotation_app.items.importing.records import Problem

CHUNK = 64 * 1024
LONGEST_LINE = 4 * 1024 * 1024
BAD = "\udcff"
BOM = "\ufeff"


def _mark(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return BAD, error.end


codecs.register_error("whybench_mark", _mark)


@dataclass
class Source:
    """One file to read. encoding: confirmed by a person or certain. folder: where files beside it may lie.

    columns: which column of a table holds what. seed: picks among connectives and mask places.
    """

    stream: BinaryIO
    encoding: str = "utf-8"
    name: str = ""
    folder: Path | None = None
    language: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0

    @property
    def stem(self) -> str:
        return self.name.rsplit("/", 1)[-1].rsplit(".", 1)[0] or "file"

    def chunks(self) -> Iterator[str]:
        """The text in pieces, without its byte order mark; what does not decode is BAD."""
        decoder = codecs.getincrementaldecoder(self.encoding)(errors="whybench_mark")
        first = True
        while raw := self.stream.read(CHUNK):
            text = decoder.decode(raw)
            if first and text:
                first, text = False, text.removeprefix(BOM)
            yield text
        yield decoder.decode(b"", final=True)

    def raw_lines(self) -> Iterator[tuple[int, str] | Problem]:
        """Lines with their numbers, from 1, without their ends; ends early at a line that is too long."""
        rest, number = "", 0
        for chunk in self.chunks():
            parts = (rest + chunk).split("\n")
            rest = parts.pop()
            for part in parts:
                number += 1
                yield number, part.removesuffix("\r")
            if len(rest) > LONGEST_LINE:
                number += 1
                message = "The line is longer than 4 MiB. Is this a file of this format?"
                yield Problem(number, "line_too_long", message, of_file=True)
                return
        if rest:
            number += 1
            yield number, rest.removesuffix("\r")
        if number == 0:
            yield Problem(1, "empty_file", "The file is empty.", of_file=True)

    def lines(self) -> Iterator[tuple[int, str] | Problem]:
        """Lines as in `raw_lines`; a problem stands for each that a database or a reader could not keep."""
        for entry in self.raw_lines():
            yield entry if isinstance(entry, Problem) else self.checked(*entry)

    def checked(self, number: int, text: str) -> tuple[int, str] | Problem:
        """The line, or what is wrong with its characters."""
        if BAD in text:
            message = f"Bytes at character {text.index(BAD) + 1} are not valid {self.encoding}."
            return Problem(number, "undecodable", message)
        if "\x00" in text:
            message = f"There is a NUL character at character {text.index(chr(0)) + 1}, which no text holds."
            return Problem(number, "nul_byte", message)
        return number, text
