"""The writes that every stage shares: moving an item, its log, its places; and the mask stage's own."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Value
from django.db.models.functions import Greatest
from django.utils import timezone

from annotation_app.accounts.models import User
from annotation_app.core.errors import AlreadyJudged, NotAllowedInState, NotFound
from annotation_app.items import queries, rules
from annotation_app.items.models import (
    Assignment,
    AssignmentState,
    HistoryEntry,
    Item,
    ItemFlag,
    MaskProposal,
    MaskRating,
)
from annotation_app.items.rules import Duty, MaskSource, MaskVerdict, State
from annotation_app.items.signals import item_moved


def lock_item(pk: int) -> Item:
    """The item, its row locked to the end of the transaction, so that judgements come one by one."""
    item = Item.objects.select_for_update(of=("self",)).select_related("settings").filter(pk=pk).first()
    if item is None:
        raise NotFound("There is no such item.")
    return item


def record(
    item: Item,
    event: str,
    *,
    actor: User | None,
    before: str = "",
    after: str = "",
    reason: str = "",
    detail: dict[str, Any] | None = None,
) -> HistoryEntry:
    """Add one line to the item's life."""
    return HistoryEntry.objects.create(
        item=item,
        actor=actor,
        event=event,
        before=before,
        after=after,
        reason=reason,
        detail=detail or {},
        settings_id=item.settings_id,
    )


def move_item(
    item: Item, after: State, *, actor: User | None, reason: str, detail: dict[str, Any] | None = None
) -> None:
    """Change an item's state; the only writer of it. Raises: NotAllowedInState."""
    before = State(item.state)
    rules.check_move(before, after)
    item.state = after
    item.save(update_fields=["state", "round", "mask_start", "mask_end", "mask_attempt", "updated_at"])
    record(item, "moved", actor=actor, before=before, after=after, reason=reason, detail=detail)
    item_moved.send(sender=Item, item=item, before=before, after=after)


def take_place(item: Item, duty: Duty, *, turn: int, places: int, person: User) -> Assignment:
    """Give a person one of an item's places for a duty, or renew the lease of the one they hold.

    The item's row must be locked. turn: which pass of this duty (mask attempt, round).
    Raises: NotEligible (passed it on before), PlaceTaken.
    """
    now = timezone.now()
    rows = list(Assignment.objects.filter(item=item, duty=duty, turn=turn))
    mine = [row for row in rows if row.person_id == person.pk]
    live = next((row for row in mine if row.state == AssignmentState.LIVE), None)
    rules.check_may_take_place(
        mine=live is not None and live.holds(now),
        skipped=any(row.state == AssignmentState.SKIPPED for row in mine),
        taken=sum(row.holds(now) for row in rows if row.person_id != person.pk),
        places=places,
        given_away=live is not None,
    )
    lease_until = now + timedelta(minutes=item.settings.lease_minutes)
    if item.started_at is None:
        item.started_at = now
        item.save(update_fields=["started_at"])
    if live is None:
        return Assignment.objects.create(
            item=item, duty=duty, turn=turn, person=person, lease_until=lease_until
        )
    live.lease_until = lease_until
    live.save(update_fields=["lease_until", "updated_at"])
    return live


def renew_lease(item: Item, duty: Duty, *, person: User) -> None:
    """Somebody is still at work: their lease begins anew, unless it ran out and others may have the place.

    A place that an admin reserved for longer stays reserved.
    """
    now = timezone.now()
    fresh = now + timedelta(minutes=item.settings.lease_minutes)
    Assignment.objects.filter(
        item=item, duty=duty, person=person, state=AssignmentState.LIVE, lease_until__gt=now
    ).update(lease_until=Greatest(F("lease_until"), Value(fresh)))


def finish_place(assignment: Assignment) -> None:
    """The work of a place is in; the place stays used."""
    assignment.state = AssignmentState.DONE
    assignment.save(update_fields=["state", "updated_at"])


@transaction.atomic
def give_up_place(*, assignment: Assignment, skip: bool, reason: str = "") -> None:
    """Free a place. Skipped, it is offered to somebody else and never again to this person.

    Raises: NotAllowedInState (the work is in, or the place was given up before).
    """
    lock_item(assignment.item_id)
    assignment.refresh_from_db()
    if assignment.state != AssignmentState.LIVE:
        raise NotAllowedInState("This place is no longer yours, so there is nothing to give up.")
    assignment.state = AssignmentState.SKIPPED if skip else AssignmentState.RELEASED
    assignment.reason = reason
    assignment.save(update_fields=["state", "reason", "updated_at"])
    event = "skipped" if skip else "released"
    detail = {"duty": assignment.duty, "turn": assignment.turn}
    record(assignment.item, event, actor=assignment.person, reason=reason, detail=detail)


