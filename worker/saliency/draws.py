"""Chance that is each item's own: the same in every batch and every run."""

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from worker.lm.loaded_model import Reading


def generator(reading: Reading, seed: int) -> np.random.Generator:
    """Return a random generator that depends on the seed and the item's text alone."""
    text = int.from_bytes(hashlib.sha256(reading.encoding.instance.text.encode()).digest()[:8], "big")
    return np.random.default_rng([seed, text])


def check_seed(settings: Mapping[str, Any]) -> None:
    """Raise ValueError unless the setting seed is a whole number of at least 0."""
    seed = settings["seed"]
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise ValueError("seed: must be a whole number of at least 0")
