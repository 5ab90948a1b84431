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
    sums: Floats,
    counts: Floats,
    pools: Sequence[Sequence[int]] | None = None,
    differences: Sequence[tuple[int, int]] = (),
) -> list[Interval | None]:
    """Percentile intervals of sum(sums) / sum(counts) over resampled clusters, one for each metric.

    sums, counts: [clusters, columns]; for each cluster (an original with all made from it) the sum of its
    values and how many they are, 0 where it has none. RESAMPLES draws of as many clusters as there are, with
    replacement, the same draws for all metrics, the seed fixed. Resamples without any value are left out.
    pools: the columns whose values each metric is the mean of; without, a metric a column. differences: pairs
    of metrics; after the metrics' intervals come those of the first one's mean less the second one's in the
    same draw. Returns (low, high), or None where fewer than two clusters hold a value.
    """
    if pools is None:
        pools = [[column] for column in range(sums.shape[1])]
    if len(sums) < 2:
        return [None] * (len(pools) + len(differences))
    drawn_sums, drawn_counts = _drawn(sums, counts)
    means, several = [], []
    for pool in pools:
        added, number = (drawn[:, list(pool)].sum(axis=1) for drawn in (drawn_sums, drawn_counts))
        means.append(np.divide(added, number, out=np.full(len(added), np.nan), where=number > 0))
        several.append(np.count_nonzero(np.any([counts[:, column] > 0 for column in pool], axis=0)) > 1)
    wanted = [
        *zip(means, several, strict=True),
        *((means[one] - means[other], several[one] and several[other]) for one, other in differences),
    ]
    return [_interval(values) if enough else None for values, enough in wanted]


def _interval(means: Floats) -> Interval:
    tail = (1 - LEVEL) / 2 * 100
    low, high = np.percentile(means[~np.isnan(means)], [tail, 100 - tail])
    return float(low), float(high)


def _drawn(sums: Floats, counts: Floats) -> tuple[Floats, Floats]:
    """The sum and the number of the values in each resample, [RESAMPLES, columns]."""
    size, width = sums.shape
    generator = np.random.default_rng(SEED)
    step = max(1, min(_ROWS, _CELLS // size))
    # Several columns mostly count the same values: they are multiplied once.
    same_as = [
        next(other for other in range(column + 1) if np.array_equal(counts[:, other], counts[:, column]))
        for column in range(width)
    ]
    distinct = sorted(set(same_as))
    columns = np.hstack([sums, counts[:, distinct]])
    times = np.empty((step, size))
    products = []
    for start in range(0, RESAMPLES, step):
        rows = min(step, RESAMPLES - start)
        for row in range(rows):
            # Numbers of 32 bits are the same draws as of 64 in half the memory, a row at a time in the cache.
            drawn = generator.integers(0, size, size=size, dtype=np.uint32)
            times[row] = np.bincount(drawn, minlength=size)
        products.append(times[:rows] @ columns)
    product = np.concatenate(products)
    return product[:, :width], product[:, [width + distinct.index(column) for column in same_as]]
