"""Comparisons that are kept: made once, then read a page at a time, however large the releases are.

Kept are the numbers, and for each item that differs where it stands in the two releases, 24 bytes; what a
page shows of it is read from these places.
"""

import struct
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db import DatabaseError, connection, transaction

from annotation_app.celery import send_on_commit
from annotation_app.releases import jobs
from annotation_app.releases.comparing import KINDS, Change, Comparison, Found, change_of, differences
from annotation_app.releases.files import Line, decoded
from annotation_app.releases.formats.frozen import ITEMS
from annotation_app.releases.held_back import PRIVATE
from annotation_app.releases.models import (
    Release,
    ReleaseChunk,
    ReleaseComparison,
    ReleaseComparisonPart,
    ReleaseFile,
)
from annotation_app.releases.reading import Placed, placed_lines

ALL = "all"
TOGETHER = 4096  # items that one part tells of
AT_ONCE = 16 * 1024**2  # bytes of both releases that are compared while somebody waits

_PLACES = struct.Struct("<qIqI")
_NOWHERE = -1


class Place(NamedTuple):
    """Where a line is stored, in bytes. private: in the file of what is held back."""

    offset: int
    length: int
    private: bool


def comparison_of(*, older: Release, newer: Release) -> ReleaseComparison:
    """The comparison of two published releases, made if it is not there: at once if that is quickly done,
    else in the background; its state tells. One that failed is tried again."""
    with transaction.atomic():
        row, is_new = ReleaseComparison.objects.get_or_create(older=older, newer=newer)
        is_again = row.state == "failed"
        if is_again:
            row.state, row.attempts, row.error_message = "queued", 0, ""
            row.save(update_fields=["state", "attempts", "error_message", "updated_at"])
        quick = sum(file.size for file in _files([older, newer])) <= AT_ONCE
        if (is_new or is_again) and not quick:
            send_on_commit("releases.make_comparison", row.pk)
    if row.state == "queued" and quick:
        make_comparison(pk=row.pk)
        row.refresh_from_db()
    return row


def make_comparison(*, pk: int) -> bool:
    """Make a queued comparison, all of it or nothing. Returns whether it is ready now."""
    waiting = ReleaseComparison.objects.filter(pk=pk, state="queued")
    if not jobs.begin(waiting):
        return False
    try:
        with transaction.atomic():
            row = waiting.select_for_update(skip_locked=True).first()
            if row is None:
                return False
            comparison = Comparison()
            found = differences(placed_lines(row.older), placed_lines(row.newer), comparison)
            _keep(row, found)
            row.counts, row.by_field, row.state = comparison.counts, comparison.by_field, "ready"
            row.save(update_fields=["counts", "by_field", "state", "updated_at"])
    except (DatabaseError, OSError, ValueError) as error:
        message = f"The releases could not be compared: {jobs.first_line(error)}."
        waiting.update(state="failed", error_message=message)
        return False
    return True


def _keep(row: ReleaseComparison, found: Iterable[Found]) -> None:
    """Write the places of what was found, of all kinds together and of each, part by part."""
    waiting: dict[str, bytearray] = {kind: bytearray() for kind in (ALL, *KINDS)}
    numbers: dict[str, int] = defaultdict(int)

    def write(kind: str) -> None:
        ReleaseComparisonPart.objects.create(
            comparison=row, kind=kind, number=numbers[kind], places=bytes(waiting[kind])
        )
        numbers[kind] += 1
        waiting[kind].clear()

    for each in found:
        places = _PLACES.pack(*_packed(each.before), *_packed(each.after))
        for kind in (ALL, each.kind):
            waiting[kind] += places
            if len(waiting[kind]) == TOGETHER * _PLACES.size:
                write(kind)
    for kind, places_left in waiting.items():
        if places_left:
            write(kind)


def _packed(placed: Placed | None) -> tuple[int, int]:
    if placed is None:
        return _NOWHERE, 0
    return placed.offset * 2 + placed.private, len(placed.raw)


def _unpacked(place: int, length: int) -> Place | None:
    return None if place == _NOWHERE else Place(place // 2, length, bool(place % 2))


def changes_in(row: ReleaseComparison, *, kind: str, start: int, size: int) -> list[Change]:
    """The changes [start, start + size) of a kind, or of all. Always the same few queries."""
    first = start // TOGETHER
    parts = row.parts.filter(kind=kind, number__range=(first, (start + size - 1) // TOGETHER))
    places = b"".join(bytes(part.places) for part in parts.order_by("number"))
    skipped = (start - first * TOGETHER) * _PLACES.size
    page = list(_PLACES.iter_unpack(places[skipped : skipped + size * _PLACES.size]))
    before = _lines_at(row.older, [_unpacked(place, length) for place, length, _, _ in page])
    after = _lines_at(row.newer, [_unpacked(place, length) for _, _, place, length in page])
    return [change_of(left, right) for left, right in zip(before, after, strict=True)]


def _files(releases: Sequence[Release]) -> Iterable[ReleaseFile]:
    return ReleaseFile.objects.filter(release__in=releases, name__in=(ITEMS, PRIVATE))


_STRETCHES = f"""
SELECT wanted.item, substring(chunk.content FROM wanted.start FOR wanted.length)
FROM unnest(%s::int[], %s::bigint[], %s::int[], %s::int[], %s::int[])
    WITH ORDINALITY AS wanted(item, file, number, start, length, place)
JOIN {ReleaseChunk._meta.db_table} chunk ON chunk.file_id = wanted.file AND chunk.number = wanted.number
ORDER BY wanted.place
"""  # noqa: S608 - the table's name is the model's


def _lines_at(release: Release, places: list[Place | None]) -> list[Line | None]:
    """The lines at some places of a release, without the rest of the chunks that they are in."""
    files = {file.name: file.pk for file in _files([release])}
    size = ReleaseChunk.CHUNK_BYTES
    stretches: list[tuple[int, int, int, int, int]] = []
    for item, place in enumerate(places):
        if place is None:
            continue
        file = files[PRIVATE if place.private else ITEMS]
        offset, end = place.offset, place.offset + place.length
        while offset < end:
            number, start = divmod(offset, size)
            length = min(end - offset, size - start)
            stretches.append((item, file, number, start + 1, length))
            offset += length
    raw: list[list[bytes]] = [[] for _ in places]
    if stretches:
        with connection.cursor() as cursor:
            cursor.execute(_STRETCHES, [list(column) for column in zip(*stretches, strict=True)])
            for item, content in cursor.fetchall():
                raw[item].append(bytes(content))
    return [decoded(b"".join(each)) if each else None for each in raw]
