"""The gradient times the input: what each piece adds to the answer, to first order."""

from collections.abc import Mapping, Sequence
from typing import Any

from worker.lm.loaded_model import LoadedModel, Reading
from worker.saliency.gradients import OUTPUTS, TARGETS, check_choices, input_gradients, target_pieces
from worker.saliency.scores import PieceScores

DEFAULTS: dict[str, Any] = {"target": "predicted", "output": "probability"}


def score(model: LoadedModel, readings: Sequence[Reading], settings: Mapping[str, Any]) -> list[PieceScores]:
    """Score each piece by the inner product of its word embedding and dF/d that embedding, signed.

    F as in integrated_gradients; settings: target, output. Raises ScoringError: scores_not_finite.
    """
    targets = [target_pieces(reading, settings["target"]) for reading in readings]
    found = input_gradients(model, readings, targets, settings["output"])
    return [
        PieceScores((gradient * rows).sum(-1).tolist(), target)
        for (gradient, rows), target in zip(found, targets, strict=True)
    ]


def check_settings(settings: Mapping[str, Any]) -> None:
    """Raise ValueError naming the setting that is wrong."""
    check_choices(settings, {"target": TARGETS, "output": OUTPUTS})
