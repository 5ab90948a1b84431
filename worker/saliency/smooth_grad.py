"""SmoothGrad: the gradient averaged over noisy copies of the input (Smilkov and others 2017)."""

from collections.abc import Mapping, Sequence
from typing import Any

import torch

from worker.lm.loaded_model import LoadedModel, Reading
from worker.saliency.draws import check_seed, generator
from worker.saliency.gradients import (
    OUTPUTS,
    TARGETS,
    answer_gradients,
    check_choices,
    check_count,
    check_number,
    finite,
    single,
    target_pieces,
)
from worker.saliency.scores import PieceScores

READ_AS = ("norm", "input_x_gradient")
DEFAULTS: dict[str, Any] = {
    "samples": 50,
    "noise": 0.1,
    "read_as": "norm",
    "seed": 0,
    "target": "predicted",
    "output": "probability",
}


def score(model: LoadedModel, readings: Sequence[Reading], settings: Mapping[str, Any]) -> list[PieceScores]:
    """Score each piece by its mean gradient over samples inputs with normal noise on the word embeddings.

    The noise's standard deviation is noise times the span between the input's smallest and largest embedding
    value; it depends on seed and text alone. read_as: norm, the mean gradient's length, or input_x_gradient,
    its inner product with the input's embedding without noise. F as in integrated_gradients; settings:
    target, output. Raises ScoringError: scores_not_finite.
    """
    return [_score_one(model, reading, settings) for reading in readings]


def check_settings(settings: Mapping[str, Any]) -> None:
    """Raise ValueError naming the setting that is wrong."""
    check_choices(settings, {"target": TARGETS, "output": OUTPUTS, "read_as": READ_AS})
    check_count(settings, "samples", least=1, most=10_000)
    check_number(settings, "noise", above=0, most=10)
    check_seed(settings)


def _score_one(model: LoadedModel, reading: Reading, settings: Mapping[str, Any]) -> PieceScores:
    target, samples = target_pieces(reading, settings["target"]), settings["samples"]
    rows = single(model.embeddings(reading.encoding.pieces))
    deviation = settings["noise"] * float(rows.max() - rows.min())
    chance = generator(reading, settings["seed"])
    total = torch.zeros_like(rows, dtype=torch.float64)
    step = max(1, model.budget // len(rows))
    for start in range(0, samples, step):
        size = min(step, samples - start)
        noise = torch.from_numpy(chance.normal(0, deviation, (size, *rows.shape))).to(rows)
        batch = [reading] * size
        gradients, _ = answer_gradients(model, rows + noise, batch, [target] * size, settings["output"])
        total += gradients.double().sum(0)
    mean = finite(total / samples)
    scores = mean.norm(dim=-1) if settings["read_as"] == "norm" else (mean * rows.double()).sum(-1)
    return PieceScores(scores.tolist(), target)
