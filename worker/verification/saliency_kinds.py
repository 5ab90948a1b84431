"""The case kinds of saliency, on models that a case brings along."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch

from worker.lm.pieces import piece_tokens, token_scores
from worker.metrics import accuracy
from worker.saliency.attention import attention_scores
from worker.saliency.integrated_gradients import integrate
from worker.verification import toy_models

Inputs = Mapping[str, Any]
Values = dict[str, Any]

_EXACT_STEPS = 400  # far past convergence for models this small


def subword_to_word(inputs: Inputs) -> Values:
    """Piece scores summed over each word."""
    text, words, spans, reached = inputs["text"], inputs["words"], [], 0
    for word in words:
        start = text.index(word, reached)
        reached = start + len(word)
        spans.append((start, reached))
    offsets = [(start, end) for start, end in inputs["subword_offsets"]]
    tokens_of = piece_tokens(text, offsets, spans)
    return {"word_scores": token_scores(inputs["scores"], tokens_of, len(words))}


def att_scores(inputs: Inputs) -> Values:
    """Attention from the masks, by piece and by word."""
    attention = np.asarray(inputs["attention"], dtype=np.float64)
    rows = attention[:, inputs["mask_positions"], :].transpose(1, 0, 2)
    scores = attention_scores(rows).tolist()
    words = [sum(scores[piece] for piece in pieces) for pieces in inputs["word_pieces"]]
    return {"piece_scores": scores, "word_scores": words}


def integrated_gradients(inputs: Inputs) -> Values:
    """Integrated gradients of a plain function, with the completeness error."""
    target = toy_models.scalar_function(inputs["model"], inputs["target"])
    start, end = toy_models.tensor(inputs["baseline"]), toy_models.tensor(inputs["x"])
    scores = integrate(target, start, end, rule=inputs["rule"], steps=inputs["n_steps"])
    total, reached, left = float(scores.sum()), float(target(end)), float(target(start))
    return {
        "attributions": scores.tolist(),
        "sum": total,
        "f_x": reached,
        "f_baseline": left,
        "completeness_error": reached - left - total,
        "exact_integral": integrate(target, start, end, rule="gauss_legendre", steps=_EXACT_STEPS).tolist(),
    }


def integrated_gradients_tokens(inputs: Inputs) -> Values:
    """Integrated gradients at the embeddings of the toy token model, summed over dimensions."""
    model = toy_models.ToyTokenModel(inputs["model"])
    positions, targets = inputs["mask_positions"], inputs["target_ids"]

    def target(embedded: torch.Tensor) -> torch.Tensor:
        values = toy_models.choose_output(model.forward(embedded)[0], inputs["output"])
        return values[positions, targets].sum()

    start, end = model.embed(inputs["baseline_ids"]), model.embed(inputs["ids"])
    scores = integrate(target, start, end, rule=inputs["rule"], steps=inputs["n_steps"]).sum(-1)
    return {
        "token_scores": scores.tolist(),
        "f_x": float(target(end)),
        "f_baseline": float(target(start)),
        "exact_integral": integrate(target, start, end, rule="gauss_legendre", steps=_EXACT_STEPS)
        .sum(-1)
        .tolist(),
    }


def toy_forward(inputs: Inputs) -> Values:
    """One forward pass of the toy token model, read at the mask."""
    model = toy_models.ToyTokenModel(inputs["model"])
    logits, attention = model.forward(model.embed(inputs["ids"]))
    row = logits[inputs["mask_position"]]
    return {
        "logits": row.tolist(),
        "attention_row": attention[inputs["mask_position"]].tolist(),
        "top3": [piece for piece, _ in accuracy.top_pieces(row.numpy(), 3)],
    }


KINDS = {
    "subword_to_word": subword_to_word,
    "att_scores": att_scores,
    "integrated_gradients": integrated_gradients,
    "integrated_gradients_tokens": integrated_gradients_tokens,
    "toy_forward": toy_forward,
}