@transaction.atomic
def flag_item(*, item: Item, person: User, comment: str) -> ItemFlag:
    """Keep a remark on an item for the admins; the item goes on as before."""
    flag = ItemFlag.objects.create(item=item, person=person, comment=comment)
    record(item, "flagged", actor=person, reason=comment)
    return flag


@transaction.atomic
def propose_mask(*, item: Item, author: User, start: int, end: int) -> MaskProposal:
    """Choose the token span to be masked and send it to its raters.

    Raises: NotAllowedInState, Invalid (no span, or a place rejected before), NotEligible, PlaceTaken.
    """
    item = lock_item(item.pk)
    rules.check_state(State(item.state), State.MASK_PROPOSING)
    rules.check_span(start, end, tokens=len(item.token_starts))
    tried = set(item.mask_proposals.values_list("start", "end"))
    rules.check_new_place((start, end), tried=tried)
    place = take_place(item, Duty.PROPOSE_MASK, turn=item.mask_attempt + 1, places=1, person=author)
    proposal = begin_rating(item, start=start, end=end, author=author)
    finish_place(place)
    reason = f"mask proposed: “{item.golden_answer}”"
    move_item(item, State.MASK_RATING, actor=author, reason=reason, detail={"start": start, "end": end})
    return proposal


def begin_rating(item: Item, *, start: int, end: int, author: User | None) -> MaskProposal:
    """Put a mask on the item as its next attempt; the item is saved by its next move."""
    item.mask_start, item.mask_end, item.mask_attempt = start, end, item.mask_attempt + 1
    return MaskProposal.objects.create(
        item=item, attempt=item.mask_attempt, start=start, end=end, author=author
    )


@transaction.atomic
def rate_mask(
    *,
    item: Item,
    proposal_id: int,
    rater: User,
    confidence: int,
    guesses: Sequence[str] = (),
    seconds: float | None = None,
) -> MaskRating:
    """Store one rater's mask confidence; the last one in decides.

    guesses: what the rater typed before the answer was shown, kept as evidence. seconds: how long it took.
    Raises: NotAllowedInState, Stale, NotEligible (own proposal), AlreadyJudged, PlaceTaken.
    """
    item = lock_item(item.pk)
    proposal = queries.current_proposal(item)
    if proposal is not None and proposal.pk == proposal_id and proposal.ratings.filter(rater=rater).exists():
        raise AlreadyJudged("You have rated this mask already.")
    rules.check_state(State(item.state), State.MASK_RATING)
    if proposal is None:
        raise NotFound("This item has no mask to rate.")
    rules.check_may_rate_mask(
        own=proposal.author_id == rater.pk, rated=False, current=proposal.pk == proposal_id
    )
    settings = item.settings
    place = take_place(
        item, Duty.RATE_MASK, turn=item.mask_attempt, places=settings.mask_raters, person=rater
    )
    rating = MaskRating.objects.create(
        proposal=proposal, rater=rater, confidence=confidence, guesses=list(guesses), seconds=seconds
    )
    finish_place(place)
    detail = {"attempt": proposal.attempt, "confidence": confidence, "guesses": list(guesses)}
    record(item, "mask_rated", actor=rater, detail=detail)
    _judge_mask(item, proposal, actor=rater)
    proposal.item = item
    return rating


def _judge_mask(item: Item, proposal: MaskProposal, *, actor: User) -> None:
    settings = item.settings
    confidences = sorted(proposal.ratings.values_list("confidence", flat=True))
    verdict = rules.judge_mask(
        confidences,
        raters=settings.mask_raters,
        gate=settings.mask_gate,
        attempt=item.mask_attempt,
        proposals=settings.mask_proposals,
        source=MaskSource(item.mask_source),
    )
    if verdict is MaskVerdict.PENDING:
        return
    detail = {"confidences": confidences, "gate": settings.mask_gate}
    if verdict is MaskVerdict.ACCEPT:
        reason = f"every rating at most {settings.mask_gate}"
        move_item(item, State.ANNOTATING, actor=actor, reason=reason, detail=detail)
        return
    reason = rules.mask_reason(confidences, gate=settings.mask_gate)
    after = State.REJECTED
    if verdict is MaskVerdict.PROPOSE_AGAIN:
        item.mask_start = item.mask_end = None
        after = State.MASK_PROPOSING
    move_item(item, after, actor=actor, reason=reason, detail=detail)
