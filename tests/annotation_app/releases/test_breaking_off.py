"""Builders and exports that break off, by a full disk or a killed process, leave all of it or nothing."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.db import connection, transaction

from annotation_app.releases import building
from annotation_app.releases.models import Release, ReleaseChunk, ReleaseFile
from annotation_app.releases.rules import ReleaseState
from tests.annotation_app.factories import make_person
from tests.annotation_app.releases.samples import built, content, publish

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).resolve().parents[3]
# What PostgreSQL says when its disk is full, at the second chunk.
FULL = """
CREATE FUNCTION disk_is_full() RETURNS trigger AS $$
BEGIN
    IF NEW.number > 0 THEN
        RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
    END IF;
    RETURN NEW;
END $$ LANGUAGE plpgsql;
CREATE TRIGGER disk_is_full BEFORE INSERT ON releases_releasechunk
FOR EACH ROW EXECUTE FUNCTION disk_is_full();
"""
ROOM_AGAIN = "DROP TRIGGER disk_is_full ON releases_releasechunk; DROP FUNCTION disk_is_full()"


def test_a_full_disk_leaves_a_reason_and_the_version_free(benchmark, monkeypatch):
    monkeypatch.setattr(ReleaseChunk, "CHUNK_BYTES", 500)
    release = publish(benchmark)
    with connection.cursor() as cursor:
        cursor.execute(FULL)
        try:
            assert not building.build_release(release_id=release.pk)
        finally:
            cursor.execute(ROOM_AGAIN)
    release.refresh_from_db()
    assert (release.state, release.error_code) == (ReleaseState.FAILED, "build_failed")
    assert release.error_message == (
        "The release could not be built: could not extend file: No space left on device."
    )
    assert not ReleaseFile.objects.exists()
    assert built(benchmark).state == ReleaseState.PUBLISHED


def commands(*arguments, **changes):
    """A process of its own with the tests' database. Nobody gets its messages."""
    settings = connection.settings_dict
    address = os.environ["DATABASE_URL"].rpartition("/")[0] + "/" + settings["NAME"]
    environment = os.environ | {"DATABASE_URL": address, "CELERY_BROKER_URL": "redis://127.0.0.1:1/0"}
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **changes,
    )


def test_a_killed_builder_leaves_nothing_and_the_sweep_begins_anew(benchmark):
    person = make_person()
    with transaction.atomic():
        with connection.cursor() as cursor:
            # The builder waits here with its first file.
            cursor.execute("LOCK TABLE releases_releasefile IN SHARE MODE")
        builder = commands(
            "build_release", "--benchmark", "capitals", "--version", "1.0.0", "--person", person.username
        )
        until = time.monotonic() + 60
        while not Release.objects.filter(state=ReleaseState.BUILDING).exists():
            assert builder.poll() is None, builder.communicate()
            assert time.monotonic() < until
            time.sleep(0.05)
        builder.kill()
        builder.communicate()
    release = Release.objects.get()
    assert (release.state, ReleaseFile.objects.count()) == (ReleaseState.BUILDING, 0)
    assert building.resume_builds() == []  # it may only be about to take its lock
    Release.objects.update(taken_at="2026-01-01T00:00:00Z")
    assert building.resume_builds() == [release.pk]
    assert building.build_release(release_id=release.pk)
    assert content(release)
    assert Release.objects.get().attempts == 2


def test_an_export_onto_a_full_disk_leaves_no_half_file(benchmark, tmp_path):
    resource = pytest.importorskip("resource")
    built(benchmark)
    export = commands(
        "export_release",
        *("--benchmark", "capitals", "--version", "1.0.0", "--format", "jsonl", str(tmp_path)),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)),
    )
    _, said = export.communicate(timeout=60)
    assert export.returncode != 0
    assert "could not be written: File too large." in said
    assert [path.name for path in tmp_path.iterdir() if path.stat().st_size > 1000] == []
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".part"] == []
