"""What a report is made from, pairs of scored items, and what it is made of, rows of numbers."""

from dataclasses import dataclass, field
from typing import Any

from worker.metrics import plausibility
from worker.types import Prediction, Scale
from worker.values import Value


@dataclass(frozen=True)
class ScoredItem(Value):
    """An item with its rationale and what one model and method made of it; None where nothing came back.

    tokens: surface forms, masked ones included. mask: [start, end) token range or None.
    rationale: token indices, not empty, outside the mask. saliency: one number per token.
    relative_gap: the saliency's relative completeness gap, where the method has one. scale, chosen: as of a
    Saliency.
    """

    id: str
    language: str
    dimension: str
    tokens: tuple[str, ...]
    mask: tuple[int, int] | None
    rationale: tuple[int, ...]
    prediction: Prediction | None
    saliency: tuple[float, ...] | None
    relative_gap: float | None = None
    scale: Scale = Scale.SCORES
    chosen: int | None = None

    def __post_init__(self) -> None:
        if not self.rationale:
            raise ValueError(f"rationale: the one of item {self.id} is empty")
        start, end = self.mask or (0, 0)
        fits = min(self.rationale) >= 0 and max(self.rationale) < len(self.tokens)
        for index in range(start, end):  # few, and a report makes this check millions of times
            fits = fits and index not in self.rationale
        if not fits:
            raise ValueError(f"rationale: the one of item {self.id} leaves its tokens or touches its mask")
        if self.saliency is not None and len(self.saliency) != len(self.tokens):
            raise ValueError(
                f"saliency: item {self.id} has {len(self.tokens)} tokens, not {len(self.saliency)}"
            )

    def masked(self) -> range:
        """Return the indices of the masked tokens."""
        return range(*self.mask) if self.mask is not None else range(0)

    def extracted(self, ratio: float) -> list[int]:
        """Return the model's rationale, best token first: the top K by saliency.

        K is what the saliency says itself, or comes from the length ratio. Raises ValueError without one.
        """
        if self.saliency is None:
            raise ValueError(f"saliency: item {self.id} has none")
        length, masked = len(self.tokens), self.masked()
        size = self.chosen or plausibility.rationale_size(ratio, length, length - len(masked))
        return plausibility.select_rationale(self.saliency, size, masked)


@dataclass(frozen=True)
class PairRecord(Value):
    """An original, a perturbed item made from it, and which of their tokens face each other.

    type: dispensable, important or syntactic. links: (original token, perturbed token), substituted ones
    included, each token in one link at most; None where nobody linked, then the fewest edits decide.
    """

    original: ScoredItem
    perturbed: ScoredItem
    type: str
    links: tuple[tuple[int, int], ...] | None = None


@dataclass(frozen=True)
class Split(Value):
    """One number over all inputs (pooled), the originals, and the perturbed; None where there are none."""

    all: float | None
    original: float | None
    perturbed: float | None


@dataclass(frozen=True)
class Row(Value):
    """The metrics of one group of pairs, fractions, not percent; language and dimension may be "all".

    undefined: pairs without a pcc because it does not exist ("pcc") or is not asked of syntactic pairs
    ("pcc_syntactic"); and only if there are some, what saliencies don't tell that are no scores: pairs
    without a pcc ("pcc_scale"), a map ("map") or a map_at_k ("map_at_k"), inputs without a top3 ("top3").
    missing: inputs without a prediction or saliency, pairs short of a saliency. intervals:
    95 % bootstrap over originals, None where fewer than two have a value; of a Split under its name for all
    inputs, and with _original, _perturbed and _change behind it.
    """

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

    def change(self, metric: str) -> float | None:
        """A Split's mean over the perturbed inputs less the one over the originals."""
        split: Split = getattr(self, metric)
        if split.original is None or split.perturbed is None:
            return None
        return split.perturbed - split.original


@dataclass(frozen=True)
class Ratio(Value):
    """The mean share of an original's tokens that its rationale marks, in one language and dimension."""

    language: str
    dimension: str
    ratio: float
    items: int


@dataclass(frozen=True)
class Report(Value):
    """A run's metrics: rows by (language, dimension), by language, and over all; with how they were made.

    completeness: median and maximum of the saliencies' relative gaps and the share above 5 %, or None for a
    method without one.
    """

    metric_version: str
    rows: tuple[Row, ...]
    ratios: tuple[Ratio, ...]
    counts: dict[str, int]
    completeness: dict[str, float] | None = None
    settings: dict[str, Any] = field(default_factory=dict)
