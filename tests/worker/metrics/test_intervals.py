import numpy as np
import pytest

from worker.metrics import intervals


def test_interval_is_the_same_every_time() -> None:
    sums, counts = np.arange(20.0), np.ones(20)
    assert intervals.bootstrap_interval(sums, counts) == intervals.bootstrap_interval(sums, counts)


def test_interval_covers_the_mean_about_as_the_normal_law_says() -> None:
    values = np.random.default_rng(3).normal(10, 2, size=400)
    found = intervals.bootstrap_interval(values, np.ones(400))
    assert found is not None
    half = 1.96 * values.std() / 20
    assert found[0] == pytest.approx(values.mean() - half, abs=0.05)
    assert found[1] == pytest.approx(values.mean() + half, abs=0.05)


def test_interval_weighs_clusters_by_their_values() -> None:
    assert intervals.bootstrap_interval(np.array([3.0, 1.0]), np.array([3.0, 1.0])) == (1.0, 1.0)


def test_interval_leaves_clusters_without_values_alone() -> None:
    assert intervals.bootstrap_interval(np.array([1.0, 0.0]), np.array([1.0, 0.0])) is None
    assert intervals.bootstrap_interval(np.array([]), np.array([])) is None
    assert intervals.bootstrap_interval(np.array([1.0, 1.0, 0.0]), np.array([1.0, 1.0, 0.0])) == (1.0, 1.0)
