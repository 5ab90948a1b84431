import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worker.metrics import plausibility

INDICES = st.frozensets(st.integers(0, 12))
GOLDEN = st.frozensets(st.integers(0, 12), min_size=1)
SCORES = st.lists(st.integers(-3, 3).map(float), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("predicted", "golden", "precision", "recall", "f1"),
    [
        pytest.param({0, 1}, {1, 2}, 0.5, 0.5, 0.5, id="half"),
        pytest.param({3, 7, 8, 9}, {2, 3, 7}, 0.5, 2 / 3, 4 / 7, id="uneven"),
        pytest.param({0}, {1}, 0.0, 0.0, 0.0, id="disjoint"),
        pytest.param(set(), {1}, 0.0, 0.0, 0.0, id="nothing predicted"),
    ],
)
def test_token_agreement_by_hand(
    predicted: set[int], golden: set[int], precision: float, recall: float, f1: float
) -> None:
    assert plausibility.token_precision(predicted, golden) == precision
    assert plausibility.token_recall(predicted, golden) == recall
    assert plausibility.token_f1(predicted, golden) == f1


@pytest.mark.parametrize(
    "metric",
    [plausibility.token_precision, plausibility.token_recall, plausibility.token_f1, plausibility.set_iou],
)
def test_an_empty_golden_rationale_is_refused(metric: object) -> None:
    with pytest.raises(ValueError, match="golden rationale is empty"):
        metric({1}, set())  # type: ignore[operator]


@given(GOLDEN, GOLDEN)
def test_token_f1_is_symmetric_and_the_harmonic_mean(
    predicted: frozenset[int], golden: frozenset[int]
) -> None:
    f1 = plausibility.token_f1(predicted, golden)
    assert f1 == plausibility.token_f1(golden, predicted)
    precision = plausibility.token_precision(predicted, golden)
    recall = plausibility.token_recall(predicted, golden)
    expected = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    assert math.isclose(f1, expected, abs_tol=1e-12)


@given(INDICES, GOLDEN)
def test_token_f1_stays_in_bounds(predicted: frozenset[int], golden: frozenset[int]) -> None:
    assert 0 <= plausibility.token_f1(predicted, golden) <= 1


def test_corpus_token_f1_is_the_mean_over_inputs() -> None:
    assert plausibility.corpus_token_f1([{0, 1, 2, 3}, {0}], [{0}, {0, 1, 2, 3}]) == pytest.approx(0.4)
    assert plausibility.corpus_token_f1([], []) is None


@given(INDICES, st.lists(GOLDEN, min_size=1, max_size=4))
def test_multi_golden_f1_is_at_least_the_best_single(
    predicted: frozenset[int], goldens: list[frozenset[int]]
) -> None:
    best = max(plausibility.token_f1(predicted, golden) for golden in goldens)
    assert best <= plausibility.multi_golden_token_f1(predicted, goldens) <= 1


@pytest.mark.parametrize(
    ("ratio", "length", "candidates", "size"),
    [
        pytest.param(0.2, 10, None, 2, id="exact"),
        pytest.param(0.07, 100, None, 7, id="product just above in floating point"),
        pytest.param(0.434, 15, 14, 7, id="rounded up"),
        pytest.param(0.0, 9, None, 1, id="never none"),
        pytest.param(0.9, 2, 1, 1, id="capped by candidates"),
    ],
)
def test_rationale_size(ratio: float, length: int, candidates: int | None, size: int) -> None:
    assert plausibility.rationale_size(ratio, length, candidates) == size


def test_rationale_size_without_a_candidate_is_refused() -> None:
    with pytest.raises(ValueError, match="no token may be chosen"):
        plausibility.rationale_size(0.5, 3, 0)


def test_select_rationale_takes_the_earlier_of_equal_scores_and_no_mask() -> None:
    assert plausibility.select_rationale([0.3, 0.5, 9.0, 0.3, -0.9], 3, {2}) == [1, 0, 3]


def test_rank_tokens_refuses_nan() -> None:
    with pytest.raises(ValueError, match="not finite"):
        plausibility.rank_tokens([0.1, math.nan])


@given(SCORES, st.frozensets(st.integers(0, 11)))
def test_rank_tokens_is_a_falling_order_of_the_candidates(scores: list[float], mask: frozenset[int]) -> None:
    ranked = plausibility.rank_tokens(scores, mask)
    assert sorted(ranked) == [index for index in range(len(scores)) if index not in mask]
    keys = [(-scores[index], index) for index in ranked]
    assert keys == sorted(keys)
