"""Who worked on a benchmark's finished pairs, in numbers, and how far they agreed."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import Count, QuerySet
from django.db.models.functions import MD5

from annotation_app.benchmarks.models import Benchmark
from annotation_app.items.models import Item, MaskProposal, MaskRating
from annotation_app.perturbations.models import Perturbation, PerturbationReview
from annotation_app.perturbations.queries import finished_pairs
from annotation_app.rationales.models import Rationale, RationaleScore
from annotation_app.releases.models import ReleasedJudgement
from worker.metrics.people import Coefficient, fleiss_kappa, krippendorff_alpha

SAMPLE = 5000  # units that agreement is computed over, where there are more


def finished_items(benchmark: Benchmark) -> QuerySet[Item]:
    pairs = finished_pairs(benchmark).select_related(None).order_by()
    # One set of keys, which PostgreSQL joins by hash; either of two sets it would search item by item.
    return Item.objects.filter(pk__in=pairs.values("original").union(pairs.values("item")))


def people_by_duty(benchmark: Benchmark) -> dict[str, int]:
    """How many people did each thing for the finished items; one person may have done several."""
    items = finished_items(benchmark)
    sources: dict[str, tuple[QuerySet[Any], str]] = {
        "proposed masks": (MaskProposal.objects.filter(item__in=items), "author"),
        "rated masks": (MaskRating.objects.filter(proposal__item__in=items), "rater"),
        "marked rationales": (Rationale.objects.filter(item__in=items), "author"),
        "scored rationales": (RationaleScore.objects.filter(rationale__item__in=items), "senior"),
        "made perturbations": (Perturbation.objects.filter(item__in=items), "author"),
        "reviewed perturbations": (
            PerturbationReview.objects.filter(perturbation__item__in=items),
            "reviewer",
        ),
    }
    return {
        duty: rows.order_by().aggregate(people=Count(column, distinct=True))["people"]
        for duty, (rows, column) in sources.items()
    }


def brought_in(benchmark: Benchmark) -> int:
    """How many finished items came in from another release, judged there."""
    return ReleasedJudgement.objects.filter(item__in=finished_items(benchmark)).count()


def agreement(benchmark: Benchmark) -> dict[str, Coefficient]:
    """How far people agreed: Krippendorff's ordinal alpha of the scales, Fleiss' kappa of the verdicts.

    Where more than SAMPLE units were judged, over a sample drawn by the checksum of the items' names.
    """
    items = finished_items(benchmark)
    proposals = MaskProposal.objects.filter(item__in=items)
    ratings = MaskRating.objects.filter(proposal__in=_sample(proposals, "item__external_id"))
    rationales = Rationale.objects.filter(item__in=items)
    scores = RationaleScore.objects.filter(rationale__in=_sample(rationales, "item__external_id"))
    made = Perturbation.objects.filter(item__in=items)
    reviews = PerturbationReview.objects.filter(
        perturbation__in=_sample(made, "item__external_id"), settles=False
    )
    return {
        "mask confidence": krippendorff_alpha(_units(ratings.values_list("proposal", "confidence"))),
        "sufficiency": krippendorff_alpha(_units(scores.values_list("rationale", "sufficiency"))),
        "compactness": krippendorff_alpha(_units(scores.values_list("rationale", "compactness"))),
        "review verdicts": fleiss_kappa(_units(reviews.values_list("perturbation", "verdict"))),
    }


def _sample(rows: QuerySet[Any], name: str) -> list[int]:
    return list(rows.order_by(MD5(name), "pk").values_list("pk", flat=True)[:SAMPLE])


def _units(judgements: Iterable[tuple[int, Any]]) -> list[list[Any]]:
    units: dict[int, list[Any]] = defaultdict(list)
    for unit, judgement in judgements:
        units[unit].append(judgement)
    return list(units.values())
