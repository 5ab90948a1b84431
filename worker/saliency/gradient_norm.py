"""How steeply the model's answer changes with each piece: the length of the gradient."""

from collections.abc import Mapping, Sequence
from typing import Any

from worker.lm.loaded_model import LoadedModel, Reading
from worker.saliency.gradients import OUTPUTS, TARGETS, check_choices, input_gradients, target_pieces
from worker.saliency.scores import PieceScores

DEFAULTS: dict[str, Any] = {"target": "predicted", "output": "probability"}


def score(model: LoadedModel, readings: Sequence[Reading], settings: Mapping[str, Any]) -> list[PieceScores]:
    """Score each piece by the Euclidean length of dF/d its word embedding: never negative.

    F as in integrated_gradients; settings: target, output. Raises ScoringError: scores_not_finite.
    """
    targets = [target_pieces(reading, settings["target"]) for reading in readings]
    found = input_gradients(model, readings, targets, settings["output"])
    return [
        PieceScores(gradient.norm(dim=-1).tolist(), target)
        for (gradient, _), target in zip(found, targets, strict=True)
    ]


def check_settings(settings: Mapping[str, Any]) -> None:
    """Raise ValueError naming the setting that is wrong."""
    check_choices(settings, {"target": TARGETS, "output": OUTPUTS})
