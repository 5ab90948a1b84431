"""An admin gives places to people in bulk, looks who can't take them and why, and takes places over."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark
from annotation_app.core.errors import DomainError, NotAllowedInState
from annotation_app.items.models import Assignment, AssignmentState, Item
from annotation_app.items.queries import held_or_done, items_in
from annotation_app.items.rules import DUTY_ROLE, DUTY_STATE, Duty
from annotation_app.items.services import lock_item, record, take_place
from annotation_app.work.queries import eligible_items, open_items

MOST_AT_ONCE = 1000


class Obstacle(StrEnum):
    """Why a person can't be given an item."""

    ROLE_MISSING = "role_missing"
    OTHER_STATE = "other_state"
    OWN_WORK_OR_DONE = "own_work_or_done"
    PASSED_ON = "passed_on"
    HAS_PLACE = "has_place"
    NO_PLACE = "no_place"


SENTENCES = {
    Obstacle.ROLE_MISSING: "The person does not have the role for this duty.",
    Obstacle.OTHER_STATE: "The item is in another state.",
    Obstacle.OWN_WORK_OR_DONE: "The person made what is judged here, or has judged it already.",
    Obstacle.PASSED_ON: "The person passed this item on.",
    Obstacle.HAS_PLACE: "The person has this item already.",
    Obstacle.NO_PLACE: "All places of this item are taken.",
}


@dataclass(frozen=True)
class Plan:
    """Which of the chosen items a person can be given, and what stands in the way of the others."""

    eligible: list[Item]
    obstacles: list[tuple[Item, Obstacle]]


def chosen_items(benchmark: Benchmark, *, ids: Sequence[int]) -> QuerySet[Item]:
    return items_in(benchmark).filter(pk__in=ids).order_by("pk")


def plan_assignments(
    *, benchmark: Benchmark, duty: Duty, person: User, roles: frozenset[str], ids: Sequence[int]
) -> Plan:
    """Look, without changing anything, who of the chosen items would go to a person."""
    now = timezone.now()
    rows = list(chosen_items(benchmark, ids=ids))
    if DUTY_ROLE[duty] not in roles:
        return Plan([], [(item, Obstacle.ROLE_MISSING) for item in rows])
    keys = [item.pk for item in rows]
    free = set(open_items(benchmark, duty, person, now).filter(pk__in=keys).values_list("pk", flat=True))
    fit = dict(eligible_items(benchmark, duty, person).filter(pk__in=keys).values_list("pk", "turn"))
    mine = Assignment.objects.filter(item__in=keys, duty=duty, person=person).filter(
        held_or_done(now) | Q(state=AssignmentState.SKIPPED)
    )
    held = {(item, turn): state for item, turn, state in mine.values_list("item_id", "turn", "state")}
    plan = Plan([], [])
    for item in rows:
        if item.pk in free:
            plan.eligible.append(item)
        elif item.state != DUTY_STATE[duty]:
            plan.obstacles.append((item, Obstacle.OTHER_STATE))
        elif item.pk not in fit:
            plan.obstacles.append((item, Obstacle.OWN_WORK_OR_DONE))
        else:
            state = held.get((item.pk, fit[item.pk]))
            obstacle = Obstacle.NO_PLACE if state is None else Obstacle.HAS_PLACE
            if state == AssignmentState.SKIPPED:
                obstacle = Obstacle.PASSED_ON
            plan.obstacles.append((item, obstacle))
    return plan


def assign_items(
    *,
    benchmark: Benchmark,
    duty: Duty,
    person: User,
    roles: frozenset[str],
    ids: Sequence[int],
    admin: User,
    days: int | None = None,
) -> Plan:
    """Give a person a place of each chosen item they may have; the others are named with their reason.

    days: how long the places are reserved; by default as long as any lease. Each item is its own transaction,
    so one that was taken meanwhile does not undo the others.
    """
    plan = plan_assignments(benchmark=benchmark, duty=duty, person=person, roles=roles, ids=ids)
    given = Plan([], list(plan.obstacles))
    for item in plan.eligible:
        try:
            _assign(item, duty, person, benchmark=benchmark, admin=admin, days=days)
            given.eligible.append(item)
        except DomainError:
            given.obstacles.append((item, Obstacle.NO_PLACE))
    return given


@transaction.atomic
def _assign(
    item: Item, duty: Duty, person: User, *, benchmark: Benchmark, admin: User, days: int | None
) -> None:
    locked = lock_item(item.pk)
    place = open_items(benchmark, duty, person, timezone.now()).filter(pk=item.pk).first()
    if place is None:
        raise NotAllowedInState("The item was taken or moved on meanwhile.")
    assignment = take_place(locked, duty, turn=place.turn, places=place.places, person=person)
    if days is not None:
        assignment.lease_until = timezone.now() + timedelta(days=days)
        assignment.save(update_fields=["lease_until", "updated_at"])
    detail = {"duty": duty.value, "turn": place.turn, "person": person.pk}
    record(locked, "assigned", actor=admin, detail=detail)


@transaction.atomic
def take_over(*, assignment: Assignment, admin: User, reason: str) -> None:
    """End somebody's place so that the item can go to somebody else; what they drafted stays theirs.

    Raises: NotAllowedInState (the work is in, or the place was given up).
    """
    item = lock_item(assignment.item_id)
    assignment.refresh_from_db()
    if assignment.state != AssignmentState.LIVE:
        raise NotAllowedInState("This place is not held any more, so there is nothing to take over.")
    assignment.state = AssignmentState.RELEASED
    assignment.reason = reason
    assignment.save(update_fields=["state", "reason", "updated_at"])
    detail = {"duty": assignment.duty, "turn": assignment.turn, "person": assignment.person_id}
    record(item, "taken_over", actor=admin, reason=reason, detail=detail)
