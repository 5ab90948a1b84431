"""The report of a run: the metrics of the first paper by language and dimension, with their uncertainty."""

import math
from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any

import numpy as np

from worker.metrics import intervals
from worker.metrics.ragged import Bools, Floats
from worker.metrics.records import PairRecord, Ratio, Report, Row, ScoredItem, Split
from worker.metrics.tallies import Group, Tally

__all__ = ["METRIC_VERSION", "PairRecord", "Ratio", "Report", "Row", "ScoredItem", "Split", "build_report"]

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
_COLUMNS: dict[str, tuple[str, ...]] = {
    name: (f"{name}_original", f"{name}_perturbed") for name in POOLED
} | {name: (name,) for name in PAIRED}


def build_report(pairs: Iterable[PairRecord], ratios: Sequence[Ratio] | None = None) -> Report:
    """Compute a run's report from its pairs, in one pass and with a few numbers of each in memory.

    ratios: the length ratios to cut by, where the pairs are a part of what they were found in; else they are
    found in the pairs. An original shared by several pairs counts once among the inputs; each pair counts in
    MAP and PCC. A pair belongs to its original's language and dimension. What is missing or undefined is left
    out of means and counted. The order of the pairs does not matter. Raises ValueError for an item whose
    rationale or saliency does not fit its tokens.
    """
    given = None if ratios is None else {(each.language, each.dimension): each.ratio for each in ratios}
    tally = Tally(given)
    for record in pairs:
        tally.add(record)
    found = tally.finish()
    rows = _Rows(tally)
    groups = sorted(tally.groups)
    languages = sorted({language for language, _ in groups})
    wanted = [*groups, *((language, ALL) for language in languages), *([(ALL, ALL)] if groups else [])]
    positions = ("pcc_positions", "pcc_virtual_positions")
    return Report(
        metric_version=METRIC_VERSION,
        rows=tuple(rows.row(language, dimension) for language, dimension in wanted),
        ratios=tuple(Ratio(*group, *found[group]) for group in groups),
        counts={
            "pairs": tally.types.total(),
            "originals": len(tally.originals),
            **{name: rows.count(groups, name) for name in positions},
            **{f"pairs_{kind}": count for kind, count in sorted(tally.types.items())},
        },
        completeness=_completeness(tally.gaps),
        settings=SETTINGS,
    )


class _Rows:
    """Makes the rows of a report from what was tallied."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._group_of = tally.group_numbers()
        size = len(tally.originals)
        # A resample draws originals in the order of their ids, so that the order of the pairs has no say.
        self._order = np.array(sorted(range(size), key=list(tally.originals).__getitem__), dtype=np.int64)
        sums, counts = [], []
        for names in _COLUMNS.values():
            parts = [tally.column(name).by_owner(size) for name in names]
            sums.append(np.sum([added for added, _ in parts], axis=0))
            counts.append(np.sum([number for _, number in parts], axis=0))
        self._sums, self._counts = np.stack(sums, axis=1), np.stack(counts, axis=1)

    def row(self, language: str, dimension: str) -> Row:
        """Return the row of a language and a dimension, each of which may be all."""
        groups = [
            group
            for group in self._tally.groups
            if language in (ALL, group[0]) and dimension in (ALL, group[1])
        ]
        numbers = [self._tally.groups.index(group) for group in groups]
        chosen: Bools = np.isin(self._group_of, numbers)
        return Row(
            language=language,
            dimension=dimension,
            originals=self.count(groups, "original"),
            perturbed=self.count(groups, "perturbed"),
            pairs=self.count(groups, "pairs"),
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
                if (count := self.count(groups, f"undefined_{name}")) or name in ALWAYS_COUNTED
            },
            missing={
                name: self.count(groups, f"missing_{name}") for name in ("predictions", "saliencies", "pairs")
            },
            unknown_answers=self.count(groups, "unknown_answers"),
            multi_piece_answers=self.count(groups, "multi_piece_answers"),
            intervals=self._intervals(chosen),
        )

    def count(self, groups: Iterable[Group], name: str) -> int:
        """Return a count over some groups."""
        return sum(self._tally.counts[group, name] for group in groups)

    def _split(self, chosen: Bools, metric: str) -> Split:
        original, perturbed = f"{metric}_original", f"{metric}_perturbed"
        return Split(
            self._mean(chosen, original, perturbed),
            self._mean(chosen, original),
            self._mean(chosen, perturbed),
        )

    def _mean(self, chosen: Bools, *names: str) -> float | None:
        parts: list[Floats] = [self._tally.column(name).values(chosen) for name in names]
        values = np.concatenate(parts).tolist()
        return math.fsum(values) / len(values) if values else None

    def _intervals(self, chosen: Bools) -> dict[str, tuple[float, float] | None]:
        order = self._order[chosen[self._order]]
        found = intervals.bootstrap_intervals(self._sums[order], self._counts[order])
        return dict(zip(_COLUMNS, found, strict=True))


def _completeness(gaps: Sequence[float]) -> dict[str, float] | None:
    if not gaps:
        return None
    above = sum(gap > LARGE_GAP for gap in gaps) / len(gaps)
    return {"median": median(gaps), "maximum": max(gaps), "share_above_5_percent": above}
