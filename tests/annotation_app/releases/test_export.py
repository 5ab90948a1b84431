"""Building needs transactions of its own, so these tests commit."""

import hashlib
import json

import pytest

from annotation_app.accounts.models import User
from annotation_app.core.version import CODE_VERSION
from annotation_app.items.models import Item
from annotation_app.items.rules import State
from annotation_app.releases.models import ReleaseChunk
from annotation_app.releases.queries import chunks_of
from annotation_app.releases.rules import ReleaseState
from tests.annotation_app.factories import (
    make_item,
    make_original,
    make_pair,
    make_rationale,
)
from tests.annotation_app.releases.samples import built, content, lines

pytestmark = pytest.mark.django_db(transaction=True)


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
    files = {file["name"]: file for file in manifest["files"]}
    assert {"items.schema.json", "statistics.json", "datasheet.md"} < files.keys()
    raw = content(release)
    assert files["items.jsonl"] == {
        "name": "items.jsonl",
        "size": len(raw),
        "sha256": hashlib.sha256(raw).hexdigest(),
    }


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
