"""Predictions for items whose answers their writers have not seen."""

import pytest

from worker.exchange.answers import name_of, read_answers
from worker.exchange.broken import BrokenScore
from worker.types import Instance, Scale

WHOLE = Instance(
    "c/1", "It is New York .", ((0, 2), (3, 5), (6, 9), (10, 14), (15, 16)), (2, 4), "New York", "en"
)
SHOWN = Instance("c/1", "It is [MASK] .", ((0, 2), (3, 5), (6, 12), (13, 14)), (2, 3), None, "en")


def read(**fields):
    return read_answers({"id": "c/1", **fields}, SHOWN, WHOLE)


def test_candidates_are_judged_by_the_answer_that_is_held_back():
    given = read(candidates=["Boston", {"answer": "New  York", "probability": 0.25}], saliency=[1, 2, 0, 0])
    assert given.prediction is not None
    assert (given.prediction.answer_rank, given.prediction.top1, given.prediction.top3) == (2, False, True)
    assert given.prediction.answer_probability == 0.25
    assert given.saliency is not None
    assert given.saliency.scores == (1.0, 2.0, 0.0, 0.0)


def test_a_rationale_of_token_numbers_is_a_choice_in_order():
    given = read(rationale=[1, 0])
    assert given.prediction is None
    assert given.saliency is not None
    assert (given.saliency.scale, given.saliency.chosen) == (Scale.RATIONALE, 2)
    assert given.saliency.scores[1] > given.saliency.scores[0] > given.saliency.scores[3]


def test_what_a_line_says_of_the_answers_rank_is_found_anew():
    """As `python -m worker score` writes it, which takes [MASK] for the answer."""
    prediction = {
        "candidates": [{"answer": "New York", "pieces": [], "probability": 0.5}],
        "answer_pieces": [],
        "answer_probability": None,
        "answer_rank": None,
        "top1": False,
        "top3": False,
        "unknown_answer": False,
    }
    model = dict.fromkeys(("name", "revision", "dtype"), "m") | dict.fromkeys(
        ("worker_version", "torch_version", "transformers_version"), "1"
    )
    line = {
        "instance": "c/1",
        "prediction": prediction,
        "saliency": None,
        "error": None,
        "input": SHOWN.digest(),
        "method": {"name": "none", "settings": {}},
        "model": model,
    }
    assert name_of(line) == "c/1"
    given = read_answers(line, SHOWN, WHOLE)
    assert given.prediction is not None
    assert (given.prediction.answer_rank, given.prediction.top1) == (1, True)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"candidates": "Paris"}, "wrong_field"),
        ({"candidates": ["a"] * 6}, "wrong_field"),
        ({"candidates": [1]}, "wrong_field"),
        ({"candidates": [{"answer": "a", "probability": "1"}]}, "wrong_field"),
        ({"candidates": [{"answer": "a", "probability": 2}]}, "bad_probability"),
        ({"candidates": ["a", " a "]}, "repeated_answer"),
        ({"candidates": []}, "nothing_said"),
        ({"saliency": [1, 2]}, "wrong_length"),
        ({"saliency": [1, True, 0, 0]}, "wrong_field"),
        ({"saliency": [1, 2, 3, 4], "rationale": [1]}, "wrong_field"),
        ({"rationale": [4]}, "token_outside"),
        ({"rationale": [2]}, "empty_rationale"),
    ],
)
def test_broken_lines_have_their_code(fields, code):
    with pytest.raises(BrokenScore) as broken:
        read(**fields)
    assert broken.value.code == code


def test_a_line_without_a_name_or_a_form_is_broken():
    for fields, code in (({"id": "x"}, "unknown_form"), ({"candidates": ["a"]}, "unknown_form")):
        with pytest.raises(BrokenScore) as broken:
            name_of(fields)
        assert broken.value.code == code
