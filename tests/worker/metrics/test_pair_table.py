import numpy as np
import pytest

from tests.worker.metrics.test_report import PAIRS
from worker.metrics.pair_table import COLUMNS, PairTable
from worker.metrics.pair_table_builder import PairTableBuilder, build_pair_table
from worker.metrics.report import build_report, report_on


@pytest.fixture(scope="module")
def table() -> PairTable:
    """The pairs in another order than that of their originals' names, with the keys of some caller."""
    builder = PairTableBuilder()
    for number, record in enumerate(reversed(PAIRS)):
        builder.add(record, (10 + number, 20 + number))
    return builder.finish()


def test_a_table_has_one_row_a_pair_with_the_callers_keys(table: PairTable) -> None:
    assert len(table) == 3
    assert table["original"].tolist() == [1, 0, 0]  # B, then A twice: numbered by name
    assert table["original_key"].tolist() == [10, 11, 12]
    assert table["perturbed_key"].tolist() == [20, 21, 22]
    assert {name: column.dtype.str[1:] for name, column in table.columns.items()} == dict(COLUMNS)


def test_a_table_has_what_was_counted_by_hand(table: PairTable) -> None:
    assert table.length_ratio().tolist() == [2 / 5, 1 / 4, 1 / 4]
    # As in test_report: B takes what is golden, A one of two; B1, A2 and A1 likewise.
    assert table["token_f1_original"].tolist() == pytest.approx([1, 2 / 3, 2 / 3])
    assert table["token_f1_perturbed"].tolist() == pytest.approx([1, 2 / 3, 0])
    assert table["map"].tolist() == pytest.approx([23 / 48, 1, 1 / 2])
    assert np.isnan(table["pcc"]).tolist() == [True, True, False]  # constant; syntactic; has one


def test_a_part_is_reported_like_its_pairs_alone(table: PairTable) -> None:
    """Cut by the ratios of the whole."""
    ratios = build_report(PAIRS).ratios
    for kind in ("dispensable", "important", "syntactic"):
        part = report_on(table.part(table.of(type=kind)))
        alone = build_report([pair for pair in PAIRS if pair.type == kind], ratios)
        assert (part.rows, part.ratios, part.counts) == (alone.rows, alone.ratios, alone.counts)


def test_pairs_are_chosen_by_language_dimension_and_type(table: PairTable) -> None:
    assert table.of().all()
    assert not table.of(language="zh").any()
    assert not table.of(dimension="reasoning").any()
    assert table.of(language="en", dimension="grammar", type="important").tolist() == [True, False, False]


def test_a_table_of_nothing_is_empty() -> None:
    empty = build_pair_table([])
    assert len(empty) == 0
    assert report_on(empty).rows == ()
