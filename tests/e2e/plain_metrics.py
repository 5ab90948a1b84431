"""The report of a run once more, from loops and fractions, to check the real one against.

Written straight from the definitions: one equation, one function, nothing clever. Nothing in it or in
plain_report comes from the product's code. A library serves one purpose: numpy draws the bootstrap's random
numbers from the seed that the report names.
"""

import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

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
