import dataclasses

import numpy as np
import pytest

from tests.worker.metrics.test_report import A_SHORT, PAIRS, prediction
from worker.metrics.differences import compare
from worker.metrics.pair_table import PairTable
from worker.metrics.pair_table_builder import PairTableBuilder
from worker.metrics.records import PairRecord


def keyed(records: list[PairRecord]) -> PairTable:
    """Items are known by the letters and digits of their names, as numbers."""
    builder = PairTableBuilder()
    for record in records:
        builder.add(record, (int(record.original.id, 36), int(record.perturbed.id, 36)))
    return builder.finish()


def test_two_runs_are_compared_over_what_both_have() -> None:
    """The other run lacks A2 and answers A1 as well."""
    better = dataclasses.replace(A_SHORT, prediction=prediction(top1=True), saliency=(0.9, 0.1, 9.0))
    first, second = keyed(PAIRS), keyed([PAIRS[2], dataclasses.replace(PAIRS[0], perturbed=better)])
    found = {each.metric: each for each in compare(first, second)}
    top1 = found["top1"]  # A, B and A1 answered in both: 1, 0, 0 and 1, 0, 1
    assert (top1.values, top1.originals) == (3, 2)
    assert (top1.first, top1.second) == (pytest.approx(1 / 3), pytest.approx(2 / 3))
    assert top1.difference == pytest.approx(1 / 3)
    assert top1.by_original.tolist() == pytest.approx([1 / 2, 0])
    f1 = found["token_f1"]  # the other run takes 0 of A1: 1 instead of 0
    assert (f1.values, f1.difference) == (4, pytest.approx(1 / 4))
    assert found["map"].values == 2
    # ask tall the, against tall ask and ask tall: 1/2 and 1.
    assert found["map"].difference == pytest.approx((1 / 2) / 2)


def test_runs_without_a_common_pair_have_nothing_to_compare() -> None:
    for each in compare(keyed(PAIRS[:1]), keyed(PAIRS[2:])):
        assert (each.first, each.second, each.difference, each.values) == (None, None, None, 0)


def test_a_run_does_not_differ_from_itself() -> None:
    table = keyed(PAIRS)
    for each in compare(table, table):
        assert each.difference == 0
        assert not np.any(each.by_original)
