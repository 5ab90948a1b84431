"""The plainest form of scores: a line for each item with what a tool answers and which tokens it goes by.

{"id": ..., "candidates": ["Paris", ...], "saliency": [0.1, ...]} or, instead of the saliency, "rationale":
the numbers of the tokens chosen, best first. A candidate may tell its probability: {"answer": "Paris",
"probability": 0.4}. Lines of the other forms are read as well.
"""

import math
from collections.abc import Mapping
from typing import Any

from worker.exchange.broken import BrokenScore
from worker.exchange.forms import Form, GivenScore, form_of, name_in, read_score
from worker.exchange.predictions import CANDIDATES, told_prediction
from worker.types import Instance, Saliency

Answers = list[tuple[str, float | None]]


def name_of(fields: Mapping[str, Any]) -> str:
    """Return which item a line is about. Raises BrokenScore if it doesn't say, or has no known form."""
    if _is_plain(fields):
        return name_in(Form.RELEASED, fields)
    form = form_of(fields)
    if form is None:
        raise BrokenScore("unknown_form", "The line has neither candidates nor a saliency or rationale.")
    return name_in(form, fields)


def read_answers(fields: Mapping[str, Any], shown: Instance, whole: Instance) -> GivenScore:
    """Return what a line says of an item whose answer its writer has not seen.

    shown: the item as the writer had it; the saliency has a number for each of its tokens. whole: the item
    with its answer, which the candidates are judged by, whatever the line says of the answer's rank. Raises
    BrokenScore.
    """
    if _is_plain(fields):
        answers, saliency = _candidates(fields.get("candidates")), _saliency(fields, shown)
    else:
        form = form_of(fields)
        if form is None:
            raise BrokenScore("unknown_form", "The line has neither candidates nor a saliency or rationale.")
        given = read_score(form, fields, shown)
        if given.error is not None:
            raise BrokenScore(given.error.code, given.error.message)
        told = given.prediction.candidates if given.prediction else ()
        answers, saliency = [(each.answer, each.probability) for each in told], given.saliency
    prediction = told_prediction(answers, whole)
    if prediction is None and saliency is None:
        raise BrokenScore("nothing_said", "The line has neither an answer nor a score of a token.")
    return GivenScore(prediction, saliency)


def _is_plain(fields: Mapping[str, Any]) -> bool:
    rationale = fields.get("rationale")
    flat = isinstance(rationale, list) and not any(isinstance(each, list) for each in rationale)
    return "id" in fields and ("candidates" in fields or "saliency" in fields or flat)


def _candidates(told: Any) -> Answers:
    if told is None:
        return []
    if not isinstance(told, list) or len(told) > CANDIDATES:
        raise BrokenScore("wrong_field", f"candidates: must be a list of at most {CANDIDATES}, best first.")
    return [_candidate(each) for each in told]


def _candidate(told: Any) -> tuple[str, float | None]:
    answer, chance = (told.get("answer"), told.get("probability")) if isinstance(told, dict) else (told, None)
    if not isinstance(answer, str):
        raise BrokenScore("wrong_field", "candidates: each must be a text, or an answer with a probability.")
    if chance is None:
        return answer, None
    if not _is_number(chance):
        raise BrokenScore("wrong_field", "candidates: a probability must be a number.")
    return answer, float(chance)


def _saliency(fields: Mapping[str, Any], shown: Instance) -> Saliency | None:
    scores, rationale = fields.get("saliency"), fields.get("rationale")
    if scores is not None and rationale is not None:
        raise BrokenScore("wrong_field", "Give a saliency or a rationale, not both.")
    if rationale is not None:
        return read_score(Form.RELEASED, {"id": shown.id, "rationale": [rationale]}, shown).saliency
    if scores is None:
        return None
    if not isinstance(scores, list) or not all(_is_number(score) for score in scores):
        raise BrokenScore("wrong_field", "saliency: must be a list of numbers.")
    if len(scores) != len(shown.tokens):
        message = f"There are {len(scores)} scores for {len(shown.tokens)} tokens, [MASK] being one of them."
        raise BrokenScore("wrong_length", message)
    return Saliency(tuple(map(float, scores)), None, None, None, ())


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
