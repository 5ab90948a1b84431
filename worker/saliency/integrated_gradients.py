"""Integrated gradients of the model's own answer, from a blank input to the real one (first paper, IG)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from worker.lm.errors import ScoringError
from worker.lm.masked_lm import MaskedLm, Reading
from worker.saliency.quadrature import RULES, quadrature
from worker.saliency.scores import PieceScores

TARGETS = ("predicted", "golden")
OUTPUTS = ("probability", "logit", "log_probability")
DEFAULTS: dict[str, Any] = {
    "rule": "gauss_legendre",
    "steps": 100,
    "target": "predicted",
    "output": "probability",
    "baseline": "pad",
}
_SMALLEST_DIFFERENCE = 1e-6  # floor of the relative gap, where F(x) and F(baseline) all but agree

Target = Callable[[torch.Tensor], torch.Tensor]


@dataclass
class _Path:
    """One input on its way from baseline to itself: [pieces, dimensions] each, and what is explained."""

    reading: Reading
    target: list[int]
    start: torch.Tensor
    change: torch.Tensor
    gradient: torch.Tensor


def score(model: MaskedLm, readings: Sequence[Reading], settings: Mapping[str, Any]) -> list[PieceScores]:
    """Score the pieces of each reading by integrated gradients at the word embeddings.

    F is the summed probability of the model's own answer over the masks. The baseline keeps the special
    pieces and has padding everywhere else, the masks included; it is attended to like the input and has its
    positions. A piece's score is the sum over the dimensions, signed; special pieces get exactly 0. settings:
    rule, steps, target (predicted or golden), output (probability, logit or log_probability). Raises
    ScoringError: tokenizer_without_pad, scores_not_finite; ValueError naming a setting it does not know.
    """
    points = quadrature(settings["rule"], settings["steps"])
    paths = [_path(model, reading, settings["target"]) for reading in readings]
    for batch in _batches([(path, point) for path in paths for point in points], model.budget):
        _add_gradients(model, batch, settings["output"])
    return [_finish(model, path, settings["output"]) for path in paths]


def check_settings(settings: Mapping[str, Any]) -> None:
    """Raise ValueError naming the setting that is wrong."""
    choices = {"rule": RULES, "target": TARGETS, "output": OUTPUTS, "baseline": ("pad",)}
    for name, allowed in choices.items():
        if settings[name] not in allowed:
            raise ValueError(f"{name}: must be one of {', '.join(allowed)}")
    steps = settings["steps"]
    if isinstance(steps, bool) or not isinstance(steps, int) or not 1 <= steps <= 10_000:
        raise ValueError("steps: must be a whole number from 1 to 10000")


def integrate(
    target: Target, start: torch.Tensor, end: torch.Tensor, *, rule: str, steps: int
) -> torch.Tensor:
    """Return the integrated gradients of a scalar function along the straight line from start to end.

    target maps a tensor of the inputs' shape to a scalar. Returns (end - start) times the integral of its
    gradient, in the same shape. For plain functions; score does the same for whole batches.
    """
    total = torch.zeros_like(end)
    for alpha, weight in quadrature(rule, steps):
        point = (start + alpha * (end - start)).requires_grad_()
        (gradient,) = torch.autograd.grad(target(point), point)
        total += weight * gradient
    return (end - start) * total


def _path(model: MaskedLm, reading: Reading, target: str) -> _Path:
    encoding, pad = reading.encoding, model.tokenizer.pad_token_id
    if pad is None:
        message = "The tokenizer has no padding token for the blank input; name one in its configuration."
        raise ScoringError("tokenizer_without_pad", message)
    masked = set(encoding.mask_positions)
    baseline = [
        piece if special and position not in masked else pad
        for position, (piece, special) in enumerate(zip(encoding.pieces, encoding.special, strict=True))
    ]
    start, end = model.embeddings(baseline), model.embeddings(encoding.pieces)
    pieces = list(encoding.answer_pieces) if target == "golden" else reading.predicted_pieces()
    return _Path(reading, pieces, start, end - start, torch.zeros_like(start, dtype=torch.float64))


_Step = tuple[_Path, tuple[float, float]]


def _batches(steps: Sequence[_Step], budget: int) -> list[list[_Step]]:
    batches: list[list[_Step]] = []
    longest = 0
    for step in sorted(steps, key=lambda step: len(step[0].start)):
        longest = max(longest, len(step[0].start))
        if not batches or (len(batches[-1]) + 1) * longest > budget:
            batches.append([])
        batches[-1].append(step)
    return batches


def _add_gradients(model: MaskedLm, batch: Sequence[_Step], output: str) -> None:
    inputs = [(path.start + alpha * path.change).requires_grad_() for path, (alpha, _) in batch]
    values = _outputs(model, inputs, [path for path, _ in batch], output)
    # Rows of a batch do not see each other, so the gradient of the sum holds each row's own.
    gradients = torch.autograd.grad(values.sum(), inputs)
    for (path, (_, weight)), gradient in zip(batch, gradients, strict=True):
        path.gradient += weight * gradient.double()


def _outputs(
    model: MaskedLm, inputs: Sequence[torch.Tensor], paths: Sequence[_Path], output: str
) -> torch.Tensor:
    """Return F of each mask of each input, in order."""
    logits, _ = model.mask_logits(inputs, [path.reading.encoding.mask_positions for path in paths])
    if output == "probability":
        logits = logits.softmax(-1)
    elif output == "log_probability":
        logits = logits.log_softmax(-1)
    pieces = torch.tensor([piece for path in paths for piece in path.target], device=logits.device)
    return logits.gather(1, pieces[:, None])[:, 0]


def _finish(model: MaskedLm, path: _Path, output: str) -> PieceScores:
    scores = (path.gradient * path.change.double()).sum(-1)
    if not bool(torch.isfinite(scores).all()):
        raise ScoringError("scores_not_finite", "Integrated gradients are not finite.")
    with torch.inference_mode():
        ends = [path.start + path.change, path.start]
        values = _outputs(model, ends, [path, path], output).double().reshape(2, -1).sum(-1)
    difference = float(values[0] - values[1])
    gap = abs(float(scores.sum()) - difference)
    relative = gap / max(abs(difference), _SMALLEST_DIFFERENCE)
    return PieceScores(scores.tolist(), path.target, gap, relative)
