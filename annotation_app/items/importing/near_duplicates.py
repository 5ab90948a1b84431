"""Texts that read like an earlier one of the benchmark. They are pointed out, never left out: people decide.

Equal once case, marks and spacing are taken away counts as a near-duplicate in a file of any size. Alike but
not equal is found by MinHash over runs of letters, for the first texts only: its index grows with the file.
"""

import unicodedata
import zlib
from dataclasses import dataclass, field
from typing import Any

from annotation_app.items.importing.digests import Digests, digest

NOT_READ = bytes(code for code in range(128) if not chr(code).isalnum())
SHINGLE = 5
PERMUTATIONS = 64
ALIKE = 0.85
COMPARED_CLOSELY = 20_000
MOST_FLAGS = 2_000


def normalised(text: str) -> str:
    """Letters, digits and marks on letters only, case folded, in Unicode's compatibility form."""
    if text.isascii():
        return text.lower().encode().translate(None, NOT_READ).decode()
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(letter for letter in folded if unicodedata.category(letter)[0] in "LNM")


@dataclass(frozen=True)
class Flag:
    """One item that reads like an earlier one, whose number is `like`. exact: equal once normalised."""

    record: str
    like: int
    exact: bool


@dataclass
class NearDuplicates:
    """Remembers the texts seen. compare_closely: how many of the first are also compared by MinHash.

    flags: the first that read like an earlier one.
    """

    compare_closely: int = COMPARED_CLOSELY
    flags: list[Flag] = field(default_factory=list)
    compared: int = 0
    _seen: Digests = field(default_factory=Digests)
    _index: Any = None
    _first: Any = None

    def see(self, name: str, text: str, number: int) -> int | None:
        """Compare a text with those before it and remember it under its number, its item's key.

        Returns the number of the earlier text that it reads like, or None.
        """
        plain = normalised(text)
        like = self._seen.first(digest(plain.encode()), number)
        exact = like is not None
        if like is None and self.compared < self.compare_closely:
            like = self._see_closely(number, plain)
        if like is None or like == number:
            return None
        if len(self.flags) < MOST_FLAGS:
            self.flags.append(Flag(name, like, exact))
        return like

    def remember(self, text: str, number: int, *, closely: bool) -> None:
        """Take up a text that the benchmark has already; closely: for MinHash as well."""
        plain = normalised(text)
        if self._seen.first(digest(plain.encode()), number) is None and closely:
            self._see_closely(number, plain)
            self.compared -= 1

    def _see_closely(self, number: int, plain: str) -> int | None:
        from datasketch import MinHash, MinHashLSH  # type: ignore[import-untyped]

        if self._index is None:
            self._index = MinHashLSH(threshold=ALIKE, num_perm=PERMUTATIONS)
            self._first = MinHash(num_perm=PERMUTATIONS, seed=1, hashfunc=zlib.crc32)
        # A copy shares the permutations, which are costly to draw.
        hashes = self._first.copy()
        hashes.update_batch(
            [plain[at : at + SHINGLE].encode() for at in range(max(1, len(plain) - SHINGLE + 1))]
        )
        alike = sorted(self._index.query(hashes))
        self._index.insert(number, hashes, check_duplication=False)
        self.compared += 1
        return int(alike[0]) if alike else None
