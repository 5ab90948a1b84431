"""A release's files as streams: put away in chunks when they are made, read back in chunks and lines."""

import gc
import hashlib
import io
import struct
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future, wait
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from typing import Any, NamedTuple

import msgspec
from django.db import connection
from django.utils import timezone

from annotation_app.releases.models import Release, ReleaseChunk, ReleaseFile
from annotation_app.releases.queries import chunks_of

Line = dict[str, Any]

TOGETHER = 4  # chunks that one COPY brings to the database

_encode = msgspec.json.Encoder(order="deterministic").encode
decoded = msgspec.json.Decoder(type=dict[str, Any]).decode

# https://www.postgresql.org/docs/current/sql-copy.html, "Binary Format"
_COPY_BEGIN = b"PGCOPY\n\xff\r\n\0" + struct.pack("!ii", 0, 0)
_COPY_END = struct.pack("!h", -1)
_COPY_ROW = struct.Struct("!hiqiqiqiii")
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


class NewFile(NamedTuple):
    """A file that is being made. Its bytes come in parts, once."""

    name: str
    content_type: str
    parts: Iterable[bytes]


class Outlet(io.RawIOBase):
    """A file that can only be written, for libraries that want one; its bytes are taken while it grows."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, content: Any) -> int:
        self._parts.append(bytes(content))
        return len(self._parts[-1])

    def taken(self) -> bytes:
        """What was written since this was last asked."""
        content = b"".join(self._parts)
        self._parts.clear()
        return content


@contextmanager
def seldom_collecting() -> Iterator[None]:
    """While lines stream by, look for garbage in cycles only now and then.

    A line is made of some hundred small objects, none in a cycle. At its usual pace the collector would look
    at all objects of the process again and again because of them, which takes longer than the lines do.
    """
    usual = gc.get_threshold()
    gc.set_threshold(200_000, 20, 20)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def canonical(value: object) -> bytes:
    """One line of JSON with sorted keys and no spaces: equal values give equal bytes."""
    return _encode(value) + b"\n"


def store(release: Release, new: NewFile, *, beside: Executor | None = None) -> ReleaseFile:
    """Put a file's bytes into the database as they come, some chunks in memory at a time.

    beside: writes chunks while the next ones come. The parts must not use this connection meanwhile.
    """
    file = ReleaseFile.objects.create(
        release=release, name=new.name, content_type=new.content_type, size=0, sha256=""
    )
    digest = hashlib.sha256()

    def write(cursor: Any, number: int, chunks: list[bytes]) -> None:
        for chunk in chunks:
            digest.update(chunk)
        _copy(cursor, file, number, chunks)

    with connection.wrap_database_errors, connection.cursor() as cursor:
        writing: Future[None] | None = None
        try:
            for number, chunks in _batches(_cut(new.parts, ReleaseChunk.CHUNK_BYTES)):
                file.size += sum(map(len, chunks))
                if beside is None:
                    write(cursor, number, chunks)
                    continue
                if writing is not None:
                    writing.result()
                writing = beside.submit(write, cursor, number, chunks)
        finally:
            if writing is not None:
                wait([writing])  # nobody else may use the connection before
        if writing is not None:
            writing.result()
    file.sha256 = digest.hexdigest()
    file.save(update_fields=["size", "sha256", "updated_at"])
    return file


def lines_of(file: ReleaseFile) -> Iterator[Line]:
    """Each line of a stored file of JSON lines, parsed; a chunk in memory at a time."""
    for whole in _whole_lines(file):
        yield from map(decoded, whole)


def raw_lines_of(file: ReleaseFile) -> Iterator[tuple[int, bytes]]:
    """Where each line of a stored file begins, in bytes, and the line as it is, without its end."""
    offset = 0
    for whole in _whole_lines(file):
        for raw in whole:
            yield offset, raw
            offset += len(raw) + 1


def _whole_lines(file: ReleaseFile) -> Iterator[list[bytes]]:
    rest = b""
    for chunk in chunks_of(file, 0, file.size):
        *whole, rest = (rest + chunk).split(b"\n")
        yield whole
    if rest:
        yield [rest]


def _cut(parts: Iterable[bytes], size: int) -> Iterator[bytes]:
    """The same bytes in pieces of one size, the last one shorter."""
    buffer = bytearray()
    for part in parts:
        buffer += part
        if len(buffer) >= size:
            whole = len(buffer) - len(buffer) % size
            view = bytes(memoryview(buffer)[:whole])
            del buffer[:whole]
            for start in range(0, whole, size):
                yield view[start : start + size]
    if buffer:
        yield bytes(buffer)


def _batches(chunks: Iterable[bytes]) -> Iterator[tuple[int, list[bytes]]]:
    """Some chunks at a time, with the number of the first."""
    rest = iter(chunks)
    number = 0
    while batch := list(islice(rest, TOGETHER)):
        yield number, batch
        number += len(batch)


def _copy(cursor: Any, file: ReleaseFile, number: int, chunks: list[bytes]) -> None:
    """Write chunks through a binary COPY, where bytes need no hexadecimal digits."""
    now = (timezone.now() - _EPOCH) // datetime.resolution
    rows = io.BytesIO()
    rows.write(_COPY_BEGIN)
    for index, chunk in enumerate(chunks, start=number):
        rows.write(_COPY_ROW.pack(5, 8, now, 8, now, 8, file.pk, 4, index, len(chunk)))
        rows.write(chunk)
    rows.write(_COPY_END)
    rows.seek(0)
    table = connection.ops.quote_name(ReleaseChunk._meta.db_table)
    columns = "created_at, updated_at, file_id, number, content"
    cursor.copy_expert(f"COPY {table} ({columns}) FROM STDIN WITH (FORMAT binary)", rows)
