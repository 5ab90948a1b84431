"""The forms in which scores come from anywhere: our own, ERASER's results, the released sets' predictions.

A line is read against the item that it is about, because only the item says how many tokens there are and
what the golden answer is. What a form does not tell stays None; nothing is made up for it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from worker.eraser.forms import PredictedRationale, read_result
from worker.exchange.broken import BrokenScore
from worker.exchange.predictions import check_consistent, told_prediction
from worker.types import Instance, MethodRef, ModelStamp, Prediction, Problem, Saliency, Scale, ScoreLine


class Form(StrEnum):
    """Which form a file has: python -m worker score's, ERASER's results, the released sets' predictions."""

    SCORES = "scores"
    ERASER = "eraser"
    RELEASED = "released"


@dataclass(frozen=True)
class GivenScore:
    """What a line says of its item. method, model: None where the form has no place for them."""

    prediction: Prediction | None
    saliency: Saliency | None
    error: Problem | None = None
    method: MethodRef | None = None
    model: ModelStamp | None = None


def form_of(fields: Mapping[str, Any]) -> Form | None:
    """Tell a form by the names of a line's fields, or None for none of them."""
    if "instance" in fields:
        return Form.SCORES
    if "annotation_id" in fields:
        return Form.ERASER
    known = {"rationale", "rationale_tokens", "pred_label", "pred_proba"}
    return Form.RELEASED if fields.keys() & {"id", "sent_id"} and fields.keys() & known else None


def name_in(form: Form, fields: Mapping[str, Any]) -> str:
    """Return which item a line is about, as the line names it. Raises BrokenScore if it doesn't."""
    keys = {Form.SCORES: ("instance",), Form.ERASER: ("annotation_id",), Form.RELEASED: ("id", "sent_id")}
    for key in keys[form]:
        name = fields.get(key)
        if isinstance(name, str) and name:
            return name
        if form is not Form.SCORES and isinstance(name, int) and not isinstance(name, bool):
            return str(name)
    raise BrokenScore("no_id", f"The line has no {' or '.join(keys[form])}, or it is no text.")


def read_score(form: Form, fields: Mapping[str, Any], instance: Instance) -> GivenScore:
    """Return what a line says of an instance. Raises BrokenScore with the reason if it can't be used.

    Scores are one a token, masked ones included. For a line of our own form with a checksum of its input,
    instance must have the id by which it was scored.
    """
    readers = {Form.SCORES: _own, Form.ERASER: _eraser, Form.RELEASED: _released}
    try:
        given = readers[form](fields, instance)
    except BrokenScore:
        raise
    except (ValueError, RecursionError) as error:
        raise BrokenScore("wrong_field", f"{error}.") from error
    if given.prediction is None and given.saliency is None and given.error is None:
        raise BrokenScore("nothing_said", "The line has neither an answer nor a score of a token.")
    if given.saliency is not None:
        _check_saliency(given.saliency, instance)
    return given


def _own(fields: Mapping[str, Any], instance: Instance) -> GivenScore:
    line = ScoreLine.from_json(fields)
    if line.input and line.input != replace(instance, id=line.instance).digest():
        message = (
            "The scores were made from another text, tokens, mask, answer or language than the item has."
        )
        raise BrokenScore("other_input", message)
    if line.prediction is not None:
        check_consistent(line.prediction)
    return GivenScore(line.prediction, line.saliency, line.error, line.method, line.model)


def _check_saliency(saliency: Saliency, instance: Instance) -> None:
    length, found = len(instance.tokens), len(saliency.scores)
    if found != length:
        message = f"There must be one score a token, masked ones included: {found} scores, {length} tokens."
        raise BrokenScore("wrong_length", message)
    free = length - (instance.mask[1] - instance.mask[0] if instance.mask else 0)
    if saliency.chosen is not None and not 1 <= saliency.chosen <= free:
        raise BrokenScore("bad_rationale", f"{saliency.chosen} tokens are chosen out of {free}.")
    if (saliency.scale in (Scale.RATIONALE, Scale.SET)) and saliency.chosen is None:
        raise BrokenScore("bad_rationale", f"The scale {saliency.scale} needs chosen: how many tokens.")


def _eraser(fields: Mapping[str, Any], instance: Instance) -> GivenScore:
    result = read_result(fields)
    if len(result.rationales) > 1:
        message = "The line has rationales in several documents; an item is one text."
        raise BrokenScore("several_texts", message)
    answers: list[tuple[str, float | None]] = []
    if result.label is not None and result.scores is not None:
        rest = sorted(result.scores.items(), key=lambda each: (each[0] != result.label, -each[1]))
        answers = [(label, chance) for label, chance in rest]
    saliency = _document_saliency(result.rationales[0], instance) if result.rationales else None
    return GivenScore(told_prediction(answers, instance), saliency)


