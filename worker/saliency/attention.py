"""Attention as saliency: how much the mask looks at each piece in the last layer (first paper, ATT)."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from worker.lm.errors import ScoringError
from worker.lm.loaded_model import LoadedModel, Reading
from worker.saliency.scores import PieceScores

DEFAULTS: dict[str, Any] = {"layer": "last", "heads": "mean", "masks": "sum", "pieces": "sum"}


def score(model: LoadedModel, readings: Sequence[Reading], settings: Mapping[str, Any]) -> list[PieceScores]:
    """Score the pieces of each reading by the last layer's softmax attention from the masks to them.

    Returns scores of one distribution a mask: they add up to the number of masks, special pieces included. A
    causal model looks from the places before the answer's pieces, where it reads them; a classifier from the
    piece that its classes are read from, or on average from all. Raises ScoringError: attentions_missing.
    """
    scored = []
    for reading in readings:
        if reading.attention is None:
            raise ScoringError("attentions_missing", "The model does not give its attention weights.")
        scores = attention_scores(reading.attention)
        scored.append(PieceScores(scores.tolist(), reading.predicted_pieces()))
    return scored


def check_settings(settings: Mapping[str, Any]) -> None:
    """Raise ValueError naming the setting that is wrong; each has one value, stored to say what was done."""
    for name, value in DEFAULTS.items():
        if settings[name] != value:
            raise ValueError(f"{name}: must be {value}")


def attention_scores(attention: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return one score a piece: the mean over heads, summed over masks.

    attention: [masks, heads, pieces], each row a distribution over pieces. Nothing is renormalised.
    """
    scores: npt.NDArray[np.float64] = attention.mean(axis=1).sum(axis=0)
    return scores
