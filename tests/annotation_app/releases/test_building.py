"""Building needs transactions of its own, so these tests commit."""

import hashlib
import json
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.utils import timezone

from annotation_app.accounts.models import User
from annotation_app.core.version import CODE_VERSION
from annotation_app.items.models import Item
from annotation_app.items.rules import State
from annotation_app.releases import building, tasks
from annotation_app.releases.models import Release, ReleaseChunk, ReleaseFile
from annotation_app.releases.queries import chunks_of
from annotation_app.releases.rules import ReleaseState
from annotation_app.releases.services import publish_release, withdraw_release
from tests.annotation_app.factories import (
    make_benchmark,
    make_item,
    make_original,
    make_pair,
    make_person,
    make_rationale,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def benchmark():
    benchmark = make_benchmark("capitals")
    original = make_original(benchmark, external_id="b-1")
    make_pair(benchmark, original, external_id="b-1-x")
    make_pair(benchmark, original, external_id="b-1-a", type="important")
    return benchmark


def publish(benchmark, version="1.0.0"):
    return publish_release(benchmark=benchmark, version=version, notes="First.", person=make_person())


def built(benchmark, version="1.0.0"):
    release = publish(benchmark, version)
    assert building.build_release(release_id=release.pk), Release.objects.get(pk=release.pk).error
    release.refresh_from_db()
    return release


def content(release, name="items.jsonl"):
    file = release.files.get(name=name)
    return b"".join(chunks_of(file, 0, file.size))


def lines(release):
    return [json.loads(line) for line in content(release).splitlines()]


def test_a_release_holds_originals_before_their_perturbed_items(benchmark):
    make_pair(benchmark, make_original(benchmark, external_id="a-9"), external_id="z-9")
    release = built(benchmark)
    assert release.state == ReleaseState.PUBLISHED
    assert [line["external_id"] for line in lines(release)] == ["a-9", "z-9", "b-1", "b-1-a", "b-1-x"]


def test_a_line_says_all_of_an_item_and_nothing_of_its_annotators(benchmark):
    release = built(benchmark)
    original, perturbed = lines(release)[:2]
    assert original == {
        "id": "capitals/b-1",
        "external_id": "b-1",
        "role": "original",
        "language": "en",
        "dimension": "knowledge",
        "text": "The capital of France is Paris .",
        "masked_text": "The capital of France is [MASK] .",
        "tokens": [
            ["The", 0, 3],
            ["capital", 4, 11],
            ["of", 12, 14],
            ["France", 15, 21],
            ["is", 22, 24],
            ["Paris", 25, 30],
            [".", 31, 32],
        ],
        "mask": {"token_start": 5, "token_end": 6, "start": 25, "end": 30},
        "golden_answer": "Paris",
        "rationale": {
            "tokens": [1, 3],
            "spans": [[4, 11, "capital"], [15, 21, "France"]],
            "round": 1,
            "sufficiency": "3",
            "compactness": "11/3",
        },
        "mask_confidence": [1, 1, 2],
        "provenance": {
            "corpus": "Capitals",
            "source_file": "capitals.jsonl",
            "record_id": "1",
            "licence": "CC0-1.0",
            "importer": "jsonl",
            "tokeniser": "space",
            "mask_source": "annotator",
        },
        "settings_version": 1,
    }
    assert perturbed["pair"] == {
        "original": "b-1",
        "type": "important",
        "links": [[0, 0], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 7]],
    }
    assert perturbed["mask_confidence"] == []
    everything = content(release) + content(release, "manifest.json")
    for name in User.objects.values_list("username", flat=True):
        assert name.encode() not in everything


def test_lines_are_canonical_json(benchmark):
    make_pair(
        benchmark,
        make_original(benchmark, text="法国 的 首都 是 巴黎 。", answer="巴黎", external_id="c-1"),
        text="法国 的 大 首都 是 巴黎 。",
        answer="巴黎",
        links=[],
    )
    raw = content(built(benchmark))
    assert raw.endswith(b"\n")
    assert "巴黎".encode() in raw
    for line in raw.splitlines():
        value = json.loads(line)
        again = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        assert line == again


def test_the_manifest_counts_and_explains(benchmark):
    make_item(benchmark, state=State.REJECTED)
    make_item(benchmark, state=State.DISCARDED)
    make_item(benchmark, state=State.ANNOTATING)
    make_original(benchmark)
    release = built(benchmark)
    manifest = json.loads(content(release, "manifest.json"))
    assert manifest == release.manifest
    assert manifest["release"] == "1.0.0"
    assert manifest["notes"] == "First."
    assert manifest["counts"] == {
        "items": 3,
        "originals": 1,
        "perturbed": 2,
        "pairs": 2,
        "by_language": {"en": 3},
        "by_dimension": {"knowledge": 3},
        "by_perturbation_type": {"dispensable": 1, "important": 1},
    }
    assert manifest["left_out"] == {
        "counterpart_not_accepted": 1,
        "discarded": 1,
        "in_progress": 1,
        "rejected": 1,
    }
    assert manifest["broken"] == []
    (settings,) = manifest["settings"]
    assert (settings["version"], settings["sufficiency_gate"], settings["compactness_gate"]) == (
        1,
        "3",
        "18/5",
    )
    assert manifest["corpora"] == [{"corpus": "Capitals", "licence": "CC0-1.0", "items": 3}]
    assert set(manifest["choices"]) >= {"round", "rationale_length_ratio"}
    assert manifest["code_version"] == CODE_VERSION
    (file,) = manifest["files"]
    raw = content(release)
    assert file == {"name": "items.jsonl", "size": len(raw), "sha256": hashlib.sha256(raw).hexdigest()}


