"""The bytes of uploads: rows in the database, which every machine of the server reaches."""

import hashlib
import io
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import Any, BinaryIO, cast

from django.conf import settings
from django.db import transaction

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark
from annotation_app.core.errors import NotAllowedInState, TooLarge
from annotation_app.items.importing import IMPORTERS
from annotation_app.items.importing.archives import beginning, is_archive, look, reads_as
from annotation_app.items.importing.encodings import Detected, detect
from annotation_app.items.importing.sniffing import HEAD, columns_of, sniff, sniff_names
from annotation_app.items.models import Import, ImportChunk
from annotation_app.items.rules import ImportState

MOST_NAMES = 20
LOOKED_AT = 256 * 1024  # bytes of a file in an archive


def check_size(size: int) -> None:
    """Raises: TooLarge."""
    if size > settings.IMPORT_MAX_BYTES:
        limit = settings.IMPORT_MAX_BYTES / 1024**2
        raise TooLarge(
            f"The file has {size / 1024**2:,.0f} MiB; at most {limit:,.0f} MiB can be uploaded. "
            "Split it and import the parts, or use manage.py import_items on the server."
        )


@transaction.atomic
def receive_upload(*, benchmark: Benchmark, person: User, stream: BinaryIO, name: str) -> Import:
    """Keep an upload and say what it looks like; nothing of it is stored as an item yet. Raises: TooLarge."""
    report = Import.objects.create(
        benchmark=benchmark,
        person=person,
        state=ImportState.UPLOADED,
        file=PurePosixPath(name.replace("\\", "/")).name[:300] or "file",
    )
    digest, number = hashlib.sha256(), 0
    stream.seek(0)
    while content := stream.read(ImportChunk.CHUNK_BYTES):
        check_size(report.size + len(content))
        ImportChunk.objects.create(upload=report, number=number, content=content)
        digest.update(content)
        report.size += len(content)
        number += 1
    stream.seek(0)
    report.sha256 = digest.hexdigest()
    report.sniffed = look_at(stream, report.file)
    report.format = report.sniffed["formats"][0] if report.sniffed["formats"] else ""
    report.save()
    return report


def bytes_kept(report: Import) -> bool:
    """Whether the upload that an import reads is still there."""
    source = report.upload_id or report.pk
    return report.size == 0 or ImportChunk.objects.filter(upload_id=source).exists()


@contextmanager
def opened(report: Import) -> Iterator[BinaryIO]:
    """An upload as a file on this machine's disk, for as long as it is read.

    Raises: NotAllowedInState (the upload was removed).
    """
    source = report.upload_id or report.pk
    with tempfile.TemporaryFile(prefix="import-") as file:
        # One by one: a single query would have the server lay all of them out at once.
        number = 0
        while row := ImportChunk.objects.filter(upload_id=source, number=number).first():
            file.write(row.content)
            number += 1
        if file.tell() != report.size:
            raise NotAllowedInState("The upload was removed meanwhile. Upload the file again.")
        file.seek(0)
        yield cast(BinaryIO, file)


def look_at(stream: BinaryIO, name: str) -> dict[str, Any]:
    """Formats, encoding and columns of an upload, as the page shows them for confirmation."""
    if not is_archive(stream):
        found = detect(stream)
        return {"archive": False, "files": [], **_described(stream, found, name)}
    archive = look(stream, limit=settings.IMPORT_MAX_BYTES)
    names = [] if archive.refused else [part.filename for part in archive.files]
    formats = sniff_names(names)
    described: dict[str, Any] = {"formats": formats, "encoding": None, "columns": []}
    likely = IMPORTERS[formats[0]] if formats else None
    records = [name for name in names if likely and reads_as(name, likely.files, folder=likely.folder)]
    for inside in records[:MOST_NAMES]:
        # Nothing is unpacked while somebody waits: a few beginnings say enough for a proposal.
        part = io.BytesIO(beginning(stream, inside, LOOKED_AT))
        found = detect(part)
        looked = _described(part, found, inside)
        if described["encoding"] is None:
            first = [one for one in looked["formats"] if one in formats]
            described = looked | {"formats": list(dict.fromkeys([*first, *formats]))}
        if not found.certain:
            described["encoding"] = looked["encoding"]
            break
    return {
        "archive": True,
        "files": names[:MOST_NAMES],
        "number": len(names),
        "problems": [{"file": file, **wrong.to_json()} for file, wrong in archive.problems[:MOST_NAMES]],
        **described,
    }


def _described(stream: BinaryIO, found: Detected, name: str) -> dict[str, Any]:
    at = stream.tell()
    text = stream.read(HEAD).decode(found.encoding, errors="replace").replace("\x00", "\ufffd")
    stream.seek(at)
    formats = sniff(text, name)
    return {
        "formats": formats,
        "encoding": {
            "name": found.encoding,
            "confidence": found.confidence,
            "certain": found.certain,
            "sample": found.sample.replace("\x00", "\ufffd").replace("\udcff", "\ufffd").strip(),
        },
        "columns": columns_of(text, formats[0]),
    }
