"""Eight people, twenty items, from a file to a downloaded release; then every number again in plain code."""

import hashlib
import json
import math
import re
import time
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.e2e import journey as played
from tests.e2e import plain_metrics
from tests.e2e.journey import Journey, Written
from tests.e2e.people import Player, Site

PUBLISHED = ROOT.parent / "shared" / "data" / "copa" / "copa-dev.xml"
SAMPLE = ROOT / "fixtures" / "copa" / "copa-sample.xml"
FIRST, SECOND = range(12), range(12, 20)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_eight_people_take_twenty_items_from_file_to_release(site: Site):
    journey = Journey(site)
    import_files(journey.admin)
    accept_masks(journey)
    accept_originals(journey)
    perturb_originals(journey)
    finish_pairs(journey)
    check_histories(journey)
    check_overview(journey)
    runs = scored_runs(journey)
    for run in runs:
        check_report(journey, run)
    check_release(journey)


def copa_items(numbers: range) -> bytes:
    """A COPA file of some of the published items, else of the repository's own."""
    text = (PUBLISHED if PUBLISHED.is_file() else SAMPLE).read_text(encoding="utf-8")
    items = re.findall(r"<item .*?</item>", text, re.DOTALL)
    chosen = "\n".join(items[number] for number in numbers)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<copa-corpus version="1.0">'
    return f"{head}\n{chosen}\n</copa-corpus>\n".encode()


def import_files(admin: Player) -> None:
    """Two parts, so that the report has two dimensions."""
    for numbers, dimension in ((FIRST, "reasoning"), (SECOND, "knowledge")):
        report = admin.import_file(
            f"copa-{dimension}.xml",
            copa_items(numbers),
            format="copa",
            corpus="COPA",
            dimension=dimension,
            licence="BSD-2-Clause",
        )
        assert (report["read"], report["stored"], report["problems"]) == (len(numbers), len(numbers), [])
    assert states(admin) == {"mask_proposing": 20}


def states(admin: Player) -> dict[str, int]:
    found: dict[str, int] = {}
    for item in admin.get_all("items"):
        found[item["state"]] = found.get(item["state"], 0) + 1
    return found


def accept_masks(journey: Journey) -> None:
    assert journey.propose_masks() == 20
    assert journey.rate_masks() == 60
    assert states(journey.admin) == {"annotating": 19, "mask_proposing": 1}
    assert journey.propose_masks() == 1
    assert journey.rate_masks() == 3


def accept_originals(journey: Journey) -> None:
    journey.finish_rationales()
    assert states(journey.admin) == {"accepted": 19, "discarded": 1}


def perturb_originals(journey: Journey) -> None:
    journey.perturb_each(19)
    assert journey.review_perturbations() == 40
    assert journey.settle_perturbations() == 1
    assert states(journey.admin) == {"accepted": 19, "discarded": 1, "annotating": 19, "rejected": 1}
    journey.perturb_again()
    assert journey.review_perturbations() == 2


def finish_pairs(journey: Journey) -> None:
    journey.finish_rationales()
    assert states(journey.admin) == {"accepted": 39, "discarded": 1, "rejected": 1}
    for player in (*journey.annotators, *journey.seniors):
        left = {duty["duty"]: duty["waiting"] + duty["mine"] for duty in player.get("work")["duties"]}
        left.pop("create_perturbation", None)  # each original may have one more
        assert set(left.values()) <= {0}


def moves(journey: Journey, name: str) -> list[str]:
    """The states an item went through."""
    (item,) = [row for row in journey.admin.get_all(f"items?q={name}") if row["external_id"] == name]
    entries = journey.admin.get(f"items/{item['id']}/history")
    steps = [entry for entry in entries if entry["after"]]
    for earlier, later in pairwise(steps):
        assert earlier["after"] == later["before"]
    assert all(entry["settings_version"] == 1 for entry in entries)
    return [entry["after"] for entry in steps]


def check_histories(journey: Journey) -> None:
    mask = ["mask_proposing", "mask_rating", "annotating"]
    again = ["scoring", "modifying"]
    assert moves(journey, "copa-1") == [*mask, "scoring", "accepted"]
    assert moves(journey, played.MASK_REJECTED) == [*mask[:2], *mask, "scoring", "accepted"]
    assert moves(journey, played.MODIFIED_TWICE) == [*mask, *again, *again, "scoring", "accepted"]
    assert moves(journey, played.DISCARDED) == [*mask, *again, *again, "scoring", "discarded"]
    (rejected,) = journey.rejected
    assert moves(journey, rejected) == ["perturbation_review", "rejected"]
    for written in journey.accepted():
        if written.original:
            assert moves(journey, written.name)[-3:] == ["annotating", "scoring", "accepted"]


def check_overview(journey: Journey) -> None:
    overview = journey.admin.get("overview")
    assert overview["finished_pairs"] == 20
    assert overview["rounds"] == {"accepted_by_round": {"1": 38, "3": 1}, "discarded": 1}
    done = {entry["person"]["username"]: sum(entry["done"].values()) for entry in overview["people"]}
    assert len(done) == 8
    scorings = 20 + 2 + 2 + 20  # two originals came back twice
    assert sum(done[player.username] for player in journey.seniors) == 3 * scorings + 1
    work = (20 + 60 + 1 + 3) + (20 + 4 + 20) + 21 + 42
    assert sum(done[player.username] for player in journey.annotators) == work


