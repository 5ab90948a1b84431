import hashlib
import time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation_app.benchmarks.services import change_settings
from annotation_app.items.rules import State
from annotation_app.releases.models import Release, ReleaseChunk
from annotation_app.releases.rules import ReleaseState
from tests.annotation_app.factories import (
    client_of,
    make_benchmark,
    make_member,
    make_original,
    make_pair,
    make_person,
)
from tests.annotation_app.releases.samples import built

ROOT = "/api/benchmarks/capitals/releases"


@pytest.fixture
def benchmark():
    benchmark = make_benchmark("capitals")
    make_pair(benchmark, make_original(benchmark, external_id="b-1"), external_id="b-1-x")
    return benchmark


@pytest.fixture
def admin(benchmark):
    return client_of(make_member(benchmark, "admin"))


def body_of(response):
    return b"".join(response.streaming_content)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["", "/preview", "/1.0.0", "/1.0.0/files/items.jsonl"])
def test_releases_are_for_admins(benchmark, path):
    assert client_of(None).get(ROOT + path).status_code == 401
    assert client_of(make_person()).get(ROOT + path).status_code == 404
    for role in ("annotator", "senior"):
        refused = client_of(make_member(benchmark, role)).get(ROOT + path)
        assert (refused.status_code, refused.json()["code"]) == (403, "role_required")


@pytest.mark.django_db
def test_publishing_is_for_admins(benchmark):
    for role in ("annotator", "senior"):
        client = client_of(make_member(benchmark, role))
        assert client.post(ROOT, {"version": "1.0.0"}).status_code == 403
        assert client.post(f"{ROOT}/1.0.0/withdraw", {"reason": "x"}).status_code == 403
    assert not Release.objects.exists()


@pytest.mark.django_db
def test_an_admin_publishes(admin):
    response = admin.post(ROOT, {"version": "1.0.0", "notes": "The first."})
    assert response.status_code == 201
    body = response.json()
    assert (body["version"], body["notes"], body["state"]) == ("1.0.0", "The first.", "queued")
    assert (body["manifest"], body["files"], body["error"]) == (None, [], None)
    assert admin.get(ROOT).json() == [body]
    assert admin.get(f"{ROOT}/1.0.0").json() == body


@pytest.mark.django_db
@pytest.mark.parametrize("version", ["1.0", "../x", ""])
def test_a_bad_version_is_refused(admin, version):
    response = admin.post(ROOT, {"version": version})
    assert (response.status_code, response.json()["code"]) == (422, "validation_error")
    assert "version" in response.json()["errors"]
    assert not Release.objects.exists()


@pytest.mark.django_db
def test_a_version_is_taken_once(admin):
    assert admin.post(ROOT, {"version": "1.0.0"}).status_code == 201
    again = admin.post(ROOT, {"version": "1.0.0", "notes": "other"})
    assert (again.status_code, again.json()["errors"]) == (422, {"version": ["Taken."]})
    assert Release.objects.get().notes == ""


@pytest.mark.django_db
def test_nothing_finished_is_nothing_to_release():
    empty = make_benchmark("rivers")
    client = client_of(make_member(empty, "admin"))
    response = client.post("/api/benchmarks/rivers/releases", {"version": "1.0.0"})
    assert response.status_code == 422
    assert not Release.objects.exists()


