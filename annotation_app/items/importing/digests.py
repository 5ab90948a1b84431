"""Which of many values was seen before, in sixteen bytes each: memory hardly follows the file."""

import hashlib

import numpy as np
from numpy.typing import NDArray

RECENT = 50_000


def digest(raw: bytes) -> int:
    """Eight bytes that stand for a value; two values share them by no chance worth counting."""
    return int.from_bytes(hashlib.blake2b(raw, digest_size=8).digest())


class Digests:
    """Remembers for each digest the number that came with it first."""

    def __init__(self) -> None:
        self._recent: dict[int, int] = {}
        self._earlier: NDArray[np.uint64] = np.empty(0, dtype=np.uint64)
        self._numbers: NDArray[np.uint64] = np.empty(0, dtype=np.uint64)

    def first(self, value: int, number: int) -> int | None:
        """The number under which a digest was seen before, or None after noting this one."""
        known = self._recent.get(value)
        if known is not None:
            return known
        if len(self._earlier):
            at = int(self._earlier.searchsorted(np.uint64(value)))
            if at < len(self._earlier) and self._earlier[at] == value:
                return int(self._numbers[at])
        self._recent[value] = number
        if len(self._recent) >= RECENT:
            self._settle()
        return None

    def _settle(self) -> None:
        """Sort the recent ones in among the earlier."""
        count = len(self._recent)
        values = np.fromiter(self._recent, dtype=np.uint64, count=count)
        numbers = np.fromiter(self._recent.values(), dtype=np.uint64, count=count)
        values = np.concatenate([self._earlier, values])
        numbers = np.concatenate([self._numbers, numbers])
        order = np.argsort(values, kind="stable")
        self._earlier, self._numbers = values[order], numbers[order]
        self._recent.clear()
