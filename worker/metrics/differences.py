"""One run against another, over what both have, with the interval of the difference.

It is paired: the same draw of originals gives both means. An original with all that was made from it is the
unit, as in a report.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from worker.metrics.intervals import Interval, bootstrap_intervals
from worker.metrics.pair_table import PREDICTED, TOP1, TOP3, TOP3_TOLD, PairTable
from worker.metrics.ragged import Floats

POOLED = ("top1", "top3", "token_f1")
PAIRED = ("map", "map_at_k", "map_aligned", "pcc")
_FLAGS: Mapping[str, tuple[int, int]] = {"top1": (PREDICTED, TOP1), "top3": (TOP3_TOLD, TOP3)}


@dataclass(frozen=True)
class Comparison:
    """A metric of two runs over what both have a value of.

    first, second: the means, None where there is nothing; difference: the second less the first, with its
    interval. values: how many inputs or pairs were compared, of how many originals. by_original: the mean
    difference of each original.
    """

    metric: str
    first: float | None
    second: float | None
    difference: float | None
    interval: Interval | None
    values: int
    originals: int
    by_original: Floats = field(repr=False)


def compare(first: PairTable, second: PairTable) -> list[Comparison]:
    """Compare two runs over the pairs that both have, by the keys of their perturbed items."""
    _, mine, theirs = np.intersect1d(
        first["perturbed_key"], second["perturbed_key"], assume_unique=True, return_indices=True
    )
    sides = [first.part(mine), second.part(theirs)]
    _, once, owners = np.unique(sides[0]["original"], return_index=True, return_inverse=True)
    found = []
    for metric in (*POOLED, *PAIRED):
        if metric in POOLED:
            values = [
                np.concatenate([_inputs(side, metric, "original")[once], _inputs(side, metric, "perturbed")])
                for side in sides
            ]
            of = np.concatenate([owners[once], owners])
        else:
            values, of = [side[metric] for side in sides], owners
        found.append(_compared(metric, values[0], values[1], of))
    return found


def _inputs(table: PairTable, metric: str, role: str) -> Floats:
    """A metric of one input of each pair, NaN where it has none."""
    if metric == "token_f1":
        values: Floats = table[f"token_f1_{role}"]
        return values
    asked, hit = _FLAGS[metric]
    flags = table[f"flags_{role}"]
    return np.where((flags & asked) > 0, ((flags & hit) > 0).astype(np.float64), np.nan)


def _compared(metric: str, first: Floats, second: Floats, owners: Floats) -> Comparison:
    both = ~(np.isnan(first) | np.isnan(second))
    first, second = first[both], second[both]
    _, of = np.unique(owners[both], return_inverse=True)
    counts = np.bincount(of).astype(np.float64)
    sums = np.bincount(of, second - first, len(counts)).astype(np.float64)
    (interval,) = bootstrap_intervals(sums[:, None], counts[:, None])
    means = [float(side.mean()) if len(side) else None for side in (first, second)]
    value = float((second - first).mean()) if len(first) else None
    return Comparison(metric, means[0], means[1], value, interval, len(first), len(counts), sums / counts)
