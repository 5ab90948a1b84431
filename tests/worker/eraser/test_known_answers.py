"""ERASER's files with the scores that its own scorer gave for them."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.worker.eraser import plain_scorer
from tests.worker.eraser.instances import THRESHOLDS, instances
from worker.__main__ import main
from worker.eraser.forms import read_annotation, read_result
from worker.eraser.scoring import score_results

SHARED = Path(__file__).resolve().parents[4] / "shared" / "data"


def assert_close(expected: Any, found: Any, path: str = "") -> None:
    if isinstance(expected, dict):
        for key, value in expected.items():
            assert_close(value, found[key], f"{path}.{key}")
    elif isinstance(expected, list):
        assert len(expected) == len(found), path
        for number, value in enumerate(expected):
            assert_close(value, found[number], f"{path}[{number}]")
    elif expected is None:
        assert found is None, path
    else:
        assert found == pytest.approx(expected, abs=1e-9), path


def known(data: str, split: str, results: str, capsys: pytest.CaptureFixture[str]) -> Any:
    if not SHARED.exists():
        pytest.skip("the folder of real files is not beside this checkout")
    arguments = ["--data", str(SHARED / data), "--split", split, "--results", str(SHARED / data / results)]
    assert main(["eraser", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_movies_are_scored_as_published(capsys: pytest.CaptureFixture[str]) -> None:
    found = known("eraser-movies", "test", "results/test_decoded.jsonl", capsys)
    path = SHARED / "eraser-movies" / "results" / "test_scores.jsonl"
    assert_close(json.loads(path.read_text(encoding="utf-8")), found)


@pytest.mark.slow
def test_cose_is_scored_as_published(capsys: pytest.CaptureFixture[str]) -> None:
    found = known("eraser-cose", "val", "results-lime/eraser_input.yaml", capsys)
    path = SHARED / "eraser-cose" / "results-lime" / "evaluation.yaml"
    expected = yaml.safe_load(path.read_text(encoding="utf-8"))["explainability"]
    assert_close(expected, found["classification_scores"])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_results_are_scored_as_the_plain_way(seed: int) -> None:
    annotations, results = instances(12, 9, seed)
    found = score_results(
        [read_annotation(line) for line in annotations],
        [read_result(line) for line in results],
        {line["annotation_id"]: [["word"] * 9] for line in annotations},
    )
    assert_close(plain_scorer.score(annotations, results, THRESHOLDS), found)
