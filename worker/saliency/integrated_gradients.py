"""Integrated gradients of the model's own answer, from a blank input to the real one (first paper, IG)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import torch

from worker.lm.loaded_model import LoadedModel, Reading
from worker.saliency.gradients import OUTPUTS, TARGETS, check_choices, check_count
from worker.saliency.paths import blank_path, end_values, finished, slopes
from worker.saliency.quadrature import RULES, quadrature
from worker.saliency.scores import PieceScores

DEFAULTS: dict[str, Any] = {
    "rule": "gauss_legendre",
    "steps": 100,
    "target": "predicted",
    "output": "probability",
    "baseline": "pad",
}

Target = Callable[[torch.Tensor], torch.Tensor]


def score(model: LoadedModel, readings: Sequence[Reading], settings: Mapping[str, Any]) -> list[PieceScores]:
    """Score the pieces of each reading by integrated gradients at the word embeddings.

    F is the summed probability of the model's own answer over the masks; of a causal model, the log
    probability of the filled span and what follows it; of a classifier, the probability of its class. The
    baseline keeps the special
    pieces and has padding everywhere else, the masks included; it is attended to like the input and has its
    positions. A piece's score is the sum over the dimensions, signed; special pieces get exactly 0. settings:
    rule, steps, target (predicted or golden), output (probability, logit or log_probability). Raises
    ScoringError: tokenizer_without_pad, scores_not_finite.
    """
    rule = quadrature(settings["rule"], settings["steps"])
    points, weights = [point for point, _ in rule], np.array([weight for _, weight in rule])
    paths = [blank_path(model, reading, settings["target"]) for reading in readings]
    walked = slopes(model, [(path, points) for path in paths], settings["output"])
    ends = end_values(model, paths, settings["output"])
    return [
        finished(path, weights @ found.by_piece, reached, len(points))
        for path, found, reached in zip(paths, walked, ends, strict=True)
    ]


def check_settings(settings: Mapping[str, Any]) -> None:
    """Raise ValueError naming the setting that is wrong."""
    check_choices(settings, {"rule": RULES, "target": TARGETS, "output": OUTPUTS, "baseline": ("pad",)})
    check_count(settings, "steps", least=1, most=10_000)


def integrate(
    target: Target, start: torch.Tensor, end: torch.Tensor, *, rule: str, steps: int
) -> torch.Tensor:
    """Return the integrated gradients of a scalar function along the straight line from start to end.

    target maps a tensor of the inputs' shape to a scalar. Returns (end - start) times the integral of its
    gradient, in the same shape. For plain functions; score does the same for whole batches.
    """
    total = torch.zeros_like(end)
    for alpha, weight in quadrature(rule, steps):
        point = (start + alpha * (end - start)).requires_grad_()
        (gradient,) = torch.autograd.grad(target(point), point)
        total += weight * gradient
    return (end - start) * total
