"""What a release holds, counted while its lines are written: the paper's table 3 and what belongs to it.

Kept are counters over small numbers, so that memory does not follow the number of items.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from annotation_app.benchmarks.rules import PERTURBATION_TYPES
from annotation_app.releases.files import Line

ALL = "all"


class Group:
    """The items of one language and dimension. Lengths: (tokens of the rationale, tokens of the text)."""

    def __init__(self) -> None:
        self.roles: Counter[str] = Counter()
        self.types: Counter[str] = Counter()
        self.lengths: Counter[tuple[int, int]] = Counter()
        self.rounds: Counter[int] = Counter()
        self.sufficiency: Counter[str] = Counter()
        self.compactness: Counter[str] = Counter()
        self.confidence: Counter[int] = Counter()

    def add(self, line: Line) -> None:
        rationale = line["rationale"]
        self.roles[line["role"]] += 1
        self.rounds[rationale["round"]] += 1
        if "pair" in line:
            self.types[line["pair"]["type"]] += 1
        else:
            self.lengths[len(rationale["tokens"]), len(line["tokens"])] += 1
        for counter, name in ((self.sufficiency, "sufficiency"), (self.compactness, "compactness")):
            if rationale[name] is not None:
                counter[rationale[name]] += 1
        self.confidence.update(line["mask_confidence"])

    def join(self, other: "Group") -> None:
        for name, counter in vars(other).items():
            getattr(self, name).update(counter)

    def to_json(self) -> dict[str, Any]:
        """Means are over originals, as in the paper's table; of scores over the items that have some."""
        return {
            "originals": self.roles["original"],
            "perturbed": self.roles["perturbed"],
            "pairs_by_type": {kind: self.types[kind] for kind in PERTURBATION_TYPES},
            "tokens": _mean(self.lengths, 1),
            "rationale_tokens": _mean(self.lengths, 0),
            "rationale_length_ratio": _mean_ratio(self.lengths),
            "rounds": {str(number): count for number, count in sorted(self.rounds.items())},
            "sufficiency": _mean_of_means(self.sufficiency),
            "compactness": _mean_of_means(self.compactness),
            "mask_confidence": {str(number): count for number, count in sorted(self.confidence.items())},
        }


class Statistics:
    """A release's groups. Each line is added once."""

    def __init__(self) -> None:
        self._groups: dict[tuple[str, str], Group] = defaultdict(Group)
        self.splits: dict[str, Counter[str]] = defaultdict(Counter)

    def add(self, line: Line) -> None:
        self._groups[line["language"], line["dimension"]].add(line)
        if "split" in line:
            self.splits[line["split"]][line["role"]] += 1

    def to_json(self) -> dict[str, Any]:
        """table_3: by language and dimension, then by language, then all together."""
        sums: dict[tuple[str, str], Group] = defaultdict(Group)
        for (language, _), group in sorted(self._groups.items()):
            sums[language, ALL].join(group)
            sums[ALL, ALL].join(group)
        rows = [*sorted(self._groups.items()), *sorted(sums.items(), key=lambda each: each[0][0] == ALL)]
        return {
            "about": "Rationale length ratio: rationale tokens over all tokens of the text, the masked ones "
            "included; tokens, rationale tokens and the ratio are means over originals. Sufficiency (1 to 3) "
            "and compactness (1 to 4) are means of the items' means.",
            "table_3": [
                {"language": language, "dimension": dimension, **group.to_json()}
                for (language, dimension), group in rows
            ],
            "splits": {
                part: {"originals": roles["original"], "perturbed": roles["perturbed"]}
                for part, roles in sorted(self.splits.items())
            },
        }


def _mean(lengths: Counter[tuple[int, int]], place: int) -> float | None:
    number = lengths.total()
    return sum(pair[place] * count for pair, count in lengths.items()) / number if number else None


def _mean_ratio(lengths: Counter[tuple[int, int]]) -> float | None:
    number = lengths.total()
    ratios = (Fraction(marked, size) * count for (marked, size), count in lengths.items())
    return float(sum(ratios, Fraction(0)) / number) if number else None


def _mean_of_means(means: Mapping[str, int]) -> float | None:
    number = sum(means.values())
    added = sum((Fraction(mean) * count for mean, count in means.items()), Fraction(0))
    return float(added / number) if number else None
