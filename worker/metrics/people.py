"""Agreement between people: of ratings on a scale, of categories, and of rationales as sets of tokens.

A coefficient that does not exist comes with the reason instead of a value.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, combinations
from statistics import fmean
from typing import Literal

from worker.metrics.plausibility import token_f1

Level = Literal["nominal", "ordinal", "interval", "ratio"]

TOO_FEW = "no unit was judged by two people"
ALL_ALIKE = "all judgements are the same, so chance agreement is complete"
UNEVEN = "the units were judged by different numbers of people"


@dataclass(frozen=True)
class Coefficient:
    """A coefficient of agreement, or why there is none.

    value: 1 is perfect agreement, 0 what chance gives, less is worse than chance. units: those that were
    judged by two people or more.
    """

    value: float | None
    units: int
    reason: str | None = None


def krippendorff_alpha(units: Sequence[Sequence[float | None]], level: Level = "ordinal") -> Coefficient:
    """Krippendorff's alpha: 1 - observed over expected disagreement (2011, "Computing Krippendorff's
    Alpha-Reliability").

    units: for each thing judged, one judgement a person, None where there is none; people may differ from
    unit to unit. level: ordinal for scales, nominal for categories. Units with fewer than two judgements say
    nothing and are left out. value in [-1, 1]; None without two judgements of a unit or without variation.
    """
    kept = [[value for value in unit if value is not None] for unit in units]
    kept = [unit for unit in kept if len(unit) > 1]
    if not kept:
        return Coefficient(None, 0, TOO_FEW)
    if len({value for unit in kept for value in unit}) < 2:
        return Coefficient(None, len(kept), ALL_ALIKE)
    # Only here: it brings in whatever of SciPy and scikit-learn is there, which takes seconds.
    from nltk.metrics.agreement import AnnotationTask

    judgements = [
        (str(person), str(thing), value)
        for thing, unit in enumerate(kept)
        for person, value in enumerate(unit)
    ]
    alpha = AnnotationTask(judgements, distance=_distance(level, kept)).alpha()
    return Coefficient(float(alpha), len(kept))


def _distance(level: Level, units: Sequence[Sequence[float]]) -> Callable[[float, float], float]:
    """The squared difference of two judgements at a level of measurement (Krippendorff 2011, section D).

    Ordinal: the judgements that lie between the two, each of the two ends counted half.
    """
    if level == "nominal":
        return lambda first, second: float(first != second)
    if level == "interval":
        return lambda first, second: (first - second) ** 2
    if level == "ratio":
        return lambda first, second: 0.0 if first == second else ((first - second) / (first + second)) ** 2
    counts = sorted(Counter(value for unit in units for value in unit).items())
    below = accumulate((count for _, count in counts), initial=0)
    middle = {value: start + count / 2 for (value, count), start in zip(counts, below, strict=False)}
    return lambda first, second: (middle[first] - middle[second]) ** 2


def fleiss_kappa(units: Sequence[Sequence[Hashable]]) -> Coefficient:
    """Fleiss' kappa (1971): agreement on categories, each unit judged by equally many people, any people.

    value in [-1, 1], exact up to the last division. None without a unit judged twice, with uneven numbers of
    judgements, or if all are the same.
    """
    if not units or max(map(len, units)) < 2:
        return Coefficient(None, 0, TOO_FEW)
    raters = len(units[0])
    if any(len(unit) != raters for unit in units):
        return Coefficient(None, len(units), UNEVEN)
    pairs = raters * (raters - 1)
    alike = sum(count * (count - 1) for unit in units for count in Counter(unit).values())
    observed = Fraction(alike, pairs * len(units))
    total = Counter(category for unit in units for category in unit)
    expected = sum(Fraction(count, total.total()) ** 2 for count in total.values())
    return _beyond_chance(observed, Fraction(expected), len(units))


def cohen_kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> Coefficient:
    """Cohen's kappa (1960): agreement of two people on categories, each with habits of their own.

    first, second: their judgements of the same units. value in [-1, 1], exact up to the last division. None
    without a unit or if both always said the same one thing. Raises ValueError if the lengths differ.
    """
    pairs = list(zip(first, second, strict=True))
    if not pairs:
        return Coefficient(None, 0, TOO_FEW)
    observed = Fraction(sum(ours == theirs for ours, theirs in pairs), len(pairs))
    ours, theirs = Counter(first), Counter(second)
    expected = sum((Fraction(ours[each] * theirs[each], len(pairs) ** 2) for each in ours), Fraction(0))
    return _beyond_chance(observed, expected, len(pairs))


def _beyond_chance(observed: Fraction, expected: Fraction, units: int) -> Coefficient:
    if expected == 1:
        return Coefficient(None, units, ALL_ALIKE)
    return Coefficient(float((observed - expected) / (1 - expected)), units)


def rationale_f1(units: Sequence[Sequence[AbstractSet[int]]]) -> Coefficient:
    """Mean token-F1 of people's rationales: over the pairs of people of an item, then over the items.

    units: for each item the rationales of those who marked it, none of them empty. F1 is symmetric, so it
    does not matter who counts as golden. value in [0, 1]; chance is not taken off. None if no item was marked
    by two people. Raises ValueError for an empty rationale.
    """
    values = [
        fmean(token_f1(ours, theirs) for ours, theirs in combinations(unit, 2))
        for unit in units
        if len(unit) > 1
    ]
    return Coefficient(fmean(values), len(values)) if values else Coefficient(None, 0, TOO_FEW)


def rationale_alpha(units: Sequence[tuple[int, Sequence[AbstractSet[int]]]]) -> Coefficient:
    """Krippendorff's nominal alpha over single tokens: marked or not, by each person who marked the item.

    units: for each item its number of tokens that could be marked, and the rationales. All tokens of all
    items marked twice count alike. value in [-1, 1]; None if no item was marked by two people, or if every
    token or none is in every rationale. units counts items. Raises ValueError for a token outside the item.
    """
    tokens: list[list[float | None]] = []
    items = 0
    for length, rationales in units:
        if any(not 0 <= index < length for each in rationales for index in each):
            raise ValueError("a rationale leaves its item's tokens")
        if len(rationales) < 2:
            continue
        items += 1
        tokens += [[float(index in each) for each in rationales] for index in range(length)]
    found = krippendorff_alpha(tokens, level="nominal")
    return Coefficient(found.value, items, found.reason)
