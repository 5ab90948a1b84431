from collections.abc import Sequence

from django.db import transaction

from annotation_app.accounts.models import User
from annotation_app.core.errors import AlreadyJudged, NotAllowedInState
from annotation_app.items.models import Item
from annotation_app.items.rules import Duty, State, check_round, check_state
from annotation_app.items.services import (
    finish_place,
    lock_item,
    move_item,
    record,
    renew_lease,
    take_place,
)
from annotation_app.rationales import queries, rules
from annotation_app.rationales.models import Rationale, RationaleDraft, RationaleScore
from annotation_app.rationales.rules import NO_EVIDENCE, Evidence, Score, Thresholds


@transaction.atomic
def submit_rationale(*, item: Item, author: User, round: int, tokens: Sequence[int]) -> Rationale:
    """Store the rationale of a round, first or modified, and send it to the seniors.

    round: the round the author worked on; a modification's is the one after the rejected rationale's.
    Raises: NotAllowedInState, Stale, Invalid, MaskedToken, NothingChanged, NotEligible, PlaceTaken.
    """
    item = lock_item(item.pk)
    duty = Duty.MODIFY_RATIONALE if item.state == State.MODIFYING else Duty.WRITE_RATIONALE
    check_state(State(item.state), State.MODIFYING if duty is Duty.MODIFY_RATIONALE else State.ANNOTATING)
    check_round(round, item.round)
    marked = rules.check_tokens(tokens, tokens=len(item.token_starts), mask=item.mask)
    if duty is Duty.MODIFY_RATIONALE:
        previous = queries.rationale_of_round(item, item.round - 1)
        rules.check_changed(marked, previous=previous.tokens if previous else [])
    place = take_place(item, duty, turn=item.round, places=1, person=author)
    rationale = Rationale.objects.create(item=item, round=item.round, tokens=marked, author=author)
    finish_place(place)
    reason = "rationale modified" if duty is Duty.MODIFY_RATIONALE else "rationale written"
    detail = {"round": item.round, "tokens": marked}
    move_item(item, State.SCORING, actor=author, reason=reason, detail=detail)
    rationale.item = item
    return rationale


@transaction.atomic
def save_draft(
    *, item: Item, person: User, round: int, tokens: Sequence[int], revision: int
) -> RationaleDraft:
    """Keep what a person has marked so far, and renew their lease.

    revision: the stored revision the person's page last saw; 0 before the first write. An empty draft is one.
    Raises: NotAllowedInState or Stale (submitted or moved on meanwhile), StaleDraft, Invalid, MaskedToken.
    """
    item = lock_item(item.pk)
    if item.state not in (State.ANNOTATING, State.MODIFYING):
        raise NotAllowedInState("This rationale was submitted, so its draft is closed. Nothing was changed.")
    check_round(round, item.round)
    marked = rules.check_tokens(tokens, tokens=len(item.token_starts), mask=item.mask) if tokens else []
    draft, _ = RationaleDraft.objects.get_or_create(item=item, round=round, person=person)
    rules.check_revision(revision, stored=draft.revision, theirs=draft.tokens, yours=marked)
    draft.tokens, draft.revision = marked, draft.revision + 1
    draft.save()
    duty = Duty.MODIFY_RATIONALE if item.state == State.MODIFYING else Duty.WRITE_RATIONALE
    renew_lease(item, duty, person=person)
    return draft


@transaction.atomic
def keep_as_draft(*, item: Item, person: User, round: int, tokens: Sequence[int]) -> None:
    """Keep the marks of a submission that was refused, unless it repeats what this person submitted."""
    if Rationale.objects.filter(item=item, round=round, author=person).exists():
        return
    draft, _ = RationaleDraft.objects.select_for_update().get_or_create(item=item, round=round, person=person)
    draft.tokens, draft.revision = sorted(set(tokens)), draft.revision + 1
    draft.save()


@transaction.atomic
def score_rationale(
    *,
    rationale: Rationale,
    senior: User,
    score: Score,
    comment: str = "",
    evidence: Evidence = NO_EVIDENCE,
) -> RationaleScore:
    """Record one senior annotator's score; the last one in decides where the item goes.

    Raises: Invalid, NotAllowedInState, Stale, NotEligible (own work), AlreadyJudged, PlaceTaken.
    """
    rules.check_scores(score)
    rules.check_token_comments(evidence.token_comments, marked=rationale.tokens)
    item = lock_item(rationale.item_id)
    if rationale.scores.filter(senior=senior).exists():
        raise AlreadyJudged("You have scored this rationale already.")
    check_state(State(item.state), State.SCORING)
    check_round(rationale.round, item.round)
    own = item.rationales.filter(author=senior).exists()
    rules.check_may_score(own=own, scored=False)
    settings = item.settings
    place = take_place(item, Duty.SCORE_RATIONALE, turn=item.round, places=settings.scorers, person=senior)
    row = rationale.scores.create(senior=senior, comment=comment, **score._asdict(), **evidence._asdict())
    finish_place(place)
    detail = {"round": item.round, **score._asdict(), **evidence._asdict()}
    record(item, "rationale_scored", actor=senior, reason=comment, detail=detail)
    scores = queries.scores_of(rationale)
    if len(scores) >= settings.scorers:
        _decide(item, scores, actor=senior)
    rationale.item = row.rationale.item = item
    return row


def _decide(item: Item, scores: Sequence[Score], *, actor: User) -> None:
    settings = item.settings
    limits = Thresholds(*settings.gates, settings.rounds)
    judged = item.round
    verdict = rules.decide(scores, round=judged, limits=limits)
    if verdict is rules.Verdict.MODIFY:
        item.round += 1
    means = rules.mean_scores(scores)
    detail = {
        "round": judged,
        "sufficiency": str(means[0]),
        "compactness": str(means[1]),
        "scores": [list(score) for score in scores],
    }
    reason = f"{verdict} in round {judged}"
    move_item(item, rules.NEXT_STATE[verdict], actor=actor, reason=reason, detail=detail)
