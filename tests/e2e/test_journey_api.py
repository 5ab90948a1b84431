"""Eight people, twenty items, from a file to a downloaded release; then every number again in plain code."""

import re
from itertools import pairwise
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.e2e import journey as played
from tests.e2e.journey import Journey
from tests.e2e.people import Player, Site, wait_for
from tests.e2e.release_checks import check_release
from tests.e2e.report_checks import check_report

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
