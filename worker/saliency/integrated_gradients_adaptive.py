"""Integrated gradients with as many points as each input needs, by an error that is measured.

Not the fixed number of points of the first paper: a run by this method carries its name.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from worker.lm.loaded_model import LoadedModel, Reading
from worker.saliency.gradients import OUTPUTS, TARGETS, check_choices, check_number
from worker.saliency.paths import Path, blank_path, finished, slopes
from worker.saliency.quadrature import clenshaw_curtis
from worker.saliency.scores import PieceScores

DEFAULTS: dict[str, Any] = {
    "tolerance": 0.01,
    "most": 128,
    "target": "predicted",
    "output": "probability",
    "baseline": "pad",
}
MOST = (16, 32, 64, 128, 256)
_ROUGHER = 10  # how much larger the error of a rule with half the intervals may be: that of trained models is


@dataclass
class _Walk:
    """A path with what is known along it: by point, the derivative by piece and F."""

    path: Path
    slopes: dict[float, npt.NDArray[np.float64]] = field(default_factory=dict)
    values: dict[float, float] = field(default_factory=dict)

    def scores(self, intervals: int) -> npt.NDArray[np.float64]:
        """Return the scores by the rule with so many intervals; all of its points must be known."""
        rule = clenshaw_curtis(intervals)
        return np.array([weight for _, weight in rule]) @ np.stack([self.slopes[point] for point, _ in rule])

    def ends(self) -> tuple[float, float]:
        return self.values[0.0], self.values[1.0]


def score(model: LoadedModel, readings: Sequence[Reading], settings: Mapping[str, Any]) -> list[PieceScores]:
    """Score pieces as integrated_gradients does, refining each input until its error is small enough.

    Clenshaw-Curtis rules of 8, 16, 32, ... intervals, whose points are among those of the next, so nothing is
    computed twice; F of both ends comes with them. An input is done when the scores' sum is within tolerance
    of F(x) - F(baseline), relative to that difference or the largest score, and no score changed by more than
    10 x tolerance x the largest one since the rule of half the intervals: the change is that rule's error,
    and the finer one's is an order smaller. After most intervals an input is returned as it is, with its gap.
    Raises ScoringError: tokenizer_without_pad, scores_not_finite.
    """
    walks = [_Walk(blank_path(model, reading, settings["target"])) for reading in readings]
    intervals = 16
    _refine(model, walks, intervals, settings["output"])
    while intervals < settings["most"]:
        open_walks = [walk for walk in walks if not _settled(walk, settings["tolerance"])]
        if not open_walks:
            break
        intervals *= 2
        _refine(model, open_walks, intervals, settings["output"])
    return [finished(walk.path, walk.scores(_reached(walk)), walk.ends(), len(walk.slopes)) for walk in walks]


def check_settings(settings: Mapping[str, Any]) -> None:
    """Raise ValueError naming the setting that is wrong."""
    check_choices(settings, {"target": TARGETS, "output": OUTPUTS, "baseline": ("pad",)})
    check_number(settings, "tolerance", above=0, most=1)
    if settings["most"] not in MOST or isinstance(settings["most"], bool):
        raise ValueError(f"most: must be one of {', '.join(map(str, MOST))}")


def _refine(model: LoadedModel, walks: Sequence[_Walk], intervals: int, output: str) -> None:
    """Bring each walk to the rule with so many intervals, computing only the points it lacks."""
    points = [point for point, _ in clenshaw_curtis(intervals)]
    asked = [(walk.path, [point for point in points if point not in walk.slopes]) for walk in walks]
    for walk, (_, lacking), found in zip(walks, asked, slopes(model, asked, output), strict=True):
        walk.slopes |= zip(lacking, found.by_piece, strict=True)
        walk.values |= zip(lacking, found.values.tolist(), strict=True)


def _reached(walk: _Walk) -> int:
    return len(walk.slopes) - 1


def _settled(walk: _Walk, tolerance: float) -> bool:
    fine, rough = walk.scores(_reached(walk)), walk.scores(_reached(walk) // 2)
    blank, full = walk.ends()
    largest = float(np.abs(fine).max())
    agreed = float(np.abs(fine - rough).max()) <= _ROUGHER * tolerance * largest
    gap = abs(float(fine.sum()) - (full - blank))
    return agreed and gap <= tolerance * max(abs(full - blank), largest)
