import json
import re
from pathlib import Path
from typing import Any

import pytest

from worker.exchange.broken import BrokenScore
from worker.exchange.forms import Form, form_of, name_in, read_score
from worker.types import Candidate, Instance, Prediction, Scale

ITEM = Instance(
    id="capitals/1",
    text="Paris is the capital of France .",
    tokens=((0, 5), (6, 8), (9, 12), (13, 20), (21, 23), (24, 30), (31, 32)),
    mask=(5, 6),
    answer="France",
    language="en",
)
SCORES = [0.5, -0.25, 0.0, 1.0, 0.125, 9.0, 0.0]


def own(**changes: Any) -> dict[str, Any]:
    line: dict[str, Any] = {
        "instance": "capitals/1",
        "prediction": {
            "candidates": [{"answer": "France", "pieces": [7], "probability": 0.5}],
            "answer_pieces": [7],
            "answer_probability": 0.5,
            "answer_rank": 1,
            "top1": True,
            "top3": True,
            "unknown_answer": False,
        },
        "saliency": {
            "scores": SCORES,
            "mask_and_special_mass": 9.0,
            "completeness_gap": None,
            "relative_gap": None,
            "target": [7],
        },
        "error": None,
        "input": ITEM.digest(),
        "method": {"name": "attention", "settings": {"layer": "last"}},
        "model": {
            "name": "mini",
            "revision": "1",
            "dtype": "float32",
            "worker_version": "1",
            "torch_version": "2",
            "transformers_version": "5",
        },
    }
    return line | changes


def eraser(**changes: Any) -> dict[str, Any]:
    line: dict[str, Any] = {
        "annotation_id": "capitals/1",
        "rationales": [{"docid": "capitals/1", "soft_rationale_predictions": SCORES}],
        "classification": "Italy",
        "classification_scores": {"France": 0.25, "Italy": 0.5, "Spain": 0.125, "Peru": 0.125},
    }
    return line | changes


def released(**changes: Any) -> dict[str, Any]:
    line: dict[str, Any] = {"id": "capitals/1", "rationale": [[3, 0]], "pred_label": "France"}
    return line | changes


def changed(line: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    line = json.loads(json.dumps(line))
    *parents, last = path.split(".")
    place = line
    for key in parents:
        place = place[int(key)] if isinstance(place, list) else place[key]
    place[last] = value
    return line


def refused(form: Form, line: dict[str, Any]) -> str:
    with pytest.raises(BrokenScore) as caught:
        read_score(form, line, ITEM)
    return caught.value.code


@pytest.mark.parametrize(
    ("line", "form"),
    [
        (own(), Form.SCORES),
        (eraser(), Form.ERASER),
        (released(), Form.RELEASED),
        ({"id": "1"}, None),
        ({}, None),
    ],
)
def test_a_form_is_known_by_its_fields(line: dict[str, Any], form: Form | None) -> None:
    assert form_of(line) == form


def test_a_line_names_its_item_in_words_or_numbers() -> None:
    assert name_in(Form.RELEASED, {"sent_id": 100}) == "100"
    assert name_in(Form.ERASER, {"annotation_id": "a"}) == "a"
    for form, line in ((Form.SCORES, {"instance": 1}), (Form.RELEASED, {"id": True}), (Form.ERASER, {})):
        with pytest.raises(BrokenScore, match="The line has no"):
            name_in(form, line)


def test_our_own_line_is_taken_as_it_is() -> None:
    given = read_score(Form.SCORES, own(), ITEM)
    assert given.saliency is not None
    assert given.saliency.scores == tuple(SCORES)
    assert given.saliency.scale == Scale.SCORES
    assert given.prediction == Prediction((Candidate("France", (7,), 0.5),), (7,), 0.5, 1, True, True, False)
    assert (given.method and given.method.name, given.model and given.model.name) == ("attention", "mini")


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("saliency.scores", SCORES[:-1], "wrong_length"),
        ("saliency.scores.0", "0.5", "wrong_field"),
        ("saliency.scale", "stars", "wrong_field"),
        ("saliency.scale", "set", "bad_rationale"),
        ("saliency.chosen", 7, "bad_rationale"),
        ("input", "0123456789abcdef", "other_input"),
        ("model", None, "wrong_field"),
        ("extra", 1, "wrong_field"),
        ("prediction.candidates.0.probability", 1.5, "bad_probability"),
        ("prediction.answer_probability", -0.5, "bad_probability"),
        ("prediction.top1", False, "contradiction"),
        ("prediction.top3", False, "contradiction"),
        ("prediction.answer_rank", 2, "contradiction"),
        ("prediction.answer_pieces", [8], "contradiction"),
    ],
)
def test_our_own_line_is_refused_with_the_reason(path: str, value: Any, code: str) -> None:
    if path == "saliency.scores.0":
        line = own()
        line["saliency"] = {**line["saliency"], "scores": [value, *SCORES[1:]]}
    else:
        line = changed(own(), path, value)
    assert refused(Form.SCORES, line) == code


