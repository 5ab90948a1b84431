"""One item and a pair of it, as people explain it and as each model and method does, side by side."""

from typing import Any

from django.db.models import Exists, OuterRef, Q

from annotation_app.items.models import Item
from annotation_app.items.serializers import task_item
from annotation_app.perturbations.models import Perturbation
from annotation_app.runs import queries
from annotation_app.runs.models import Run, RunItem, RunPair
from annotation_app.runs.presentation import extracted
from annotation_app.runs.reporting import Ratios, ratios_of
from annotation_app.runs.rules import RowState


def scored_item(item: Item, *, perturbed: int | None, run: int | None) -> dict[str, Any]:
    """The fields of an ItemScoresSerializer: of each model and method the newest run, and the one named."""
    original = item if not hasattr(item, "perturbation") else item.perturbation.original
    pairs = list(_scored_pairs(original))
    wanted = perturbed if perturbed is not None else item.pk
    held = set(RunPair.objects.filter(run=run, perturbation__in=pairs).values_list("perturbation", flat=True))
    # The one that was asked for, else one that the named run holds, else the first.
    order = sorted(pairs, key=lambda each: (each.item_id != wanted, each.pk not in held))
    pair = order[0] if order else None
    halves = [original] if pair is None else [original, pair.item]
    rationales = {half.pk: _rationale(half) for half in halves}
    return {
        "original": {"item": task_item(original), "rationale": rationales[original.pk]},
        "perturbed": pair and {"item": task_item(pair.item), "rationale": rationales[pair.item_id]},
        "type": pair.type if pair else "",
        "links": pair.links if pair else [],
        "pairs": [
            {"id": each.item_id, "external_id": each.item.external_id, "type": each.type} for each in pairs
        ],
        "columns": _columns(halves, run),
    }


def _scored_pairs(original: Item) -> Any:
    """The pairs of an original that some run compares."""
    rows = Perturbation.objects.filter(Exists(RunPair.objects.filter(perturbation=OuterRef("pk"))))
    return rows.filter(original=original).select_related("item").order_by("pk")


def _rationale(item: Item) -> list[int]:
    found = Item.objects.filter(pk=item.pk).annotate(tokens_marked=queries.accepted_tokens(""))
    return list(found.values_list("tokens_marked", flat=True)[0] or ())


def _columns(halves: list[Item], named: int | None) -> list[dict[str, Any]]:
    runs = _newest_runs(halves, named)
    rows = RunItem.objects.filter(run__in=runs, item__in=halves).select_related("item")
    by_place = {
        (row.run_id, row.item_id): row for row in rows.annotate(rationale=queries.accepted_tokens("item"))
    }
    ratios = _ratios(runs)
    return [
        {
            "run": run.pk,
            "model": run.model_name,
            "revision": run.revision,
            "method": run.method,
            "dtype": run.dtype,
            "original": _half(by_place.get((run.pk, halves[0].pk)), ratios[run.pk]),
            "perturbed": _half(by_place.get((run.pk, halves[-1].pk)), ratios[run.pk])
            if len(halves) > 1
            else None,
        }
        for run in runs
    ]


def _newest_runs(halves: list[Item], named: int | None) -> list[Run]:
    """Of each model, method and precision the newest run with a result of the first half; by name."""
    done = RunItem.objects.filter(run=OuterRef("pk"), item=halves[0], state=RowState.DONE)
    rows = Run.objects.filter(benchmark=halves[0].benchmark_id).select_related("model").defer("report")
    found: dict[tuple[str, str, str], Run] = {}
    for run in rows.filter(Exists(done) | Q(pk=named)).order_by("pk"):
        key = run.model_name, run.method, run.dtype
        if key not in found or found[key].pk != named:
            found[key] = run
    return [found[key] for key in sorted(found)]


def _ratios(runs: list[Run]) -> dict[int, Ratios]:
    """Each run's rationale length ratios: those of its report, or worked out where it has none yet."""
    kept = dict(Run.objects.filter(pk__in=[run.pk for run in runs]).values_list("pk", "report__ratios"))
    return {
        run.pk: {(row["language"], row["dimension"]): row["ratio"] for row in kept[run.pk]}
        if kept[run.pk] is not None
        else ratios_of(run)
        for run in runs
    }


def _half(row: Any, ratios: Ratios) -> dict[str, Any] | None:
    if row is None:
        return None
    return {
        "state": row.state,
        "error": row.error,
        "prediction": row.prediction,
        "saliency": row.saliency,
        "extracted": extracted(row, ratios),
    }
