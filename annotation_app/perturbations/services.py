from collections.abc import Collection, Sequence
from typing import Any

from django.db import transaction

from annotation_app.accounts.models import User
from annotation_app.core.errors import AlreadyJudged, Invalid, NotAllowedInState, NothingChanged
from annotation_app.items.models import Item
from annotation_app.items.rules import Duty, ItemRole, State, check_state
from annotation_app.items.services import finish_place, lock_item, move_item, record, take_place
from annotation_app.items.tokenising import is_by_characters, tokeniser_name
from annotation_app.perturbations import queries, rules, suggesting
from annotation_app.perturbations.models import Perturbation, PerturbationReview, PerturbationVersion
from annotation_app.perturbations.rules import Link, Outcome, PerturbationType, ReviewVerdict
from annotation_app.perturbations.wording import Wording, word

COPIED = ("benchmark", "settings", "language", "dimension", "corpus", "licence", "record_id", "source_file")


@transaction.atomic
def create_perturbation(
    *,
    original: Item,
    author: User,
    kind: PerturbationType,
    before: str,
    after: str,
    links: Sequence[Link] | None = None,
    confirmed: Collection[str] = (),
    note: str = "",
    suggestions: Sequence[int] = (),
) -> Perturbation:
    """Make a perturbed item from an original and send it to its reviewers.

    before, after: the text around the golden answer. confirmed: codes of warnings the author stands by.
    suggestions: ids of the machine-made suggestions that were taken up.
    Raises: NotAllowedInState, NotEligible, PlaceTaken, NothingChanged, Invalid, ConfirmationNeeded.
    """
    original = lock_item(original.pk)
    _check_may_perturb(original)
    if original.perturbations.filter(author=author, lost=False).exists():
        raise AlreadyJudged("You have perturbed this original already. Others make the next one.")
    wording = word(
        original=original, language=original.language, kind=kind, before=before, after=after, links=links
    )
    warnings = wording.warnings(queries.rationale_tokens(original))
    rules.check_confirmed(warnings, confirmed)
    place = take_place(
        original, Duty.CREATE_PERTURBATION, turn=1, places=places_to_perturb(original), person=author
    )
    number = original.perturbations.count() + 1
    item = Item.objects.create(
        **{name: getattr(original, name) for name in COPIED},
        **wording.fields(),
        external_id=f"{original.external_id}-{kind}-{number}",
        role=ItemRole.PERTURBED,
        state=State.PERTURBATION_REVIEW,
        mask_source=original.mask_source,
        tokeniser=tokeniser_name(original.language, characters=is_by_characters(original.tokeniser)),
        started_at=original.started_at,
    )
    perturbation = Perturbation.objects.create(
        original=original, item=item, type=kind, author=author, links=wording.links, note=note
    )
    version = _add_version(perturbation, wording, author=author, warnings=warnings)
    taken_up = suggesting.note_used(ids=suggestions, version=version) if suggestions else []
    original.perturbations_made += 1
    original.save(update_fields=["perturbations_made"])
    finish_place(place)
    detail: dict[str, Any] = {
        "type": kind,
        "perturbed": item.external_id,
        "warnings": [code for code, _ in warnings],
    }
    if taken_up:
        detail["machine_made"] = taken_up
    record(original, "perturbed", actor=author, reason=note, detail=detail)
    record(item, "created", actor=author, after=State.PERTURBATION_REVIEW, reason=note, detail=detail)
    return perturbation


def places_to_perturb(original: Item) -> int:
    """How many people may perturb an original: the setting, and one more for each that was lost."""
    return original.settings.creators + original.perturbations.filter(lost=True).count()


def _check_may_perturb(original: Item) -> None:
    if original.role != ItemRole.ORIGINAL:
        raise NotAllowedInState("Only originals are perturbed.")
    if original.settings.perturb_after == "mask" and original.state in queries.MASK_ACCEPTED:
        return
    check_state(State(original.state), State.ACCEPTED)


def _add_version(
    perturbation: Perturbation, wording: Wording, *, author: User, warnings: Sequence[rules.Warning]
) -> PerturbationVersion:
    return PerturbationVersion.objects.create(
        perturbation=perturbation,
        number=perturbation.versions.count() + 1,
        author=author,
        links=wording.links,
        confirmed_warnings=[code for code, _ in warnings],
        **wording.fields(),
    )


