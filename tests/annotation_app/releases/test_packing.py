"""Formats as zip files: made once in the background, downloaded in parts, the same bytes whenever made."""

import io
import zipfile
from typing import Any

import pytest

from annotation_app.releases import jobs, packing
from annotation_app.releases.formats.catalogue import FORMATS
from annotation_app.releases.models import Release, ReleaseFormat
from tests.annotation_app.cast import check_problem
from tests.annotation_app.factories import client_of, make_member
from tests.annotation_app.releases.samples import built, content, publish

pytestmark = pytest.mark.django_db(transaction=True)
HOME = "/api/benchmarks/capitals/releases/1.0.0/formats"


@pytest.fixture
def release(benchmark: Any) -> Release:
    return built(benchmark)


def make(release: Release, name: str) -> ReleaseFormat:
    """As asking does, without the message: a worker of another test would make it."""
    row = ReleaseFormat.objects.create(release=release, name=name)
    assert packing.make_format(pk=row.pk)
    row.refresh_from_db()
    return row


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_a_format_is_one_zip_and_the_same_whenever_it_is_made(release: Release, name: str) -> None:
    row = make(release, name)
    assert row.file is not None
    packed = content(release, f"{name}.zip")
    assert (len(packed), row.state) == (row.file.size, "ready")
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        assert names
        if name == "jsonl":
            assert archive.read("items.jsonl") == content(release)
    files = list(FORMATS[name](packing.frozen(release, release.manifest or {})))
    assert [new.name for new in files] == names
    again = b"".join(packing.zipped(FORMATS[name](packing.frozen(release, release.manifest or {}))))
    assert again == packed


def test_it_is_listed_apart_from_the_stored_files_and_downloads_in_parts(release: Release) -> None:
    client = client_of(make_member(release.benchmark, "admin"))
    assert {row["name"]: row["state"] for row in client.get(HOME).json()} == dict.fromkeys(FORMATS, "none")
    before = [file["name"] for file in client.get(HOME.removesuffix("/formats")).json()["files"]]
    row = make(release, "csv")
    assert row.file is not None
    told = {entry["name"]: entry for entry in client.get(HOME).json()}["csv"]
    assert told == {
        "name": "csv",
        "state": "ready",
        "size": row.file.size,
        "sha256": row.file.sha256,
        "error": "",
    }
    assert [file["name"] for file in client.get(HOME.removesuffix("/formats")).json()["files"]] == before
    whole = client.get(f"{HOME}/csv")
    assert whole["ETag"] == f'"{row.file.sha256}"'
    packed = b"".join(whole.streaming_content)
    part = client.get(f"{HOME}/csv", headers={"Range": "bytes=10-19"})
    assert (part.status_code, b"".join(part.streaming_content)) == (206, packed[10:20])
    assert client.get(f"{HOME}/csv", headers={"If-None-Match": whole["ETag"]}).status_code == 304


def test_what_is_not_there_is_not_found_and_an_unpublished_release_has_none(benchmark: Any) -> None:
    release = publish(benchmark)
    client = client_of(make_member(benchmark, "admin"))
    check_problem(client.get(f"{HOME}/csv"), 404, "not_found")
    asked = client.post(HOME, {"name": "csv"}, format="json", headers={"Idempotency-Key": "k"})
    check_problem(asked, 409, "not_allowed_in_state")
    assert not release.formats.exists()


def test_a_format_that_never_gets_finished_fails_and_can_be_asked_for_again(release: Release) -> None:
    row = ReleaseFormat.objects.create(release=release, name="csv", attempts=jobs.ATTEMPTS)
    assert not packing.make_format(pk=row.pk)
    row.refresh_from_db()
    assert (row.state, row.error_message) == ("failed", "It was begun three times and never finished.")
    ReleaseFormat.objects.filter(pk=row.pk).update(state="queued", attempts=0)
    assert packing.make_format(pk=row.pk)
    assert not packing.make_format(pk=row.pk)


@pytest.mark.slow
@pytest.mark.usefixtures("celery_workers")
def test_asking_has_it_made_on_a_worker(release: Release) -> None:
    from tests.e2e.people import wait_for

    client = client_of(make_member(release.benchmark, "admin"))
    asked = client.post(HOME, {"name": "eraser"}, format="json", headers={"Idempotency-Key": "k"})
    assert (asked.status_code, asked.json()["state"]) in ((201, "queued"), (201, "ready"))

    def state() -> Any:
        return next(row["state"] for row in client.get(HOME).json() if row["name"] == "eraser")

    assert wait_for(state, lambda found: found != "queued", seconds=60) == "ready"
