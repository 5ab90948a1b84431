"""Who worked on a benchmark's finished pairs, in numbers, and how far they agreed."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db import connection

from annotation_app.benchmarks.models import Benchmark
from annotation_app.items.models import MaskRating
from annotation_app.items.rules import State
from annotation_app.perturbations.models import PerturbationReview
from annotation_app.rationales.models import RationaleScore
from worker.metrics.people import Coefficient, fleiss_kappa, krippendorff_alpha

SAMPLE = 5000  # units that agreement is computed over, where there are more

# The items of finished pairs: one set of keys, put together once for all that is asked of it.
_FINISHED = """
WITH pair AS MATERIALIZED (
    SELECT pair.original_id, pair.item_id
    FROM perturbations_perturbation pair
    JOIN items_item original ON original.id = pair.original_id
    JOIN items_item perturbed ON perturbed.id = pair.item_id
    WHERE original.benchmark_id = %s AND original.state = %s AND perturbed.state = %s
), finished AS MATERIALIZED (SELECT original_id AS id FROM pair UNION SELECT item_id FROM pair)
"""
# What people did, and where who did it is written.
_DUTIES = {
    "proposed masks": ("author_id", "items_maskproposal done"),
    "rated masks": (
        "rater_id",
        "items_maskrating given JOIN items_maskproposal done ON done.id = given.proposal_id",
    ),
    "marked rationales": ("author_id", "rationales_rationale done"),
    "scored rationales": (
        "senior_id",
        "rationales_rationalescore given JOIN rationales_rationale done ON done.id = given.rationale_id",
    ),
    "made perturbations": ("author_id", "perturbations_perturbation done"),
    "reviewed perturbations": (
        "reviewer_id",
        "perturbations_perturbationreview given "
        "JOIN perturbations_perturbation done ON done.id = given.perturbation_id",
    ),
}
_PEOPLE = _FINISHED + " UNION ALL ".join(
    f"""
    SELECT {place}, count(*) FROM (
        SELECT DISTINCT {person} AS person FROM {source} JOIN finished ON finished.id = done.item_id
    ) people WHERE person IS NOT NULL
    """  # noqa: S608 - all of it is written above
    for place, (person, source) in enumerate(_DUTIES.values())
)
_BROUGHT_IN = f"""{_FINISHED}
SELECT count(*) FROM releases_releasedjudgement told JOIN finished ON finished.id = told.item_id
"""  # noqa: S608
_SAMPLES = ("items_maskproposal", "rationales_rationale", "perturbations_perturbation")
_SAMPLED = f"""{_FINISHED}, placed AS MATERIALIZED (
    SELECT item.id, md5(item.external_id) COLLATE "C" AS place
    FROM items_item item JOIN finished ON finished.id = item.id
)
""" + " UNION ALL ".join(  # noqa: S608
    f"""(
        SELECT '{table}', done.id FROM {table} done JOIN placed ON placed.id = done.item_id
        ORDER BY placed.place, done.id LIMIT {SAMPLE}
    )"""  # noqa: S608
    for table in _SAMPLES
)


class People(NamedTuple):
    """by_duty: how many people did each thing. brought_in: items that were judged elsewhere."""

    by_duty: dict[str, int]
    brought_in: int
    agreement: dict[str, Coefficient]


def people_of(benchmark: Benchmark) -> People:
    """What there is to say of the people who made a benchmark's finished pairs."""
    return People(people_by_duty(benchmark), brought_in(benchmark), agreement(benchmark))


def people_by_duty(benchmark: Benchmark) -> dict[str, int]:
    """How many people did each thing for the finished items; one person may have done several."""
    counts = dict(_asked(_PEOPLE, benchmark))
    return {duty: counts[place] for place, duty in enumerate(_DUTIES)}


def brought_in(benchmark: Benchmark) -> int:
    """How many finished items came in from another release, judged there."""
    ((number,),) = _asked(_BROUGHT_IN, benchmark)
    return int(number)


def agreement(benchmark: Benchmark) -> dict[str, Coefficient]:
    """How far people agreed: Krippendorff's ordinal alpha of the scales, Fleiss' kappa of the verdicts.

    Where more than SAMPLE units were judged, over a sample drawn by the checksum of the items' names.
    """
    sampled: dict[str, list[int]] = {table: [] for table in _SAMPLES}
    for table, key in _asked(_SAMPLED, benchmark):
        sampled[table].append(key)
    masks, rationales, made = sampled.values()
    ratings = MaskRating.objects.filter(proposal__in=masks).order_by("pk")
    scores = RationaleScore.objects.filter(rationale__in=rationales).order_by("pk")
    reviews = PerturbationReview.objects.filter(perturbation__in=made, settles=False).order_by("pk")
    return {
        "mask confidence": krippendorff_alpha(_units(ratings.values_list("proposal", "confidence"))),
        "sufficiency": krippendorff_alpha(_units(scores.values_list("rationale", "sufficiency"))),
        "compactness": krippendorff_alpha(_units(scores.values_list("rationale", "compactness"))),
        "review verdicts": fleiss_kappa(_units(reviews.values_list("perturbation", "verdict"))),
    }


def _asked(query: str, benchmark: Benchmark) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, [benchmark.pk, State.ACCEPTED.value, State.ACCEPTED.value])
        return list(cursor.fetchall())


def _units(judgements: Iterable[tuple[int, Any]]) -> list[list[Any]]:
    units: dict[int, list[Any]] = defaultdict(list)
    for unit, judgement in judgements:
        units[unit].append(judgement)
    return list(units.values())
