"""A release's manifest and lines against what the players wrote."""

import hashlib
import json
from typing import Any

from tests.e2e import journey as played
from tests.e2e.journey import Journey, Written
from tests.e2e.people import wait_for


def check_release(journey: Journey) -> None:
    admin = journey.admin
    preview = admin.get("releases/preview")
    assert (preview["pairs"], preview["items"]) == (20, 39)
    admin.post("releases", version="1.0.0", notes="The first twenty.")
    release = wait_for(
        lambda: admin.get("releases/1.0.0"), lambda found: found["state"] == "published", seconds=60
    )
    files = {}
    for file in release["files"]:
        answer = admin.download(f"releases/1.0.0/files/{file['name']}")
        digest = hashlib.sha256(answer.content).hexdigest()
        assert (len(answer.content), digest) == (file["size"], file["sha256"])
        assert answer.headers["ETag"] == f'"{digest}"'
        files[file["name"]] = answer.content
    companions = {"items.schema.json", "datasheet.md", "statistics.json"}
    assert set(files) == {"items.jsonl", "manifest.json"} | companions
    manifest = json.loads(files["manifest.json"])
    assert manifest == release["manifest"]
    named = {file["name"]: file["sha256"] for file in manifest["files"]}
    assert set(named) == {"items.jsonl"} | companions
    assert named["items.jsonl"] == hashlib.sha256(files["items.jsonl"]).hexdigest()
    check_manifest(journey, manifest)
    lines = [json.loads(line) for line in files["items.jsonl"].decode().splitlines()]
    assert len(lines) == 39
    assert {line["external_id"] for line in lines} == {written.name for written in journey.accepted()}
    for line in lines:
        check_line(line, journey.items[line["external_id"]])


def check_manifest(journey: Journey, manifest: dict[str, Any]) -> None:
    accepted = journey.accepted()
    pairs = [written for written in accepted if written.original]

    def tally(values: list[str]) -> dict[str, int]:
        return {value: values.count(value) for value in set(values)}

    assert manifest["counts"] == {
        "items": 39,
        "originals": 19,
        "perturbed": 20,
        "pairs": 20,
        "by_language": {"en": 39},
        "by_dimension": tally([written.dimension for written in accepted]),
        "by_perturbation_type": tally([written.type for written in pairs]),
    }
    assert set(manifest["counts"]["by_perturbation_type"]) == {"dispensable", "important", "syntactic"}
    assert manifest["left_out"] == {"discarded": 1, "rejected": 1}
    assert manifest["broken"] == []
    assert manifest["corpora"] == [{"corpus": "COPA", "licence": "BSD-2-Clause", "items": 39}]
    (settings,) = manifest["settings"]
    assert (settings["mask_gate"], settings["sufficiency_gate"], settings["compactness_gate"]) == (
        2,
        "3",
        "18/5",
    )


def check_line(line: dict[str, Any], written: Written) -> None:
    """One line of a release against what the players wrote."""
    assert (line["text"], line["dimension"]) == (written.text, written.dimension)
    assert [word for word, _, _ in line["tokens"]] == written.words
    assert all(line["text"][start:end] == word for word, start, end in line["tokens"])
    mask, text = line["mask"], line["text"]
    assert (mask["token_start"], mask["token_end"]) == written.mask
    assert text[mask["start"] : mask["end"]] == line["golden_answer"]
    assert line["masked_text"] == text[: mask["start"]] + "[MASK]" + text[mask["end"] :]
    rationale = line["rationale"]
    assert rationale["tokens"] == written.rationale
    assert all(text[start:end] == words for start, end, words in rationale["spans"])
    marked = {index for index, (_, start, end) in enumerate(line["tokens"]) if inside(start, end, rationale)}
    assert marked == set(written.rationale)
    assert (rationale["sufficiency"], rationale["compactness"]) == ("3", "11/3")
    assert rationale["round"] == (3 if written.name == played.MODIFIED_TWICE else 1)
    assert line["mask_confidence"] == written.confidences
    assert line["provenance"]["corpus"] == "COPA"
    if written.original:
        pair = {"original": written.original, "type": written.type, "links": sorted(written.links)}
        assert line["pair"] == pair
        assert line["role"] == "perturbed"
    else:
        assert "pair" not in line
        assert line["role"] == "original"


def inside(start: int, end: int, rationale: dict[str, Any]) -> bool:
    return any(low <= start and end <= high for low, high, _ in rationale["spans"])
