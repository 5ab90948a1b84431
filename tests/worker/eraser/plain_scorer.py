"""ERASER's metrics the plain way: an object a token, a library call a document, a loop over the instances.

Written from the metrics' definitions, as a second opinion on worker.eraser and as what it is timed against
(performance/metrics.py). It takes the lines of the files as dicts.
"""

import warnings
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.stats import entropy  # type: ignore[import-untyped]
from sklearn.metrics import (  # type: ignore[import-untyped]
    accuracy_score,
    auc,
    average_precision_score,
    classification_report,
    precision_recall_curve,
    roc_auc_score,
)

Lines = list[dict[str, Any]]


@dataclass(frozen=True)
class Stretch:
    annotation: str
    document: str
    start: int
    end: int


def golden_stretches(annotations: Lines) -> list[Stretch]:
    return [
        Stretch(line["annotation_id"], each["docid"], each["start_token"], each["end_token"])
        for line in annotations
        for group in line["evidences"]
        for each in group
    ]


def predicted_stretches(results: Lines) -> list[Stretch]:
    return [
        Stretch(line["annotation_id"], part["docid"], each["start_token"], each["end_token"])
        for line in results
        for part in line["rationales"]
        for each in part["hard_rationale_predictions"]
    ]


def tokens_of(stretches: list[Stretch]) -> list[Stretch]:
    return [
        Stretch(each.annotation, each.document, index, index + 1)
        for each in stretches
        for index in range(each.start, each.end)
    ]


def f1(precision: float, recall: float) -> float:
    return 0.0 if precision == 0 or recall == 0 else 2 * precision * recall / (precision + recall)


def by_key(stretches: list[Stretch]) -> dict[tuple[str, str], set[Stretch]]:
    found: dict[tuple[str, str], set[Stretch]] = defaultdict(set)
    for each in stretches:
        found[each.annotation, each.document].add(each)
    return found


def prf(precision: float, recall: float, third: float | None = None) -> dict[str, float]:
    return {"p": precision, "r": recall, "f1": f1(precision, recall) if third is None else third}


def iou(golden: list[Stretch], predicted: list[Stretch], threshold: float) -> dict[str, Any]:
    theirs, ours = by_key(golden), by_key(predicted)
    matched = {}
    for key in theirs.keys() | ours.keys():
        hits = 0
        for one in ours.get(key, ()):
            best = 0.0
            for other in theirs.get(key, ()):
                first, second = set(range(one.start, one.end)), set(range(other.start, other.end))
                best = max(best, len(first & second) / len(first | second))
            hits += best >= threshold
        matched[key] = hits
    precisions = [matched[key] / len(members) for key, members in ours.items()]
    recalls = [matched[key] / len(members) for key, members in theirs.items()]
    total = sum(matched.values())
    return {
        "threshold": threshold,
        "micro": prf(total / sum(map(len, ours.values())), total / sum(map(len, theirs.values()))),
        "macro": prf(sum(precisions) / len(precisions), sum(recalls) / len(recalls)),
    }


def exact(golden: list[Stretch], predicted: list[Stretch]) -> dict[str, Any]:
    theirs, ours = set(golden), set(predicted)
    micro = prf(len(theirs & ours) / len(ours), len(theirs & ours) / len(theirs))
    golden_by, predicted_by = by_key(golden), by_key(predicted)
    rows = []
    for key in golden_by.keys() | predicted_by.keys():
        wanted, found = golden_by.get(key, set()), predicted_by.get(key, set())
        both = len(wanted & found)
        precision, recall = both / len(found) if found else 0.0, both / len(wanted) if wanted else 0.0
        rows.append((precision, recall, f1(precision, recall)))
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    return {"instance_micro": micro, "instance_macro": prf(*means)}


def soft(annotations: Lines, results: Lines) -> dict[str, float]:
    golden: dict[tuple[str, str], set[int]] = defaultdict(set)
    for each in golden_stretches(annotations):
        golden[each.annotation, each.document].update(range(each.start, each.end))
    areas, precisions, rocs = [], [], []
    for line in results:
        for part in line["rationales"]:
            scores = part["soft_rationale_predictions"]
            marked = golden.get((line["annotation_id"], part["docid"]), set())
            flags = [int(index in marked) for index in range(len(scores))]
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # a document without a golden token
                precision, recall, _ = precision_recall_curve(flags, scores)
            areas.append(auc(recall, precision))
            if 0 < sum(flags) < len(flags):
                precisions.append(average_precision_score(flags, scores))
                rocs.append(roc_auc_score(flags, scores))
    means = [float(np.average(values)) for values in (areas, precisions, rocs)]
    return dict(zip(("auprc", "average_precision", "roc_auc_score"), means, strict=True))


def classification(annotations: Lines, results: Lines, thresholds: list[float]) -> dict[str, Any]:
    label_of = {line["annotation_id"]: line["classification"] for line in results}
    golden = [line["classification"] for line in annotations]
    predicted = [label_of[line["annotation_id"]] for line in annotations]
    scores: dict[str, Any] = {
        "accuracy": accuracy_score(golden, predicted),
        "prf": classification_report(golden, predicted, output_dict=True, zero_division=0),
        "aopc_thresholds": thresholds,
    }
    for side in ("comprehensiveness", "sufficiency"):
        name = f"{side}_classification_scores"
        drops, entropies, divergences, table = [], [], [], []
        for line in results:
            label, full = line["classification"], line["classification_scores"]
            drops.append(full[label] - line[name][label])
            entropies.append(entropy(list(full.values())) - entropy(list(line[name].values())))
            divergences.append(entropy([line[name][key] for key in full], [full[key] for key in full]))
            reduced = {each["threshold"]: each for each in line["thresholded_scores"]}
            table.append([full[label] - reduced[each][name][label] for each in thresholds])
        scores[side] = float(np.average(drops))
        scores[f"{side}_entropy"] = float(np.average(entropies))
        scores[f"{side}_kl"] = float(np.average(divergences))
        scores[f"{side}_aopc"] = float(np.average(table))
        scores[f"{side}_aopc_points"] = np.average(table, axis=0).tolist()
    return scores


def score(annotations: Lines, results: Lines, thresholds: list[float]) -> dict[str, Any]:
    """All sections, for results that have everything but sentence scores."""
    golden, predicted = golden_stretches(annotations), predicted_stretches(results)
    return {
        "iou_scores": [iou(golden, predicted, 0.5)],
        "rationale_prf": exact(golden, predicted),
        "token_prf": exact(tokens_of(golden), tokens_of(predicted)),
        "token_soft_metrics": soft(annotations, results),
        "classification_scores": classification(annotations, results, thresholds),
    }
