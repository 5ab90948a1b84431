"""Bootstrap intervals for means over clusters of values."""

from collections.abc import Sequence

import numpy as np

from worker.metrics.ragged import Floats

Interval = tuple[float, float]

RESAMPLES = 1000
SEED = 20211
LEVEL = 0.95
_CELLS = 8_000_000  # resampled draws held at once, 64 MB
_ROWS = 16  # more at once gain nothing, and have BLAS keep idle threads busy


def bootstrap_intervals(
    sums: Floats, counts: Floats, differences: Sequence[tuple[int, int]] = ()
) -> list[Interval | None]:
    """Percentile intervals of sum(sums) / sum(counts) over resampled clusters, one for each metric.

    sums, counts: [clusters, metrics]; for each cluster (an original with all made from it) the sum of its
    values and how many they are, 0 where it has none. RESAMPLES draws of as many clusters as there are, with
    replacement, the same draws for all metrics, the seed fixed. Resamples without any value are left out.
    differences: pairs of metrics; after the metrics' intervals come those of the first one's mean less the
    second one's in the same draw. Returns (low, high), or None where fewer than two clusters hold a value.
    """
    metrics = sums.shape[1]
    if len(sums) < 2:
        return [None] * (metrics + len(differences))
    drawn = _drawn_means(sums, counts)
    several = (counts > 0).sum(axis=0) > 1
    wanted = [
        *((drawn[:, metric], several[metric]) for metric in range(metrics)),
        *((drawn[:, one] - drawn[:, other], several[one] and several[other]) for one, other in differences),
    ]
    return [_interval(means) if enough else None for means, enough in wanted]


def _interval(means: Floats) -> Interval:
    tail = (1 - LEVEL) / 2 * 100
    low, high = np.percentile(means[~np.isnan(means)], [tail, 100 - tail])
    return float(low), float(high)


def _drawn_means(sums: Floats, counts: Floats) -> Floats:
    """The means of each resample, [RESAMPLES, metrics], NaN where it holds no value."""
    size, metrics = sums.shape
    generator = np.random.default_rng(SEED)
    step = max(1, min(_ROWS, _CELLS // size))
    # Several metrics mostly count the same values: such columns are multiplied once.
    column_of = [
        next(other for other in range(metric + 1) if np.array_equal(counts[:, other], counts[:, metric]))
        for metric in range(metrics)
    ]
    distinct = sorted(set(column_of))
    columns = np.hstack([sums, counts[:, distinct]])
    place_of = [metrics + distinct.index(column) for column in column_of]
    times = np.empty((step, size))
    means = []
    for start in range(0, RESAMPLES, step):
        rows = min(step, RESAMPLES - start)
        for row in range(rows):
            # Numbers of 32 bits are the same draws as of 64 in half the memory, a row at a time in the cache.
            drawn = generator.integers(0, size, size=size, dtype=np.uint32)
            times[row] = np.bincount(drawn, minlength=size)
        product = times[:rows] @ columns
        totals = product[:, place_of]
        means.append(
            np.divide(product[:, :metrics], totals, out=np.full(totals.shape, np.nan), where=totals > 0)
        )
    return np.concatenate(means)
