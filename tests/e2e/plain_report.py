"""The rows of a run's report once more, put together from plain_metrics."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from tests.e2e.plain_metrics import (
    Number,
    Pair,
    Side,
    aligned_scores,
    mean,
    mean_overlap,
    overlap_by_links,
    pearson,
    ranking,
    ratio_of,
    size_of_rationale,
    token_f1,
    top1,
    top3,
    words_at,
)

SPLIT = ("top1", "top3", "token_f1")
PAIRED = ("map", "map_at_k", "map_aligned", "map_star", "pcc")


class Group:
    """The pairs of one row of the report, by original, in the order of the originals' names."""

    def __init__(self, pairs: Sequence[Pair], ratios: dict[tuple[str, str], Fraction]) -> None:
        self.pairs = sorted(pairs, key=lambda pair: (pair.original.name, pair.perturbed.name))
        self.names: list[str] = []
        for pair in self.pairs:
            if pair.original.name not in self.names:
                self.names.append(pair.original.name)
        self._ratios = ratios

    def inputs(self, role: str, name: str | None = None) -> list[Side]:
        """Originals, each once however many pairs it is in, or perturbed items; those of one original."""
        found: dict[str, Side] = {}
        for pair in self.pairs:
            if name in (None, pair.original.name):
                side = pair.original if role == "original" else pair.perturbed
                found[side.name] = side
        return list(found.values())

    def pairs_of(self, name: str | None) -> list[Pair]:
        return [pair for pair in self.pairs if name in (None, pair.original.name)]

    def extracted(self, side: Side) -> list[int]:
        ratio = self._ratios[side.language, side.dimension]
        return ranking(side)[: size_of_rationale(ratio, side)]

    def values(self, metric: str, role: str | None = None, name: str | None = None) -> list[Number]:
        """Every single value that a metric is the mean of. name: only those of one original."""
        if metric in ("top1", "top3", "token_f1"):
            sides = [
                side for part in ("original", "perturbed") if role in (None, part)
                for side in self.inputs(part, name)
            ]  # fmt: skip
            if metric == "token_f1":
                return [token_f1(self.extracted(side), side.rationale) for side in sides if side.saliency]
            correct = top1 if metric == "top1" else top3
            return [Fraction(correct(side.prediction)) for side in sides if side.prediction]
        whole = [pair for pair in self.pairs_of(name) if pair.original.saliency and pair.perturbed.saliency]
        return [value for pair in whole if (value := self._stability(metric, pair)) is not None]

    def _stability(self, metric: str, pair: Pair) -> Number | None:
        original, perturbed = pair.original, pair.perturbed
        if metric == "map_at_k":
            cut = self.extracted(original), self.extracted(perturbed)
            return mean_overlap(words_at(original, cut[0]), words_at(perturbed, cut[1]))
        if metric == "map_aligned":
            return overlap_by_links(pair)
        if metric == "pcc":
            return None if pair.type == "syntactic" else pearson(pair)
        if metric == "map_star" and (pair.type == "syntactic" or pearson(pair) is None):
            return None
        return mean_overlap(words_at(original, ranking(original)), words_at(perturbed, ranking(perturbed)))


def interval(
    group: Group, metric: str, seed: int, resamples: int, role: str | None = None
) -> list[float] | None:
    """The middle 95 % of the means over resampled originals, each drawn with all that was made from it."""
    return middle(drawn_means(group, metric, seed, resamples, role))


def interval_of_change(group: Group, metric: str, seed: int, resamples: int) -> list[float] | None:
    """The same for the perturbed inputs' mean less the originals' in the same draw."""
    perturbed = drawn_means(group, metric, seed, resamples, "perturbed")
    original = drawn_means(group, metric, seed, resamples, "original")
    if perturbed is None or original is None:
        return None
    pairs = zip(perturbed, original, strict=True)
    return middle([None if None in pair else pair[0] - pair[1] for pair in pairs])  # type: ignore[operator]


def drawn_means(
    group: Group, metric: str, seed: int, resamples: int, role: str | None
) -> list[float | None] | None:
    """The mean of each draw, None for one without a value; None if fewer than two originals hold one."""
    values = [group.values(metric, role, name) for name in group.names]
    if len([held for held in values if held]) < 2:
        return None
    size = len(values)
    sums = [math.fsum(held) for held in values]
    draws = np.random.default_rng(seed).integers(0, size, size=(resamples, size)).tolist()
    means: list[float | None] = []
    for draw in draws:
        number = sum(len(values[index]) for index in draw)
        means.append(math.fsum(sums[index] for index in draw) / number if number else None)
    return means


def middle(means: list[float | None] | None) -> list[float] | None:
    """The bounds of the middle 95 %."""
    if means is None:
        return None
    ordered = sorted(mean for mean in means if mean is not None)
    return [percentile(ordered, Fraction(25, 1000)), percentile(ordered, Fraction(975, 1000))]


