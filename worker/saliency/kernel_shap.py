"""Kernel SHAP: Shapley values of the tokens by weighted least squares (Lundberg and Lee 2017)."""

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from worker.lm.loaded_model import LoadedModel, Reading
from worker.saliency.draws import check_seed, generator
from worker.saliency.gradients import check_count
from worker.saliency.hiding import drops, open_tokens
from worker.saliency.scores import TokenScores

DEFAULTS: dict[str, Any] = {"samples": 512, "replacement": "mask", "seed": 0}


def score(model: LoadedModel, readings: Sequence[Reading], settings: Mapping[str, Any]) -> list[TokenScores]:
    """Score each token by its Shapley value: its mean share in the answer over all orders of appearance.

    F is as in hiding.drops, for the model's own answer; tokens that are not there are hidden
    by mask pieces. The scores add up to F(input) - F(all hidden), exactly. Where 2^tokens - 2 is at most
    samples every coalition counts and the values are exact; else the smallest and largest coalitions are
    taken whole while they fit, and the rest is drawn in complementary pairs, by seed and text alone. Masked
    tokens get 0.
    """
    return [_score_one(model, reading, settings) for reading in readings]


def check_settings(settings: Mapping[str, Any]) -> None:
    """Raise ValueError naming the setting that is wrong."""
    if settings["replacement"] != "mask":
        raise ValueError("replacement: must be mask")
    check_count(settings, "samples", least=2, most=1_000_000)
    check_seed(settings)


def coalitions(
    chance: np.random.Generator, tokens: int, samples: int
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return coalitions, [coalitions, tokens] of 0 and 1, neither empty nor full, and their weights.

    The weights of all coalitions of one size add up to the Shapley kernel's mass of that size, whether they
    are listed or drawn. tokens: at least 2.
    """
    rows: list[npt.NDArray[np.float64]] = []
    weights: list[float] = []
    sizes = list(range(1, tokens // 2 + 1))
    left = samples
    while sizes:
        size = sizes[0]
        both = 1 if 2 * size == tokens else 2  # a coalition of half the tokens is another's complement
        count = math.comb(tokens, size)
        if count * both > left:
            break
        for members in combinations(range(tokens), size):
            row = np.zeros(tokens)
            row[list(members)] = 1
            rows += [row, 1 - row][:both]
        weights += [_mass(tokens, size) / count] * (count * both)
        left -= count * both
        sizes.pop(0)
    if sizes and left >= 2:
        masses = np.array([_mass(tokens, size) * (1 if 2 * size == tokens else 2) for size in sizes])
        for size in chance.choice(sizes, left // 2, p=masses / masses.sum()):
            row = np.zeros(tokens)
            row[chance.choice(tokens, size, replace=False)] = 1
            rows += [row, 1 - row]
        weights += [float(masses.sum()) / (left // 2 * 2)] * (left // 2 * 2)
    return np.array(rows).reshape(-1, tokens), np.array(weights)


def shapley_values(
    rows: npt.NDArray[np.float64],
    values: npt.NDArray[np.float64],
    weights: npt.NDArray[np.float64],
    total: float,
) -> npt.NDArray[np.float64]:
    """Return the values that fit the coalitions' values best and add up to total.

    rows, weights: as coalitions returns them. values: what each coalition is worth above the empty one.
    """
    # The last value is what the others leave of the total, which makes the problem unconstrained.
    design = (rows[:, :-1] - rows[:, -1:]) * np.sqrt(weights)[:, None]
    wanted = (values - rows[:, -1] * total) * np.sqrt(weights)
    found, *_ = np.linalg.lstsq(design, wanted, rcond=None)
    return np.append(found, total - found.sum())


def _mass(tokens: int, size: int) -> float:
    """Return the Shapley kernel's weight of all coalitions of a size together."""
    return (tokens - 1) / (size * (tokens - size))


def _score_one(model: LoadedModel, reading: Reading, settings: Mapping[str, Any]) -> TokenScores:
    target, tokens = reading.predicted_pieces(), open_tokens(reading)
    scores = np.zeros(len(reading.encoding.instance.tokens))
    if len(tokens) == 1:
        scores[tokens] = drops(model, reading, target, [tokens])
    elif tokens:
        chance = generator(reading, settings["seed"])
        rows, weights = coalitions(chance, len(tokens), settings["samples"])
        hidden = [[tokens[place] for place in np.flatnonzero(row == 0)] for row in rows]
        lost = drops(model, reading, target, [tokens, *hidden])
        scores[tokens] = shapley_values(rows, lost[0] - lost[1:], weights, float(lost[0]))
    return TokenScores(scores.tolist(), target)
