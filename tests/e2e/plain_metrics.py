"""The report of a run once more, from loops and fractions, to check the real one against.

Written straight from the definitions: one equation, one function, nothing clever. It takes nothing from the
product's code, and of a library one thing: numpy draws the bootstrap's random numbers from the seed that the
report names.
"""

import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

Number = Fraction | float


@dataclass(frozen=True)
class Side:
    """One item with what a model and a method made of it, as the API gives it."""

    name: str
    language: str
    dimension: str
    words: list[str]
    masked: list[int]
    rationale: list[int]
    prediction: dict[str, Any] | None
    saliency: dict[str, Any] | None

    def candidates(self) -> list[int]:
        return [index for index in range(len(self.words)) if index not in self.masked]


@dataclass(frozen=True)
class Pair:
    original: Side
    perturbed: Side
    type: str
    links: list[list[int]]


def mean(values: Sequence[Number]) -> Number | None:
    if not values:
        return None
    if all(isinstance(value, Fraction) for value in values):
        return sum(values, Fraction(0)) / len(values)
    return math.fsum(values) / len(values)


def ratio_of(originals: Sequence[Side]) -> Fraction:
    """Mean share of an original's tokens that its rationale marks; masked tokens count as tokens."""
    return sum((Fraction(len(side.rationale), len(side.words)) for side in originals), Fraction(0)) / len(
        originals
    )


def size_of_rationale(ratio: Fraction, side: Side) -> int:
    size = math.ceil(ratio * len(side.words) - Fraction(1, 10**9))
    if size < 1:
        size = 1
    if size > len(side.candidates()):
        size = len(side.candidates())
    return size


def ranking(side: Side) -> list[int]:
    """Tokens outside the mask, best first; of equal scores the earlier one."""
    assert side.saliency is not None
    scores, left, ranked = side.saliency["scores"], side.candidates(), []
    assert len(scores) == len(side.words)
    while left:
        best = left[0]
        for index in left[1:]:
            if scores[index] > scores[best]:
                best = index
        ranked.append(best)
        left.remove(best)
    return ranked


def token_f1(predicted: Sequence[int], golden: Sequence[int]) -> Fraction:
    """Equation 1: of precision and recall, 0 where nothing is shared."""
    shared = len([index for index in predicted if index in golden])
    if shared == 0:
        return Fraction(0)
    precision, recall = Fraction(shared, len(predicted)), Fraction(shared, len(golden))
    return 2 * precision * recall / (precision + recall)


def mean_overlap(original: Sequence[Any], perturbed: Sequence[Any]) -> Fraction:
    """Equation 2: at each depth, the share of the top perturbed tokens among the top original ones."""
    total = Fraction(0)
    for depth in range(1, len(perturbed) + 1):
        hits = 0
        for place in range(depth):
            found = False
            for token in original[:depth]:
                found = found or token == perturbed[place]
            hits += found
        total += Fraction(hits, depth)
    return total / len(perturbed)


def words_at(side: Side, indices: Sequence[int]) -> list[str]:
    return [unicodedata.normalize("NFC", side.words[index]) for index in indices]


def open_links(pair: Pair) -> list[tuple[int, int]]:
    """Links between tokens outside both masks: masked ones take no part."""
    return [
        (left, right)
        for left, right in pair.links
        if left in pair.original.candidates() and right in pair.perturbed.candidates()
    ]


def overlap_by_links(pair: Pair) -> Fraction:
    """Equation 2 where a perturbed token is the original one it is linked to, and else none."""
    original_of = {right: left for left, right in open_links(pair)}
    theirs = [original_of.get(index, f"inserted {index}") for index in ranking(pair.perturbed)]
    return mean_overlap(ranking(pair.original), theirs)


def aligned_scores(pair: Pair) -> list[tuple[float, float, bool]]:
    """Both scores at each aligned place, and whether one of them is a virtual token's 0."""
    assert pair.original.saliency is not None
    assert pair.perturbed.saliency is not None
    ours, theirs = pair.original.saliency["scores"], pair.perturbed.saliency["scores"]
    links = open_links(pair)
    places = [(ours[left], theirs[right], False) for left, right in links]
    for index in pair.original.candidates():
        if index not in [left for left, _ in links]:
            places.append((ours[index], 0.0, True))
    for index in pair.perturbed.candidates():
        if index not in [right for _, right in links]:
            places.append((0.0, theirs[index], True))
    return places


def pearson(pair: Pair) -> float | None:
    """Equation 3, or None where it does not exist."""
    places = aligned_scores(pair)
    ours, theirs = [place[0] for place in places], [place[1] for place in places]
    if len(places) < 2 or max(ours) == min(ours) or max(theirs) == min(theirs):
        return None
    mean_ours, mean_theirs = math.fsum(ours) / len(ours), math.fsum(theirs) / len(theirs)
    above = math.fsum((a - mean_ours) * (b - mean_theirs) for a, b in zip(ours, theirs, strict=True))
    spread_ours = math.fsum((a - mean_ours) ** 2 for a in ours)
    spread_theirs = math.fsum((b - mean_theirs) ** 2 for b in theirs)
    return above / math.sqrt(spread_ours * spread_theirs)


def top1(prediction: dict[str, Any]) -> bool:
    best = prediction["candidates"][0]["pieces"]
    return best == prediction["answer_pieces"] and not prediction["unknown_answer"]


def top3(prediction: dict[str, Any]) -> bool:
    found = [candidate["pieces"] for candidate in prediction["candidates"][:3]]
    return prediction["answer_pieces"] in found and not prediction["unknown_answer"]


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


SPLIT = ("top1", "top3", "token_f1")
PAIRED = ("map", "map_at_k", "map_aligned", "map_star", "pcc")


def interval(group: Group, metric: str, seed: int, resamples: int) -> list[float] | None:
    """The middle 95 % of the means over resampled originals, each drawn with all that was made from it."""
    values = [group.values(metric, name=name) for name in group.names]
    if len([held for held in values if held]) < 2:
        return None
    size = len(values)
    sums = [math.fsum(held) for held in values]
    draws = np.random.default_rng(seed).integers(0, size, size=(resamples, size)).tolist()
    means = []
    for draw in draws:
        number = sum(len(values[index]) for index in draw)
        if number:
            means.append(math.fsum(sums[index] for index in draw) / number)
    means.sort()
    return [percentile(means, Fraction(25, 1000)), percentile(means, Fraction(975, 1000))]


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
        "intervals": {metric: interval(group, metric, seed, resamples) for metric in (*SPLIT, *PAIRED)},
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
