"""How far half precision moves predictions and saliency from single precision, measured on some items."""

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from worker import scoring
from worker.lm.loading import forget_models
from worker.types import Instance, InstanceScore, MethodRef, ModelRef, Saliency

TOP_SHARE = 0.3  # of the tokens, for the agreement of the most important ones


@dataclass(frozen=True)
class Deviation:
    """Two precisions compared. items: how many both could score; the rest is None where that is 0.

    same_top1: share of items with the same best candidate. probability: largest difference of the golden
    answer's probability. top_tokens: mean share that the most important tokens (3 in 10) have in common.
    correlation: smallest Pearson correlation of the scores, None where all are constant.
    """

    items: int
    same_top1: float | None
    probability: float | None
    top_tokens: float | None
    correlation: float | None

    def sentence(self) -> str:
        """Return the comparison in words."""
        if self.same_top1 is None or self.probability is None or self.top_tokens is None:
            return "no item could be scored in both precisions"
        correlation = "none" if self.correlation is None else f"{self.correlation:.5f} at least"
        return (
            f"{self.items} items: same best answer {self.same_top1:.0%}, golden answer's probability within "
            f"{self.probability:.1e}, most important tokens shared {self.top_tokens:.0%}, "
            f"correlation of scores {correlation}"
        )


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
        apart.append(abs(first.answer_probability - second.answer_probability))
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
