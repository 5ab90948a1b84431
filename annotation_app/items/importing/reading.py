"""From a file, as it came, to records and problems: archives unpacked, encodings settled, formats read."""

import codecs
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from django.conf import settings

from annotation_app.core.errors import Invalid
from annotation_app.items.importing import IMPORTERS, Importer
from annotation_app.items.importing.archives import common_root, is_archive, look, reads_as, unpack
from annotation_app.items.importing.choices import Choices
from annotation_app.items.importing.encodings import Detected, detect
from annotation_app.items.importing.records import Problem, Record
from annotation_app.items.importing.source import Source
from annotation_app.items.importing.wanted import NOT_ASKED_FOR

Entry = tuple[str, Record | Problem]
Wrong = tuple[str, Problem]


@dataclass
class Reader:
    """Reads one upload. Tells how far it is while it is read.

    encoding: what the last file was read in. passed_over: sentences that show nothing that was asked for.
    """

    stream: BinaryIO
    choices: Choices
    encoding: str = ""
    passed_over: int = 0
    total: int = 0
    _done: int = 0
    _open: BinaryIO | None = field(default=None)

    @property
    def at(self) -> int:
        """Bytes read so far, of `total`."""
        return self._done + (self._open.tell() if self._open and not self._open.closed else 0)

    def entries(self) -> Iterator[Entry]:
        """Records and problems, each with the name of the file inside an archive that it comes from."""
        importer = importer_of(self.choices)
        if not is_archive(self.stream):
            self.total = size_of(self.stream)
            for entry in self._file(self.stream, importer, self.choices.file, self.choices.folder):
                yield "", entry
            return
        with unpacked(self.stream) as (folder, problems):
            yield from problems
            found = [path for path in files_below(folder) if _fits(path, folder, importer)]
            self.total = sum(path.stat().st_size for path in found)
            if not found and not problems:
                ends = ", ".join(ending or "no ending" for ending in importer.files)
                message = f"The archive holds no file of this format. Looked for: {ends}."
                yield "", Problem(1, "no_items", message, of_file=True)
            for path in found:
                name = path.relative_to(folder).as_posix()
                with path.open("rb") as stream:
                    for entry in self._file(stream, importer, path.name, path.parent):
                        yield name, entry
                self._done += path.stat().st_size

    def _file(
        self, stream: BinaryIO, importer: Importer, name: str, folder: Path | None
    ) -> Iterator[Record | Problem]:
        """What the importer makes of one file, once its encoding is certain or was confirmed."""
        self._open = stream
        encoding = self.choices.encoding or importer.encoding
        # In an archive the confirmed encoding is for the files that leave a doubt.
        if encoding is None or (self.choices.encoding and stream is not self.stream):
            found = detect(stream)
            if not found.certain and self.choices.encoding is None:
                yield unconfirmed(found)
                return
            encoding = found.encoding if found.certain else self.choices.encoding
        try:
            self.encoding = codecs.lookup(encoding or "").name
        except LookupError as error:
            raise Invalid(f"There is no encoding “{encoding}”.", errors={"encoding": ["Unknown."]}) from error
        source = Source(
            stream,
            encoding=self.encoding,
            name=name,
            folder=folder,
            language=self.choices.language,
            columns=self.choices.columns,
            seed=self.choices.seed,
            wanted=self.choices.wanted,
        )
        for entry in importer.read(source):
            if isinstance(entry, Problem) and entry.code == NOT_ASKED_FOR:
                self.passed_over += 1
            else:
                yield entry


def importer_of(choices: Choices) -> Importer:
    """Raises: Invalid (no importer of that name)."""
    if choices.format not in IMPORTERS:
        names = ", ".join(sorted(IMPORTERS))
        raise Invalid(
            f"There is no importer “{choices.format}”. Choose one of: {names}.",
            errors={"format": ["Unknown."]},
        )
    return IMPORTERS[choices.format]


@contextmanager
def unpacked(stream: BinaryIO) -> Iterator[tuple[Path, list[Wrong]]]:
    """An archive's files in a folder that goes away afterwards, and what could not be unpacked."""
    with tempfile.TemporaryDirectory(prefix="import-") as place:
        archive = look(stream, limit=settings.IMPORT_MAX_BYTES)
        problems: list[Wrong] = list(archive.problems)
        folder = Path(place)
        if not archive.refused:
            problems += unpack(stream, archive, folder)
            folder = common_root(folder)
        yield folder, problems


def files_below(folder: Path) -> list[Path]:
    """Every file below a folder, by name."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _fits(path: Path, folder: Path, importer: Importer) -> bool:
    return reads_as(path.relative_to(folder).as_posix(), importer.files, folder=importer.folder)


def unconfirmed(found: Detected) -> Problem:
    """What stands for a file of which nobody has said yet how its bytes are to be read."""
    message = (
        f"The file seems to be in {found.encoding} (confidence {found.confidence:.2f}). "
        f"It would read: “{found.sample.strip()}”. Name its encoding to confirm that."
    )
    return Problem(1, "encoding_unconfirmed", message, of_file=True)


def size_of(stream: BinaryIO) -> int:
    """Bytes from where a stream stands to its end; leaves it where it was."""
    at = stream.tell()
    size = stream.seek(0, 2) - at
    stream.seek(at)
    return size
