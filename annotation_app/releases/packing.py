"""A release in one format as one zip file: made on a worker, once, then downloaded like any other file."""

import zipfile
from collections.abc import Iterable, Iterator

from django.db import DatabaseError, transaction

from annotation_app.celery import send_on_commit
from annotation_app.core.errors import NotAllowedInState, NotFound
from annotation_app.releases import jobs, queries
from annotation_app.releases.files import NewFile, Outlet, seldom_collecting, store
from annotation_app.releases.formats.catalogue import FORMATS
from annotation_app.releases.formats.frozen import frozen
from annotation_app.releases.models import Release, ReleaseFormat
from annotation_app.releases.rules import ReleaseState

# The same for every file, so that the same content gives the same bytes.
MOMENT = (1980, 1, 1, 0, 0, 0)


@transaction.atomic
def ask_for_format(*, release: Release, name: str) -> ReleaseFormat:
    """Have a release put into a format, unless that was done. One that failed is tried again.

    Raises: NotFound (no such format), NotAllowedInState (the release is not published yet).
    """
    if name not in FORMATS:
        raise NotFound(f"There is no format “{name}”. Choose one of: {', '.join(sorted(FORMATS))}.")
    if release.state not in (ReleaseState.PUBLISHED, ReleaseState.WITHDRAWN):
        raise NotAllowedInState("This release has no content yet. Wait until it is published.")
    row, is_new = ReleaseFormat.objects.get_or_create(release=release, name=name)
    is_again = row.state == "failed"
    if is_again:
        row.state, row.attempts, row.error_message = "queued", 0, ""
        row.save(update_fields=["state", "attempts", "error_message", "updated_at"])
    if is_new or is_again:
        send_on_commit("releases.make_format", row.pk)
    return row


def make_format(*, pk: int) -> bool:
    """Make a queued format: its whole file or none of it. Returns whether it is ready now.

    Whoever makes it holds its row, so a second maker goes away; if the first one dies, the row is free again.
    """
    waiting = ReleaseFormat.objects.filter(pk=pk, state="queued")
    if not jobs.begin(waiting):
        return False
    try:
        with transaction.atomic():
            row = waiting.select_for_update(skip_locked=True, of=("self",)).select_related("release").first()
            if row is None:
                return False
            release = row.release
            content = frozen(release, release.manifest or {})
            packed = NewFile(f"{row.name}.zip", "application/zip", zipped(FORMATS[row.name](content)))
            with seldom_collecting():
                row.file = store(release, packed)
            queries.keep_private(row.file)
            row.state = "ready"
            row.save(update_fields=["file", "state", "updated_at"])
    except (DatabaseError, OSError, ValueError) as error:
        message = f"The file could not be made: {jobs.first_line(error)}."
        waiting.update(state="failed", error_message=message)
        return False
    return True


def zipped(files: Iterable[NewFile]) -> Iterator[bytes]:
    """A zip file of some files, in a stream. Its bytes depend on theirs alone."""
    stream = Outlet()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for new in files:
            entry = zipfile.ZipInfo(new.name, MOMENT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            with archive.open(entry, "w", force_zip64=True) as target:
                for part in new.parts:
                    target.write(part)
                    yield stream.taken()
    yield stream.taken()