@pytest.mark.django_db
def test_publishing_sends_the_build_on_commit(admin, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as callbacks:
        admin.post(ROOT, {"version": "1.0.0"})
    assert len(callbacks) == 1


@pytest.mark.django_db
def test_the_preview_counts_what_would_be_in_it(admin, benchmark):
    original = make_original(benchmark, dimension="grammar")
    make_pair(benchmark, original, type="syntactic")
    make_pair(benchmark, original, type="syntactic", state=State.SCORING)
    body = admin.get(f"{ROOT}/preview").json()
    assert (body["pairs"], body["items"]) == (2, 4)
    none = {"dispensable": 0, "important": 0, "syntactic": 0}
    # Two of seven tokens are marked in each original.
    means = {"originals": 1, "tokens": 7.0, "rationale_tokens": 2.0, "rationale_length_ratio": 2 / 7}
    assert body["by_dimension"] == [
        {
            "language": "en",
            "dimension": dimension,
            "pairs": 1,
            "items": 2,
            "by_type": none | {kind: 1},
            **means,
        }
        for dimension, kind in (("grammar", "syntactic"), ("knowledge", "dispensable"))
    ]
    assert (body["blocked"], body["consent"]) == (False, "")
    assert {row["type"]: row["pairs"] for row in body["by_type"]} == {
        "dispensable": 1,
        "important": 0,
        "syntactic": 1,
    }
    assert body["left_out"] == {"in_progress": 1}
    assert [warning["code"] for warning in body["warnings"]] == ["few_pairs"] * 3


@pytest.mark.django_db
def test_gates_that_are_not_reached_stand_in_the_way_where_the_settings_say_so(admin, benchmark):
    changes = {"release_gates": "block", "perturbations_per_type": 1}
    change_settings(benchmark=benchmark, author=make_person(), changes=changes)
    assert admin.get(f"{ROOT}/preview").json()["blocked"] is True
    refused = admin.post(ROOT, {"version": "1.0.0"})
    assert (refused.status_code, refused.json()["code"]) == (422, "gates_not_reached")
    assert "0 finished pairs are important; aim at 1." in refused.json()["detail"]
    assert not Release.objects.exists()
    original = make_original(benchmark)
    for kind in ("important", "syntactic"):
        make_pair(benchmark, original, type=kind)
    preview = admin.get(f"{ROOT}/preview").json()
    assert (preview["warnings"], preview["blocked"]) == ([], False)
    assert admin.post(ROOT, {"version": "1.0.0"}).status_code == 201


@pytest.mark.django_db
def test_options_are_kept_and_what_does_not_work_is_refused(admin, benchmark):
    split = {"seed": 7, "dev": "0.1", "test": "0.2"}
    body = admin.post(
        ROOT, {"version": "1.0.0", "split": split, "held_back": True, "history": True}, format="json"
    ).json()
    assert body["options"] == {
        "split": {"seed": 7, "dev": "1/10", "test": "1/5"},
        "held_back": True,
        "history": True,
        "runs": [],
    }
    for wish, field in [
        ({"held_back": True}, "held_back"),
        ({"runs": [10**9]}, "runs"),
        ({"split": split | {"dev": "0.9"}}, "split.test"),
    ]:
        refused = admin.post(ROOT, {"version": "2.0.0", **wish}, format="json")
        assert (refused.status_code, list(refused.json()["errors"])) == (422, [field])
    assert Release.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["", "/preview"])
def test_lists_ask_the_same_number_of_queries_for_more_rows(
    admin, benchmark, path, django_assert_num_queries
):
    admin.post(ROOT, {"version": "1.0.0"})
    admin.get(ROOT + path)
    with CaptureQueriesContext(connection) as before:
        admin.get(ROOT + path)
    asked = len(before)
    for number in range(1, 4):
        admin.post(ROOT, {"version": f"1.0.{number}"})
        make_pair(benchmark)
    with django_assert_num_queries(asked):
        admin.get(ROOT + path)


