import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import auc, average_precision_score, precision_recall_curve, roc_auc_score

from worker.metrics import agreement

SPANS = st.lists(
    st.tuples(st.sampled_from("ab"), st.just("d"), st.integers(0, 6), st.integers(1, 4)).map(
        lambda span: (span[0], span[1], span[2], span[2] + span[3])
    ),
    max_size=4,
)
DOCUMENTS = st.lists(
    st.lists(st.tuples(st.integers(0, 1), st.integers(-2, 2).map(float)), min_size=1, max_size=8),
    min_size=1,
    max_size=4,
)


@given(SPANS, SPANS)
def test_iou_f1_stays_in_bounds_and_mirrors(
    golden: list[agreement.Span], predicted: list[agreement.Span]
) -> None:
    forward = agreement.iou_f1(golden, predicted)
    backward = agreement.iou_f1(predicted, golden)
    for side, mirrored in ((forward.micro, backward.micro), (forward.macro, backward.macro)):
        assert 0 <= side.f1 <= 1
        assert (side.p, side.r) == (mirrored.r, mirrored.p)


def test_iou_f1_released_counts_predictions_in_its_recall() -> None:
    golden, halves = [("a", "d", 0, 6)], [("a", "d", 0, 3), ("a", "d", 3, 6)]
    assert agreement.iou_f1(golden, halves).micro == agreement.Prf(1, 1, 1)
    assert agreement.iou_f1_released(golden, halves).micro == agreement.Prf(1, 2, pytest.approx(4 / 3))


@pytest.mark.parametrize("metric", [agreement.iou_f1, agreement.token_prf, agreement.exact_span_prf])
def test_empty_sides_give_zero(metric: object) -> None:
    nothing = agreement.Prf(0, 0, 0)
    assert metric([], []) == agreement.Agreement(nothing, nothing)  # type: ignore[operator]
    assert metric([("a", "d", 0, 1)], []).micro == nothing  # type: ignore[operator]


def test_exact_spans_must_be_equal() -> None:
    golden = [("a", "d", 0, 3), ("a", "d", 4, 6)]
    found = agreement.exact_span_prf(golden, [("a", "d", 0, 3), ("a", "d", 4, 5)])
    assert found.micro == agreement.Prf(0.5, 0.5, 0.5)


@given(DOCUMENTS)
def test_soft_agreement_equals_an_independent_implementation(
    documents: list[list[tuple[int, float]]],
) -> None:
    golden = [[flag for flag, _ in document] for document in documents]
    scores = [[score for _, score in document] for document in documents]
    areas, averages, rocs = [], [], []
    for flags, values in zip(golden, scores, strict=True):
        if not any(flags):
            continue
        precision, recall, _ = precision_recall_curve(flags, values)
        areas.append(auc(recall, precision))
        averages.append(average_precision_score(flags, values))
        if not all(flags):
            rocs.append(roc_auc_score(flags, values))
    found = agreement.soft_agreement(golden, scores)
    assert found.documents_scored == len(areas)
    assert found.documents_without_gold == len(documents) - len(areas)
    for ours, theirs in (
        (found.auprc, areas),
        (found.average_precision, averages),
        (found.roc_auc_score, rocs),
    ):
        assert ours == (pytest.approx(np.mean(theirs)) if theirs else None)


def test_soft_agreement_refuses_uneven_documents() -> None:
    with pytest.raises(ValueError, match="differ in length"):
        agreement.soft_agreement([[0, 1]], [[0.5]])