def wait_for(read: Callable[[], Any], good: Callable[[Any], bool], *, seconds: float) -> Any:
    deadline = time.monotonic() + seconds
    while not good(found := read()):
        assert time.monotonic() < deadline, json.dumps(found, indent=1)
        time.sleep(1)
    return found


def scored_runs(journey: Journey) -> list[dict[str, Any]]:
    """The runs that began by themselves, once both have scored all pairs."""

    def finished(runs: list[dict[str, Any]]) -> bool:
        ended = [run for run in runs if run["state"] == "done" and run["pairs"] == 20]
        return len(ended) == 2

    runs = wait_for(lambda: journey.admin.get("runs"), finished, seconds=300)
    assert {run["method"] for run in runs} == {"attention", "integrated_gradients"}
    for run in runs:
        assert run["model"] == "mini-mlm-en"
        assert run["kind"] == "standing"
        assert run["counts"] == {"queued": 0, "sent": 0, "done": 39, "failed": 0}
        assert run["error"] is None
    return runs


def side_of(scored: dict[str, Any], written: Written) -> plain_metrics.Side:
    """What the API gives of a scored item, with the tokens, mask and rationale that the players wrote."""
    assert [token["text"] for token in scored["item"]["tokens"]] == written.words
    assert scored["rationale"] == written.rationale
    return plain_metrics.Side(
        name=written.name,
        language="en",
        dimension=written.dimension,
        words=written.words,
        masked=list(range(*written.mask)),
        rationale=written.rationale,
        prediction=scored["prediction"],
        saliency=scored["saliency"],
    )


def check_report(journey: Journey, run: dict[str, Any]) -> None:
    reader = journey.seniors[0]
    report = reader.get(f"runs/{run['id']}/report")
    rows = {row["item"]["external_id"]: row for row in reader.get_all(f"runs/{run['id']}/items")}
    assert set(rows) == {written.name for written in journey.accepted()}
    pairs = []
    for written in journey.accepted():
        if written.original:
            scored = reader.get(f"runs/{run['id']}/items/{rows[written.name]['item']['id']}")
            counterpart = scored["counterpart"]
            assert counterpart["item"]["external_id"] == written.original
            assert (counterpart["type"], counterpart["links"]) == (written.type, written.links)
            sides = side_of(counterpart, journey.items[written.original]), side_of(scored, written)
            pairs.append(plain_metrics.Pair(*sides, written.type, written.links))
    interval = report["settings"]["interval"]
    assert (interval["level"], interval["unit"]) == (0.95, "original")
    expected = plain_metrics.report(pairs, seed=interval["seed"], resamples=interval["resamples"])
    assert {row["language"] + "/" + row["dimension"] for row in report["rows"]} == {
        "en/knowledge",
        "en/reasoning",
        "en/all",
        "all/all",
    }
    for name in ("rows", "ratios", "counts", "completeness"):
        assert_same(report[name], expected[name], name)
    assert (expected["completeness"] is None) == (run["method"] == "attention")
    overall = report["rows"][-1]
    recipe = report["recipe"]
    assert (recipe["pairs"], recipe["items"]["done"], recipe["settings_versions"]) == (20, 39, [1])
    assert (recipe["undefined"], recipe["missing"]) == (overall["undefined"], overall["missing"])
    assert (recipe["model"]["name"], recipe["method"]["name"]) == ("mini-mlm-en", run["method"])
    check_single_items(rows, pairs)


def check_single_items(rows: dict[str, Any], pairs: list[plain_metrics.Pair]) -> None:
    """The numbers of each item in the list beside the report."""
    ratios = plain_metrics.ratios_of(pairs)
    group = plain_metrics.Group(pairs, ratios)
    for side in (*group.inputs("original"), *group.inputs("perturbed")):
        row = rows[side.name]
        assert row["state"] == "done"
        assert row["top1"] == side.prediction["top1"] == plain_metrics.top1(side.prediction)
        assert row["top3"] == side.prediction["top3"] == plain_metrics.top3(side.prediction)
        f1 = plain_metrics.token_f1(group.extracted(side), side.rationale)
        assert_same(row["token_f1"], f1, side.name)


def assert_same(found: Any, expected: Any, where: str) -> None:
    """Equal, but for the last digits of a float; expected may hold fractions."""
    if isinstance(expected, dict):
        assert set(found) == set(expected), where
        for name, value in expected.items():
            assert_same(found[name], value, f"{where}.{name}")
    elif isinstance(expected, list):
        assert len(found) == len(expected), where
        for index, value in enumerate(expected):
            assert_same(found[index], value, f"{where}[{index}]")
    elif isinstance(expected, Fraction | float):
        assert isinstance(found, int | float), (where, found, expected)
        assert math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-12), (where, found, float(expected))
    else:
        assert found == expected, (where, found, expected)


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
    assert set(files) == {"items.jsonl", "manifest.json"}
    manifest = json.loads(files["manifest.json"])
    assert manifest == release["manifest"]
    (named,) = manifest["files"]
    assert named["name"] == "items.jsonl"
    assert named["sha256"] == hashlib.sha256(files["items.jsonl"]).hexdigest()
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
