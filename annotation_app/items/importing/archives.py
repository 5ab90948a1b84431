"""Zip archives of several files: looked through before anything is unpacked, and unpacked within limits.

An archive is only a folder that came as one file. Names that lead out of it, links and encrypted parts are
left out with a line in the report; one that would unpack to far more than it holds is refused as a whole.
"""

import stat
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from annotation_app.items.importing.records import Problem

SIGNATURE = b"PK\x03\x04"
MOST_FILES = 50_000
# Text packs to a fifth or a tenth; runs of one letter pack to a thousandth.
HIGHEST_RATIO = 200
SMALL = 1024 * 1024
LARGEST_TIMES_LIMIT = 4
PIECE = 256 * 1024
BROKEN = (zipfile.BadZipFile, zlib.error, OSError, ValueError, NotImplementedError, EOFError)


@dataclass
class Archive:
    """What an archive holds that is safe to unpack, and what is wrong with the rest of it."""

    files: list[zipfile.ZipInfo] = field(default_factory=list)
    problems: list[tuple[str, Problem]] = field(default_factory=list)
    refused: bool = False


def is_archive(stream: BinaryIO) -> bool:
    """Whether a file is a zip archive. Leaves the stream where it was."""
    at = stream.tell()
    found = stream.read(len(SIGNATURE)) == SIGNATURE
    stream.seek(at)
    return found


def look(stream: BinaryIO, *, limit: int) -> Archive:
    """The files of an archive, by its table of contents. limit: of an upload, in bytes."""
    archive = Archive()

    def wrong(problem: Problem, name: str = "") -> None:
        archive.problems.append((name, problem))
        archive.refused = archive.refused or not name

    try:
        parts = zipfile.ZipFile(stream).infolist()
    except BROKEN as error:
        message = f"The archive can't be read: {error}. Is it cut off?"
        wrong(Problem(1, "broken_archive", message, of_file=True))
        return archive
    if len(parts) > MOST_FILES:
        message = f"The archive holds {len(parts)} files, more than {MOST_FILES}."
        wrong(Problem(1, "zip_bomb", message, of_file=True))
        return archive
    for part in parts:
        path = PurePosixPath(part.filename.replace("\\", "/"))
        if part.is_dir() or path.name.startswith(".") or "__MACOSX" in path.parts:
            continue
        if path.is_absolute() or ".." in path.parts or ":" in part.filename or "\x00" in part.filename:
            message = "The name leads out of the archive, so it was not unpacked."
            wrong(Problem(1, "unsafe_path", message, of_file=True), part.filename)
        elif stat.S_ISLNK(part.external_attr >> 16):
            message = "This is a link, not a file, so it was not unpacked."
            wrong(Problem(1, "unsafe_path", message, of_file=True), part.filename)
        elif part.flag_bits & 1:
            message = "The file is encrypted. Pack it without a password."
            wrong(Problem(1, "encrypted", message, of_file=True), part.filename)
        else:
            archive.files.append(part)
    total = sum(part.file_size for part in archive.files)
    if any(part.file_size > max(SMALL, part.compress_size * HIGHEST_RATIO) for part in archive.files):
        message = f"A file in the archive would unpack to more than {HIGHEST_RATIO} times its size."
        wrong(Problem(1, "zip_bomb", message, of_file=True))
    elif total > limit * LARGEST_TIMES_LIMIT:
        size = limit * LARGEST_TIMES_LIMIT // 1024**2
        message = f"The archive would unpack to more than {size} MiB."
        wrong(Problem(1, "zip_bomb", message, of_file=True))
    return archive


def beginning(stream: BinaryIO, name: str, size: int) -> bytes:
    """The first bytes of one file of an archive, whole lines if there are any; nothing if it is broken."""
    try:
        with zipfile.ZipFile(stream) as source, source.open(name) as packed:
            raw = packed.read(size)
    except (*BROKEN, KeyError):
        return b""
    return raw if len(raw) < size else raw[: raw.rfind(b"\n") + 1] or raw


def unpack(stream: BinaryIO, archive: Archive, folder: Path) -> Iterator[tuple[str, Problem]]:
    """Write an archive's files below a folder; yields what could not be unpacked, by name.

    A file that gives more than its table of contents says ends there: the table was looked at, not the bytes.
    """
    root = folder.resolve()
    with zipfile.ZipFile(stream) as source:
        for part in archive.files:
            target = (root / part.filename.replace("\\", "/")).resolve()
            if not target.is_relative_to(root):
                message = "The name leads out of the archive, so it was not unpacked."
                yield part.filename, Problem(1, "unsafe_path", message, of_file=True)
                continue
            try:
                target.parent.mkdir(parents=True, exist_ok=True)
                with source.open(part) as packed, target.open("wb") as plain:
                    left = part.file_size
                    while left > 0 and (piece := packed.read(min(PIECE, left))):
                        plain.write(piece)
                        left -= len(piece)
            except BROKEN as error:
                target.unlink(missing_ok=True) if target.is_file() else None
                message = f"The file can't be unpacked: {error}."
                yield part.filename, Problem(1, "broken_archive", message, of_file=True)


def common_root(folder: Path) -> Path:
    """The folder itself, or the one folder in it that holds everything, however deep."""
    while True:
        inside = list(folder.iterdir())
        if len(inside) != 1 or not inside[0].is_dir():
            return folder
        folder = inside[0]


def reads_as(name: str, endings: tuple[str, ...], *, folder: bool) -> bool:
    """Whether a file of an archive holds records of a format, by its name.

    endings: how such files end; an empty one stands for a name without any ending. folder: whether the format
    keeps other files beside its records, which are not records.
    """
    path = PurePosixPath(name)
    lower = path.name.lower()
    if lower.startswith(("readme", "license", "licence", "copyright")):
        return False
    if folder and (lower == "docs.jsonl" or "docs" in path.parts[:-1] or "results" in path.parts[:-1]):
        return False
    return any(lower.endswith(ending) if ending else not path.suffix for ending in endings)
