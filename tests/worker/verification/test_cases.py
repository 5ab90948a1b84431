import json
from pathlib import Path
from typing import Any

import pytest

from worker.__main__ import main
from worker.verification.cases import KINDS, read_cases, verify

ROOT = Path(__file__).resolve().parents[3]
REFERENCE = ROOT.parent / "shared" / "reference" / "reference_cases.json"
HAND_COMPUTED = sorted((ROOT / "fixtures" / "cases").glob("*.json"))
LATER = {
    "control_random",
    "control_swapped",
    "error_reduction",
    "las",
    "rev_pointwise",
    "rev_rule",
    "spearman",
    "ud_features",
}

CASE: dict[str, Any] = {
    "id": "one",
    "metric": "token_f1",
    "inputs": {"gold": [1], "pred": [1]},
    "expected": {"f1": 1.0},
    "tolerance": 0,
}


def all_cases() -> list[Any]:
    paths = [*HAND_COMPUTED, *([REFERENCE] if REFERENCE.exists() else [])]
    return [pytest.param(case, id=case["id"]) for path in paths for case in read_cases(path)]


@pytest.mark.parametrize("case", all_cases())
def test_case_holds_within_its_tolerance(case: dict[str, Any]) -> None:
    outcome = verify(case)
    assert outcome.deviations == ()
    assert outcome.unsupported == (case["metric"] in LATER)


def test_reference_cases_are_there() -> None:
    if not REFERENCE.exists():
        pytest.skip("the reference cases are not beside this checkout")
    assert {case["metric"] for case in read_cases(REFERENCE)} - LATER <= set(KINDS)


def written(folder: Path, *cases: dict[str, Any]) -> str:
    path = folder / "cases.json"
    path.write_text(json.dumps({"cases": cases}), encoding="utf-8")
    return str(path)


def test_verify_prints_each_deviation_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = {**CASE, "id": "two", "expected": {"f1": 0.5, "colour": 1}}
    assert main(["verify", written(tmp_path, CASE, wrong)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "two: colour: is not computed",
        "two: f1: is 1.0, expected 0.5 within 0",
        "2 cases, 2 computed, 1 deviating.",
    ]


def test_verify_as_json_has_the_keys_of_expected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    later = {**CASE, "id": "later", "metric": "rev_rule"}
    broken = {**CASE, "id": "broken", "inputs": {}}
    assert main(["verify", "--json", written(tmp_path, CASE, later)]) == 0
    assert json.loads(capsys.readouterr().out) == {"one": {"f1": 1.0}, "later": {"unsupported": True}}
    assert main(["verify", "--json", written(tmp_path, broken)]) == 1
    assert json.loads(capsys.readouterr().out) == {"broken": {"error": "KeyError: 'pred'"}}


def test_verify_lists_what_is_not_there_yet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", written(tmp_path, {**CASE, "metric": "rev_rule"})]) == 0
    assert "Not there yet: rev_rule." in capsys.readouterr().out


@pytest.mark.parametrize("content", ["{", "[]", '{"cases": [{"id": "one"}]}'])
def test_verify_refuses_a_file_of_another_form(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cases.json"
    path.write_text(content, encoding="utf-8")
    assert main(["verify", str(path)]) == 2
    assert capsys.readouterr().err
    assert main(["verify", str(tmp_path / "none.json")]) == 2


@pytest.mark.parametrize("formula", ["f(x)=__import__('os')", "f(x)=x0.real", "f(x)=open(x0)"])
def test_formula_runs_nothing_but_arithmetic(formula: str) -> None:
    inputs = {"model": formula, "x": [1.0], "baseline": [0.0], "n_steps": 1, "rule": "left", "target": None}
    outcome = verify({**CASE, "metric": "integrated_gradients", "inputs": inputs})
    assert outcome.values == {"error": "ValueError: model: the formula has more than arithmetic in it"}
