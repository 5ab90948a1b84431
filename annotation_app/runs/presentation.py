"""A run's items as the API shows them."""

from typing import Any

from annotation_app.items.serializers import task_item
from annotation_app.runs import queries
from annotation_app.runs.models import RunItem, RunPair
from annotation_app.runs.reporting import Ratios
from worker.metrics.plausibility import token_f1


def extracted(row: Any, ratios: Ratios) -> list[int]:
    """The model's rationale: as many of its best tokens as the dimension's length ratio gives."""
    if row.saliency is None or not row.rationale:
        return []
    ratio = ratios.get((row.item.language, row.item.dimension))
    return [] if ratio is None else queries.scored_item(row).extracted(ratio)


def run_item(row: Any, ratios: Ratios) -> dict[str, Any]:
    """The fields of a RunItemSerializer, of a row from `rows_of`."""
    chosen, prediction = extracted(row, ratios), row.prediction or {}
    return {
        "item": row.item,
        "state": row.state,
        "error": row.error,
        "top1": prediction.get("top1"),
        "top3": prediction.get("top3"),
        "token_f1": token_f1(set(chosen), set(row.rationale)) if chosen else None,
    }


def scored(row: Any, ratios: Ratios) -> dict[str, Any]:
    """The fields of a ScoredItemSerializer, of a row from `rows_of`."""
    return {
        "item": task_item(row.item),
        "state": row.state,
        "error": row.error,
        "rationale": row.rationale or [],
        "prediction": row.prediction,
        "saliency": row.saliency,
        "extracted": extracted(row, ratios),
    }


def scored_pair(row: RunItem, pair: RunPair | None, ratios: Ratios) -> dict[str, Any]:
    """The fields of a ScoredPairSerializer. pair: one that the row belongs to, if any."""
    if pair is None:
        return scored(row, ratios) | {"counterpart": None}
    other = pair.perturbed_id if pair.original_id == row.pk else pair.original_id
    half = scored(queries.rows_of(row.run).get(pk=other), ratios)
    facts = {"type": pair.perturbation.type, "links": pair.perturbation.links}
    return scored(row, ratios) | {"counterpart": half | facts}
