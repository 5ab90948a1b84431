"""Building needs transactions of its own, so these tests commit."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection, connections, transaction
from django.utils import timezone

from annotation_app.celery import app
from annotation_app.items.models import Item
from annotation_app.releases import building, tasks
from annotation_app.releases.models import Release, ReleaseChunk, ReleaseFile
from annotation_app.releases.progress import told
from annotation_app.releases.rules import ReleaseState
from annotation_app.releases.services import publish_release, withdraw_release
from tests.annotation_app.factories import (
    make_pair,
    make_person,
)
from tests.annotation_app.releases.samples import built, content, publish

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_build_that_breaks_leaves_nothing_but_its_reason(benchmark, monkeypatch):
    release = publish(benchmark)
    # A real error of the database, half-way through the file.
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE releases_releasechunk ADD CONSTRAINT tiny CHECK (number < 3)")
    monkeypatch.setattr(ReleaseChunk, "CHUNK_BYTES", 100)
    try:
        assert not building.build_release(release_id=release.pk)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE releases_releasechunk DROP CONSTRAINT tiny")
    release.refresh_from_db()
    assert (release.state, release.error["code"]) == (ReleaseState.FAILED, "build_failed")
    assert "tiny" in release.error["message"]
    assert not ReleaseFile.objects.exists()
    assert not ReleaseChunk.objects.exists()
    monkeypatch.undo()
    again = built(benchmark)
    assert (again.pk, again.error) == (release.pk, None)


def test_a_release_is_built_once(benchmark):
    release = built(benchmark)
    assert not building.build_release(release_id=release.pk)
    tasks.build(release.pk)
    names = list(release.files.values_list("name", flat=True))
    assert len(names) == len(set(names)) == 5


def test_the_sweep_builds_what_a_dead_builder_left(benchmark):
    release = publish(benchmark)
    long_ago = timezone.now() - timedelta(minutes=5)
    Release.objects.update(state=ReleaseState.BUILDING, owner="dead", taken_at=long_ago, attempts=1)
    tasks.sweep()
    release.refresh_from_db()
    assert (release.state, release.attempts) == (ReleaseState.PUBLISHED, 2)


def test_the_sweep_leaves_fresh_builds_and_gives_up_after_three(benchmark):
    release = publish(benchmark)
    Release.objects.update(state=ReleaseState.BUILDING, owner="busy", taken_at=timezone.now(), attempts=3)
    assert building.resume_builds() == []
    Release.objects.update(taken_at=timezone.now() - timedelta(minutes=5))
    assert building.resume_builds() == []
    release.refresh_from_db()
    assert (release.state, release.error["code"]) == (ReleaseState.FAILED, "builder_lost")


@pytest.fixture
def other_connection():
    """A second connection to the test database, as another process would have."""
    other = connections.create_connection("default")
    other.connect()
    yield other
    other.close()


def test_a_slow_builder_is_not_taken_for_a_dead_one(benchmark, other_connection):
    release = publish(benchmark)
    long_ago = timezone.now() - timedelta(hours=5)
    Release.objects.update(state=ReleaseState.BUILDING, owner="slow", taken_at=long_ago)
    with other_connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s, %s)", [building.LOCKS, release.pk])
        assert building.resume_builds() == []
        cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [building.LOCKS, release.pk])
    assert building.resume_builds() == [release.pk]


def test_an_item_changed_during_the_build_stands_in_it_as_it_was(benchmark, other_connection):
    """The builder waits for its lock with its view of the database taken already; meanwhile all changes."""
    expected = content(built(benchmark))
    release = publish(benchmark, "1.0.1")
    with other_connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s, %s)", [building.LOCKS, release.pk])
    with ThreadPoolExecutor(1) as pool:
        build = pool.submit(in_thread, building.build_release, release_id=release.pk)
        waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        deadline = time.monotonic() + 20
        while not build.done() and time.monotonic() < deadline:
            with connection.cursor() as cursor:
                cursor.execute(waiting)
                if cursor.fetchone() == (1,):
                    break
            time.sleep(0.02)
        Item.objects.update(text="The capital of France is Paris !")
        make_pair(benchmark)
        other_connection.close()
        assert build.result(20)
    assert content(release) == expected


def in_thread(work, **arguments):
    try:
        return work(**arguments)
    finally:
        connection.close()


def test_a_builder_that_was_replaced_writes_nothing(benchmark):
    release = publish(benchmark)
    Release.objects.update(state=ReleaseState.BUILDING, owner="newer")
    with pytest.raises(building.LostBuild):
        building._build(release.pk, "older")
    assert not ReleaseFile.objects.exists()


def test_a_withdrawn_release_keeps_its_bytes(benchmark):
    release = built(benchmark)
    before = content(release)
    withdraw_release(release=release, reason="A licence was wrong.", person=make_person())
    release.refresh_from_db()
    assert (release.state, release.withdrawn_reason) == (ReleaseState.WITHDRAWN, "A licence was wrong.")
    assert content(release) == before


def test_others_see_how_far_a_build_is_before_it_ends(benchmark, other_connection):
    release = publish(benchmark)
    asked = "SELECT stage, written, total FROM releases_releaseprogress WHERE release_id = %s"
    seen = []

    def look():
        with other_connection.cursor() as cursor:
            cursor.execute(asked, [release.pk])
            seen.append(cursor.fetchone())

    with transaction.atomic(), told(release.pk) as progress:
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        progress.begin("items", 3)
        look()
        progress.add(2)
        look()
        progress.begin("companions", 0)
        look()
        Release.objects.update(notes="The builder writes its own row.")
    assert seen == [("items", 0, 3), ("items", 0, 3), ("companions", 0, 0)]
    assert building.build_release(release_id=release.pk)


def test_two_admins_who_publish_one_version_get_one_release(benchmark, monkeypatch):
    # No message: a worker of another test would build it.
    monkeypatch.setattr(app, "send_task", lambda *arguments, **options: None)
    admins = [make_person(), make_person()]
    with ThreadPoolExecutor(2) as pool:
        tries = [
            pool.submit(
                in_thread, publish_release, benchmark=benchmark, version="1.0.0", notes="", person=person
            )
            for person in admins
        ]
        refusals = [attempt.exception(20) for attempt in tries]
    assert sorted(type(refusal).__name__ for refusal in refusals) == ["Invalid", "NoneType"]
    assert Release.objects.count() == 1
