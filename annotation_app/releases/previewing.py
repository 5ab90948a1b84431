"""What a release would hold if it were made now, told before it is made."""

from typing import Any

from django.db import connection
from django.db.models import Count, Q, QuerySet

from annotation_app.benchmarks.models import Benchmark, Settings
from annotation_app.benchmarks.rules import PERTURBATION_TYPES
from annotation_app.items.models import Item
from annotation_app.items.rules import ItemRole, State
from annotation_app.perturbations.queries import finished_pairs
from annotation_app.releases import queries, rules

# The paper's table 3, as statistics.py counts it: means over originals.
_TABLE_3 = """
SELECT original.language, original.dimension, count(*), avg(cardinality(original.token_starts))::float8,
    avg(cardinality(rationale.tokens))::float8,
    avg(cardinality(rationale.tokens)::float8 / cardinality(original.token_starts))
FROM items_item original
JOIN rationales_rationale rationale ON rationale.item_id = original.id AND rationale.round = original.round
WHERE original.benchmark_id = %s AND original.state = %s AND EXISTS (
    SELECT 1 FROM perturbations_perturbation pair JOIN items_item perturbed ON perturbed.id = pair.item_id
    WHERE pair.original_id = original.id AND perturbed.state = %s
)
GROUP BY original.language, original.dimension
ORDER BY original.language, original.dimension
"""


def preview_of(benchmark: Benchmark) -> dict[str, Any]:
    """Counts, means and warnings. Always the same number of queries."""
    pairs = finished_pairs(benchmark).select_related(None).order_by()
    by_kind: dict[str, Any] = {
        f"pairs_{kind}": Count("pk", filter=Q(type=kind)) for kind in PERTURBATION_TYPES
    }
    groups: QuerySet[Any, Any] = pairs.values("original__language", "original__dimension").annotate(
        pairs=Count("pk"),
        originals=Count("original", distinct=True),
        **by_kind,
    )
    means = _means(benchmark)
    by_dimension = [
        {
            "language": group["original__language"],
            "dimension": group["original__dimension"],
            "pairs": group["pairs"],
            "items": group["pairs"] + group["originals"],
            "originals": group["originals"],
            "by_type": {kind: group[f"pairs_{kind}"] for kind in PERTURBATION_TYPES},
            **means.get((group["original__language"], group["original__dimension"]), NO_MEANS),
        }
        for group in groups.order_by("original__language", "original__dimension")
    ]
    by_type = {kind: sum(group["by_type"][kind] for group in by_dimension) for kind in PERTURBATION_TYPES}
    settings = benchmark.settings
    warnings = warnings_of(benchmark, settings, by_type)
    return {
        "pairs": sum(group["pairs"] for group in by_dimension),
        "items": sum(group["items"] for group in by_dimension),
        "by_dimension": by_dimension,
        "by_type": [{"type": kind, "pairs": by_type[kind]} for kind in PERTURBATION_TYPES],
        "left_out": queries.left_out(benchmark, sum(group["items"] for group in by_dimension)),
        "warnings": [{"code": code, "message": message} for code, message in warnings],
        "blocked": bool(warnings) and settings.release_gates == "block",
        "consent": settings.consent,
    }


def warnings_of(benchmark: Benchmark, settings: Settings, by_type: dict[str, int]) -> list[tuple[str, str]]:
    """Gates that are not reached, as (code, sentence)."""
    finished = Count("perturbations", filter=Q(perturbations__item__state=State.ACCEPTED))
    originals = Item.objects.filter(benchmark=benchmark, role=ItemRole.ORIGINAL, state=State.ACCEPTED)
    wanted = settings.perturbations_per_original
    return rules.warnings(
        pairs_by_type=by_type,
        types=PERTURBATION_TYPES,
        quota=settings.perturbations_per_type,
        short=originals.annotate(finished=finished).filter(finished__lt=wanted).count(),
        wanted=wanted,
    )


def gates_not_reached(benchmark: Benchmark) -> list[tuple[str, str]]:
    """Warnings that stand in the way of publishing, where the settings say so."""
    settings = benchmark.settings
    if settings.release_gates != "block":
        return []
    pairs = finished_pairs(benchmark).select_related(None).order_by()
    return warnings_of(benchmark, settings, dict(pairs.values_list("type").annotate(Count("pk"))))


NO_MEANS = {"tokens": None, "rationale_tokens": None, "rationale_length_ratio": None}


def _means(benchmark: Benchmark) -> dict[tuple[str, str], dict[str, float | None]]:
    with connection.cursor() as cursor:
        cursor.execute(_TABLE_3, [benchmark.pk, State.ACCEPTED.value, State.ACCEPTED.value])
        rows = cursor.fetchall()
    return {
        (language, dimension): dict(zip(NO_MEANS, means, strict=True))
        for language, dimension, _, *means in rows
    }
