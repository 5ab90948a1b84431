"""Accuracy and precision, recall and F1 by label, with the averages that a classification report prints."""

from collections import Counter
from collections.abc import Mapping, Sequence

from worker.metrics.agreement import harmonic_mean

Measures = dict[str, float]


def label_scores(
    golden: Sequence[str], predicted: Sequence[str]
) -> tuple[float, dict[str, Measures | float]]:
    """Return the accuracy and the report by label, with accuracy, micro, macro and weighted averages.

    Labels are those of either side; one that is never golden has support 0 and counts in the macro average.
    Where nothing is predicted or golden, 0 stands for the quotient. Raises ValueError for no instance.
    """
    if not golden:
        raise ValueError("there is no annotation")
    hits = Counter(ours for ours, theirs in zip(golden, predicted, strict=True) if ours == theirs)
    supports, guesses = Counter(golden), Counter(predicted)
    labels = sorted(supports.keys() | guesses.keys())
    rows = {
        label: _measures(hits[label], guesses[label], supports[label], supports[label]) for label in labels
    }
    total = len(golden)
    accuracy = hits.total() / total
    plain = dict.fromkeys(labels, 1 / len(labels))
    weighted = {label: supports[label] / total for label in labels}
    return accuracy, {
        **rows,
        "accuracy": accuracy,
        "micro avg": _measures(hits.total(), total, total, total),
        "macro avg": {**_average(rows, plain), "support": total},
        "weighted avg": {**_average(rows, weighted), "support": total},
    }


def _measures(hits: int, guesses: int, golden: int, support: int) -> Measures:
    precision, recall = hits / guesses if guesses else 0.0, hits / golden if golden else 0.0
    measures: Measures = {
        "precision": precision,
        "recall": recall,
        "f1-score": harmonic_mean(precision, recall),
    }
    return {**measures, "support": support}


def _average(rows: Mapping[str, Measures], weights: Mapping[str, float]) -> Measures:
    names = ("precision", "recall", "f1-score")
    return {name: sum(rows[label][name] * weights[label] for label in rows) for name in names}
