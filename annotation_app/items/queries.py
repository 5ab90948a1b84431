from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark
from annotation_app.items.models import (
    Assignment,
    AssignmentState,
    HistoryEntry,
    Item,
    ItemFlag,
    MaskProposal,
)
from annotation_app.items.rules import DUTY_STATE, Duty, ItemRole


def items_in(benchmark: Benchmark) -> QuerySet[Item]:
    """A benchmark's items with their settings, whose long guidelines are read only where they are shown."""
    rows = Item.objects.filter(benchmark=benchmark).select_related("settings")
    return rows.defer("settings__guidelines")


def items_waiting(benchmark: Benchmark, duty: Duty) -> QuerySet[Item]:
    """Items in the state that a duty works on, whoever may do it; what was begun comes first."""
    rows = items_in(benchmark).filter(state=DUTY_STATE[duty])
    return rows.order_by(F("started_at").asc(nulls_last=True), "pk")


def items_to_word(benchmark: Benchmark, person: User) -> QuerySet[Item]:
    """Items of which the importer was not sure how to word them; anybody may."""
    return items_waiting(benchmark, Duty.WORD_ITEM)


def items_to_propose(benchmark: Benchmark, person: User) -> QuerySet[Item]:
    """Items without a mask, for which a person may propose one."""
    return items_waiting(benchmark, Duty.PROPOSE_MASK)


def items_to_rate(benchmark: Benchmark, person: User) -> QuerySet[Item]:
    """Items whose present mask a person neither proposed nor rated."""
    mine = MaskProposal.objects.filter(item=OuterRef("pk"), attempt=OuterRef("mask_attempt")).filter(
        Q(author=person) | Q(ratings__rater=person)
    )
    return items_waiting(benchmark, Duty.RATE_MASK).exclude(Exists(mine))


def current_proposal(item: Item) -> MaskProposal | None:
    """The mask that is being rated, or was accepted last."""
    return item.mask_proposals.filter(attempt=item.mask_attempt).first()


def held_or_done(now: datetime) -> Q:
    """Assignments that use up a place: work that is in, and leases that still run."""
    return Q(state=AssignmentState.DONE) | Q(state=AssignmentState.LIVE, lease_until__gt=now)


def live_assignments(person: User, benchmark: Benchmark, now: datetime) -> QuerySet[Assignment]:
    """What a person holds in a benchmark at present."""
    rows = Assignment.objects.filter(person=person, item__benchmark=benchmark)
    return rows.filter(state=AssignmentState.LIVE, lease_until__gt=now).select_related("item__settings")


def history_of(item: Item) -> QuerySet[HistoryEntry]:
    """An item's whole life, oldest first."""
    return item.history.select_related("actor", "settings").order_by("pk")


def originals_in(benchmark: Benchmark) -> QuerySet[Item]:
    return items_in(benchmark).filter(role=ItemRole.ORIGINAL)


def flags_in(benchmark: Benchmark) -> QuerySet[ItemFlag]:
    """Remarks on a benchmark's items, newest first."""
    rows = ItemFlag.objects.filter(item__benchmark=benchmark).select_related("item", "person")
    return rows.order_by("-pk")
