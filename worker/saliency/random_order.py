"""Scores by chance: what any method has to beat."""

from collections.abc import Mapping, Sequence
from typing import Any

from worker.lm.loaded_model import LoadedModel, Reading
from worker.saliency.draws import check_seed, generator
from worker.saliency.scores import TokenScores

DEFAULTS: dict[str, Any] = {"seed": 0}


def score(model: LoadedModel, readings: Sequence[Reading], settings: Mapping[str, Any]) -> list[TokenScores]:
    """Give each token a number drawn uniformly from [0, 1).

    The draw depends on the seed and the item's text alone, so it is the same in every batch and run. For a
    mean over orderings, run several seeds.
    """
    return [TokenScores(_draw(reading, settings["seed"]), reading.predicted_pieces()) for reading in readings]


def check_settings(settings: Mapping[str, Any]) -> None:
    """Raise ValueError naming the setting that is wrong."""
    check_seed(settings)


def _draw(reading: Reading, seed: int) -> list[float]:
    scores: list[float] = generator(reading, seed).random(len(reading.encoding.instance.tokens)).tolist()
    return scores
