"""Leaving out one token at a time: how much the model's own answer loses without it."""

from collections.abc import Mapping, Sequence
from typing import Any

import torch

from worker.lm.masked_lm import MaskedLm, Reading
from worker.saliency.scores import TokenScores

DEFAULTS: dict[str, Any] = {"replacement": "mask"}


def score(model: MaskedLm, readings: Sequence[Reading], settings: Mapping[str, Any]) -> list[TokenScores]:
    """Score each token by F(input) - F(input with the token's pieces hidden by mask pieces).

    F is the summed probability of the model's own answer over the answer's masks. Positions stay as they are.
    Returns values in [-masks, masks], larger for tokens that matter more; masked tokens, which are hidden
    anyway, get 0.
    """
    return [_score_one(model, reading) for reading in readings]


def check_settings(settings: Mapping[str, Any]) -> None:
    """Raise ValueError naming the setting that is wrong."""
    if settings["replacement"] != "mask":
        raise ValueError("replacement: must be mask")


def _score_one(model: MaskedLm, reading: Reading) -> TokenScores:
    encoding, target = reading.encoding, reading.predicted_pieces()
    masked = range(*encoding.instance.mask) if encoding.instance.mask is not None else range(0)
    open_tokens = [token for token in range(len(encoding.instance.tokens)) if token not in masked]
    scores = [0.0] * len(encoding.instance.tokens)
    step = max(1, model.budget // len(encoding.pieces) - 1)
    for start in range(0, len(open_tokens), step):
        hidden = open_tokens[start : start + step]
        # The whole input goes along: the drop is a small difference, which noise between batches would swamp.
        full, *values = _answer_probability(model, reading, [None, *hidden], target)
        for token, value in zip(hidden, values, strict=True):
            scores[token] = full - value
    return TokenScores(scores, target)


def _answer_probability(
    model: MaskedLm, reading: Reading, hidden: Sequence[int | None], target: Sequence[int]
) -> list[float]:
    """Return F for each token hidden by itself, None for hiding none."""
    encoding = reading.encoding
    with torch.inference_mode():
        inputs = [
            model.embeddings(
                [
                    model.tokenizer.mask_token_id if token in covered else piece
                    for piece, covered in zip(encoding.pieces, encoding.tokens_of, strict=True)
                ]
            )
            for token in hidden
        ]
        logits, _ = model.mask_logits(inputs, [encoding.mask_positions] * len(hidden))
        pieces = torch.tensor(list(target) * len(hidden), device=logits.device)
        chosen = logits.double().softmax(-1).gather(1, pieces[:, None])
        values: list[float] = chosen.reshape(len(hidden), -1).sum(-1).tolist()
    return values
