"""What a model's answer is worth, and how that changes with the word embeddings."""

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch.nn.utils.rnn import pad_sequence

from worker.lm.errors import ScoringError
from worker.lm.loaded_model import LoadedModel, Reading

TARGETS = ("predicted", "golden")
OUTPUTS = ("probability", "logit", "log_probability")


def target_pieces(reading: Reading, target: str) -> list[int]:
    """Return what is explained, one piece or class a row: the model's own answer or the golden one.

    Raises ScoringError: label_not_known.
    """
    return reading.golden_pieces() if target == "golden" else reading.predicted_pieces()


def answer_values(
    model: LoadedModel,
    inputs: torch.Tensor,
    readings: Sequence[Reading],
    targets: Sequence[Sequence[int]],
    output: str,
) -> torch.Tensor:
    """Return F of each input: the probability, logit or log probability of its target, summed over its rows.

    inputs: word embeddings [inputs, pieces, dimensions] of the readings' lengths, padded. Returns [inputs].
    """
    rows = [reading.encoding.rows for reading in readings]
    lengths = [len(reading.encoding.pieces) for reading in readings]
    logits, _ = model.padded_logits(inputs, lengths, rows)
    if output == "probability":
        logits = logits.softmax(-1)
    elif output == "log_probability":
        logits = logits.log_softmax(-1)
    pieces = torch.tensor([piece for target in targets for piece in target], device=logits.device)
    owners = torch.tensor([row for row, target in enumerate(targets) for _ in target], device=logits.device)
    chosen = logits.gather(1, pieces[:, None])[:, 0]
    return torch.zeros(len(inputs), dtype=chosen.dtype, device=chosen.device).index_add(0, owners, chosen)


def answer_gradients(
    model: LoadedModel,
    inputs: torch.Tensor,
    readings: Sequence[Reading],
    targets: Sequence[Sequence[int]],
    output: str,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return dF/d inputs, in the inputs' shape, and F, as answer_values does."""
    leaves = inputs.detach().requires_grad_()
    with torch.enable_grad():
        values = answer_values(model, leaves, readings, targets, output)
        # Rows of a batch do not see each other, so the gradient of the sum holds each row's own.
        (gradients,) = torch.autograd.grad(values.sum(), leaves)
    return gradients, values.detach()


def input_gradients(
    model: LoadedModel, readings: Sequence[Reading], targets: Sequence[Sequence[int]], output: str
) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Return for each reading dF/d its word embeddings, and these: [pieces, dimensions] each, in double.

    Raises ScoringError: scores_not_finite.
    """
    rows = [single(model.embeddings(reading.encoding.pieces)) for reading in readings]
    gradients, _ = answer_gradients(model, pad_sequence(rows, batch_first=True), readings, targets, output)
    return [
        (finite(gradient[: len(own)].double()), own.double())
        for gradient, own in zip(gradients, rows, strict=True)
    ]


def single(rows: torch.Tensor) -> torch.Tensor:
    """Return half-precision rows in single precision: points close together would fall onto each other."""
    return rows if rows.dtype in (torch.float32, torch.float64) else rows.float()


def finite(gradient: torch.Tensor) -> torch.Tensor:
    """Return the gradient. Raises ScoringError: scores_not_finite, if it is not."""
    if not bool(torch.isfinite(gradient).all()):
        raise ScoringError("scores_not_finite", "The model's gradients are not finite.")
    return gradient


def check_choices(settings: Mapping[str, Any], choices: Mapping[str, Sequence[str]]) -> None:
    """Raise ValueError naming the setting whose value is not among its choices."""
    for name, allowed in choices.items():
        if settings[name] not in allowed:
            raise ValueError(f"{name}: must be one of {', '.join(allowed)}")


def check_count(settings: Mapping[str, Any], name: str, *, least: int, most: int) -> None:
    """Raise ValueError unless the setting is a whole number from least to most."""
    count = settings[name]
    if isinstance(count, bool) or not isinstance(count, int) or not least <= count <= most:
        raise ValueError(f"{name}: must be a whole number from {least} to {most}")


def check_number(settings: Mapping[str, Any], name: str, *, above: float, most: float) -> None:
    """Raise ValueError unless the setting is a number above one limit and at most another."""
    number = settings[name]
    if isinstance(number, bool) or not isinstance(number, (int, float)) or not above < number <= most:
        raise ValueError(f"{name}: must be a number above {above:g} and at most {most:g}")