def percentile(ordered: Sequence[float], share: Fraction) -> float:
    """The value at a share of the way through, between two neighbours in proportion."""
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + float(place - below) * (ordered[above] - ordered[below])


def row(group: Group, language: str, dimension: str, *, seed: int, resamples: int) -> dict[str, Any]:
    inputs = [*group.inputs("original"), *group.inputs("perturbed")]
    compared = [pair for pair in group.pairs if pair.original.saliency and pair.perturbed.saliency]
    asked = [pair for pair in compared if pair.type != "syntactic"]
    predictions = [side.prediction for side in inputs if side.prediction]
    return {
        "language": language,
        "dimension": dimension,
        "originals": len(group.inputs("original")),
        "perturbed": len(group.inputs("perturbed")),
        "pairs": len(group.pairs),
        **{
            metric: {
                "all": mean(group.values(metric)),
                "original": mean(group.values(metric, "original")),
                "perturbed": mean(group.values(metric, "perturbed")),
            }
            for metric in SPLIT
        },
        **{metric: mean(group.values(metric)) for metric in PAIRED},
        "undefined": {
            "pcc": len([pair for pair in asked if pearson(pair) is None]),
            "pcc_syntactic": len(compared) - len(asked),
        },
        "missing": {
            "predictions": len(inputs) - len(predictions),
            "saliencies": len([side for side in inputs if not side.saliency]),
            "pairs": len(group.pairs) - len(compared),
        },
        "unknown_answers": len([one for one in predictions if one["unknown_answer"]]),
        "multi_piece_answers": len([one for one in predictions if len(one["answer_pieces"]) > 1]),
        "intervals": {
            **{metric: interval(group, metric, seed, resamples) for metric in (*SPLIT, *PAIRED)},
            **{
                f"{metric}_{role}": interval(group, metric, seed, resamples, role)
                for metric in SPLIT
                for role in ("original", "perturbed")
            },
            **{f"{metric}_change": interval_of_change(group, metric, seed, resamples) for metric in SPLIT},
        },
    }


def originals_of(pairs: Sequence[Pair]) -> dict[tuple[str, str], list[Side]]:
    """Originals by language and dimension, each once."""
    groups = sorted({(pair.original.language, pair.original.dimension) for pair in pairs})
    return {group: Group(_those_of(pairs, *group), {}).inputs("original") for group in groups}


def ratios_of(pairs: Sequence[Pair]) -> dict[tuple[str, str], Fraction]:
    return {group: ratio_of(sides) for group, sides in originals_of(pairs).items()}


def report(pairs: Sequence[Pair], *, seed: int, resamples: int) -> dict[str, Any]:
    """Every number of a run's report: rows by language and dimension, by language, and over all."""
    originals, ratios = originals_of(pairs), ratios_of(pairs)
    wanted = [*originals, *((language, "all") for language in sorted({group[0] for group in originals}))]
    defined = [pair for pair in pairs if pair.type != "syntactic" and pearson(pair) is not None]
    places = [place for pair in defined for place in aligned_scores(pair)]
    everything = Group(pairs, ratios)
    return {
        "rows": [
            row(Group(_those_of(pairs, *names), ratios), *names, seed=seed, resamples=resamples)
            for names in [*wanted, ("all", "all")]
        ],
        "ratios": [
            {"language": group[0], "dimension": group[1], "ratio": ratio, "items": len(originals[group])}
            for group, ratio in ratios.items()
        ],
        "counts": {
            "pairs": len(pairs),
            "originals": len(everything.names),
            "pcc_positions": len(places),
            "pcc_virtual_positions": len([place for place in places if place[2]]),
            **{
                f"pairs_{kind}": len([p for p in pairs if p.type == kind]) for kind in {p.type for p in pairs}
            },
        },
        "completeness": completeness([*everything.inputs("original"), *everything.inputs("perturbed")]),
    }


def _those_of(pairs: Sequence[Pair], language: str, dimension: str) -> list[Pair]:
    return [
        pair
        for pair in pairs
        if language in ("all", pair.original.language) and dimension in ("all", pair.original.dimension)
    ]


def completeness(sides: Sequence[Side]) -> dict[str, Number] | None:
    """Median, maximum and share above 5 % of the relative gaps, where a method has them."""
    gaps = [side.saliency["relative_gap"] for side in sides if side.saliency]
    gaps = sorted(gap for gap in gaps if gap is not None)
    if not gaps:
        return None
    middle = len(gaps) // 2
    return {
        "median": gaps[middle] if len(gaps) % 2 else (gaps[middle - 1] + gaps[middle]) / 2,
        "maximum": gaps[-1],
        "share_above_5_percent": Fraction(len([gap for gap in gaps if gap > 0.05]), len(gaps)),
    }
