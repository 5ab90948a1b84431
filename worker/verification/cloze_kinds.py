"""The case kinds of the first paper: plausibility, MAP, PCC and the recovery of the golden answer."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from worker.metrics import accuracy, faithfulness, plausibility

Inputs = Mapping[str, Any]
Values = dict[str, Any]


def token_f1(inputs: Inputs) -> Values:
    """F1 of one input."""
    return {"f1": _f1(inputs["pred"], inputs["gold"])}


def token_f1_corpus(inputs: Inputs) -> Values:
    """Mean F1 of the inputs that have a prediction."""
    golden, predicted = inputs["gold"], inputs["pred"]
    values = [_f1(predicted[key], golden[key]) for key in golden if key in predicted]
    return {"macro_f1": sum(values) / len(values) if values else None}


def token_f1_multi_gold(inputs: Inputs) -> Values:
    """F1 against several golden rationales."""
    goldens = [set(golden) for golden in inputs["gold_sets"]]
    return {"f1": plausibility.multi_golden_token_f1(set(inputs["pred"]), goldens)}


def rationale_size(inputs: Inputs) -> Values:
    """K from a length ratio."""
    return {"k": plausibility.rationale_size(inputs["ratio"], inputs["length"])}


def rationale_select(inputs: Inputs) -> Values:
    """The top k tokens, best first."""
    return {"indices": plausibility.select_rationale(inputs["scores"], inputs["k"])}


def rationale_pipeline(inputs: Inputs) -> Values:
    """From scores to F1: size, selection, agreement."""
    masked, length = set(inputs["mask_words"]), len(inputs["words"])
    size = plausibility.rationale_size(inputs["ratio"], length, length - len(masked))
    ranked = plausibility.select_rationale(inputs["scores"], size, masked)
    return {"k": size, "rationale_ranked": ranked, "f1": _f1(ranked, inputs["gold"])}


def iou_match_rate(inputs: Inputs) -> Values:
    """1 if the whole rationale's IOU reaches one half."""
    return {"matched": float(plausibility.set_iou(set(inputs["pred"]), set(inputs["gold"])) >= 0.5)}


def map_pair(inputs: Inputs) -> Values:
    """MAP of one pair."""
    return {"map": faithfulness.map_overlap(inputs["orig"], inputs["pert"])}


def map_corpus(inputs: Inputs) -> Values:
    """Mean MAP of several pairs."""
    originals = [list(original) for original, _ in inputs["pairs"]]
    perturbeds = [list(perturbed) for _, perturbed in inputs["pairs"]]
    return {"map": faithfulness.map_sequences(originals, perturbeds)}


def map_two_sequences(inputs: Inputs) -> Values:
    """Mean MAP over the sequences of one pair."""
    return {"map": faithfulness.map_sequences(inputs["orig"], inputs["pert"])}


def map_topk(inputs: Inputs) -> Values:
    """MAP of the two lists cut to k."""
    return {"map": faithfulness.map_at_k(inputs["orig"], inputs["pert"], inputs["k"])}


def pcc(inputs: Inputs) -> Values:
    """Pearson correlation of aligned scores."""
    return {"pcc": faithfulness.pearson(inputs["orig"], inputs["pert"])}


def alignment(inputs: Inputs) -> Values:
    """Which tokens face each other."""
    return {"pairs": [list(pair) for pair in faithfulness.align_tokens(inputs["orig"], inputs["pert"])]}


def pcc_aligned(inputs: Inputs) -> Values:
    """PCC with virtual tokens where the texts differ."""
    pairs = faithfulness.align_tokens(inputs["orig_tokens"], inputs["pert_tokens"])
    return {"pcc": faithfulness.aligned_pcc(inputs["orig_scores"], inputs["pert_scores"], pairs)}


def cloze_topn(inputs: Inputs) -> Values:
    """Whether the label is first, among three, and its reciprocal rank."""
    rank = accuracy.piece_rank(np.asarray(inputs["log_probs"], dtype=np.float64), inputs["label"])
    return {"top1": float(rank <= 1), "top3": float(rank <= 3), "mrr": 1 / rank}


def cloze_multi_mask(inputs: Inputs) -> Values:
    """Several masks: each alone, and the joint candidates."""
    per_mask = [[(piece, share) for piece, share in ranked] for ranked in inputs["per_mask_top3"]]
    golden = inputs["gold"]
    return {
        "top1": int(accuracy.top1_correct(per_mask, golden)),
        "top3_per_position": int(accuracy.top3_per_position(per_mask, golden)),
        "top3_joint": int(accuracy.top3_correct(per_mask, golden)),
        "joint_top3": [list(pieces) for pieces, _ in accuracy.joint_candidates(per_mask, 3)],
    }


def _f1(predicted: Sequence[int], golden: Sequence[int]) -> float:
    if not golden:  # in cases the value the peers give; a data error everywhere else
        return 0.0
    return plausibility.token_f1(set(predicted), set(golden))


KINDS = {
    "token_f1": token_f1,
    "token_f1_corpus": token_f1_corpus,
    "token_f1_multi_gold": token_f1_multi_gold,
    "rationale_size": rationale_size,
    "rationale_select": rationale_select,
    "rationale_pipeline": rationale_pipeline,
    "iou_match_rate": iou_match_rate,
    "map": map_pair,
    "map_corpus": map_corpus,
    "map_two_sequences": map_two_sequences,
    "map_topk": map_topk,
    "pcc": pcc,
    "alignment": alignment,
    "pcc_aligned": pcc_aligned,
    "cloze_topn": cloze_topn,
    "cloze_multi_mask": cloze_multi_mask,
}
