"""Which part of a split each group of an original and its perturbed items is in.

An original's place in the draw is a checksum of the seed and its text, so the same items are parted in the
same way on any server, in whatever order they come, and items of one text stay together in their dimension.
In each language and dimension the lowest places are test, the next ones dev, and the others train. Only these
places are kept in memory, eight bytes an original.
"""

import unicodedata
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from hashlib import sha256
from math import floor
from typing import NamedTuple

from annotation_app.benchmarks.models import Benchmark
from annotation_app.items.models import Item
from annotation_app.perturbations.queries import finished_pairs
from annotation_app.releases.files import Line
from annotation_app.releases.options import SplitWish

TRAIN, DEV, TEST = "train", "dev", "test"
Original = tuple[str, str, str]  # language, dimension, text


class Cut(NamedTuple):
    """The highest places of test and of dev; None where a part is empty."""

    test: int | None
    dev: int | None


class Parts:
    """The parts of a split, by language, dimension and text."""

    def __init__(self, wish: SplitWish, originals: Iterable[Original]) -> None:
        self._seed = wish.seed
        places: dict[tuple[str, str], array[int]] = defaultdict(lambda: array("Q"))
        for language, dimension, text in originals:
            places[language, dimension].append(place_of(wish.seed, text))
        self._cuts = dict(_cuts(places, wish))

    def part_of(self, original: Line) -> str:
        """The part of an original's line, and so of its perturbed items."""
        cut = self._cuts[original["language"], original["dimension"]]
        place = place_of(self._seed, original["text"])
        if cut.test is not None and place <= cut.test:
            return TEST
        return DEV if cut.dev is not None and place <= cut.dev else TRAIN


def parts_of(benchmark: Benchmark, wish: SplitWish) -> Parts:
    """The parts of a benchmark's finished pairs. Call it in the transaction that reads them."""
    pairs = finished_pairs(benchmark).order_by().values("original")
    rows = Item.objects.filter(pk__in=pairs).order_by().values_list("language", "dimension", "text")
    return Parts(wish, rows.iterator(chunk_size=5000))


def place_of(seed: int, text: str) -> int:
    """A text's place in the draw of a seed, from 0 to 2**64 - 1."""
    spelled = " ".join(unicodedata.normalize("NFC", text).split())
    return int.from_bytes(sha256(f"{seed}\n{spelled}".encode()).digest()[:8])


def _cuts(
    places: "dict[tuple[str, str], array[int]]", wish: SplitWish
) -> Iterator[tuple[tuple[str, str], Cut]]:
    """Where the parts of each language and dimension end, in the order of their names.

    Counts are rounded half up over all groups so far, not in each: many groups of one original each get their
    share together.
    """
    seen = tests = devs = 0
    for group in sorted(places):
        members = sorted(places[group])
        seen += len(members)
        test = min(len(members), _rounded(seen * wish.test) - tests)
        tests += test
        wanted = _rounded(seen * (wish.dev + wish.test)) - tests - devs
        dev = max(0, min(len(members) - test, wanted))
        devs += dev
        cut = Cut(members[test - 1] if test else None, members[test + dev - 1] if dev else None)
        yield group, cut


def _rounded(number: Fraction) -> int:
    return floor(number + Fraction(1, 2))