@transaction.atomic
def review_perturbation(
    *,
    perturbation: Perturbation,
    reviewer: User,
    verdict: ReviewVerdict,
    before: str = "",
    after: str = "",
    links: Sequence[Link] | None = None,
    reason: str = "",
    confirmed: Collection[str] = (),
) -> PerturbationReview:
    """Store one reviewer's judgement of the creator's wording; the last one in decides.

    Reviewers don't see each other's changed wordings: each stands for the creator's or for their own.
    Raises: NotAllowedInState, NotEligible, AlreadyJudged, PlaceTaken, Invalid, NothingChanged,
    ConfirmationNeeded.
    """
    item, perturbation = _lock(perturbation)
    reviewed = perturbation.reviews.filter(reviewer=reviewer).exists()
    settings = item.settings
    sibling = not settings.siblings_may_review and queries.has_sibling_by(perturbation, reviewer)
    rules.check_may_review(own=perturbation.author_id == reviewer.pk, sibling=sibling, reviewed=reviewed)
    check_state(State(item.state), State.PERTURBATION_REVIEW)
    if perturbation.split:
        raise NotAllowedInState("The reviews are in; a senior settles this one.")
    version = _version_of(perturbation, verdict, before, after, links, reason, confirmed, author=reviewer)
    place = take_place(item, Duty.REVIEW_PERTURBATION, turn=1, places=settings.reviewers, person=reviewer)
    row = PerturbationReview.objects.create(
        perturbation=perturbation, reviewer=reviewer, verdict=verdict, version=version, reason=reason
    )
    finish_place(place)
    _log_review(item, row)
    reviews = list(perturbation.reviews.select_related("version"))
    outcome = rules.decide(
        [ReviewVerdict(review.verdict) for review in reviews],
        reviewers=settings.reviewers,
        changed_versions=len({r.version.text for r in reviews if r.version and r.version.number > 1}),
    )
    if outcome is Outcome.SPLIT:
        perturbation.split = True
        perturbation.save(update_fields=["split", "updated_at"])
        record(item, "reviewers_split", actor=reviewer, reason="a senior settles it")
    elif outcome is not Outcome.PENDING:
        versions = [review.version for review in reviews if review.version is not None]
        chosen = max(versions, key=lambda version: version.number) if outcome is Outcome.ACCEPT else None
        reasons = "; ".join(review.reason for review in reviews if review.reason)
        _close(item, perturbation, chosen, actor=reviewer, reason=reasons)
    return row


@transaction.atomic
def settle_perturbation(
    *,
    perturbation: Perturbation,
    senior: User,
    verdict: ReviewVerdict,
    version: int = 1,
    before: str = "",
    after: str = "",
    links: Sequence[Link] | None = None,
    reason: str = "",
    confirmed: Collection[str] = (),
) -> PerturbationReview:
    """A senior decides what the reviewers could not agree on.

    version: number of the wording that is approved, when the verdict is plain approval.
    Raises: NotAllowedInState, NotEligible, AlreadyJudged, PlaceTaken, Invalid.
    """
    item, perturbation = _lock(perturbation)
    reviewed = perturbation.reviews.filter(reviewer=senior).exists()
    rules.check_may_review(own=perturbation.author_id == senior.pk, sibling=False, reviewed=reviewed)
    check_state(State(item.state), State.PERTURBATION_REVIEW)
    if not perturbation.split:
        raise NotAllowedInState("The reviewers are not split, so there is nothing to settle.")
    chosen = _version_of(
        perturbation, verdict, before, after, links, reason, confirmed, author=senior, number=version
    )
    place = take_place(item, Duty.SETTLE_PERTURBATION, turn=1, places=1, person=senior)
    row = PerturbationReview.objects.create(
        perturbation=perturbation,
        reviewer=senior,
        verdict=verdict,
        version=chosen,
        reason=reason,
        settles=True,
    )
    finish_place(place)
    _log_review(item, row)
    _close(item, perturbation, chosen, actor=senior, reason=reason)
    return row


def _lock(perturbation: Perturbation) -> tuple[Item, Perturbation]:
    item = lock_item(perturbation.item_id)
    fresh = Perturbation.objects.select_related("original").get(pk=perturbation.pk)
    return item, fresh


def _version_of(
    perturbation: Perturbation,
    verdict: ReviewVerdict,
    before: str,
    after: str,
    links: Sequence[Link] | None,
    reason: str,
    confirmed: Collection[str],
    *,
    author: User,
    number: int = 1,
) -> PerturbationVersion | None:
    if verdict is ReviewVerdict.REJECT:
        if not reason.strip():
            raise Invalid("Say why, so that the next attempt is better.", errors={"reason": ["Required."]})
        return None
    if verdict is ReviewVerdict.APPROVE:
        version = perturbation.versions.filter(number=number).first()
        if version is None:
            raise Invalid("There is no such wording.", errors={"version": ["Unknown."]})
        return version
    original = perturbation.original
    wording = word(
        original=original,
        language=original.language,
        kind=PerturbationType(perturbation.type),
        before=before,
        after=after,
        links=links,
    )
    first = perturbation.versions.get(number=1)
    if (wording.text, [list(link) for link in wording.links]) == (first.text, first.links):
        raise NothingChanged("This is the wording as it was. Approve it, or change it.")
    warnings = wording.warnings(queries.rationale_tokens(original))
    rules.check_confirmed(warnings, confirmed)
    return _add_version(perturbation, wording, author=author, warnings=warnings)


def _log_review(item: Item, review: PerturbationReview) -> None:
    detail = {"verdict": review.verdict, "version": review.version.number if review.version else None}
    event = "perturbation_settled" if review.settles else "perturbation_reviewed"
    record(item, event, actor=review.reviewer, reason=review.reason, detail=detail)


def _close(
    item: Item,
    perturbation: Perturbation,
    chosen: PerturbationVersion | None,
    *,
    actor: User,
    reason: str,
) -> None:
    """Take over the approved wording and send the item to its annotators, or reject it."""
    perturbation.split = False
    if chosen is not None:
        perturbation.links = chosen.links
        for name in ("text", "token_starts", "token_ends", "mask_start", "mask_end"):
            setattr(item, name, getattr(chosen, name))
        item.__dict__.pop("tokens", None)
        item.save(update_fields=["text", "token_starts", "token_ends"])
    perturbation.save(update_fields=["split", "links", "updated_at"])
    after = State.REJECTED if chosen is None else State.ANNOTATING
    detail = {"version": chosen.number, "author": chosen.author_id} if chosen else {}
    move_item(item, after, actor=actor, reason=reason or "reviewers agree", detail=detail)
