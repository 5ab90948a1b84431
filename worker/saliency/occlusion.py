"""Leaving out one token at a time: how much the model's own answer loses without it."""

from collections.abc import Mapping, Sequence
from typing import Any

from worker.lm.loaded_model import LoadedModel, Reading
from worker.saliency.hiding import drops, open_tokens
from worker.saliency.scores import TokenScores

DEFAULTS: dict[str, Any] = {"replacement": "mask"}


def score(model: LoadedModel, readings: Sequence[Reading], settings: Mapping[str, Any]) -> list[TokenScores]:
    """Score each token by F(input) - F(input with the token's pieces hidden by mask pieces).

    F is as in hiding.drops, for the model's own answer. Positions stay as they are.
    Returns values in [-masks, masks], larger for tokens that matter more; masked tokens, which are hidden
    anyway, get 0.
    """
    return [_score_one(model, reading) for reading in readings]


def check_settings(settings: Mapping[str, Any]) -> None:
    """Raise ValueError naming the setting that is wrong."""
    if settings["replacement"] != "mask":
        raise ValueError("replacement: must be mask")


def _score_one(model: LoadedModel, reading: Reading) -> TokenScores:
    target, tokens = reading.predicted_pieces(), open_tokens(reading)
    scores = [0.0] * len(reading.encoding.instance.tokens)
    lost = drops(model, reading, target, [(token,) for token in tokens])
    for token, drop in zip(tokens, lost.tolist(), strict=True):
        scores[token] = drop
    return TokenScores(scores, target)
