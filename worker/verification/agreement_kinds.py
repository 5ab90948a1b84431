"""The case kinds of the second paper: spans, tokens, soft scores, and what removing the rationale does."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from statistics import fmean
from typing import Any

from worker.metrics import agreement, faithfulness

Inputs = Mapping[str, Any]
Values = dict[str, Any]


def iou_f1(inputs: Inputs) -> Values:
    """Spans that match from a threshold on."""
    threshold = inputs.get("threshold", 0.5)
    return asdict(agreement.iou_f1(_spans(inputs["gold"]), _spans(inputs["pred"]), threshold))


def token_prf(inputs: Inputs) -> Values:
    """Precision, recall and F1 over tokens."""
    return asdict(agreement.token_prf(_spans(inputs["gold"]), _spans(inputs["pred"])))


def soft_tokens(inputs: Inputs) -> Values:
    """Soft scores of one document."""
    return asdict(agreement.soft_agreement([inputs["gold"]], [inputs["scores"]]))


def soft_tokens_corpus(inputs: Inputs) -> Values:
    """Soft scores of several documents, some perhaps without a golden token."""
    documents = inputs["docs"]
    golden, scores = [each["gold"] for each in documents], [each["scores"] for each in documents]
    return asdict(agreement.soft_agreement(golden, scores))


def comprehensiveness_sufficiency(inputs: Inputs) -> Values:
    """Mean drops of the predicted class's probability, without the rationale and with it alone."""
    drops: dict[str, list[float]] = {"comprehensiveness": [], "sufficiency": []}
    for instance in inputs["instances"]:
        predicted = instance["classification"]
        full, without, only = (side[predicted] for side in _sides(instance))
        drops["comprehensiveness"].append(faithfulness.comprehensiveness(full, without))
        drops["sufficiency"].append(faithfulness.sufficiency(full, only))
    return {name: fmean(values) if values else None for name, values in drops.items()}


def entropy_kl(inputs: Inputs) -> Values:
    """Mean entropy differences, full minus reduced, and mean KL(reduced || full), in nats."""
    values: dict[str, list[float]] = {}
    for instance in inputs["instances"]:
        full, *reduced = _sides(instance)
        for name, side in zip(("comprehensiveness", "sufficiency"), reduced, strict=True):
            ours, theirs = [side[label] for label in full], list(full.values())
            difference = faithfulness.entropy(theirs) - faithfulness.entropy(ours)
            values.setdefault(f"{name}_entropy", []).append(difference)
            values.setdefault(f"{name}_kl", []).append(faithfulness.kl_divergence(ours, theirs))
    return {name: fmean(members) for name, members in values.items()}


def aopc_bin_sizes(inputs: Inputs) -> Values:
    """Tokens of each bin: ours, and the floor another tool takes."""
    length, bins = inputs["length"], inputs["bins"]
    floors = [math.floor(share * length) for share in bins]
    return {"ceil": faithfulness.aopc_bin_sizes(length, bins), "ferret_floor": floors}


def kendall_tau(inputs: Inputs) -> Values:
    """Tau-b between leave-one-out drops and saliency."""
    return {"tau": faithfulness.kendall_tau(inputs["loo"], inputs["scores"])}


def _spans(rows: Sequence[Sequence[Any]]) -> list[agreement.Span]:
    return [(annotation, document, start, end) for annotation, document, start, end in rows]


def _sides(instance: Mapping[str, Any]) -> list[Mapping[str, float]]:
    prefixes = ("", "comprehensiveness_", "sufficiency_")
    return [instance[f"{prefix}classification_scores"] for prefix in prefixes]


KINDS = {
    "eraser_iou_f1": iou_f1,
    "eraser_token_prf": token_prf,
    "eraser_soft_tokens": soft_tokens,
    "eraser_soft_tokens_corpus": soft_tokens_corpus,
    "eraser_comprehensiveness_sufficiency": comprehensiveness_sufficiency,
    "eraser_entropy_kl": entropy_kl,
    "aopc_bin_sizes": aopc_bin_sizes,
    "kendall_tau": kendall_tau,
}
