"""The report of a run: the metrics of the first paper by language and dimension, with their uncertainty."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from worker.metrics import intervals
from worker.metrics.pair_table import Group, PairTable, Totals
from worker.metrics.pair_table_builder import build_pair_table
from worker.metrics.ragged import Bools, Floats
from worker.metrics.records import PairRecord, Ratio, Report, Row, ScoredItem, Split

__all__ = [
    "METRIC_VERSION",
    "PairRecord",
    "Ratio",
    "Report",
    "Row",
    "ScoredItem",
    "Split",
    "build_report",
    "report_on",
    "row_over",
]

METRIC_VERSION = "1"
ALL = "all"
LARGE_GAP = 0.05

SETTINGS: dict[str, Any] = {
    "rationale_size": "ceil(ratio * tokens - 1e-9), at least 1, at most the tokens outside the mask",
    "ratio": "mean share of an original's tokens in its rationale, by language and dimension",
    "map": "Eq. 2 on full ranked lists without the mask; map_at_k on the extracted rationales",
    "map_identity": "surface form, NFC, case kept; map_aligned by links",
    "map_star": "map over the pairs that have a pcc",
    "pcc": "aligned tokens outside the mask; inserted and deleted ones face a virtual token of score 0",
    "ties": "the earlier token first",
    "interval": {
        "level": intervals.LEVEL,
        "resamples": intervals.RESAMPLES,
        "unit": "original",
        "seed": intervals.SEED,
    },
}


ALWAYS_COUNTED = ("pcc", "pcc_syntactic")
UNDEFINED = (*ALWAYS_COUNTED, "pcc_scale", "map", "map_at_k", "top3")
POOLED = ("top1", "top3", "token_f1")
PAIRED = ("map", "map_at_k", "map_aligned", "map_star", "pcc")
_SPLIT = {name: (f"{name}_original", f"{name}_perturbed") for name in POOLED}
_COLUMNS = (*(part for parts in _SPLIT.values() for part in parts), *PAIRED)
# What has an interval: the columns that it is over.
_POOLS = {name: [_COLUMNS.index(part) for part in _SPLIT.get(name, (name,))] for name in (*POOLED, *_COLUMNS)}
_CHANGES = {
    f"{name}_change": (list(_POOLS).index(perturbed), list(_POOLS).index(original))
    for name, (original, perturbed) in _SPLIT.items()
}


def build_report(pairs: Iterable[PairRecord], ratios: Sequence[Ratio] | None = None) -> Report:
    """Compute a run's report from its pairs, in one pass and with a few numbers of each in memory.

    ratios: the length ratios to cut by, where the pairs are a part of what they were found in; else they are
    found in the pairs. An original shared by several pairs counts once among the inputs; each pair counts in
    MAP and PCC. A pair belongs to its original's language and dimension. What is missing or undefined is left
    out of means and counted. The order of the pairs does not matter. Raises ValueError for an item whose
    rationale or saliency does not fit its tokens.
    """
    given = None if ratios is None else {(each.language, each.dimension): each.ratio for each in ratios}
    return report_on(build_pair_table(pairs, given))


def report_on(table: PairTable) -> Report:
    """The report on a table of pairs, whole or a part, which stays cut by the ratios of the whole."""
    rows = _Rows(table)
    groups = rows.groups()
    languages = sorted({language for language, _ in groups})
    wanted = [*groups, *((language, ALL) for language in languages), *([(ALL, ALL)] if groups else [])]
    kinds = np.bincount(table["type"], minlength=len(table.types))
    return Report(
        metric_version=METRIC_VERSION,
        rows=tuple(rows.row(language, dimension) for language, dimension in wanted),
        ratios=tuple(
            Ratio(*group, table.ratios[table.groups.index(group)], rows.originals(group)) for group in groups
        ),
        counts={
            "pairs": len(table),
            "originals": rows.originals(),
            **rows.totals.positions(),
            **{f"pairs_{kind}": int(count) for kind, count in zip(table.types, kinds, strict=True) if count},
        },
        completeness=_completeness(table.gaps),
        settings=SETTINGS,
    )


def row_over(table: PairTable, language: str = ALL, dimension: str = ALL) -> Row:
    """The metrics over all pairs of a table as one row, called by these words."""
    return _Rows(table).row(ALL, ALL, (language, dimension))


class _Rows:
    """Makes the rows of a report from a table."""

    def __init__(self, table: PairTable) -> None:
        self.totals = totals = Totals(table)
        self._table = table
        parts = [totals.by_original(name) for name in _COLUMNS]
        self._sums, self._counts = (np.stack(columns, axis=1) for columns in zip(*parts, strict=True))
        groups = len(table.groups)
        self._counted = {
            name: np.bincount(totals.group_of[owners], minlength=groups)
            for name, owners in totals.counted().items()
        }

    def groups(self) -> list[Group]:
        """The groups that there are pairs of, in order."""
        present = np.bincount(self.totals.group_of, minlength=len(self._table.groups))
        return [group for group, count in zip(self._table.groups, present, strict=True) if count]

    def originals(self, group: Group | None = None) -> int:
        """How many originals there are, in a group or in all."""
        return len(self.totals) if group is None else self._count(self._numbers(*group), "original")

    def row(self, language: str, dimension: str, names: Group | None = None) -> Row:
        """Return the row of a language and a dimension, each of which may be all. names: what to call it."""
        numbers = self._numbers(language, dimension)
        chosen: Bools = np.isin(self.totals.group_of, numbers)
        called = names or (language, dimension)
        return Row(
            language=called[0],
            dimension=called[1],
            originals=self._count(numbers, "original"),
            perturbed=self._count(numbers, "perturbed"),
            pairs=self._count(numbers, "pairs"),
            top1=self._split(chosen, "top1"),
            top3=self._split(chosen, "top3"),
            token_f1=self._split(chosen, "token_f1"),
            map=self._mean(chosen, "map"),
            map_at_k=self._mean(chosen, "map_at_k"),
            map_aligned=self._mean(chosen, "map_aligned"),
            map_star=self._mean(chosen, "map_star"),
            pcc=self._mean(chosen, "pcc"),
            undefined={
                name: count
                for name in UNDEFINED
                if (count := self._count(numbers, f"undefined_{name}")) or name in ALWAYS_COUNTED
            },
            missing={
                name: self._count(numbers, f"missing_{name}")
                for name in ("predictions", "saliencies", "pairs")
            },
            unknown_answers=self._count(numbers, "unknown_answers"),
            multi_piece_answers=self._count(numbers, "multi_piece_answers"),
            intervals=self._intervals(chosen),
        )

    def _numbers(self, language: str, dimension: str) -> list[int]:
        return [
            number
            for number, group in enumerate(self._table.groups)
            if language in (ALL, group[0]) and dimension in (ALL, group[1])
        ]

    def _count(self, numbers: list[int], name: str) -> int:
        return int(self._counted[name][numbers].sum())

    def _intervals(self, chosen: Bools) -> dict[str, intervals.Interval | None]:
        whole = bool(chosen.all())
        sums, counts = (each if whole else each[chosen] for each in (self._sums, self._counts))
        found = intervals.bootstrap_intervals(sums, counts, list(_POOLS.values()), list(_CHANGES.values()))
        return dict(zip((*_POOLS, *_CHANGES), found, strict=True))

    def _split(self, chosen: Bools, metric: str) -> Split:
        original, perturbed = f"{metric}_original", f"{metric}_perturbed"
        return Split(
            self._mean(chosen, original, perturbed),
            self._mean(chosen, original),
            self._mean(chosen, perturbed),
        )

    def _mean(self, chosen: Bools, *names: str) -> float | None:
        parts = [values[chosen[owners]] for owners, values in map(self.totals.values, names)]
        values = np.concatenate(parts).tolist()
        return math.fsum(values) / len(values) if values else None


def _completeness(gaps: Floats) -> dict[str, float] | None:
    if not len(gaps):
        return None
    above = float((gaps > LARGE_GAP).mean())
    return {"median": float(np.median(gaps)), "maximum": float(gaps.max()), "share_above_5_percent": above}
