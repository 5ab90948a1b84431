"""What a release holds, counted while its lines are written: the paper's table 3 and what belongs to it.

Kept are counters over small numbers, so that memory does not follow the number of items.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from annotation_app.benchmarks.rules import PERTURBATION_TYPES
from annotation_app.releases.files import Line

ALL = "all"


class Facts(NamedTuple):
    """What counts of a line. Many lines are alike in it. marked, tokens: how many there are."""

    language: str
    dimension: str
    role: str
    type: str | None
    marked: int
    tokens: int
    round: int
    sufficiency: str | None
    compactness: str | None
    confidence: tuple[int, ...]
    split: str | None


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

    def add(self, facts: Facts, items: int) -> None:
        self.roles[facts.role] += items
        self.rounds[facts.round] += items
        if facts.type is not None:
            self.types[facts.type] += items
        else:
            self.lengths[facts.marked, facts.tokens] += items
        if facts.sufficiency is not None:
            self.sufficiency[facts.sufficiency] += items
        if facts.compactness is not None:
            self.compactness[facts.compactness] += items
        for confidence in facts.confidence:
            self.confidence[confidence] += items

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
        self._seen: Counter[Facts] = Counter()

    def add(self, line: Line) -> None:
        rationale, pair = line["rationale"], line.get("pair")
        facts = Facts(
            line["language"],
            line["dimension"],
            line["role"],
            pair["type"] if pair else None,
            len(rationale["tokens"]),
            len(line["tokens"]),
            rationale["round"],
            rationale["sufficiency"],
            rationale["compactness"],
            tuple(line["mask_confidence"]),
            line.get("split"),
        )
        self._seen[facts] += 1

    def splits(self) -> dict[str, Counter[str]]:
        """How many originals and perturbed items each part has."""
        found: dict[str, Counter[str]] = defaultdict(Counter)
        for facts, items in self._seen.items():
            if facts.split is not None:
                found[facts.split][facts.role] += items
        return dict(sorted(found.items()))

    def to_json(self) -> dict[str, Any]:
        """table_3: by language and dimension, then by language, then all together."""
        groups: dict[tuple[str, str], Group] = defaultdict(Group)
        for facts, items in self._seen.items():
            groups[facts.language, facts.dimension].add(facts, items)
        sums: dict[tuple[str, str], Group] = defaultdict(Group)
        for (language, _), group in sorted(groups.items()):
            sums[language, ALL].join(group)
            sums[ALL, ALL].join(group)
        rows = [*sorted(groups.items()), *sorted(sums.items(), key=lambda each: each[0][0] == ALL)]
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
                for part, roles in self.splits().items()
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
