"""Texts that read alike within one import. They are pointed out, never left out: a person decides.

Equal once case, marks and spacing are taken away counts as a near-duplicate in a file of any size. Alike but
not equal is found by MinHash over runs of letters, for the first texts only: its index grows with the file.
"""

import hashlib
import re
import unicodedata
import zlib
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

NOT_READ = re.compile(r"[^a-z0-9]+")
SHINGLE = 5
PERMUTATIONS = 64
ALIKE = 0.85
COMPARED_CLOSELY = 20_000
# Names are kept of so many texts; of those before them eight bytes each.
RECENT = 50_000
MOST_FLAGS = 2_000


def normalised(text: str) -> str:
    """Letters, digits and marks on letters only, case folded, in Unicode's compatibility form."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    if folded.isascii():
        return NOT_READ.sub("", folded)
    return "".join(letter for letter in folded if unicodedata.category(letter)[0] in "LNM")


@dataclass(frozen=True)
class Flag:
    """One item that reads like an earlier one ("" if that lies far back). exact: equal once normalised."""

    record: str
    like: str
    exact: bool

    def to_json(self) -> dict[str, Any]:
        return {"record": self.record, "like": self.like, "exact": self.exact}


@dataclass
class NearDuplicates:
    """Remembers the texts seen. compare_closely: how many of the first are also compared by MinHash."""

    compare_closely: int = COMPARED_CLOSELY
    flags: list[Flag] = field(default_factory=list)
    compared: int = 0
    _recent: dict[int, str] = field(default_factory=dict)
    _earlier: NDArray[np.uint64] = field(default_factory=lambda: np.empty(0, dtype=np.uint64))
    _index: Any = None
    _first: Any = None

    def see(self, name: str, text: str) -> None:
        """Compare a text with those before it and remember it."""
        plain = normalised(text)
        digest = hashlib.blake2b(plain.encode(), digest_size=8).digest()
        like = self._remember(int.from_bytes(digest), name)
        if like is not None:
            if len(self.flags) < MOST_FLAGS:
                self.flags.append(Flag(name, like, exact=True))
        elif self.compared < self.compare_closely:
            self._see_closely(name, plain)

    def _remember(self, digest: int, name: str) -> str | None:
        """The name of an equal text seen before ("" once it lies far back), or None after noting this one."""
        at = int(np.searchsorted(self._earlier, np.uint64(digest)))
        if at < len(self._earlier) and self._earlier[at] == digest:
            return ""
        like = self._recent.setdefault(digest, name)
        if like != name:
            return like
        if len(self._recent) >= RECENT:
            recent = np.fromiter(self._recent, dtype=np.uint64, count=len(self._recent))
            self._earlier = np.sort(np.concatenate([self._earlier, recent]))
            self._recent.clear()
        return None

    def _see_closely(self, name: str, plain: str) -> None:
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
        if alike:
            self.flags.append(Flag(name, alike[0], exact=False))
        self._index.insert(name, hashes, check_duplication=False)
        self.compared += 1