def test_the_same_content_gives_the_same_bytes(benchmark):
    first, second = built(benchmark), built(benchmark, "1.0.1")
    assert content(first) == content(second)
    digests = [release.files.get(name="items.jsonl").sha256 for release in (first, second)]
    assert digests[0] == digests[1]


def test_a_later_edit_does_not_reach_a_release(benchmark):
    release = built(benchmark)
    before, manifest = content(release), content(release, "manifest.json")
    Item.objects.update(text="The capital of France is Paris ?")
    make_pair(benchmark)
    release.refresh_from_db()
    assert content(release) == before
    assert content(release, "manifest.json") == manifest
    assert content(built(benchmark, "2.0.0")) != before


def test_files_longer_than_a_chunk_are_stored_in_pieces(benchmark, monkeypatch):
    whole = content(built(benchmark))
    monkeypatch.setattr(ReleaseChunk, "CHUNK_BYTES", 100)
    release = built(benchmark, "1.0.1")
    file = release.files.get(name="items.jsonl")
    assert content(release) == whole
    sizes = [len(bytes(chunk)) for chunk in file.chunks.order_by("number").values_list("content", flat=True)]
    assert set(sizes[:-1]) == {100}
    assert sum(sizes) == file.size
    for start, end in [(0, 1), (99, 101), (100, 200), (150, 320), (file.size - 1, file.size)]:
        assert b"".join(chunks_of(file, start, end)) == whole[start:end]


def test_a_broken_row_is_left_out_and_named(benchmark):
    broken = make_pair(benchmark, external_id="broken", rationale=[2])
    broken.item.rationales.update(tokens=[99])
    lonely = make_original(benchmark, external_id="broken-original")
    Item.objects.filter(pk=lonely.pk).update(mask_start=3, mask_end=4)
    make_pair(benchmark, lonely, external_id="its-copy")
    release = built(benchmark)
    assert [line["external_id"] for line in lines(release)] == ["b-1", "b-1-a", "b-1-x"]
    reasons = {entry["external_id"]: entry["reason"] for entry in release.manifest["broken"]}
    assert reasons == {
        "broken": "the rationale leaves the tokens",
        broken.original.external_id: "none of its perturbed items is fit",
        "broken-original": "the rationale touches the masked span",
        "its-copy": "its original broken-original is left out",
    }


def test_the_accepted_rationale_is_that_of_the_last_round(benchmark):
    original = Item.objects.get(external_id="b-1")
    Item.objects.filter(pk=original.pk).update(round=2)
    original.refresh_from_db()
    make_rationale(original, [0, 1, 2], scores=[(3, 4), (3, 4), (3, 4)])
    rationale = lines(built(benchmark))[0]["rationale"]
    assert rationale["round"] == 2
    assert rationale["tokens"] == [0, 1, 2]
    assert rationale["spans"] == [[0, 14, "The capital of"]]
    assert rationale["compactness"] == "4"


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
    assert release.files.count() == 2


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


def test_commands_build_and_export(benchmark, tmp_path, capsys):
    admin = make_person("ada")
    options = {"benchmark": "capitals", "number": "1.0.0"}
    call_command("build_release", person=admin.username, **options)
    call_command("export_release", "--benchmark", "capitals", "--version", "1.0.0", str(tmp_path / "out"))
    release = Release.objects.get()
    assert (tmp_path / "out" / "items.jsonl").read_bytes() == content(release)
    assert (tmp_path / "out" / "manifest.json").read_bytes() == content(release, "manifest.json")
    assert release.files.get(name="items.jsonl").sha256 in capsys.readouterr().out
    with pytest.raises(CommandError, match="already"):
        call_command("build_release", person=admin.username, **options)
    with pytest.raises(CommandError, match="no published release"):
        call_command("export_release", str(tmp_path), benchmark="capitals", number="9.9.9")


def test_export_finds_bytes_that_changed_in_store(benchmark, tmp_path):
    release = built(benchmark)
    ReleaseChunk.objects.filter(file__name="items.jsonl").update(content=b"x")
    with pytest.raises(CommandError, match="checksum"):
        call_command("export_release", str(tmp_path), benchmark="capitals", number=release.version)
    assert not (tmp_path / "items.jsonl").exists()
