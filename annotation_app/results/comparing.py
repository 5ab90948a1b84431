"""Two runs beside each other, over the pairs that both have."""

from typing import Any

import numpy as np
from scipy import stats

from annotation_app.benchmarks.models import Benchmark
from annotation_app.results.leaderboard import Entry, recipe_of
from annotation_app.results.rules import Filters
from annotation_app.results.systems import Standpoint
from worker.metrics.differences import Comparison, compare
from worker.metrics.pair_table import PairTable
from worker.metrics.ragged import Floats
from worker.metrics.report import row_over

TEST = "wilcoxon"
HOW = (
    "Compared over the pairs that both runs have; p of the Wilcoxon signed-rank test over the mean "
    "differences of the originals, not corrected for the number of metrics."
)


def comparison_of(
    benchmark: Benchmark,
    filters: Filters,
    first: tuple[Standpoint, PairTable],
    second: tuple[Standpoint, PairTable],
) -> dict[str, Any]:
    """The fields of a TwoRunsSerializer."""
    parts = [filters.part(table) for _, table in (first, second)]
    places = [place for place, _ in (first, second)]
    entries = [
        Entry(place, {"row": row_over(part).to_json()} if len(part) else None, waiting=False)
        for place, part in zip(places, parts, strict=True)
    ]
    return {
        "metrics": [_described(each) for each in compare(*parts)],
        "recipe": f"{recipe_of(benchmark, filters, entries)} {HOW}",
    }


def _described(found: Comparison) -> dict[str, Any]:
    p, reason = wilcoxon(found.by_original)
    return {
        "metric": found.metric,
        "a": found.first,
        "b": found.second,
        "difference": found.difference,
        "interval": found.interval,
        "test": TEST,
        "p": p,
        "originals": found.originals,
        "values": found.values,
        "reason": reason,
    }


def wilcoxon(differences: Floats) -> tuple[float | None, str]:
    """p of the two-sided Wilcoxon signed-rank test, or why there is none; equal originals say nothing.

    A difference below 1e-12 is rounding.
    """
    if not len(differences):
        return None, "nothing_common"
    told = np.where(np.abs(differences) < 1e-12, 0.0, differences)
    if not told.any():
        return None, "no_difference"
    return float(stats.wilcoxon(told, zero_method="wilcox").pvalue), ""
