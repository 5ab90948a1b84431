import json
import math
from pathlib import Path
from typing import Any

import pytest
import yaml

from worker.__main__ import main
from worker.eraser.files import BrokenFile, read_annotations, read_documents, read_results
from worker.eraser.labels import label_scores

# Two reviews of six and four tokens, in two sentences and one.
DOCUMENTS = {"a.txt": "good fun\nnot too long .\n", "b.txt": "\n dull and slow . \n"}
ANNOTATIONS = [
    {
        "annotation_id": "a.txt",
        "classification": "POS",
        "docids": None,
        "evidences": [
            [{"docid": "a.txt", "start_token": 0, "end_token": 2, "start_sentence": 0, "end_sentence": 1}]
        ],
    },
    {
        "annotation_id": "b.txt",
        "classification": "NEG",
        "evidences": [
            [{"docid": "b.txt", "start_token": 0, "end_token": 1}],
            [{"docid": "b.txt", "start_token": 2, "end_token": 3}],
        ],
    },
]


def reduced(without: float, alone: float) -> dict[str, Any]:
    return {
        "comprehensiveness_classification_scores": {"POS": without, "NEG": 1 - without},
        "sufficiency_classification_scores": {"POS": alone, "NEG": 1 - alone},
    }


RESULTS: list[dict[str, Any]] = [
    {
        "annotation_id": "a.txt",
        "classification": "POS",
        "classification_scores": {"POS": 0.75, "NEG": 0.25},
        **reduced(0.5, 0.75),
        "thresholded_scores": [{"threshold": 0.5, **reduced(0.25, 0.5)}],
        "rationales": [
            {
                "docid": "a.txt",
                "hard_rationale_predictions": [{"start_token": 0, "end_token": 3}],
                "soft_rationale_predictions": [0.9, 0.1, 0.8, 0, 0, 0],
                "soft_sentence_predictions": [0.9, 0.1],
            }
        ],
    },
    {
        "annotation_id": "b.txt",
        "classification": "POS",
        "classification_scores": {"POS": 0.75, "NEG": 0.25},
        **reduced(0.75, 0.25),
        "thresholded_scores": [{"threshold": 0.5, **reduced(0.75, 0.5)}],
        "rationales": [
            {
                "docid": "b.txt",
                "hard_rationale_predictions": [{"start_token": 2, "end_token": 3}],
                "soft_rationale_predictions": [0.5, 0.5, 0.5, 0.5],
                "soft_sentence_predictions": [0.5],
            }
        ],
    },
]


def lines(records: list[Any]) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    for name, text in DOCUMENTS.items():
        (tmp_path / "docs" / name).write_text(text, encoding="utf-8")
    (tmp_path / "test.jsonl").write_text(lines(ANNOTATIONS), encoding="utf-8")
    return tmp_path


def scored(folder: Path, capsys: pytest.CaptureFixture[str], content: str, name: str = "r.jsonl") -> Any:
    (folder / name).write_text(content, encoding="utf-8")
    arguments = [
        "eraser",
        "--data",
        str(folder),
        "--split",
        "test",
        "--results",
        str(folder / name),
        "--json",
    ]
    assert main([*arguments, "--aopc_thresholds", "0.5"]) == 0, capsys.readouterr().err
    return json.loads(capsys.readouterr().out)


def approx(value: float) -> Any:
    return pytest.approx(value, abs=1e-12)