def test_a_line_that_says_nothing_is_refused_but_a_failure_is_kept() -> None:
    assert refused(Form.SCORES, own(prediction=None, saliency=None)) == "nothing_said"
    failed = own(prediction=None, saliency=None, error={"code": "too_long", "message": "Too long."})
    error = read_score(Form.SCORES, failed, ITEM).error
    assert (error and error.code) == "too_long"


def test_eraser_gives_scores_and_classes_in_order() -> None:
    given = read_score(Form.ERASER, eraser(), ITEM)
    assert given.saliency is not None
    assert (given.saliency.scores, given.saliency.scale, given.saliency.chosen) == (
        tuple(SCORES),
        Scale.SCORES,
        None,
    )
    prediction = given.prediction
    assert prediction is not None
    assert [each.answer for each in prediction.candidates] == ["Italy", "France", "Spain", "Peru"]
    assert (prediction.answer_rank, prediction.answer_probability) == (2, 0.25)
    assert (prediction.top1, prediction.top3, prediction.answer_pieces) == (False, True, ())


def test_eraser_spans_are_a_set_without_the_mask() -> None:
    spans = [{"start_token": 3, "end_token": 6}, {"start_token": 0, "end_token": 1}]
    line = eraser(rationales=[{"docid": "1", "hard_rationale_predictions": spans}])
    saliency = read_score(Form.ERASER, line, ITEM).saliency
    assert saliency is not None
    assert saliency.scores == (1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0)
    assert (saliency.scale, saliency.chosen) == (Scale.SET, 3)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"rationales": [{"docid": "1"}, {"docid": "2"}]}, "several_texts"),
        ({"rationales": [{"docid": "1", "soft_rationale_predictions": [1.0]}]}, "wrong_length"),
        ({"rationales": "none"}, "wrong_field"),
        ({"classification": "Mars"}, "wrong_field"),
        ({"classification_scores": {"Italy": 2.0}}, "bad_probability"),
        ({"rationales": [], "classification": None, "classification_scores": None}, "nothing_said"),
        (
            {
                "rationales": [
                    {"docid": "1", "hard_rationale_predictions": [{"start_token": 0, "end_token": 8}]}
                ]
            },
            "token_outside",
        ),
        (
            {
                "rationales": [
                    {"docid": "1", "hard_rationale_predictions": [{"start_token": 5, "end_token": 6}]}
                ]
            },
            "empty_rationale",
        ),
    ],
)
def test_eraser_line_is_refused_with_the_reason(changes: dict[str, Any], code: str) -> None:
    assert refused(Form.ERASER, eraser(**changes)) == code


def test_a_released_rationale_is_an_order_of_what_it_names() -> None:
    saliency = read_score(Form.RELEASED, released(), ITEM).saliency
    assert saliency is not None
    assert (saliency.scale, saliency.chosen) == (Scale.RATIONALE, 2)
    assert saliency.scores == (6.0, 0.0, 0.0, 7.0, 0.0, 0.0, 0.0)


