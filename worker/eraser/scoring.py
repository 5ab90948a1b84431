"""What ERASER's scorer gives for a results file, under its names.

Values are those of the released scorer, its recall of matched spans included (agreement.iou_f1_released).
It is kinder in four things: spans are scored if any result has some, not only if the first one has; a label
predicted that no annotation has counts as wrong; an annotation without a result is named; and an infinite
divergence is None.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from worker.eraser.files import Document
from worker.eraser.forms import Annotation, Distribution, Evidence, Reduced, Result
from worker.eraser.labels import label_scores
from worker.metrics import agreement, faithfulness, ragged
from worker.metrics.ragged import Floats

Scores = dict[str, Any]

SIDES = ("comprehensiveness", "sufficiency")


def score_results(
    annotations: Sequence[Annotation],
    results: Sequence[Result],
    documents: Mapping[str, Document],
    *,
    iou_thresholds: Sequence[float] = (0.5,),
    aopc_thresholds: Sequence[float] = faithfulness.AOPC_BINS,
) -> Scores:
    """Return the sections that the results have predictions for.

    documents: those that annotations and results name. Raises ValueError for an annotation without a result
    or an AOPC threshold that the results lack.
    """
    scores: Scores = {}
    if any(each.spans for result in results for each in result.rationales):
        scores |= _hard(annotations, results, iou_thresholds)
    lengths = {name: (sum(map(len, text)), len(text)) for name, text in documents.items()}
    token = _soft(annotations, results, {name: size[0] for name, size in lengths.items()}, sentences=False)
    if token is not None:
        scores["token_soft_metrics"] = token
    sentence = _soft(annotations, results, {name: size[1] for name, size in lengths.items()}, sentences=True)
    if sentence is not None:
        scores["sentence_soft_metrics"] = sentence
    if results and results[0].label is not None:
        scores["classification_scores"] = _classification(annotations, results, aopc_thresholds)
    return scores


def _hard(
    annotations: Sequence[Annotation], results: Sequence[Result], thresholds: Sequence[float]
) -> Scores:
    golden = [
        (annotation.id, evidence.document, *evidence.tokens)
        for annotation in annotations
        for evidence in annotation.evidences
    ]
    predicted = [
        (result.id, each.document, *span)
        for result in results
        for each in result.rationales
        for span in each.spans
    ]
    matches = [(each, agreement.iou_f1_released(golden, predicted, each)) for each in thresholds]
    return {
        "iou_scores": [{"threshold": threshold, **asdict(found)} for threshold, found in matches],
        "rationale_prf": _by_instance(agreement.exact_span_prf(golden, predicted)),
        "token_prf": _by_instance(agreement.token_prf(golden, predicted)),
    }


def _by_instance(found: agreement.Agreement) -> Scores:
    return {f"instance_{name}": members for name, members in asdict(found).items()}


def _soft(
    annotations: Sequence[Annotation],
    results: Sequence[Result],
    lengths: Mapping[str, int],
    *,
    sentences: bool,
) -> Scores | None:
    scores: dict[tuple[str, str], Sequence[float]] = {}
    for result in results:
        for each in result.rationales:
            given = each.sentence_scores if sentences else each.token_scores
            if given is not None:
                scores[result.id, each.document] = given
    if not scores:
        return None
    golden = {key: np.zeros(lengths[key[1]]) for key in scores}
    for annotation in annotations:
        for evidence in annotation.evidences:
            flags = golden.get((annotation.id, evidence.document))
            if flags is not None:
                start, end = _bounds(evidence, sentences)
                flags[start:end] = 1
    found = agreement.soft_agreement_released(list(golden.values()), list(scores.values()))
    return {name: getattr(found, name) for name in ("auprc", "average_precision", "roc_auc_score")}


def _bounds(evidence: Evidence, sentences: bool) -> tuple[int, int]:
    start, end = evidence.sentences if sentences else evidence.tokens
    return max(0, start), max(0, end)


def _classification(
    annotations: Sequence[Annotation], results: Sequence[Result], thresholds: Sequence[float]
) -> Scores:
    label_of = {result.id: result.label or "" for result in results}
    missing = [annotation.id for annotation in annotations if annotation.id not in label_of]
    if missing:
        raise ValueError(f"{len(missing)} annotations have no result, {missing[0]} among them")
    golden = [annotation.label for annotation in annotations]
    accuracy, by_label = label_scores(golden, [label_of[annotation.id] for annotation in annotations])
    scores: Scores = {"accuracy": accuracy, "prf": by_label}
    full = [result.scores or {} for result in results]
    taken = [distribution[result.label or ""] for distribution, result in zip(full, results, strict=True)]
    for side in SIDES:
        reduced = [_side(result.reduced, side) for result in results]
        scores |= {f"{side}{part}": None for part in ("", "_entropy", "_kl", "_aopc", "_aopc_points")}
        if all(distribution is not None for distribution in reduced):
            scores |= _drops(side, results, full, [distribution or {} for distribution in reduced])
    scores["aopc_thresholds"] = None
    if all(result.thresholds is not None for result in results):
        scores["aopc_thresholds"] = list(thresholds)
        for side in SIDES:
            scores |= _aopc(side, results, np.array(taken), thresholds)
    return scores


def _drops(
    side: str, results: Sequence[Result], full: Sequence[Distribution], reduced: Sequence[Distribution]
) -> Scores:
    drop = [
        whole[result.label or ""] - part[result.label or ""]
        for result, whole, part in zip(results, full, reduced, strict=True)
    ]
    sizes = np.array([len(distribution) for distribution in full], dtype=np.int64)
    ours = _shares(([part[key] for key in whole] for whole, part in zip(full, reduced, strict=True)), sizes)
    theirs = _shares((distribution.values() for distribution in full), sizes)
    with np.errstate(divide="ignore", invalid="ignore"):
        own = np.where(ours > 0, ours * np.log(ours), 0.0)
        entropies = -ragged.sums(np.where(theirs > 0, theirs * np.log(theirs), 0.0), sizes)
        divergences = ragged.sums(np.where(ours > 0, ours * np.log(ours / theirs), 0.0), sizes)
    divergence = float(divergences.mean())
    return {
        side: math.fsum(drop) / len(drop),
        f"{side}_entropy": float((entropies + ragged.sums(own, sizes)).mean()),
        f"{side}_kl": divergence if math.isfinite(divergence) else None,
    }


def _shares(rows: Iterable[Iterable[float]], sizes: Any) -> Floats:
    """Distributions end to end, each normalised."""
    flat = np.array([value for row in rows for value in row], dtype=np.float64)
    shares: Floats = flat / np.repeat(ragged.sums(flat, sizes), sizes)
    return shares


def _aopc(side: str, results: Sequence[Result], taken: Floats, thresholds: Sequence[float]) -> Scores:
    """Mean drops by threshold; the area is their plain mean, as the released scorer has it."""
    lacking = [threshold for threshold in thresholds if threshold not in (results[0].thresholds or {})]
    if lacking:
        raise ValueError(f"thresholded_scores: have no threshold {lacking[0]}")
    read: Callable[[Result, float], float] = lambda result, threshold: (  # noqa: E731
        _side((result.thresholds or {})[threshold], side) or {}
    )[result.label or ""]
    points = [
        float((taken - np.array([read(result, threshold) for result in results])).mean())
        for threshold in sorted(thresholds)
    ]
    return {f"{side}_aopc": faithfulness.aopc(points), f"{side}_aopc_points": points}


def _side(reduced: Reduced, side: str) -> Distribution | None:
    found: Distribution | None = getattr(reduced, side)
    return found
