"""What there is to score, counted: the items of one language and dimension, whatever their number."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from worker.metrics.plausibility import length_ratio

Group = tuple[str, str]


@dataclass
class Described:
    """Items of a language and dimension. Counters say how many items have a value.

    lengths: (tokens of the rationale, tokens of the text) of originals. sufficiency, compactness: the
    seniors' means, of the items that have some. mask_confidence: the raters' mean, of originals.
    """

    originals: int = 0
    perturbed: int = 0
    pairs: Counter[str] = field(default_factory=Counter)
    lengths: Counter[tuple[int, int]] = field(default_factory=Counter)
    sufficiency: Counter[float] = field(default_factory=Counter)
    compactness: Counter[float] = field(default_factory=Counter)
    mask_confidence: Counter[float] = field(default_factory=Counter)

    def rationale(self) -> float | None:
        """Mean number of a rationale's tokens, over originals."""
        return mean((marked, count) for (marked, _), count in self.lengths.items())

    def tokens(self) -> float | None:
        """Mean number of a text's tokens, over originals."""
        return mean((tokens, count) for (_, tokens), count in self.lengths.items())

    def ratio(self) -> float | None:
        """Mean rationale length ratio, over originals."""
        lengths = self.lengths.items()
        return mean((length_ratio(range(marked), tokens), count) for (marked, tokens), count in lengths)


def mean(values: Iterable[tuple[float, int]]) -> float | None:
    """The mean of values that stand for so many each, rounded once; None without any."""
    listed = list(values)
    number = sum(count for _, count in listed)
    return math.fsum(value * count for value, count in listed) / number if number else None


def merged(groups: Iterable[Described]) -> Described:
    """Several groups as one."""
    total = Described()
    for group in groups:
        total.originals += group.originals
        total.perturbed += group.perturbed
        for name in ("pairs", "lengths", "sufficiency", "compactness", "mask_confidence"):
            getattr(total, name).update(getattr(group, name))
    return total