def test_a_released_line_with_the_rest_in_order_ranks_everything() -> None:
    line = released(non_rationale=[["6", "2", "1", "4", "5"]])
    saliency = read_score(Form.RELEASED, line, ITEM).saliency
    assert saliency is not None
    assert (saliency.scale, saliency.chosen) == (Scale.RANKS, 2)
    ranking = sorted(range(7), key=lambda index: -saliency.scores[index])
    assert ranking[:6] == [3, 0, 6, 2, 1, 4]


@pytest.mark.parametrize(
    ("changes", "top1", "top3"),
    [
        ({}, True, True),
        ({"pred_label": " France "}, True, True),
        ({"pred_label": "france"}, False, None),
        ({"pred_label": ["Italy", "Spain"]}, False, None),
        ({"pred_label": ["Italy", "Spain", "Peru"]}, False, False),
        ({"pred_label": "Italy", "pred_proba": {"Italy": 0.5, "France": 0.25}}, False, True),
    ],
)
def test_a_released_answer_in_words_is_compared(
    changes: dict[str, Any], top1: bool, top3: bool | None
) -> None:
    prediction = read_score(Form.RELEASED, released(**changes), ITEM).prediction
    assert prediction is not None
    assert (prediction.top1, prediction.top3) == (top1, top3)


@pytest.mark.parametrize("label", [7, [8566], None])
def test_a_number_for_an_answer_says_no_word(label: Any) -> None:
    assert read_score(Form.RELEASED, released(pred_label=label), ITEM).prediction is None


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"rationale": [[0], [1]]}, "several_texts"),
        ({"rationale": [[0, 0]]}, "repeated_token"),
        ({"rationale": [[0, 7]]}, "token_outside"),
        ({"rationale": [[5]]}, "empty_rationale"),
        ({"rationale": [[]]}, "empty_rationale"),
        ({"rationale": [[1.5]]}, "wrong_field"),
        ({"rationale": "all"}, "wrong_field"),
        ({"rationale": [[3, 0]], "rationale_tokens": [["the", "Paris"]]}, "other_tokens"),
        ({"rationale": None, "pred_label": None}, "nothing_said"),
        ({"pred_label": ["Italy", "Italy"]}, "repeated_answer"),
        ({"pred_label": " "}, "empty_answer"),
        ({"pred_proba": {"France": "much"}}, "wrong_field"),
        ({"pred_proba": {"France": 7}}, "bad_probability"),
    ],
)
def test_a_released_line_is_refused_with_the_reason(changes: dict[str, Any], code: str) -> None:
    assert refused(Form.RELEASED, released(**changes)) == code


SHARED = Path(__file__).resolve().parents[4] / "shared" / "data"


@pytest.mark.parametrize(
    ("results", "scale"),
    [("results/test_decoded.jsonl", Scale.SCORES), ("movies_union_human_perf.jsonl", Scale.SET)],
)
def test_published_results_are_read_against_their_documents(results: str, scale: Scale) -> None:
    folder = SHARED / "eraser-movies"
    if not folder.exists():
        pytest.skip("the folder of real files is not beside this checkout")
    number = 0
    for line in (folder / results).read_text(encoding="utf-8").splitlines():
        fields = json.loads(line)
        name = name_in(Form.ERASER, fields)
        text = (folder / "docs" / name).read_text(encoding="utf-8")
        tokens = tuple((match.start(), match.end()) for match in re.finditer(r"\S+", text))
        document = Instance(name, text, tokens, None, "POS", "en")
        assert form_of(fields) == Form.ERASER
        saliency = read_score(Form.ERASER, fields, document).saliency
        assert saliency is not None
        assert (saliency.scale, len(saliency.scores)) == (scale, len(tokens))
        number += 1
    assert number > 100
