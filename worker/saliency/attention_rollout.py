"""Attention followed through all layers (Abnar and Zuidema 2020, attention rollout)."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from worker.lm.loaded_model import LoadedModel, Reading
from worker.saliency.scores import PieceScores

DEFAULTS: dict[str, Any] = {"heads": "mean", "residual": 0.5, "masks": "sum", "pieces": "sum"}


def score(model: LoadedModel, readings: Sequence[Reading], settings: Mapping[str, Any]) -> list[PieceScores]:
    """Score the pieces of each reading by how much of each mask's last state is attended back to them.

    Every layer's attention, its mean over heads A, is mixed with the residual connection to residual x I +
    (1 - residual) x A; their product, last layer first, has one row a mask, and these are summed. Each is a
    distribution over pieces, so the scores add up to the number of masks. Causal models and classifiers: the
    rows of attention. Raises ScoringError: attentions_missing.
    """
    scored = []
    for reading, layers in zip(
        readings, model.layer_attentions([reading.encoding for reading in readings]), strict=True
    ):
        matrices = [layer.double().cpu().numpy() for layer in layers]
        rolled = rollout(matrices, residual=float(settings["residual"]))
        rows = rolled[list(reading.encoding.looks)]
        scores = rows.sum(0) if reading.encoding.mask_positions else rows.mean(0)
        scored.append(PieceScores(scores.tolist(), reading.predicted_pieces()))
    return scored


def check_settings(settings: Mapping[str, Any]) -> None:
    """Raise ValueError naming the setting that is wrong."""
    for name in ("heads", "masks", "pieces"):
        if settings[name] != DEFAULTS[name]:
            raise ValueError(f"{name}: must be {DEFAULTS[name]}")
    share = settings["residual"]
    if isinstance(share, bool) or not isinstance(share, (int, float)) or not 0 <= share < 1:
        raise ValueError("residual: must be a number of at least 0 and below 1")


def rollout(layers: Sequence[npt.NDArray[np.float64]], *, residual: float) -> npt.NDArray[np.float64]:
    """Return the product of the layers' attentions, first layer given first: [pieces, pieces], rows sum to 1.

    layers: each [heads, pieces, pieces].
    """
    pieces = layers[0].shape[-1]
    rolled = np.eye(pieces)
    for layer in layers:
        rolled = (residual * np.eye(pieces) + (1 - residual) * layer.mean(0)) @ rolled
    return rolled
