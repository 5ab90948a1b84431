import dataclasses
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worker.metrics import pair_table_builder
from worker.metrics.report import PairRecord, Report, ScoredItem, build_report
from worker.types import Prediction, Scale


def prediction(*, top1: bool, top3: bool = True, pieces: int = 1, unknown: bool = False) -> Prediction:
    return Prediction((), tuple(range(pieces)), 0.5, 1, top1, top3, unknown)


def item(name: str, words: str, mask: tuple[int, int], rationale: tuple[int, ...], **rest: Any) -> ScoredItem:
    fields: dict[str, Any] = {"language": "en", "dimension": "grammar", "prediction": None, "saliency": None}
    return ScoredItem(
        id=name, tokens=tuple(words.split()), mask=mask, rationale=rationale, **{**fields, **rest}
    )


# The ratio of this dimension is (1/4 + 2/5) / 2 = 0.325, so K is 2 for four and five tokens, 1 for three.
A = item(
    "A", "ask the tall man", (3, 4), (0,), saliency=(0.9, 0.1, 0.2, 5.0), prediction=prediction(top1=True)
)
B = item(
    "B",
    "he saw a big dog",
    (0, 1),
    (1, 2),
    saliency=(7.0, 0.4, 0.3, 0.2, 0.1),
    prediction=prediction(top1=False, top3=False, pieces=2, unknown=True),
)
A_SHORT = item(
    "A1",
    "ask tall man",
    (2, 3),
    (0,),
    saliency=(0.5, 0.6, 9.0),
    prediction=prediction(top1=False),
    relative_gap=0.01,
)
A_TURNED = item(
    "A2",
    "tall man the ask",
    (1, 2),
    (3,),
    saliency=(0.2, 5.0, 0.1, 0.9),
    prediction=prediction(top1=True),
    relative_gap=0.2,
)
B_OTHER = item("B1", "he met a big dog", (0, 1), (1, 2), saliency=(1.0, 0.2, 0.2, 0.2, 0.2))
PAIRS = [
    PairRecord(A, A_SHORT, "dispensable", ((0, 0), (2, 1), (3, 2))),
    PairRecord(A, A_TURNED, "syntactic", ((0, 3), (1, 2), (2, 0), (3, 1))),
    PairRecord(B, B_OTHER, "important", ((0, 0), (1, 1), (2, 2), (3, 3), (4, 4))),
]


@pytest.fixture(scope="module")
def report() -> Report:
    return build_report(PAIRS)


def test_report_has_a_row_by_dimension_by_language_and_overall(report: Report) -> None:
    assert [(row.language, row.dimension) for row in report.rows] == [
        ("en", "grammar"),
        ("en", "all"),
        ("all", "all"),
    ]
    bare = [dataclasses.replace(row, language="", dimension="") for row in report.rows]
    assert bare[0] == bare[1] == bare[2]


def test_report_counts_an_original_once_and_every_pair(report: Report) -> None:
    row = report.rows[0]
    assert (row.originals, row.perturbed, row.pairs) == (2, 3, 3)
    assert report.counts == {
        "pairs": 3,
        "originals": 2,
        "pcc_positions": 3,
        "pcc_virtual_positions": 1,
        "pairs_dispensable": 1,
        "pairs_important": 1,
        "pairs_syntactic": 1,
    }


def test_report_ratio_is_the_mean_over_originals(report: Report) -> None:
    (ratio,) = report.ratios
    assert (ratio.language, ratio.dimension, ratio.items) == ("en", "grammar", 2)
    assert ratio.ratio == pytest.approx(0.325)


def test_report_accuracy_by_hand(report: Report) -> None:
    row = report.rows[0]
    assert (row.top1.all, row.top1.original, row.top1.perturbed) == (0.5, 0.5, 0.5)
    assert (row.top3.all, row.top3.original, row.top3.perturbed) == (0.75, 0.5, 1.0)
    assert (row.unknown_answers, row.multi_piece_answers) == (1, 1)


def test_report_token_f1_by_hand(report: Report) -> None:
    # A takes tokens 0 and 2 for 0: 2/3. B takes 1 and 2: 1. A1 takes 1 for 0: 0. A2 takes 3 and 0 for 3: 2/3.
    # B1 is constant and takes the first two, 1 and 2: 1.
    split = report.rows[0].token_f1
    assert split.original == pytest.approx((2 / 3 + 1) / 2)
    assert split.perturbed == pytest.approx((0 + 2 / 3 + 1) / 3)
    assert split.all == pytest.approx((2 / 3 + 1 + 0 + 2 / 3 + 1) / 5)


