"""Scores by chance: what any method has to beat."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from worker.lm.masked_lm import MaskedLm, Reading
from worker.saliency.scores import TokenScores

DEFAULTS: dict[str, Any] = {"seed": 0}


def score(model: MaskedLm, readings: Sequence[Reading], settings: Mapping[str, Any]) -> list[TokenScores]:
    """Give each token a number drawn uniformly from [0, 1).

    The draw depends on the seed and the item's text alone, so it is the same in every batch and run. For a
    mean over orderings, run several seeds.
    """
    return [TokenScores(_draw(reading, settings["seed"]), reading.predicted_pieces()) for reading in readings]


def check_settings(settings: Mapping[str, Any]) -> None:
    """Raise ValueError naming the setting that is wrong."""
    seed = settings["seed"]
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise ValueError("seed: must be a whole number of at least 0")


def _draw(reading: Reading, seed: int) -> list[float]:
    instance = reading.encoding.instance
    text = int.from_bytes(hashlib.sha256(instance.text.encode()).digest()[:8], "big")
    scores: list[float] = np.random.default_rng([seed, text]).random(len(instance.tokens)).tolist()
    return scores
