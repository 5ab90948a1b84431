"""Figure 1 of the first paper as numbers: metrics against the rationale length ratio, for any drawing."""

from typing import NamedTuple

from worker.reporting.results import Scored

PANELS = (("token_f1", "Token-F1"), ("map_at_k", "MAP@K"), ("map", "MAP"))


class Point(NamedTuple):
    """A language and dimension of one system. low, high: 95 % bootstrap, the value itself without one."""

    ratio: float
    value: float
    low: float
    high: float
    language: str
    dimension: str
    items: int


def points(scored: Scored, metric: str) -> list[Point]:
    """Return where a system stands in each language and dimension, by ratio; without what does not exist."""
    found: list[Point] = []
    for ratio in scored.report.ratios:
        row = scored.row(ratio.language, ratio.dimension)
        value = getattr(row, metric) if row else None
        value = getattr(value, "all", value)
        if row is None or value is None:
            continue
        low, high = row.intervals[metric] or (value, value)
        found.append(Point(ratio.ratio, value, low, high, ratio.language, ratio.dimension, ratio.items))
    return sorted(found)
