"""How far half precision moves predictions and saliency from single precision, measured on some items."""

import dataclasses
import math
from collections.abc import Sequence

import numpy as np

from worker import scoring
from worker.lm.loading import forget_models
from worker.types import Deviation, Instance, InstanceScore, MethodRef, ModelRef, Saliency

TOP_SHARE = 0.3  # of the tokens, for the agreement of the most important ones


def measure(
    instances: Sequence[Instance], *, model: ModelRef, methods: Sequence[MethodRef]
) -> list[Deviation]:
    """Score the instances by each method in single precision and in the model's own, and compare.

    The two are never in memory together. A model that does not load shows as items that cannot be scored.
    """
    single = dataclasses.replace(model, dtype="float32")
    scored = []
    for ref in (single, model):
        forget_models()
        scored.append([scoring.score_batch(instances, model=ref, method=method) for method in methods])
    return [compare(plain, ours) for plain, ours in zip(*scored, strict=True)]


def compare(plain: Sequence[InstanceScore], ours: Sequence[InstanceScore]) -> Deviation:
    """Compare the scores of the same instances in the same order."""
    same, apart, shared, correlations = [], [], [], []
    for one, other in zip(plain, ours, strict=True):
        if one.prediction is None or other.prediction is None or not one.saliency or not other.saliency:
            continue
        first, second = one.prediction, other.prediction
        same.append(first.candidates[0].pieces == second.candidates[0].pieces)
        apart.append(abs((first.answer_probability or 0.0) - (second.answer_probability or 0.0)))
        shared.append(_shared(one.saliency, other.saliency))
        pair = np.array([one.saliency.scores, other.saliency.scores])
        if (pair.max(axis=1) > pair.min(axis=1)).all():
            correlations.append(float(np.corrcoef(pair)[0, 1]))
    return Deviation(
        items=len(same),
        same_top1=sum(same) / len(same) if same else None,
        probability=max(apart, default=None),
        top_tokens=sum(shared) / len(shared) if shared else None,
        correlation=min(correlations, default=None),
    )


def _shared(one: Saliency, other: Saliency) -> float:
    size = max(1, math.ceil(TOP_SHARE * len(one.scores)))
    first, second = (set(np.argsort(-np.array(each.scores), kind="stable")[:size]) for each in (one, other))
    return len(first & second) / size
