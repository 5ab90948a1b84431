import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from worker.__main__ import main
from worker.exchange.forms import Form, read_score
from worker.exchange.writing import write_scores
from worker.types import Instance

CAPITAL = Instance("a", "Rome is in Italy", ((0, 4), (5, 7), (8, 10), (11, 16)), (3, 4), "Italy", "en")
SKY = Instance("b", "the sky is so blue", ((0, 3), (4, 7), (8, 10), (11, 13), (14, 18)), (4, 5), "blue", "en")
INSTANCES = [CAPITAL, SKY]
SALIENCIES = np.array([[0.5, 0.25, -1.0, 8.0, np.nan], [1.0, 2.0, 3.0, 4.0, 5.0]])
CANDIDATES = np.array([["Spain", "Italy", "Peru", ""], ["green", "black", "red", "dark"]])
PROBABILITIES = np.array([[0.25, 0.5, np.nan, 0.0], [0.4, 0.3, 0.2, 0.1]])
MADE: dict[str, Any] = {"model": "my-model", "method": "my-method"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "scores.jsonl"


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_what_is_written_is_what_the_reader_of_uploads_takes(path: Path) -> None:
    number = write_scores(
        path,
        INSTANCES,
        ["b", "a"],
        **MADE,
        revision="3",
        settings={"steps": 20},
        saliencies=SALIENCIES[::-1],
        candidates=CANDIDATES[::-1],
        probabilities=PROBABILITIES[::-1],
    )
    assert number == 2
    given = [read_score(Form.SCORES, line, item) for line, item in zip(lines(path), INSTANCES, strict=True)]
    saliencies = [each.saliency.scores for each in given if each.saliency]
    assert saliencies == [(0.5, 0.25, -1.0, 8.0), (1.0, 2.0, 3.0, 4.0, 5.0)]
    first, second = (each.prediction for each in given)
    assert first is not None
    assert second is not None
    # The likeliest comes first, an unknown probability last, and an empty text is no candidate.
    assert [(each.answer, each.probability) for each in first.candidates] == [
        ("Italy", 0.5),
        ("Spain", 0.25),
        ("Peru", None),
    ]
    assert (first.top1, first.top3, first.answer_rank, first.answer_probability) == (True, True, 1, 0.5)
    assert (second.top1, second.top3, second.answer_rank, second.answer_probability) == (
        False,
        False,
        None,
        None,
    )
    line = lines(path)[0]
    assert line["method"] == {"name": "my-method", "settings": {"steps": 20}}
    assert (line["model"]["name"], line["model"]["revision"]) == ("my-model", "3")
    assert line["input"] == CAPITAL.digest()


def test_saliencies_alone_or_answers_alone_will_do(path: Path) -> None:
    write_scores(path, INSTANCES, ["a"], **MADE, saliencies=[[1.0, 2.0, 3.0, 4.0]])
    assert lines(path)[0]["prediction"] is None
    write_scores(path, INSTANCES, ["a"], **MADE, candidates=[["Spain"]])
    (line,) = lines(path)
    assert line["saliency"] is None
    assert (line["prediction"]["top1"], line["prediction"]["top3"]) == (False, None)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"saliencies": [[1.0, 2.0]]},
            "a: There must be one score a token, masked ones included: 2 scores, 4 tokens",
        ),
        ({"saliencies": [[1.0, 2.0, 3.0, np.nan]]}, "a: a saliency is not finite"),
        (
            {"saliencies": [[1.0, 2.0, 3.0, 4.0, 5.0]]},
            "a: There must be one score a token, masked ones included: 5 scores, 4 tokens",
        ),
        ({"saliencies": [1.0]}, "a: saliencies must be rows of numbers"),
        ({"saliencies": [[1.0] * 4] * 2}, "saliencies: has another number of rows"),
        ({"ids": ["c"]}, "c: no instance has this id; 1 ids are unknown"),
        ({"ids": ["a", "a"], "saliencies": [[1.0] * 4] * 2}, "a: is named twice"),
        ({"ids": []}, "there is nothing to write"),
        ({"saliencies": None}, "there is nothing to write"),
        ({"probabilities": [[0.5]]}, "probabilities: belong to candidates"),
        ({"candidates": [["x", "y"]], "probabilities": [[0.5]]}, "probabilities: must be one for each"),
        ({"candidates": [["x"]], "probabilities": [[1.5]]}, "a: A probability is 1.5"),
        ({"candidates": [["x", "x"]]}, "a: The answer “x” is named twice."),
        ({"model": ""}, "model"),
    ],
)
def test_a_file_appears_whole_or_not_at_all(path: Path, changes: dict[str, Any], message: str) -> None:
    path.write_text("earlier")
    wanted: dict[str, Any] = {"ids": ["a"], "saliencies": [[1.0, 2.0, 3.0, 4.0]], **MADE} | changes
    with pytest.raises(ValueError, match=message):
        write_scores(path, INSTANCES, wanted.pop("ids"), **wanted)
    assert [each.name for each in path.parent.iterdir()] == ["scores.jsonl"]
    assert path.read_text() == "earlier"


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    instances, arrays = tmp_path / "instances.jsonl", tmp_path / "arrays.npz"
    instances.write_text("".join(json.dumps(each.to_json()) + "\n" for each in INSTANCES))
    np.savez(
        arrays,
        ids=np.array(["a", "b"]),
        saliencies=np.arange(9.0),
        lengths=np.array([4, 5]),
        candidates=CANDIDATES,
        probabilities=PROBABILITIES,
    )
    return instances, arrays


