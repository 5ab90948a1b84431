"""The queues of every stage side by side: what a person could take now, and what they hold."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.fields import IntegerField
from django.db.models.functions import Coalesce

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark
from annotation_app.items import queries as item_queries
from annotation_app.items.models import Assignment, AssignmentState, Item
from annotation_app.items.rules import DUTY_ROLE, Duty
from annotation_app.perturbations import queries as perturbation_queries
from annotation_app.rationales import queries as rationale_queries


@dataclass(frozen=True)
class Queue:
    """One duty's queue: the items a person is eligible for, and how many people each item takes.

    turn: expression for the pass of the duty over an item. places: expression for how many may work on it.
    """

    items: Callable[[Benchmark, User], QuerySet[Item]]
    turn: Any
    places: Any


MOST_COUNTED = 100
ROUND = F("round")
ONE = Value(1)
QUEUES: dict[Duty, Queue] = {
    Duty.WORD_ITEM: Queue(item_queries.items_to_word, ONE, ONE),
    Duty.PROPOSE_MASK: Queue(item_queries.items_to_propose, F("mask_attempt") + 1, ONE),
    Duty.RATE_MASK: Queue(item_queries.items_to_rate, F("mask_attempt"), F("settings__mask_raters")),
    Duty.WRITE_RATIONALE: Queue(rationale_queries.items_to_annotate, ROUND, ONE),
    Duty.SCORE_RATIONALE: Queue(rationale_queries.items_to_score, ROUND, F("settings__scorers")),
    Duty.MODIFY_RATIONALE: Queue(rationale_queries.items_to_modify, ROUND, ONE),
    Duty.CREATE_PERTURBATION: Queue(
        perturbation_queries.originals_to_perturb,
        ONE,
        F("settings__creators") + perturbation_queries.lost_count(),
    ),
    Duty.REVIEW_PERTURBATION: Queue(perturbation_queries.items_to_review, ONE, F("settings__reviewers")),
    Duty.SETTLE_PERTURBATION: Queue(perturbation_queries.items_to_settle, ONE, ONE),
}


def eligible_items(benchmark: Benchmark, duty: Duty, person: User) -> QuerySet[Any]:
    """Items that a person may work on, places aside, each with `turn` (the pass) and `places` (how many)."""
    queue = QUEUES[duty]
    rows: QuerySet[Any] = queue.items(benchmark, person).annotate(turn=queue.turn, places=queue.places)
    return rows


def open_items(benchmark: Benchmark, duty: Duty, person: User, now: datetime) -> QuerySet[Any]:
    """Items with a free place that a person may take and neither holds nor passed on, in working order."""
    rows = eligible_items(benchmark, duty, person)
    same = Assignment.objects.filter(item=OuterRef("pk"), duty=duty, turn=OuterRef("turn")).order_by()
    others = same.exclude(person=person).filter(item_queries.held_or_done(now))
    taken = others.values("item").annotate(number=Count("pk")).values("number")
    mine = same.filter(person=person).filter(
        item_queries.held_or_done(now) | Q(state=AssignmentState.SKIPPED)
    )
    counted: QuerySet[Any] = rows.exclude(Exists(mine)).annotate(
        taken=Coalesce(Subquery(taken, output_field=IntegerField()), 0)
    )
    free: QuerySet[Any] = counted.filter(taken__lt=F("places"))
    return free


def duties_of(roles: Iterable[str]) -> list[Duty]:
    """The duties that somebody with these roles may be asked to do."""
    held = set(roles)
    return [duty for duty in Duty if DUTY_ROLE[duty] in held]


def work_counts(
    benchmark: Benchmark, person: User, roles: Iterable[str], now: datetime
) -> list[dict[str, Any]]:
    """For each of a person's duties, how many items wait for them and how many places they hold.

    Waiting items are counted up to MOST_COUNTED, since a page shows no more than that and a full count of a
    large benchmark takes a second.
    """
    held = dict(
        item_queries.live_assignments(person, benchmark, now)
        .values_list("duty")
        .annotate(number=Count("pk"))
        .order_by()
    )
    return [
        {
            "duty": duty,
            "waiting": open_items(benchmark, duty, person, now).order_by()[:MOST_COUNTED].count(),
            "mine": held.get(duty, 0),
        }
        for duty in duties_of(roles)
    ]


def next_free_at(benchmark: Benchmark, now: datetime) -> datetime | None:
    """When the first lease that runs at present ends, which is when a place may come free."""
    rows = Assignment.objects.filter(
        item__benchmark=benchmark, state=AssignmentState.LIVE, lease_until__gt=now
    )
    return rows.order_by("lease_until").values_list("lease_until", flat=True).first()


def places_in(benchmark: Benchmark) -> QuerySet[Assignment]:
    """Every place of a benchmark's items that was ever held, last changed first."""
    rows = Assignment.objects.filter(item__benchmark=benchmark).select_related("item", "person")
    return rows.order_by("-updated_at", "-pk")
