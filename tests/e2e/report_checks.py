"""Every number of a run's report and of its items against the plain computation."""

import math
from fractions import Fraction
from typing import Any

from tests.e2e import plain_metrics, plain_report
from tests.e2e.journey import Journey, Written


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
    expected = plain_report.report(pairs, seed=interval["seed"], resamples=interval["resamples"])
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
    ratios = plain_report.ratios_of(pairs)
    group = plain_report.Group(pairs, ratios)
    for side in (*group.inputs("original"), *group.inputs("perturbed")):
        row = rows[side.name]
        assert row["state"] == "done"
        assert side.prediction is not None
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
