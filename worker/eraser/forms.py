"""ERASER's records as values: an annotation of its data, a result of somebody's model, and how to read them.

Unknown fields are left alone. What is wrong is a ValueError that names the field.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

Distribution = dict[str, float]


@dataclass(frozen=True)
class Evidence:
    """A stretch of a document that supports the label: tokens, and sentences or -1; ends exclusive."""

    document: str
    tokens: tuple[int, int]
    sentences: tuple[int, int]


@dataclass(frozen=True)
class Annotation:
    """A labelled instance. The evidence groups are pooled, as ERASER's scorer does."""

    id: str
    label: str
    evidences: tuple[Evidence, ...]


@dataclass(frozen=True)
class PredictedRationale:
    """What a model takes for the rationale in one document: spans, or a score for each token or sentence."""

    document: str
    spans: tuple[tuple[int, int], ...]
    token_scores: tuple[float, ...] | None
    sentence_scores: tuple[float, ...] | None


@dataclass(frozen=True)
class Reduced:
    """The distributions without the rationale (comprehensiveness) and with it alone (sufficiency)."""

    comprehensiveness: Distribution | None
    sufficiency: Distribution | None


@dataclass(frozen=True)
class Result:
    """A model's answer to one instance. thresholds: reduced inputs by the share of tokens taken."""

    id: str
    rationales: tuple[PredictedRationale, ...]
    label: str | None
    scores: Distribution | None
    reduced: Reduced
    thresholds: dict[float, Reduced] | None


def read_annotation(record: object) -> Annotation:
    """Read a line of train, val or test. Labels and ids may be numbers; they are compared as text."""
    fields = _object(record, "the line")
    evidences = [
        Evidence(
            document=str(_present(each, "docid")),
            tokens=_range(each, "start_token", "end_token"),
            sentences=(int(each.get("start_sentence", -1)), int(each.get("end_sentence", -1))),
        )
        for group in _list(_present(fields, "evidences"), "evidences")
        for each in (_object(member, "evidences") for member in _list(group, "evidences"))
    ]
    label = str(_present(fields, "classification"))
    return Annotation(str(_present(fields, "annotation_id")), label, tuple(evidences))


def read_result(record: object) -> Result:
    """Read a line of a results file."""
    fields = _object(record, "the line")
    rationales = [_rationale(each) for each in _list(fields.get("rationales") or [], "rationales")]
    label = fields.get("classification")
    if label is not None and not isinstance(label, str):
        raise ValueError("classification: must be text")
    scores = _distribution(fields, "classification_scores")
    if (label is None) != (scores is None):
        raise ValueError("classification: comes with classification_scores, or neither does")
    reduced = _reduced(fields)
    if label is None and (reduced.comprehensiveness is not None or reduced.sufficiency is not None):
        raise ValueError("classification: is missing beside scores of reduced inputs")
    result = Result(
        id=str(_present(fields, "annotation_id")),
        rationales=tuple(rationales),
        label=label,
        scores=scores,
        reduced=reduced,
        thresholds=_thresholds(fields, reduced),
    )
    _check_classes(result)
    return result


def _rationale(record: object) -> PredictedRationale:
    fields = _object(record, "rationales")
    spans = [
        _range(_object(each, "hard_rationale_predictions"), "start_token", "end_token")
        for each in _list(fields.get("hard_rationale_predictions") or [], "hard_rationale_predictions")
    ]
    distinct = sorted(set(spans))
    for (_, end), (start, _) in pairwise(distinct):
        if start < end:
            raise ValueError(f"hard_rationale_predictions: two spans overlap at token {start}")
    return PredictedRationale(
        str(_present(fields, "docid")),
        tuple(spans),
        _numbers(fields, "soft_rationale_predictions"),
        _numbers(fields, "soft_sentence_predictions"),
    )


def _thresholds(fields: Mapping[str, Any], reduced: Reduced) -> dict[float, Reduced] | None:
    if fields.get("thresholded_scores") is None:
        return None
    if reduced.comprehensiveness is None or reduced.sufficiency is None:
        raise ValueError("thresholded_scores: come with the scores of both reduced inputs")
    found: dict[float, Reduced] = {}
    for each in _list(fields["thresholded_scores"], "thresholded_scores"):
        member = _object(each, "thresholded_scores")
        sides = _reduced(member)
        if sides.comprehensiveness is None or sides.sufficiency is None:
            raise ValueError("thresholded_scores: a threshold lacks one of its two distributions")
        found[_number(_present(member, "threshold"), "threshold")] = sides
    return found


def _reduced(fields: Mapping[str, Any]) -> Reduced:
    sides = ("comprehensiveness", "sufficiency")
    return Reduced(*(_distribution(fields, f"{side}_classification_scores") for side in sides))


def _check_classes(result: Result) -> None:
    """The predicted class has a score, and reduced inputs have the classes of the full one."""
    if result.label is None or result.scores is None:
        return
    if result.label not in result.scores:
        raise ValueError(f"classification_scores: have no score for {result.label}")
    every = [result.reduced, *(result.thresholds or {}).values()]
    for side in every:
        for distribution in (side.comprehensiveness, side.sufficiency):
            if distribution is not None and distribution.keys() != result.scores.keys():
                raise ValueError("classification_scores: the reduced input has other classes")


def _distribution(fields: Mapping[str, Any], name: str) -> Distribution | None:
    if fields.get(name) is None:
        return None
    return {str(key): _number(value, name) for key, value in _object(fields[name], name).items()}


def _numbers(fields: Mapping[str, Any], name: str) -> tuple[float, ...] | None:
    if fields.get(name) is None:
        return None
    return tuple(_number(value, name) for value in _list(fields[name], name))


def _range(fields: Mapping[str, Any], first: str, last: str) -> tuple[int, int]:
    start, end = _present(fields, first), _present(fields, last)
    if type(start) is not int or type(end) is not int or not 0 <= start <= end:
        raise ValueError(f"{first}: must be a whole number not above {last}")
    return start, end


def _number(value: object, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise ValueError(f"{name}: must hold finite numbers")
    return float(value)


def _present(fields: Mapping[str, Any], name: str) -> Any:
    if fields.get(name) is None:
        raise ValueError(f"{name}: is missing")
    return fields[name]


def _object(value: object, name: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{name}: must be an object")
    return value


def _list(value: object, name: str) -> Sequence[Any]:
    if not isinstance(value, list):
        raise ValueError(f"{name}: must be a list")
    return value