def test_scores_by_hand(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scores = scored(folder, capsys, lines(RESULTS))
    # a: 2 of 3 tokens against 0-2, IOU 2/3; b: one of its two spans exactly.
    (iou,) = scores["iou_scores"]
    assert iou["micro"] == {"p": 1.0, "r": approx(2 / 3), "f1": approx(0.8)}
    assert iou["macro"] == {"p": 1.0, "r": approx(3 / 4), "f1": approx(6 / 7)}
    assert scores["rationale_prf"]["instance_micro"] == {"p": 0.5, "r": approx(1 / 3), "f1": approx(0.4)}
    assert scores["rationale_prf"]["instance_macro"] == {"p": 0.5, "r": 0.25, "f1": approx(1 / 3)}
    assert scores["token_prf"]["instance_micro"] == {
        "p": approx(3 / 4),
        "r": approx(3 / 4),
        "f1": approx(3 / 4),
    }
    assert scores["token_prf"]["instance_macro"]["f1"] == approx((4 / 5 + 2 / 3) / 2)
    soft = scores["token_soft_metrics"]
    # a: precision 1, 1/2, 2/3 at recall 1/2, 1/2, 1. b: constant, two of four golden.
    assert soft["average_precision"] == approx((1 / 2 * 1 + 1 / 2 * 2 / 3 + 1 / 2) / 2)
    assert soft["roc_auc_score"] == approx((7 / 8 + 1 / 2) / 2)


def test_sentence_scores_without_a_golden_sentence_have_the_released_half(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    soft = scored(folder, capsys, lines(RESULTS))["sentence_soft_metrics"]
    assert soft == {"auprc": approx((1 + 0.5) / 2), "average_precision": 1.0, "roc_auc_score": 1.0}


def test_classification_by_hand(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scores = scored(folder, capsys, lines(RESULTS))["classification_scores"]
    assert scores["accuracy"] == 0.5
    assert scores["prf"]["POS"] == {"precision": 0.5, "recall": 1.0, "f1-score": approx(2 / 3), "support": 1}
    assert scores["prf"]["NEG"] == {"precision": 0.0, "recall": 0.0, "f1-score": 0.0, "support": 1}
    assert scores["comprehensiveness"] == approx((0.25 + 0) / 2)
    assert scores["sufficiency"] == approx((0 + 0.5) / 2)
    assert scores["aopc_thresholds"] == [0.5]
    assert scores["comprehensiveness_aopc_points"] == [approx((0.5 + 0) / 2)]
    assert scores["sufficiency_aopc"] == approx(0.25)
    entropy = -(0.75 * math.log(0.75) + 0.25 * math.log(0.25))
    assert scores["comprehensiveness_entropy"] == approx((entropy - math.log(2)) / 2)
    assert scores["comprehensiveness_kl"] == approx(math.log(0.5**0.5 * 2 / 3**0.5 * 2**0.5) / 2)
    assert scores["sufficiency_kl"] == approx((0.25 - 0.75) * math.log(0.25 / 0.75) / 2)


def test_what_is_not_given_is_not_scored(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spans = [
        {"annotation_id": "a.txt", "rationales": []},
        {key: RESULTS[1][key] for key in ("annotation_id",)},
    ]
    assert scored(folder, capsys, lines(spans)) == {}
    labels = [
        {key: each[key] for key in ("annotation_id", "classification", "classification_scores")}
        for each in RESULTS
    ]
    found = scored(folder, capsys, lines(labels))["classification_scores"]
    assert (found["comprehensiveness"], found["aopc_thresholds"]) == (None, None)


def test_a_yaml_list_scores_like_json_lines(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert scored(folder, capsys, yaml.safe_dump(RESULTS), "r.yaml") == scored(folder, capsys, lines(RESULTS))


def test_an_infinite_divergence_is_none(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sure = [{**each, "classification_scores": {"POS": 1.0, "NEG": 0.0}} for each in RESULTS]
    assert scored(folder, capsys, lines(sure))["classification_scores"]["comprehensiveness_kl"] is None


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("{", "is no JSON"),
        ("[]", "the line: must be an object"),
        ({"annotation_id": None}, "annotation_id: is missing"),
        ({"annotation_id": "a.txt"}, "annotation_id: a.txt stands here a second time"),
        ({"classification": 1}, "classification: must be text"),
        ({"classification": "MIXED"}, "classification_scores: have no score for MIXED"),
        ({"classification": None}, "classification: comes with classification_scores, or neither does"),
        ({"classification_scores": {"POS": "high"}}, "classification_scores: must hold finite numbers"),
        ({"classification_scores": {"POS": 1}}, "classification_scores: the reduced input has other classes"),
        ({"thresholded_scores": None}, "thresholded_scores: must be alike in all results"),
        ({"rationales": {}}, "the line"),
        ({"spans": [(0, 2), (1, 3)]}, "hard_rationale_predictions: two spans overlap at token 1"),
        ({"spans": [(3, 5)]}, "hard_rationale_predictions: a span leaves the 4 tokens of b.txt"),
        ({"spans": [(3, 2)]}, "start_token: must be a whole number not above end_token"),
        ({"soft": [1, 2]}, "soft predictions: 2 for the 4 tokens of b.txt"),
        ({"soft": [1, 2, 3, math.nan]}, "soft_rationale_predictions: must hold finite numbers"),
    ],
)
def test_broken_lines_are_named(
    change: Any, message: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if isinstance(change, str):
        line = change
    else:
        record = json.loads(json.dumps(RESULTS[1]))
        rationale = record["rationales"][0]
        if "spans" in change:
            rationale["hard_rationale_predictions"] = [
                {"start_token": start, "end_token": end} for start, end in change["spans"]
            ]
        elif "soft" in change:
            rationale["soft_rationale_predictions"] = change["soft"]
        elif change == {"rationales": {}}:
            record["rationales"] = ["b.txt"]
            message = "rationales: must be an object"
        else:
            record.update(change)
        line = json.dumps(record)
    path = folder / "r.jsonl"
    path.write_text(lines(RESULTS[:1]) + line + "\n", encoding="utf-8")
    assert main(["eraser", "--data", str(folder), "--split", "test", "--results", str(path)]) == 2
    complaint = capsys.readouterr().err
    assert complaint.startswith(f"{path}:2: ")
    assert message in complaint


def test_missing_documents_and_results_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "r.jsonl"
    command = ["eraser", "--data", str(folder), "--split", "test", "--results", str(path)]
    path.write_text(lines(RESULTS).replace('"docid": "b.txt"', '"docid": "c.txt"'), encoding="utf-8")
    assert main(command) == 2
    assert "has no document c.txt" in capsys.readouterr().err
    path.write_text(lines(RESULTS[:1]), encoding="utf-8")
    assert main(command) == 2
    assert "1 annotations have no result, b.txt among them" in capsys.readouterr().err
    path.write_text("", encoding="utf-8")
    assert main(command) == 2
    assert main([*command[:-1], str(folder / "none.jsonl")]) == 2


def test_python_notation_and_a_score_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "r.jsonl"
    path.write_text(lines([{"annotation_id": "a.txt"}]), encoding="utf-8")
    command = ["eraser", "--data_dir", str(folder), "--split", "test", "--results", str(path)]
    assert main([*command, "--score_file", str(folder / "scores.json")]) == 0
    assert capsys.readouterr().out == "{}\n"
    assert json.loads((folder / "scores.json").read_text()) == {}


def test_strict_refuses_results_without_a_classification(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "r.jsonl"
    command = ["eraser", "--data", str(folder), "--split", "test", "--results", str(path), "--strict"]
    path.write_text(lines([{"annotation_id": "a.txt"}]), encoding="utf-8")
    assert main(command) == 2
    assert capsys.readouterr().err == f"{path}: has no classification, which --strict asks for\n"
    path.write_text(lines(RESULTS), encoding="utf-8")
    assert main([*command, "--aopc_thresholds", "0.5"]) == 0


# The sections and names that the released scorer prints, in the order of its source.
SECTIONS = {"iou_scores", "rationale_prf", "token_prf", "token_soft_metrics", "sentence_soft_metrics"}
OF_CLASSES = {"accuracy", "prf", "aopc_thresholds"} | {
    f"{side}{part}"
    for side in ("comprehensiveness", "sufficiency")
    for part in ("", "_entropy", "_kl", "_aopc", "_aopc_points")
}


def test_names_are_those_of_the_released_scorer(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scores = scored(folder, capsys, lines(RESULTS))
    assert scores.keys() == SECTIONS | {"classification_scores"}
    assert scores["classification_scores"].keys() == OF_CLASSES
    assert scores["token_soft_metrics"].keys() == {"auprc", "average_precision", "roc_auc_score"}
    assert scores["iou_scores"][0].keys() == {"threshold", "micro", "macro"}


def test_documents_in_one_file_keep_their_empty_tokens(tmp_path: Path) -> None:
    (tmp_path / "docs.jsonl").write_text(lines([{"docid": 7, "document": "a  b\nc"}]), encoding="utf-8")
    assert read_documents(tmp_path, {"7"}) == {"7": [["a", "", "b"], ["c"]]}
    with pytest.raises(BrokenFile, match="has no document 8"):
        read_documents(tmp_path, {"8"})


def test_broken_yaml_names_its_line(tmp_path: Path) -> None:
    (tmp_path / "r.yaml").write_text("- annotation_id: a\n- {\n", encoding="utf-8")
    with pytest.raises(BrokenFile, match=r"r\.yaml:\d+: is no YAML"):
        read_results(tmp_path / "r.yaml", lambda _: {})


def test_broken_annotations_are_named(tmp_path: Path) -> None:
    path = tmp_path / "test.jsonl"
    path.write_text(lines([*ANNOTATIONS, {"annotation_id": "c"}]), encoding="utf-8")
    with pytest.raises(BrokenFile, match=r"test\.jsonl:3: evidences: is missing"):
        read_annotations(path)


def test_a_label_that_is_never_golden_counts_as_wrong() -> None:
    accuracy, report = label_scores(["A", "A"], ["A", "B"])
    assert accuracy == 0.5
    assert report["B"] == {"precision": 0.0, "recall": 0.0, "f1-score": 0.0, "support": 0}
    assert report["macro avg"]["recall"] == 0.25  # type: ignore[index]
    with pytest.raises(ValueError, match="there is no annotation"):
        label_scores([], [])
