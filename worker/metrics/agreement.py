"""The second paper's agreement of predicted rationales with human ones: spans, tokens and soft scores.

A span is (annotation, document, start, end) in the document's own tokens, end exclusive; the golden evidence
groups of an annotation are pooled beforehand. A key is (annotation, document).
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from worker.metrics import ragged

Span = tuple[str, str, int, int]
Key = tuple[str, str]
_Counts = npt.NDArray[np.int64]

_MOST_TOKENS = 1 << 40  # more than a document has; keys and places share a 64-bit number


@dataclass(frozen=True)
class Prf:
    """Precision, recall and F1, each in [0, 1], higher is better."""

    p: float
    r: float
    f1: float


@dataclass(frozen=True)
class Agreement:
    """Micro: over all spans or tokens together. Macro: over keys that have predictions or golden spans."""

    micro: Prf
    macro: Prf


@dataclass(frozen=True)
class SoftAgreement:
    """Ranking quality of soft scores, each a mean over documents with a golden token, or None without one.

    auprc: trapezoid area under the precision-recall curve, optimistic with ties. average_precision: its step-
    wise sum. roc_auc_score: None also if every scored document is golden throughout; such documents are left
    out of it. documents_without_gold are left out of all three.
    """

    auprc: float | None
    average_precision: float | None
    roc_auc_score: float | None
    documents_scored: int
    documents_without_gold: int


def harmonic_mean(precision: float, recall: float) -> float:
    """F1 of a precision and a recall; 0 if both are 0."""
    return 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0


def iou_f1(golden: Iterable[Span], predicted: Iterable[Span], threshold: float = 0.5) -> Agreement:
    """Partial-match agreement of spans: a match is an intersection over union of at least threshold.

    Precision: predictions that match some golden span of their key. Recall: golden spans that some prediction
    matches, so it stays within [0, 1]. Macro F1 is the F1 of the averaged precision and recall.
    """
    return _iou_agreement(golden, predicted, threshold, count_predictions=False)


def iou_f1_released(golden: Iterable[Span], predicted: Iterable[Span], threshold: float = 0.5) -> Agreement:
    """The same as the paper's released scorer counts it: recall is matched predictions over golden spans.

    Two predicted halves of one golden span give recall 2; for comparison with published numbers only.
    """
    return _iou_agreement(golden, predicted, threshold, count_predictions=True)


def _iou_agreement(
    golden: Iterable[Span], predicted: Iterable[Span], threshold: float, *, count_predictions: bool
) -> Agreement:
    ours, theirs = _spans_by_key(predicted), _spans_by_key(golden)
    matched = dict.fromkeys(ours.keys() | theirs.keys(), (0, 0))
    for key in matched:
        found = sum(any(_iou(span, other) >= threshold for other in theirs[key]) for span in ours[key])
        hit = sum(any(_iou(span, other) >= threshold for other in ours[key]) for span in theirs[key])
        matched[key] = found, (found if count_predictions else hit)
    precisions = [matched[key][0] / len(spans) for key, spans in ours.items() if spans]
    recalls = [matched[key][1] / len(spans) for key, spans in theirs.items() if spans]
    micro_p = _share(sum(found for found, _ in matched.values()), sum(map(len, ours.values())))
    micro_r = _share(sum(hit for _, hit in matched.values()), sum(map(len, theirs.values())))
    macro_p, macro_r = _share(sum(precisions), len(precisions)), _share(sum(recalls), len(recalls))
    return Agreement(
        Prf(micro_p, micro_r, harmonic_mean(micro_p, micro_r)),
        Prf(macro_p, macro_r, harmonic_mean(macro_p, macro_r)),
    )


def token_prf(golden: Iterable[Span], predicted: Iterable[Span]) -> Agreement:
    """Agreement over tokens, spans spread out. Macro is the mean over keys of P, R and F1, each by itself.

    A key with golden spans or predictions only adds 0. Without any span all values are 0.
    """
    numbers: dict[Key, int] = {}
    theirs, ours = _token_codes(golden, numbers), _token_codes(predicted, numbers)
    both = np.intersect1d(theirs, ours, assume_unique=True)
    counts = [np.bincount(codes // _MOST_TOKENS, minlength=len(numbers)) for codes in (both, ours, theirs)]
    return _counted_agreement(*counts)


def exact_span_prf(golden: Iterable[Span], predicted: Iterable[Span]) -> Agreement:
    """Agreement over whole spans, equal or not; averaged as in token_prf."""
    ours, theirs = _spans_by_key(predicted), _spans_by_key(golden)
    return _set_agreement(
        {key: set(spans) for key, spans in theirs.items()}, {key: set(spans) for key, spans in ours.items()}
    )


def _set_agreement(
    golden: Mapping[Key, set[tuple[int, int]]], predicted: Mapping[Key, set[tuple[int, int]]]
) -> Agreement:
    rows = []
    for key in golden.keys() | predicted.keys():
        theirs, ours = golden.get(key, set()), predicted.get(key, set())
        rows.append((len(ours & theirs), len(ours), len(theirs)))
    columns = np.array(rows, dtype=np.int64).reshape(-1, 3)
    return _counted_agreement(columns[:, 0], columns[:, 1], columns[:, 2])


def _counted_agreement(both: _Counts, ours: _Counts, theirs: _Counts) -> Agreement:
    """Agreement from what each key has in common, predicted and golden; a key with neither is left out."""
    some = (ours > 0) | (theirs > 0)
    both, ours, theirs = both[some], ours[some], theirs[some]
    shared, predicted, golden = int(both.sum()), int(ours.sum()), int(theirs.sum())
    precision, recall = _share(shared, predicted), _share(shared, golden)
    precisions, recalls = both / np.maximum(1, ours), both / np.maximum(1, theirs)
    f1s = 2 * both / np.maximum(1, ours + theirs)
    return Agreement(
        Prf(precision, recall, harmonic_mean(precision, recall)),
        Prf(_mean(precisions) or 0.0, _mean(recalls) or 0.0, _mean(f1s) or 0.0),
    )


def _token_codes(spans: Iterable[Span], numbers: dict[Key, int]) -> npt.NDArray[np.int64]:
    """Each token of the spans once, as a number that holds its key and its place. numbers: of keys, grows."""
    rows = [
        (numbers.setdefault((annotation, document), len(numbers)), start, end)
        for annotation, document, start, end in spans
    ]
    table = np.array(rows, dtype=np.int64).reshape(-1, 3)
    lengths = np.maximum(0, table[:, 2] - table[:, 1])
    codes = np.repeat(table[:, 0] * _MOST_TOKENS + table[:, 1], lengths) + ragged.places(lengths)
    return np.unique(codes)


def _spans_by_key(spans: Iterable[Span]) -> defaultdict[Key, list[tuple[int, int]]]:
    by_key: defaultdict[Key, list[tuple[int, int]]] = defaultdict(list)
    for annotation, document, start, end in dict.fromkeys(spans):
        by_key[annotation, document].append((start, end))
    return by_key


def _iou(first: tuple[int, int], second: tuple[int, int]) -> float:
    shared = max(0, min(first[1], second[1]) - max(first[0], second[0]))
    either = first[1] - first[0] + second[1] - second[0] - shared
    return shared / either if either else 0.0


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def soft_agreement(golden: Sequence[Collection[int]], scores: Sequence[Sequence[float]]) -> SoftAgreement:
    """Rank all tokens of each document by score and compare with its golden flags; see SoftAgreement.

    golden: a 0 or 1 for each token of each document; scores in the same shape. Tokens of equal score enter
    together. One pass over all documents at once.
    """
    documents = _Documents(golden, scores)
    kept, mixed = documents.golds > 0, documents.mixed()
    return documents.agreement(auprc=kept, average_precision=kept, roc_auc_score=mixed)


def soft_agreement_released(
    golden: Sequence[Collection[int]], scores: Sequence[Sequence[float]]
) -> SoftAgreement:
    """The same as the paper's released scorer averages it, for comparison with published numbers.

    A document without a golden token counts in AUPRC, with 0.5; one without or with nothing but golden tokens
    is left out of the other two.
    """
    documents = _Documents(golden, scores)
    mixed = documents.mixed()
    documents.areas[0][documents.golds == 0] = 0.5
    return documents.agreement(auprc=documents.lengths > 0, average_precision=mixed, roc_auc_score=mixed)


class _Documents:
    """The areas of all documents at once."""

    def __init__(self, golden: Sequence[Collection[int]], scores: Sequence[Sequence[float]]) -> None:
        lengths = np.array([len(flags) for flags in golden], dtype=np.int64)
        if [len(values) for values in scores] != lengths.tolist():
            raise ValueError("scores and golden flags differ in length")
        document = ragged.owners(lengths)
        flags = np.concatenate([np.zeros(0), *(np.asarray(each, dtype=np.float64) for each in golden)])
        values = np.concatenate([np.zeros(0), *(np.asarray(row, dtype=np.float64) for row in scores)])
        order = np.lexsort((-values, document))
        document, flags, values = document[order], flags[order], values[order]
        self.lengths = lengths
        self.golds = np.bincount(document, weights=flags, minlength=len(lengths))
        self.areas = _areas(document, flags, values, self.golds, lengths)

    def mixed(self) -> npt.NDArray[np.bool_]:
        """Which documents have golden tokens and others."""
        some: npt.NDArray[np.bool_] = (self.golds > 0) & (self.golds < self.lengths)
        return some

    def agreement(self, **chosen: npt.NDArray[np.bool_]) -> SoftAgreement:
        """The means over the documents chosen for each metric."""
        means = {
            name: _mean(area[mask]) for area, (name, mask) in zip(self.areas, chosen.items(), strict=True)
        }
        scored = int((self.golds > 0).sum())
        return SoftAgreement(
            **means, documents_scored=scored, documents_without_gold=len(self.lengths) - scored
        )


def _areas(
    document: npt.NDArray[np.int64],
    flags: npt.NDArray[np.float64],
    values: npt.NDArray[np.float64],
    golds: npt.NDArray[Any],
    lengths: npt.NDArray[np.int64],
) -> list[npt.NDArray[Any]]:
    """AUPRC, average precision and ROC AUC of each document, whose tokens stand by falling score."""
    # The last token of each group of equal scores is a point of the curves.
    last = np.ones(len(document), dtype=bool)
    last[:-1] = (document[1:] != document[:-1]) | (values[1:] != values[:-1])
    at = np.flatnonzero(last)
    owner = document[at]
    starts = np.cumsum(lengths) - lengths
    golds_before = np.concatenate([[0.0], np.cumsum(golds)])[:-1]
    hits = np.cumsum(flags)[at] - golds_before[owner]
    taken = at + 1.0 - starts[owner]
    first = np.ones(len(at), dtype=bool)
    first[1:] = owner[1:] != owner[:-1]
    with np.errstate(divide="ignore", invalid="ignore"):
        precision, recall = hits / taken, hits / golds[owner]
        false = (taken - hits) / (lengths - golds)[owner]
    rise = recall - np.where(first, 0.0, np.roll(recall, 1))
    run = false - np.where(first, 0.0, np.roll(false, 1))
    before = np.where(first, 1.0, np.roll(precision, 1))  # the curve starts at recall 0, precision 1
    recall_before = np.where(first, 0.0, np.roll(recall, 1))
    size = len(lengths)
    return [
        np.bincount(owner, weights=rise * (precision + before) / 2, minlength=size),
        np.bincount(owner, weights=rise * precision, minlength=size),
        np.bincount(owner, weights=run * (recall + recall_before) / 2, minlength=size),
    ]


def _mean(values: npt.NDArray[Any]) -> float | None:
    return float(values.mean()) if values.size else None
