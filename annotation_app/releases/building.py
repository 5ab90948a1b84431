"""Building a release: all of it or nothing, whoever else writes meanwhile and whenever the builder dies."""

from datetime import timedelta
from uuid import uuid4

from django.db import DatabaseError, connection, transaction
from django.db.models import F
from django.utils import timezone

from annotation_app.releases import export, queries, rules
from annotation_app.releases.files import seldom_collecting
from annotation_app.releases.jobs import first_line
from annotation_app.releases.models import Release
from annotation_app.releases.rules import ReleaseState

LOCKS = 0x57B  # the name space of this file's advisory locks


class LostBuild(Exception):
    """Another builder took the release up meanwhile; what this one wrote is undone."""


def build_release(*, release_id: int) -> bool:
    """Build a queued release. Returns whether it is published now; if not, its row says why.

    Everything is read and written in one transaction that sees the database as it was at its start. While it
    lasts it holds a lock that ends with its connection: that is how a dead builder is told from a slow one.
    """
    owner = _take_up(release_id)
    if owner is None:
        return False
    try:
        _build(release_id, owner)
    except LostBuild:
        return False
    except (DatabaseError, OSError, ValueError) as error:
        _fail(release_id, owner, "build_failed", f"The release could not be built: {first_line(error)}.")
        return False
    return True


def _take_up(release_id: int) -> str | None:
    owner = str(uuid4())
    rows = Release.objects.filter(pk=release_id, state=ReleaseState.QUEUED)
    taken = rows.update(
        state=ReleaseState.BUILDING, owner=owner, taken_at=timezone.now(), attempts=F("attempts") + 1
    )
    return owner if taken else None


def _build(release_id: int, owner: str) -> None:
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [LOCKS, release_id])
        release = Release.objects.select_related("benchmark").get(pk=release_id)
        now = timezone.now()
        with seldom_collecting():
            manifest = export.write_release(release, created_at=now.isoformat())
        mine = Release.objects.filter(pk=release_id, owner=owner, state=ReleaseState.BUILDING)
        if not mine.update(state=ReleaseState.PUBLISHED, manifest=manifest, published_at=now, updated_at=now):
            raise LostBuild


def _fail(release_id: int, owner: str, code: str, message: str) -> None:
    rows = Release.objects.filter(pk=release_id, owner=owner, state=ReleaseState.BUILDING)
    rows.update(state=ReleaseState.FAILED, error_code=code, error_message=message, updated_at=timezone.now())


def resume_builds() -> list[int]:
    """Find releases that wait, and give back those whose builder died. Returns the ids to be built."""
    waiting = []
    for release in queries.unfinished_builds():
        if release.state == ReleaseState.QUEUED or _give_back_if_dead(release):
            waiting.append(release.pk)
    return waiting


def _give_back_if_dead(release: Release) -> bool:
    """Queue a release again if nobody holds its lock; after the last attempt, fail it."""
    grace = timedelta(seconds=rules.GRACE_SECONDS)
    if release.taken_at is not None and release.taken_at > timezone.now() - grace:
        return False
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [LOCKS, release.pk])
            (free,) = cursor.fetchone() or (False,)
        if not free:
            return False
        if release.attempts >= rules.ATTEMPTS:
            message = f"The builder stopped {release.attempts} times before it was done. Its log says why."
            _fail(release.pk, release.owner, "builder_lost", message)
            return False
        rows = Release.objects.filter(pk=release.pk, owner=release.owner, state=ReleaseState.BUILDING)
        return bool(rows.update(state=ReleaseState.QUEUED, updated_at=timezone.now()))