def _document_saliency(rationale: PredictedRationale, instance: Instance) -> Saliency | None:
    """Soft scores if there are some, else the spans as a set; scores of sentences say nothing of tokens."""
    if rationale.token_scores is not None:
        return _saliency(rationale.token_scores, Scale.SCORES)
    if not rationale.spans:
        return None
    last = max(end for _, end in rationale.spans)
    if last > len(instance.tokens):
        message = f"A span ends at token {last}: the item has {len(instance.tokens)}."
        raise BrokenScore("token_outside", message)
    chosen = [index for start, end in sorted(set(rationale.spans)) for index in range(start, end)]
    return _chosen(chosen, instance, ordered=False)


def _released(fields: Mapping[str, Any], instance: Instance) -> GivenScore:
    best, rest = (_only_text(fields, name) for name in ("rationale", "non_rationale"))
    if best is not None:
        _check_words(fields.get("rationale_tokens"), best, instance)
    saliency = None if best is None else _chosen(best, instance, ordered=True, rest=rest or ())
    return GivenScore(told_prediction(_labels(fields), instance), saliency)


def _labels(fields: Mapping[str, Any]) -> list[tuple[str, float | None]]:
    """The answers in words. A number is a class or a piece of somebody's vocabulary: it says no word."""
    label, chances = fields.get("pred_label"), fields.get("pred_proba")
    told = label if isinstance(label, list) else [label]
    words = [word for word in told if isinstance(word, str)]
    if len(words) < len(told):
        return []
    if not isinstance(chances, Mapping):
        return [(word, None) for word in words]
    for word, chance in chances.items():
        if isinstance(chance, bool) or not isinstance(chance, (int, float)):
            raise BrokenScore("wrong_field", f"pred_proba: the one of “{word}” is no number.")
    others = sorted(chances.keys() - set(words), key=lambda word: (-chances[word], word))
    return [(word, float(chances[word]) if word in chances else None) for word in [*words, *others]]


def _only_text(fields: Mapping[str, Any], name: str) -> list[int] | None:
    """The token numbers of the only text: a list in a list, as numbers or as digits."""
    lists = fields.get(name)
    if lists is None:
        return None
    if not isinstance(lists, list) or not all(isinstance(each, list) for each in lists):
        raise BrokenScore("wrong_field", f"{name}: must be a list of token numbers for each text.")
    if len(lists) != 1:
        message = f"{name} is about {len(lists)} texts; an item is one text."
        raise BrokenScore("several_texts", message)
    numbers = []
    for each in lists[0]:
        digits = isinstance(each, str) and each.isdecimal() and len(each) < 10
        if not digits and (isinstance(each, bool) or not isinstance(each, int)):
            raise BrokenScore("wrong_field", f"{name}: must hold token numbers.")
        numbers.append(int(each))
    return numbers


def _check_words(told: Any, tokens: Sequence[int], instance: Instance) -> None:
    """Hold the words that a line names against the item's, so that shifted numbers don't go through."""
    if not isinstance(told, list) or len(told) != 1 or not isinstance(told[0], list):
        return
    words = instance.words()
    masked = range(*(instance.mask or (0, 0)))
    for index, word in zip(tokens, told[0], strict=False):
        if 0 <= index < len(words) and index not in masked and words[index] != word:
            message = f"Token {index} is “{words[index]}” in the item and “{word}” in the line."
            raise BrokenScore("other_tokens", message)


def _chosen(
    tokens: Sequence[int], instance: Instance, *, ordered: bool, rest: Sequence[int] = ()
) -> Saliency:
    """A saliency of which only an order or a choice is known; masked tokens take no part.

    rest: the tokens after the chosen ones in their order; with all of them there, everything is ranked.
    """
    length, masked = len(instance.tokens), range(*(instance.mask or (0, 0)))
    ranking = [*tokens, *rest]
    outside = next((index for index in ranking if not 0 <= index < length), None)
    if outside is not None:
        message = f"Token {outside} does not exist: the item has {length}, counted from 0."
        raise BrokenScore("token_outside", message)
    if len(set(ranking)) < len(ranking):
        twice = next(index for index in ranking if ranking.count(index) > 1)
        raise BrokenScore("repeated_token", f"Token {twice} is named twice.")
    best = [index for index in tokens if index not in masked]
    if not best:
        raise BrokenScore("empty_rationale", "No token outside the mask is chosen.")
    if not ordered:
        members = set(best)
        return _saliency([float(index in members) for index in range(length)], Scale.SET, len(best))
    free = [index for index in ranking if index not in masked]
    whole = len(free) == length - len(masked)
    scores = [0.0] * length
    for place, index in enumerate(free if whole else best):
        scores[index] = float(length - place)
    return _saliency(scores, Scale.RANKS if whole else Scale.RATIONALE, len(best))


def _saliency(scores: Sequence[float], scale: Scale, chosen: int | None = None) -> Saliency:
    return Saliency(tuple(scores), None, None, None, (), scale=scale, chosen=chosen)
