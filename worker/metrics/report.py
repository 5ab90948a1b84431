"""The report of a run: the metrics of the first paper by language and dimension, with their uncertainty."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from worker.types import Prediction, Value

METRIC_VERSION = "1"

PerturbationType = Literal["dispensable", "important", "syntactic"]


@dataclass(frozen=True)
class ScoredItem(Value):
    """An item with its rationale and what one model and method made of it; None where nothing came back.

    tokens: surface forms, masked ones included. mask: [start, end) token range or None.
    rationale: token indices, not empty, outside the mask. saliency: one number per token.
    """

    id: str
    language: str
    dimension: str
    tokens: tuple[str, ...]
    mask: tuple[int, int] | None
    rationale: tuple[int, ...]
    prediction: Prediction | None
    saliency: tuple[float, ...] | None


@dataclass(frozen=True)
class PairRecord(Value):
    """An original, a perturbed item made from it, and which of their tokens face each other.

    links: (original token, perturbed token), substituted ones included; each token in one link at most.
    """

    original: ScoredItem
    perturbed: ScoredItem
    type: str
    links: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Split(Value):
    """One number over all inputs (pooled), the originals, and the perturbed; None where there are none."""

    all: float | None
    original: float | None
    perturbed: float | None


@dataclass(frozen=True)
class Row(Value):
    """The metrics of one group of pairs. Fractions, not percent."""

    language: str
    dimension: str
    originals: int
    perturbed: int
    pairs: int
    top1: Split
    top3: Split
    token_f1: Split
    map: float | None
    map_at_k: float | None
    map_aligned: float | None
    map_star: float | None
    pcc: float | None
    undefined: dict[str, int]
    missing: dict[str, int]
    unknown_answers: int
    multi_piece_answers: int
    intervals: dict[str, tuple[float, float] | None]


@dataclass(frozen=True)
class Ratio(Value):
    """The mean share of an original's tokens that its rationale marks, in one language and dimension."""

    language: str
    dimension: str
    ratio: float
    items: int


@dataclass(frozen=True)
class Report(Value):
    """A run's metrics: rows by (language, dimension), by language, and over all; with how they were made."""

    metric_version: str
    rows: tuple[Row, ...]
    ratios: tuple[Ratio, ...]
    counts: dict[str, int]
    settings: dict[str, Any] = field(default_factory=dict)


def build_report(pairs: Iterable[PairRecord]) -> Report:
    """Compute a run's report. An original shared by several pairs counts once among the inputs."""
    raise ValueError("the report of a run has no pairs")