@pytest.fixture
def release(benchmark, admin):
    """A published release, its only chunks 100 bytes long."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ReleaseChunk, "CHUNK_BYTES", 100)
        yield built(benchmark)


FILE = f"{ROOT}/1.0.0/files/items.jsonl"


@pytest.mark.django_db(transaction=True)
def test_a_file_is_downloaded_whole(admin, release):
    response = admin.get(FILE, headers={"Accept": "application/jsonl"})
    body = body_of(response)
    files = {file["name"]: file for file in admin.get(f"{ROOT}/1.0.0").json()["files"]}
    file = files["items.jsonl"]
    assert response.status_code == 200
    assert hashlib.sha256(body).hexdigest() == file["sha256"]
    assert response["ETag"] == f'"{file["sha256"]}"'
    assert response["Content-Length"] == str(len(body)) == str(file["size"])
    assert response["Content-Disposition"] == 'attachment; filename="capitals-1.0.0-items.jsonl"'
    assert response["Accept-Ranges"] == "bytes"
    assert body.count(b"\n") == 2


@pytest.mark.django_db(transaction=True)
def test_parts_of_a_file_are_downloaded(admin, release):
    whole = body_of(admin.get(FILE))
    for header, expected in [
        ("bytes=0-0", whole[:1]),
        ("bytes=90-210", whole[90:211]),
        ("bytes=150-", whole[150:]),
        ("bytes=-7", whole[-7:]),
    ]:
        response = admin.get(FILE, headers={"Range": header})
        assert response.status_code == 206
        assert body_of(response) == expected
        assert response["Content-Length"] == str(len(expected))
        start = whole.index(expected) if len(expected) > 1 else 0
        assert response["Content-Range"] == f"bytes {start}-{start + len(expected) - 1}/{len(whole)}"
    beyond = admin.get(FILE, headers={"Range": f"bytes={len(whole)}-"})
    assert (beyond.status_code, beyond["Content-Range"]) == (416, f"bytes */{len(whole)}")
    changed = admin.get(FILE, headers={"Range": "bytes=0-0", "If-Range": '"another"'})
    assert changed.status_code == 200


@pytest.mark.django_db(transaction=True)
def test_a_file_that_a_client_has_is_not_sent_again(admin, release):
    etag = admin.get(FILE)["ETag"]
    unchanged = admin.get(FILE, headers={"If-None-Match": etag})
    assert (unchanged.status_code, unchanged.content, unchanged["ETag"]) == (304, b"", etag)
    head = admin.head(FILE)
    assert (head.status_code, head["ETag"]) == (200, etag)
    assert int(head["Content-Length"]) > 0


@pytest.mark.django_db(transaction=True)
def test_files_and_releases_that_are_not_there(admin, release):
    assert admin.get(f"{ROOT}/1.0.0/files/nothing.csv").status_code == 404
    assert admin.get(f"{ROOT}/9.0.0").status_code == 404
    other = make_benchmark("rivers")
    stranger = client_of(make_member(other, "admin"))
    assert stranger.get("/api/benchmarks/rivers/releases/1.0.0").status_code == 404
    assert stranger.get("/api/benchmarks/rivers/releases/1.0.0/files/items.jsonl").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_a_release_is_withdrawn_with_a_reason_and_stays(admin, release):
    assert admin.post(f"{ROOT}/1.0.0/withdraw", {"reason": " "}).status_code == 422
    body = admin.post(f"{ROOT}/1.0.0/withdraw", {"reason": "A licence was wrong."}).json()
    assert (body["state"], body["withdrawn"]["reason"]) == ("withdrawn", "A licence was wrong.")
    assert admin.get(FILE).status_code == 200
    again = admin.post(f"{ROOT}/1.0.0/withdraw", {"reason": "Once more."})
    assert (again.status_code, again.json()["code"]) == (409, "not_allowed_in_state")
    assert admin.post(ROOT, {"version": "1.0.0"}).status_code == 422


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("celery_workers")
def test_a_real_worker_builds_what_is_published(admin, benchmark):
    admin.post(ROOT, {"version": "1.0.0"})
    deadline = time.monotonic() + 30
    while (body := admin.get(f"{ROOT}/1.0.0").json())["state"] != ReleaseState.PUBLISHED:
        assert time.monotonic() < deadline, body["error"]
        time.sleep(0.1)
    assert [file["name"] for file in body["files"]] == [
        "datasheet.md",
        "items.jsonl",
        "items.schema.json",
        "manifest.json",
        "statistics.json",
    ]
    assert body["progress"] == {"stage": "companions", "written": 0, "total": 0}
