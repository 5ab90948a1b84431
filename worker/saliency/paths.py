"""The straight line from a blank input to the real one, and the model's answer along it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
import numpy.typing as npt
import torch
from torch.nn.utils.rnn import pad_sequence

from worker.lm.errors import ScoringError
from worker.lm.loaded_model import LoadedModel, Reading
from worker.saliency.gradients import answer_gradients, answer_values, single, target_pieces
from worker.saliency.scores import PieceScores

_SMALLEST_DIFFERENCE = 1e-6  # floor of the relative gap, where F(x) and F(baseline) all but agree


@dataclass(frozen=True)
class Path:
    """One input on its way from its baseline to itself; start and change are [pieces, dimensions]."""

    reading: Reading
    target: list[int]
    start: torch.Tensor
    change: torch.Tensor


@dataclass(frozen=True)
class Slopes:
    """F along a path: its derivative by piece at some points, [points, pieces], and its values, [points].

    A row of by_piece adds up to dF/d alpha; its integral over [0, 1] is one score a piece.
    """

    by_piece: npt.NDArray[np.float64]
    values: npt.NDArray[np.float64]


def blank_path(model: LoadedModel, reading: Reading, target: str) -> Path:
    """Return the path from the blank input: special pieces kept, padding elsewhere, the answer included.

    The baseline is attended to like the input and has its positions. Raises ScoringError:
    tokenizer_without_pad.
    """
    encoding, pad = reading.encoding, model.blank_piece()
    masked = set(encoding.mask_positions)
    baseline = [
        piece if special and position not in masked else pad
        for position, (piece, special) in enumerate(zip(encoding.pieces, encoding.special, strict=True))
    ]
    start, end = (single(model.embeddings(pieces)) for pieces in (baseline, encoding.pieces))
    return Path(reading, target_pieces(reading, target), start, end - start)


def slopes(model: LoadedModel, walks: Sequence[tuple[Path, Sequence[float]]], output: str) -> list[Slopes]:
    """Return the slopes of each path at its points, in order. Points of all paths share batches."""
    steps = [(walk, point) for walk, (_, points) in enumerate(walks) for point in points]
    steps.sort(key=lambda step: len(walks[step[0]][0].start))
    by_piece: dict[int, list[npt.NDArray[np.float64]]] = {walk: [] for walk in range(len(walks))}
    values: dict[int, list[npt.NDArray[np.float64]]] = {walk: [] for walk in range(len(walks))}
    while steps:
        size = _batch_size([len(walks[walk][0].start) for walk, _ in steps], model.budget)
        batch, steps = steps[:size], steps[size:]
        parts = [
            (walk, walks[walk][0], [point for _, point in group])
            for walk, group in groupby(batch, key=lambda step: step[0])
        ]
        inputs = _points(parts)
        owners = [path for _, path, points in parts for _ in points]
        gradients, reached = answer_gradients(
            model, inputs, [path.reading for path in owners], [path.target for path in owners], output
        )
        begin = 0
        for walk, path, points in parts:
            rows = slice(begin, begin + len(points))
            begin = rows.stop
            part = gradients[rows, : len(path.start)].double() * path.change.double()
            by_piece[walk].append(part.sum(-1).cpu().numpy())
            values[walk].append(reached[rows].double().cpu().numpy())
    return [Slopes(np.concatenate(by_piece[walk]), np.concatenate(values[walk])) for walk in by_piece]


def end_values(model: LoadedModel, paths: Sequence[Path], output: str) -> list[tuple[float, float]]:
    """Return F of each path's baseline and of its input."""
    ends: dict[int, tuple[float, float]] = {}
    waiting = sorted(range(len(paths)), key=lambda index: len(paths[index].start))
    while waiting:
        size = _batch_size([2 * len(paths[index].start) for index in waiting], model.budget)
        batch, waiting = waiting[:size], waiting[size:]
        owners = [paths[index] for index in batch for _ in range(2)]
        inputs = _points([(index, paths[index], (0.0, 1.0)) for index in batch])
        readings, targets = [path.reading for path in owners], [path.target for path in owners]
        with torch.inference_mode():
            values = answer_values(model, inputs, readings, targets, output).double().reshape(-1, 2).tolist()
        ends |= {index: (blank, full) for index, (blank, full) in zip(batch, values, strict=True)}
    return [ends[index] for index in range(len(paths))]


def finished(
    path: Path, scores: npt.NDArray[np.float64], ends: tuple[float, float], points: int
) -> PieceScores:
    """Return a path's scores with the gap to F(x) - F(baseline) and the number of points behind them.

    Raises ScoringError: scores_not_finite.
    """
    if not np.isfinite(scores).all():
        raise ScoringError("scores_not_finite", "Integrated gradients are not finite.")
    difference = ends[1] - ends[0]
    gap = abs(float(scores.sum()) - difference)
    relative = gap / max(abs(difference), _SMALLEST_DIFFERENCE)
    return PieceScores(scores.tolist(), path.target, gap, relative, points)


def _batch_size(lengths: Sequence[int], budget: int) -> int:
    """Return how many of the ascending lengths fit into a padded batch, at least one."""
    fits = (index for index, length in enumerate(lengths) if (index + 1) * length > budget)
    return max(1, next(fits, len(lengths)))


def _points(parts: Sequence[tuple[int, Path, Sequence[float]]]) -> torch.Tensor:
    """Return the inputs at the points, [points, pieces, dimensions], padded with zeros."""
    rows = []
    for _, path, points in parts:
        shares = torch.tensor(points, dtype=path.start.dtype, device=path.start.device)
        rows += list(path.start + shares[:, None, None] * path.change)
    return pad_sequence(rows, batch_first=True)
