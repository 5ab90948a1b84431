"""LIME: a linear model of the answer around the input, fitted to inputs with words removed (Ribeiro 2016)."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from worker.lm.loaded_model import LoadedModel, Reading
from worker.saliency.draws import check_seed, generator
from worker.saliency.gradients import check_count, check_number
from worker.saliency.hiding import drops, open_tokens
from worker.saliency.scores import TokenScores

DEFAULTS: dict[str, Any] = {"samples": 512, "width": 0.25, "ridge": 1.0, "replacement": "mask", "seed": 0}


def score(model: LoadedModel, readings: Sequence[Reading], settings: Mapping[str, Any]) -> list[TokenScores]:
    """Score each token by its coefficient in a weighted ridge regression of F on which tokens are there.

    F is as in hiding.drops, for the model's own answer. Of samples inputs the first is the
    input itself; the others have 1 to all of their tokens hidden by mask pieces, a number drawn uniformly, at
    places drawn uniformly. An input's weight is exp(-d^2 / (2 width^2)), d being 1 - the cosine of its vector
    of kept tokens and the full one. The intercept is not penalised. Masked tokens get 0. The draw depends on
    seed and text alone.
    """
    return [_score_one(model, reading, settings) for reading in readings]


def check_settings(settings: Mapping[str, Any]) -> None:
    """Raise ValueError naming the setting that is wrong."""
    if settings["replacement"] != "mask":
        raise ValueError("replacement: must be mask")
    check_count(settings, "samples", least=2, most=100_000)
    check_number(settings, "width", above=0, most=100)
    check_number(settings, "ridge", above=0, most=1e6)
    check_seed(settings)


def ridge_coefficients(
    features: npt.NDArray[np.float64],
    values: npt.NDArray[np.float64],
    weights: npt.NDArray[np.float64],
    penalty: float,
) -> npt.NDArray[np.float64]:
    """Return the coefficients b that minimise sum of weights x (values - a - features b)^2 + penalty x |b|^2.

    features: [samples, columns]; values, weights: [samples], weights positive.
    """
    centred = features - np.average(features, axis=0, weights=weights)
    weighted = centred * weights[:, None]
    gram = centred.T @ weighted + penalty * np.eye(features.shape[1])
    wanted = weighted.T @ (values - np.average(values, weights=weights))
    return np.asarray(np.linalg.solve(gram, wanted), dtype=np.float64)


def neighbours(chance: np.random.Generator, tokens: int, samples: int) -> npt.NDArray[np.float64]:
    """Return which tokens each sample keeps, [samples, tokens] of 0 and 1; the first keeps all."""
    kept = np.ones((samples, tokens))
    for row in kept[1:]:
        row[chance.choice(tokens, chance.integers(1, tokens + 1), replace=False)] = 0
    return kept


def closeness(kept: npt.NDArray[np.float64], width: float) -> npt.NDArray[np.float64]:
    """Return the weight of each sample, 1 for one that keeps all tokens."""
    cosine = np.sqrt(kept.mean(axis=1))  # of a vector of 0 and 1 and the one of all 1
    return np.asarray(np.exp(-((1 - cosine) ** 2) / (2 * width**2)), dtype=np.float64)


def _score_one(model: LoadedModel, reading: Reading, settings: Mapping[str, Any]) -> TokenScores:
    target, tokens = reading.predicted_pieces(), open_tokens(reading)
    scores = np.zeros(len(reading.encoding.instance.tokens))
    if tokens:
        kept = neighbours(generator(reading, settings["seed"]), len(tokens), settings["samples"])
        hidden = [[tokens[place] for place in np.flatnonzero(row == 0)] for row in kept]
        values = -drops(model, reading, target, hidden)
        weights = closeness(kept, settings["width"])
        scores[tokens] = ridge_coefficients(kept, values, weights, settings["ridge"])
    return TokenScores(scores.tolist(), target)
