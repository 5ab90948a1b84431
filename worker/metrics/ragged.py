"""Lists of different lengths laid end to end in one array, so that numpy works on many at once."""

from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


def starts(lengths: Ints) -> Ints:
    """Return where each list begins."""
    begun: Ints = np.cumsum(lengths) - lengths
    return begun


def owners(lengths: Ints) -> Ints:
    """Return for each member the number of its list."""
    return np.repeat(np.arange(len(lengths)), lengths)


def places(lengths: Ints) -> Ints:
    """Return for each member its place in its list, from 0."""
    within: Ints = np.arange(int(lengths.sum())) - np.repeat(starts(lengths), lengths)
    return within


def picked(lengths: Ints, lists: Ints) -> Ints:
    """Return the indices of all members of the lists named, list after list; a list may be named again."""
    chosen = lengths[lists]
    indices: Ints = np.repeat(starts(lengths)[lists], chosen) + places(chosen)
    return indices


def sums(values: npt.NDArray[Any], lengths: Ints) -> Floats:
    """Return the sum of each list; every list has a member."""
    if not len(lengths):
        return np.zeros(0)
    added: Floats = np.add.reduceat(values, starts(lengths))
    return added


def largest(values: npt.NDArray[Any], lengths: Ints) -> Floats:
    """Return the largest member of each list; every list has a member."""
    if not len(lengths):
        return np.zeros(0)
    found: Floats = np.maximum.reduceat(values, starts(lengths))
    return found
