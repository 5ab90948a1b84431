import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from worker.metrics import accuracy

DISTRIBUTIONS = st.lists(st.lists(st.integers(0, 4), min_size=4, max_size=4), min_size=1, max_size=3)


def test_top_pieces_puts_the_smaller_id_first() -> None:
    assert accuracy.top_pieces(np.array([0.1, 0.3, 0.3, 0.0, 0.3]), 2) == [(1, 0.3), (2, 0.3)]


def test_top_pieces_of_a_small_vocabulary() -> None:
    assert accuracy.top_pieces(np.array([0.4, 0.6]), 5) == [(1, 0.6), (0, 0.4)]


@given(st.lists(st.integers(0, 3), min_size=1, max_size=9), st.integers(0, 8))
def test_piece_rank_is_the_place_in_the_full_order(weights: list[int], piece: int) -> None:
    piece %= len(weights)
    order = sorted(range(len(weights)), key=lambda index: (-weights[index], index))
    assert accuracy.piece_rank(np.array(weights, dtype=np.float64), piece) == order.index(piece) + 1


@given(DISTRIBUTIONS)
def test_joint_candidates_equal_a_full_enumeration(weights: list[list[int]]) -> None:
    rows = [np.array(row, dtype=np.float64) for row in weights]
    every = [
        (pieces, float(np.prod([row[piece] for row, piece in zip(rows, pieces, strict=True)])))
        for pieces in itertools.product(range(4), repeat=len(rows))
    ]
    expected = sorted(every, key=lambda candidate: (-candidate[1], candidate[0]))[:3]
    ranked = [accuracy.top_pieces(row, 3) for row in rows]
    found = accuracy.joint_candidates(ranked, 3)
    assert [share for _, share in found] == [share for _, share in expected]
    if all(share > 0 for _, share in expected):
        assert found == expected


def test_joint_candidates_without_a_mask_are_refused() -> None:
    with pytest.raises(ValueError, match="no mask"):
        accuracy.joint_candidates([], 3)


def test_top3_is_joint_and_not_piece_by_piece() -> None:
    per_mask = [[(4, 0.5), (1, 0.3), (2, 0.2)], [(9, 0.6), (3, 0.3), (0, 0.1)]]
    assert not accuracy.top3_correct(per_mask, [2, 9])
    assert accuracy.top3_per_position(per_mask, [2, 9])
    assert accuracy.top3_correct(per_mask, [1, 9])
    assert not accuracy.top1_correct(per_mask, [1, 9])
    assert accuracy.top1_correct(per_mask, [4, 9])