def test_commands_write_and_check(
    files: tuple[Path, Path], path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    instances, arrays = files
    common = ["--instances", str(instances), "--out", str(path), "--model", "m", "--method", "x"]
    assert main(["write-scores", "--arrays", str(arrays), *common, "--setting", "steps=20"]) == 0
    assert capsys.readouterr().out == f"2 scores written to {path}.\n"
    assert lines(path)[1]["saliency"]["scores"] == [4.0, 5.0, 6.0, 7.0, 8.0]
    assert lines(path)[1]["method"]["settings"] == {"steps": 20}
    assert main(["check-scores", "--in", str(instances), str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "2 good lines in the form scores, 0 wrong.",
        'm x {"steps": 20}: 2 of 2 instances, 0 missing.',
    ]


def test_check_names_each_wrong_line(
    files: tuple[Path, Path], path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = {"id": "a", "rationale": [[0]], "pred_label": "Italy"}
    wrong = [json.dumps(good), "{", "", "[]", '{"id": "a", "pred_label": NaN}']
    wrong += [
        json.dumps(good | {"id": "z"}),
        json.dumps(good),
        json.dumps(good | {"id": "b", "rationale": [[9]]}),
    ]
    path.write_bytes("\n".join(wrong).encode() + b"\n\xff\n" + b" " * (5 << 20) + b"{\n" + b'{"id": 1}')
    assert main(["check-scores", "--in", str(files[0]), str(path)]) == 1
    said = capsys.readouterr().out.splitlines()
    codes = [line.removeprefix(f"{path}:").split(": ")[:2] for line in said if line.startswith(str(path))]
    assert codes == [
        ["2", "broken_json"],
        ["4", "not_an_object"],
        ["5", "broken_json"],
        ["6", "unknown_item"],
        ["7", "repeated_item"],
        ["8", "token_outside"],
        ["9", "undecodable"],
        ["10", "line_too_long"],
        ["11", "unknown_item"],
    ]
    assert "1 good lines in the form released, 9 wrong." in said
    assert said[-1] == "the file: 1 of 2 instances, 1 missing."


def test_a_failure_that_was_scored_again_is_no_repetition(files: tuple[Path, Path], path: Path) -> None:
    write_scores(path, INSTANCES, ["a"], **MADE, saliencies=[[1.0, 2.0, 3.0, 4.0]])
    (good,) = lines(path)
    failed = good | {"saliency": None, "error": {"code": "too_long", "message": "Too long."}}
    path.write_text(json.dumps(failed) + "\n" + json.dumps(good) + "\n")
    assert main(["check-scores", "--in", str(files[0]), str(path)]) == 0
    path.write_text(json.dumps(good) + "\n" + json.dumps(failed) + "\n")
    assert main(["check-scores", "--in", str(files[0]), str(path)]) == 1


def test_check_turns_the_good_lines_of_other_forms_into_ours(files: tuple[Path, Path], path: Path) -> None:
    theirs = path.with_name("theirs.jsonl")
    good = {"id": "a", "rationale": [[1, 0]], "pred_label": "Italy"}
    theirs.write_text(json.dumps(good) + "\n{\n")
    command = ["check-scores", "--in", str(files[0]), str(theirs), "--write", str(path)]
    assert main([*command, "--model", "m"]) == 2
    assert not path.exists()
    assert main([*command, "--model", "m", "--revision", "2", "--method", "lime"]) == 1
    (line,) = lines(path)
    given, direct = read_score(Form.SCORES, line, CAPITAL), read_score(Form.RELEASED, good, CAPITAL)
    assert (given.prediction, given.saliency) == (direct.prediction, direct.saliency)
    assert (line["model"]["name"], line["model"]["revision"], line["method"]["name"]) == ("m", "2", "lime")
    assert main([*command, "--model", "m", "--method", "lime"]) == 2  # nothing is written over


@pytest.mark.parametrize("arrays", [{"saliencies": [1.0]}, {"ids": ["a"], "other": [1]}, {"ids": ["a"]}])
def test_write_scores_refuses_other_arrays(
    files: tuple[Path, Path], path: Path, arrays: dict[str, Any]
) -> None:
    saved: dict[str, Any] = {name: np.array(value) for name, value in arrays.items()}
    np.savez(files[1], **saved)
    common = ["--instances", str(files[0]), "--out", str(path), "--model", "m", "--method", "x"]
    assert main(["write-scores", "--arrays", str(files[1]), *common]) == 2
    assert not path.exists()
