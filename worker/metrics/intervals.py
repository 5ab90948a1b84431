"""Bootstrap intervals for means over clusters of values."""

import numpy as np
import numpy.typing as npt

RESAMPLES = 1000
SEED = 20211
LEVEL = 0.95
_CELLS = 4_000_000  # resampled draws held at once, 32 MB


def bootstrap_interval(
    sums: npt.NDArray[np.float64], counts: npt.NDArray[np.float64]
) -> tuple[float, float] | None:
    """Percentile interval of sum(sums) / sum(counts) over resampled clusters.

    sums, counts: for each cluster (an original with all made from it) the sum of its values and how many they
    are; a cluster without a value has count 0. RESAMPLES draws of as many clusters as there are, with
    replacement, the seed fixed. Returns (low, high), or None with fewer than two clusters that hold a value.
    Resamples without any value are left out.
    """
    size = len(sums)
    if int((counts > 0).sum()) < 2:
        return None
    generator = np.random.default_rng(SEED)
    step = max(1, _CELLS // size)
    means = []
    for start in range(0, RESAMPLES, step):
        drawn = generator.integers(0, size, size=(min(step, RESAMPLES - start), size))
        totals = counts[drawn].sum(axis=1)
        held = totals > 0
        means.append(sums[drawn].sum(axis=1)[held] / totals[held])
    tail = (1 - LEVEL) / 2 * 100
    low, high = np.percentile(np.concatenate(means), [tail, 100 - tail])
    return float(low), float(high)