def test_report_map_by_hand(report: Report) -> None:
    row = report.rows[0]
    # A: ask tall the. A1: tall ask gives 0, 1: 1/2. A2: ask tall the gives 1.
    # B: saw a big dog. B1: met a big dog gives 0, 1/2, 2/3, 3/4: 23/48.
    assert row.map == pytest.approx((1 / 2 + 1 + 23 / 48) / 3)
    # Cut to K: (ask tall) and (tall): 0; the same twice: 1; (saw a) and (met a): 0, 1/2: 1/4.
    assert row.map_at_k == pytest.approx((0 + 1 + 1 / 4) / 3)
    # By links "met" is what "saw" became, so B1 agrees at every depth.
    assert row.map_aligned == pytest.approx((1 / 2 + 1 + 1) / 3)


def test_report_pcc_leaves_out_syntactic_and_undefined_pairs(report: Report) -> None:
    row = report.rows[0]
    # 0.9 0.2 0.1 against 0.5 0.6 0, the deleted word facing 0: deviations 0.5 -0.2 -0.3 and 2/15 7/30 -11/30.
    expected = (0.5 * 2 / 15 - 0.2 * 7 / 30 + 0.3 * 11 / 30) / (0.38 * (16 + 49 + 121) / 900) ** 0.5
    assert row.pcc == pytest.approx(expected)
    assert row.undefined == {"pcc": 1, "pcc_syntactic": 1}
    assert row.map_star == pytest.approx(1 / 2)


def test_report_counts_what_is_missing(report: Report) -> None:
    assert report.rows[0].missing == {"predictions": 1, "saliencies": 0, "pairs": 0}
    bare = dataclasses.replace(A_SHORT, saliency=None)
    row = build_report([PairRecord(A, bare, "dispensable", None)]).rows[-1]
    assert row.missing == {"predictions": 0, "saliencies": 1, "pairs": 1}
    assert (row.map, row.pcc, row.token_f1.perturbed) == (None, None, None)


def test_report_completeness(report: Report) -> None:
    assert report.completeness == {
        "median": pytest.approx(0.105),
        "maximum": 0.2,
        "share_above_5_percent": 0.5,
    }


def test_report_intervals_hold_the_value_or_are_none(report: Report) -> None:
    intervals = report.rows[0].intervals
    assert intervals["token_f1"] is not None
    low, high = intervals["token_f1"]
    assert low <= report.rows[0].token_f1.all <= high  # type: ignore[operator]
    assert intervals["pcc"] is None  # one original has a value


def test_report_tells_what_changes_from_originals_to_perturbed_inputs(report: Report) -> None:
    row = report.rows[0]
    assert (row.change("top1"), row.change("top3")) == (0.0, 0.5)
    assert row.change("token_f1") == pytest.approx((0 + 2 / 3 + 1) / 3 - (2 / 3 + 1) / 2)
    low, high = row.intervals["token_f1_change"] or (1.0, 0.0)
    # Only A: (0 + 2/3) / 2 - 2/3. Only B: 1 - 1.
    assert low == pytest.approx(-1 / 3)
    assert high == pytest.approx(0)
    # Of the originals alone A has 2/3, B 1; of the perturbed ones A 1/3, B 1.
    assert row.intervals["token_f1_original"] == (pytest.approx(2 / 3), pytest.approx(1))
    assert row.intervals["token_f1_perturbed"] == (pytest.approx(1 / 3), pytest.approx(1))


def test_a_change_without_one_side_does_not_exist() -> None:
    bare = dataclasses.replace(A_SHORT, prediction=None)
    row = build_report([PairRecord(A, bare, "dispensable", None)]).rows[-1]
    assert (row.change("top1"), row.intervals["top1_change"]) == (None, None)


def test_report_without_links_aligns_by_fewest_edits() -> None:
    linked, unlinked = (
        build_report([PairRecord(A, A_SHORT, "dispensable", links)]).rows[-1]
        for links in (((0, 0), (2, 1)), None)
    )
    assert linked.pcc == pytest.approx(unlinked.pcc)
    assert linked.map_aligned == unlinked.map_aligned


def test_report_survives_json_and_has_no_nan(report: Report) -> None:
    text = json.dumps(report.to_json(), allow_nan=False)
    assert Report.from_json(json.loads(text)) == report


