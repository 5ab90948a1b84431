import numpy as np
import pytest

from worker.metrics import intervals


def interval(sums: list[float], counts: list[float]) -> tuple[float, float] | None:
    (found,) = intervals.bootstrap_intervals(np.array(sums)[:, None], np.array(counts)[:, None])
    return found


def test_interval_is_the_same_every_time() -> None:
    sums, counts = [float(value) for value in range(20)], [1.0] * 20
    assert interval(sums, counts) == interval(sums, counts)


def test_interval_covers_the_mean_about_as_the_normal_law_says() -> None:
    values = np.random.default_rng(3).normal(10, 2, size=400)
    found = interval(values.tolist(), [1.0] * 400)
    assert found is not None
    half = 1.96 * values.std() / 20
    assert found[0] == pytest.approx(values.mean() - half, abs=0.05)
    assert found[1] == pytest.approx(values.mean() + half, abs=0.05)


def test_interval_weighs_clusters_by_their_values() -> None:
    assert interval([3.0, 1.0], [3.0, 1.0]) == (1.0, 1.0)


def test_interval_needs_two_clusters_with_a_value() -> None:
    assert interval([1.0, 0.0], [1.0, 0.0]) is None
    assert interval([1.0], [1.0]) is None
    assert interval([1.0, 1.0, 0.0], [1.0, 1.0, 0.0]) == (1.0, 1.0)


def test_intervals_of_several_metrics_are_those_of_each_alone() -> None:
    sums, counts = (
        np.array([[1.0, 2.0], [0.0, 5.0], [3.0, 0.0]]),
        np.array([[1.0, 1.0], [1.0, 2.0], [1.0, 0.0]]),
    )
    together = intervals.bootstrap_intervals(sums, counts)
    alone = [interval(sums[:, metric].tolist(), counts[:, metric].tolist()) for metric in range(2)]
    assert together == alone


def test_intervals_are_the_percentiles_of_plainly_drawn_resamples() -> None:
    source = np.random.default_rng(5)
    sums, counts = source.normal(size=(300, 2)), source.integers(0, 4, size=(300, 2)).astype(float)
    generator = np.random.default_rng(intervals.SEED)
    means = []
    for _ in range(intervals.RESAMPLES):
        drawn = generator.integers(0, 300, size=300)
        means.append(sums[drawn].sum(axis=0) / counts[drawn].sum(axis=0))
    expected = np.percentile(np.array(means), [2.5, 97.5], axis=0).T
    assert np.array(intervals.bootstrap_intervals(sums, counts)) == pytest.approx(expected, abs=1e-12)
