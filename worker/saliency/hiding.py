"""What the model's answer loses when tokens are hidden."""

from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt
import torch

from worker.lm.loaded_model import LoadedModel, Reading


def open_tokens(reading: Reading) -> list[int]:
    """Return the tokens that can be hidden: all but the masked ones, which are hidden anyway."""
    instance = reading.encoding.instance
    masked = range(*instance.mask) if instance.mask is not None else range(0)
    return [token for token in range(len(instance.tokens)) if token not in masked]


def drops(
    model: LoadedModel, reading: Reading, target: Sequence[int], hidden: Sequence[Collection[int]]
) -> npt.NDArray[np.float64]:
    """Return F(input) - F(input with a set of tokens hidden), for each set.

    F is the summed probability of target over the rows, so values lie in [-rows, rows]; of a causal model the
    summed log probability. All pieces of a hidden token become mask pieces, or blank ones where the tokenizer
    has no mask; positions stay as they are. Raises ScoringError: tokenizer_without_pad.
    """
    encoding, cover = reading.encoding, model.hiding_piece()
    lost = np.zeros(len(hidden))
    step = max(1, model.budget // len(encoding.pieces) - 1)
    for start in range(0, len(hidden), step):
        # The whole input goes along: a drop is a small difference, which noise between batches would swamp.
        batch: list[Collection[int]] = [(), *hidden[start : start + step]]
        pieces = [
            [
                cover if any(token in covered for token in tokens) else piece
                for piece, tokens in zip(encoding.pieces, encoding.tokens_of, strict=True)
            ]
            for covered in batch
        ]
        with torch.inference_mode():
            inputs = model.embeddings([piece for row in pieces for piece in row])
            inputs = inputs.reshape(len(batch), len(encoding.pieces), -1)
            logits, _ = model.padded_logits(
                inputs, [len(row) for row in pieces], [encoding.rows] * len(batch)
            )
            chosen = torch.tensor(list(target) * len(batch), device=logits.device)
            logits = logits.double()
            shares = logits.log_softmax(-1) if model.output == "log_probability" else logits.softmax(-1)
            shares = shares.gather(1, chosen[:, None])
            values = shares.reshape(len(batch), -1).sum(-1).cpu().numpy()
        lost[start : start + step] = values[0] - values[1:]
    return lost