def test_report_of_nothing_is_empty() -> None:
    empty = build_report([])
    assert (empty.rows, empty.ratios, empty.completeness) == ((), (), None)


def test_report_identity_is_composed_unicode() -> None:
    composed = item("C", "caf\u00e9 is open", (2, 3), (0,), saliency=(0.9, 0.1, 0.0))
    decomposed = item("C1", "cafe\u0301 is open", (2, 3), (0,), saliency=(0.9, 0.1, 0.0))
    assert build_report([PairRecord(composed, decomposed, "dispensable", None)]).rows[-1].map == 1


@settings(max_examples=20, deadline=None)
@given(st.permutations(PAIRS))
def test_report_does_not_depend_on_the_order_of_pairs(pairs: list[PairRecord]) -> None:
    assert build_report(pairs) == build_report(PAIRS)


@pytest.mark.parametrize(
    ("rationale", "saliency", "message"),
    [
        ((), None, "rationale: the one of item X is empty"),
        ((2,), None, "rationale: the one of item X leaves its tokens or touches its mask"),
        ((3,), None, "rationale: the one of item X leaves its tokens or touches its mask"),
        ((0,), (0.1,), "saliency: item X has 3 tokens, not 1"),
    ],
)
def test_scored_item_names_the_item_that_does_not_fit(
    rationale: tuple[int, ...], saliency: tuple[float, ...] | None, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        item("X", "a b c", (2, 3), rationale, saliency=saliency)


def test_report_takes_a_stream_and_batches_end_anywhere(
    report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pair_table_builder, "BATCH_TOKENS", 1)
    assert build_report(iter(PAIRS)) == report


def test_report_of_a_part_may_be_cut_by_the_ratios_of_the_whole(report: Report) -> None:
    part = build_report(PAIRS[2:], report.ratios)
    assert part.ratios[0].ratio == report.ratios[0].ratio
    assert part.rows[0].token_f1.original == 1  # B takes two tokens; by its own 2/5 it would too
    wide = build_report(PAIRS[2:], [dataclasses.replace(report.ratios[0], ratio=1.0)])
    assert wide.rows[0].token_f1.original == pytest.approx(2 * 2 / (4 + 2))


def told(item: ScoredItem, **changes: Any) -> ScoredItem:
    return dataclasses.replace(item, **changes)


@pytest.mark.parametrize(
    ("scale", "undefined"),
    [
        (Scale.SCORES, {"pcc": 1}),
        (Scale.RANKS, {"pcc_scale": 2}),
        (Scale.RATIONALE, {"pcc_scale": 2, "map": 3}),
        (Scale.SET, {"pcc_scale": 2, "map": 3, "map_at_k": 3}),
    ],
)
def test_what_a_saliency_does_not_tell_is_undefined_and_counted(
    scale: Scale, undefined: dict[str, int]
) -> None:
    """Only one side of each pair tells less: the pair tells no more than that side."""
    records = [dataclasses.replace(pair, perturbed=told(pair.perturbed, scale=scale)) for pair in SCORED]
    row, plain = build_report(records).rows[-1], build_report(SCORED).rows[-1]
    assert row.undefined == ({"pcc": 0, "pcc_syntactic": 1} | undefined)
    needed = {"pcc": "pcc_scale", "map_star": "pcc_scale", "map": "map", "map_at_k": "map_at_k"}
    for metric, name in needed.items():
        assert getattr(row, metric) == (None if name in undefined else getattr(plain, metric))
    assert row.token_f1 == plain.token_f1


SCORED = [pair for pair in PAIRS if pair.original.saliency and pair.perturbed.saliency]


def test_a_rationale_of_given_size_is_not_cut_by_the_ratio() -> None:
    """The ratio of A alone is 1/4 and K is 1; of two tokens one is golden: P 1/2, R 1."""
    assert (A.extracted(0.25), told(A, chosen=2).extracted(0.25)) == ([0], [0, 2])
    (row, *_) = build_report([dataclasses.replace(PAIRS[0], original=told(A, chosen=2))]).rows
    assert row.token_f1.original == pytest.approx(2 / 3)


def test_a_golden_answer_that_too_few_guesses_leave_open_has_no_top3() -> None:
    open_answer = dataclasses.replace(prediction(top1=False), top3=None)
    pair = dataclasses.replace(PAIRS[0], original=told(A, prediction=open_answer))
    (row, *_) = build_report([pair]).rows
    assert (row.top1.all, row.top3.all, row.top3.original) == (0.0, 1.0, None)
    assert row.undefined["top3"] == 1
