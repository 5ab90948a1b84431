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

from annotation_app.items.importing.construction.grammar import Sampler
from annotation_app.items.importing.records import Problem
from annotation_app.items.importing.wanted import WantedSampler

CHUNK = 256 * 1024
LONGEST_LINE = LARGEST_DOCUMENT = 4 * 1024 * 1024
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

    columns: which column of a table holds what. seed: picks among connectives and mask places. wanted: how
    many more masks of each phenomenon a treebank should give; None for one mask a sentence.
    """

    stream: BinaryIO
    encoding: str = "utf-8"
    name: str = ""
    folder: Path | None = None
    language: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    wanted: Mapping[str, int] | None = None

    def sampler(self, language: str) -> Sampler:
        """What chooses the places of a treebank's masks."""
        if self.wanted is None:
            return Sampler(language, self.seed)
        return WantedSampler(language, self.seed, wanted=dict(self.wanted))

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
        for _, entry in self._numbered():
            yield entry

    def lines(self) -> Iterator[tuple[int, str] | Problem]:
        """Lines as in `raw_lines`; a problem stands for each that a database or a reader could not keep."""
        for doubtful, entry in self._numbered():
            yield self.checked(*entry) if doubtful and not isinstance(entry, Problem) else entry

    def _numbered(self) -> Iterator[tuple[bool, tuple[int, str] | Problem]]:
        """Lines, each with whether the stretch it comes from holds anything that can't be kept."""
        rest, number, doubtful = "", 0, False
        for chunk in self.chunks():
            bad = BAD in chunk or "\x00" in chunk
            # What is left of the last stretch goes on in this one.
            doubtful = bad or (doubtful and bool(rest))
            parts = (rest + chunk).split("\n")
            rest = parts.pop()
            for part in parts:
                number += 1
                yield doubtful, (number, part.removesuffix("\r"))
            if parts and not bad:
                doubtful = False
            if len(rest) > LONGEST_LINE:
                number += 1
                message = "The line is longer than 4 MiB. Is this a file of this format?"
                yield False, Problem(number, "line_too_long", message, of_file=True)
                return
        if rest:
            number += 1
            yield True, (number, rest.removesuffix("\r"))
        if number == 0:
            yield False, Problem(1, "empty_file", "The file is empty.", of_file=True)

    def checked(self, number: int, text: str) -> tuple[int, str] | Problem:
        """The line, or what is wrong with its characters."""
        if BAD in text:
            message = f"Bytes at character {text.index(BAD) + 1} are not valid {self.encoding}."
            return Problem(number, "undecodable", message)
        if "\x00" in text:
            message = f"There is a NUL character at character {text.index(chr(0)) + 1}, which no text holds."
            return Problem(number, "nul_byte", message)
        return number, text


def text_beside(folder: Path, name: str) -> str | None:
    """A document from a folder beside a file, or None if it is not there or larger than LARGEST_DOCUMENT.

    Names that lead out of the folder are not there. What does not decode, or is NUL, becomes U+FFFD.
    """
    home = folder.resolve()
    path = (home / name).resolve()
    if not path.is_relative_to(home) or not path.is_file() or path.stat().st_size > LARGEST_DOCUMENT:
        return None
    return path.read_bytes().decode("utf-8", errors="replace").replace("\x00", "\ufffd")
