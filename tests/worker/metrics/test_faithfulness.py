import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from worker.metrics import faithfulness

WORDS = st.lists(st.sampled_from("abcdef"), max_size=9)
SOME_WORDS = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=9)
PERMUTED = st.permutations(list(range(7)))
VECTORS = st.integers(0, 9).flatmap(
    lambda size: st.tuples(*[st.lists(st.integers(-4, 4).map(float), min_size=size, max_size=size)] * 2)
)


def literal_map(original: Sequence[str], perturbed: Sequence[str]) -> float:
    """Eq. 2 of the first paper as it is written: three loops."""
    total = 0.0
    for depth in range(1, len(perturbed) + 1):
        overlap = 0
        for token in perturbed[:depth]:
            overlap += token in original[:depth]
        total += overlap / depth
    return total / len(perturbed)


def edit_distance(first: Sequence[str], second: Sequence[str]) -> int:
    row = list(range(len(second) + 1))
    for i, left in enumerate(first, start=1):
        previous, row[0] = row[0], i
        for j, right in enumerate(second, start=1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (left != right))
    return row[-1]


@given(WORDS, SOME_WORDS)
def test_map_overlap_equals_the_equation_as_written(original: list[str], perturbed: list[str]) -> None:
    assert math.isclose(faithfulness.map_overlap(original, perturbed), literal_map(original, perturbed))


@given(WORDS, SOME_WORDS)
def test_map_overlap_stays_in_bounds(original: list[str], perturbed: list[str]) -> None:
    assert 0 <= faithfulness.map_overlap(original, perturbed) <= 1 + 1e-12


@given(SOME_WORDS)
def test_map_overlap_of_a_list_with_itself_is_one(words: list[str]) -> None:
    assert math.isclose(faithfulness.map_overlap(words, words), 1)


@given(PERMUTED, PERMUTED)
def test_map_overlap_of_permutations_is_symmetric(first: list[int], second: list[int]) -> None:
    assert math.isclose(faithfulness.map_overlap(first, second), faithfulness.map_overlap(second, first))


def test_map_overlap_is_not_symmetric_for_different_lengths() -> None:
    assert faithfulness.map_overlap("abcde", "ab") == 1
    assert faithfulness.map_overlap("ab", "abcde") == pytest.approx((1 + 1 + 2 / 3 + 2 / 4 + 2 / 5) / 5)


def test_map_overlap_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="perturbed list is empty"):
        faithfulness.map_overlap("a", "")


def test_map_aligned_follows_links_and_not_spelling() -> None:
    # Both texts say "b a": by links the first faces the second and the other way round, so ranks agree.
    assert faithfulness.map_aligned([0, 1], [1, 0], [(0, 1), (1, 0)]) == 1
    assert faithfulness.map_aligned([0, 1], [0, 1], []) == 0


def test_map_aligned_counts_a_replaced_word_as_its_replacement() -> None:
    assert faithfulness.map_aligned([2, 0, 1], [2, 0, 1], [(0, 0), (1, 1), (2, 2)]) == 1


@given(WORDS, WORDS)
def test_align_tokens_is_a_shortest_edit_in_order(original: list[str], perturbed: list[str]) -> None:
    pairs = faithfulness.align_tokens(original, perturbed)
    lefts = [left for left, _ in pairs if left is not None]
    rights = [right for _, right in pairs if right is not None]
    assert lefts == list(range(len(original)))
    assert rights == list(range(len(perturbed)))
    cost = sum(left is None or right is None or original[left] != perturbed[right] for left, right in pairs)
    assert cost == edit_distance(original, perturbed)


def test_align_links_leaves_the_unlinked_to_virtual_tokens() -> None:
    pairs = faithfulness.align_links([0, 1, 3], [0, 2], [(0, 0), (2, 1), (3, 2)])
    assert pairs == [(0, 0), (3, 2), (1, None)]


def test_align_links_refuses_a_token_linked_twice() -> None:
    with pytest.raises(ValueError, match="linked twice"):
        faithfulness.align_links([0, 1], [0], [(0, 0), (1, 0)])


def test_aligned_pcc_gives_virtual_tokens_zero() -> None:
    pairs: list[faithfulness.AlignedPair] = [(0, 0), (None, 1), (1, 2)]
    assert faithfulness.aligned_pcc([1, 2], [1, 3, 2], pairs) == pytest.approx(-0.5)


@given(VECTORS)
def test_pearson_equals_an_independent_implementation(vectors: tuple[list[float], list[float]]) -> None:
    first, second = vectors
    ours = faithfulness.pearson(first, second)
    if len(first) < 2 or len(set(first)) < 2 or len(set(second)) < 2:
        assert ours is None
    else:
        assert ours == pytest.approx(stats.pearsonr(first, second).statistic, abs=1e-12)
        assert ours == faithfulness.pearson(second, first)


def test_pearson_of_a_constant_with_a_standard_deviation_above_zero_is_undefined() -> None:
    constant = [0.2, 0.2, 0.2]
    assert np.std(constant) > 0
    assert faithfulness.pearson(constant, [1, 2, 3]) is None


@given(VECTORS)
def test_kendall_tau_equals_an_independent_implementation(vectors: tuple[list[float], list[float]]) -> None:
    first, second = vectors
    ours = faithfulness.kendall_tau(first, second)
    if len(set(first)) < 2 or len(set(second)) < 2:
        assert ours is None
    else:
        assert ours == pytest.approx(stats.kendalltau(first, second).statistic, abs=1e-12)


def test_comprehensiveness_and_sufficiency_keep_their_sign() -> None:
    assert faithfulness.comprehensiveness(0.75, 1.0) == -0.25
    assert faithfulness.sufficiency(0.75, 0.5) == 0.25


def test_aopc_is_the_mean_over_the_bins() -> None:
    assert faithfulness.aopc([0.1, 0.2, 0.6]) == pytest.approx(0.3)
    assert faithfulness.aopc([]) is None
    assert faithfulness.aopc_bin_sizes(7) == [1, 1, 1, 2, 4]


def test_entropy_and_divergence_in_nats() -> None:
    assert faithfulness.entropy([0.5, 0.5, 0.0]) == pytest.approx(math.log(2))
    assert faithfulness.kl_divergence([1.0, 0.0], [0.5, 0.5]) == pytest.approx(math.log(2))
    assert faithfulness.kl_divergence([0.5, 0.5], [1.0, 0.0]) == math.inf
