"""The state machine of an item, the mask's gate, and who may take which place. Values in, verdict out."""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum

from annotation_app.core.errors import (
    AlreadyJudged,
    Invalid,
    NotAllowedInState,
    NotEligible,
    PlaceTaken,
    Stale,
)


class State(StrEnum):
    """Where an item is on its way. Finished (both items of a pair accepted) is a query, not a state."""

    NEEDS_WORDING = "needs_wording"
    MASK_PROPOSING = "mask_proposing"
    MASK_RATING = "mask_rating"
    PERTURBATION_REVIEW = "perturbation_review"
    ANNOTATING = "annotating"
    SCORING = "scoring"
    MODIFYING = "modifying"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    DISCARDED = "discarded"


# Every move there is, and what makes an item take it. docs/workflow.md draws its picture from this table.
CAUSES: Mapping[tuple[State, State], str] = {
    (State.NEEDS_WORDING, State.MASK_RATING): "a person words the statement",
    (State.NEEDS_WORDING, State.MASK_PROPOSING): "a person words a text that has no answer",
    (State.NEEDS_WORDING, State.REJECTED): "a person finds that it can't be worded",
    (State.MASK_PROPOSING, State.MASK_RATING): "a mask is proposed",
    (State.MASK_RATING, State.ANNOTATING): "every rating passes the gate",
    (State.MASK_RATING, State.MASK_PROPOSING): "a rating fails, another place is left",
    (State.MASK_RATING, State.REJECTED): "a rating fails, no place is left",
    (State.PERTURBATION_REVIEW, State.ANNOTATING): "the reviewers, or a senior, approve",
    (State.PERTURBATION_REVIEW, State.REJECTED): "the reviewers, or a senior, reject",
    (State.ANNOTATING, State.SCORING): "the rationale is submitted",
    (State.SCORING, State.ACCEPTED): "both means reach their gates",
    (State.SCORING, State.MODIFYING): "a mean falls short, a round is left",
    (State.SCORING, State.DISCARDED): "a mean falls short, no round is left",
    (State.MODIFYING, State.SCORING): "the changed rationale is submitted",
}
MOVES: Mapping[State, frozenset[State]] = {
    state: frozenset(after for before, after in CAUSES if before == state) for state in State
}


class ItemRole(StrEnum):
    ORIGINAL = "original"
    PERTURBED = "perturbed"


class MaskSource(StrEnum):
    """Who chose the masked span. One that came with the corpus is the answer and has no other place."""

    IMPORT = "import"
    ANNOTATOR = "annotator"


class Duty(StrEnum):
    """One kind of work a person can ask for."""

    WORD_ITEM = "word_item"
    PROPOSE_MASK = "propose_mask"
    RATE_MASK = "rate_mask"
    WRITE_RATIONALE = "write_rationale"
    SCORE_RATIONALE = "score_rationale"
    MODIFY_RATIONALE = "modify_rationale"
    CREATE_PERTURBATION = "create_perturbation"
    REVIEW_PERTURBATION = "review_perturbation"
    SETTLE_PERTURBATION = "settle_perturbation"


SENIOR_DUTIES = frozenset({Duty.SCORE_RATIONALE, Duty.SETTLE_PERTURBATION})
DUTY_ROLE: Mapping[Duty, str] = {duty: "senior" if duty in SENIOR_DUTIES else "annotator" for duty in Duty}
DUTY_STATE: Mapping[Duty, State] = {
    Duty.WORD_ITEM: State.NEEDS_WORDING,
    Duty.PROPOSE_MASK: State.MASK_PROPOSING,
    Duty.RATE_MASK: State.MASK_RATING,
    Duty.WRITE_RATIONALE: State.ANNOTATING,
    Duty.SCORE_RATIONALE: State.SCORING,
    Duty.MODIFY_RATIONALE: State.MODIFYING,
    Duty.CREATE_PERTURBATION: State.ACCEPTED,
    Duty.REVIEW_PERTURBATION: State.PERTURBATION_REVIEW,
    Duty.SETTLE_PERTURBATION: State.PERTURBATION_REVIEW,
}


class ImportState(StrEnum):
    """Where an upload is. Checking reads it through and stores nothing; running stores."""

    UPLOADED = "uploaded"
    CHECKING = "checking"
    CHECKED = "checked"
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class ImportMode(StrEnum):
    """What becomes of the good records where others are broken."""

    KEEP_GOOD = "keep_good"
    ALL_OR_NOTHING = "all_or_nothing"


AT_WORK = frozenset({ImportState.CHECKING, ImportState.QUEUED, ImportState.RUNNING})
IMPORT_LEASE_SECONDS = 30
IMPORT_ATTEMPTS = 3


def check_may_start_import(state: ImportState, *, bytes_kept: bool) -> None:
    """Raises NotAllowedInState while it is under way, after it is done, or if the upload is gone."""
    if state in AT_WORK:
        raise NotAllowedInState("This import is under way already. Cancel it first.")
    if state == ImportState.DONE:
        raise NotAllowedInState("This file was imported. Upload it again to import it once more.")
    if not bytes_kept:
        raise NotAllowedInState("The upload was removed meanwhile. Upload the file again.")


def check_move(before: State, after: State) -> None:
    """Raises NotAllowedInState if the machine has no such move."""
    if after not in MOVES[before]:
        raise NotAllowedInState(f"An item can't go from {before} to {after}.")


class MaskVerdict(StrEnum):
    PENDING = "pending"
    ACCEPT = "accept"
    PROPOSE_AGAIN = "propose_again"
    REJECT = "reject"


def judge_mask(
    confidences: Sequence[int], *, raters: int, gate: int, attempt: int, proposals: int, source: MaskSource
) -> MaskVerdict:
    """Judge a mask once all its ratings are in: every one must be at most the gate (paper A, section 3.2).

    confidences: 1 (unique) to 4 (none), one for each rater so far. attempt: 1 for the first place tried.
    """
    if len(confidences) < raters:
        return MaskVerdict.PENDING
    if max(confidences) <= gate:
        return MaskVerdict.ACCEPT
    if source == MaskSource.IMPORT or attempt >= proposals:
        return MaskVerdict.REJECT
    return MaskVerdict.PROPOSE_AGAIN


def mask_reason(confidences: Sequence[int], *, gate: int) -> str:
    """Why a mask was rejected, naming the ratings that did it."""
    high = ", ".join(str(value) for value in sorted(c for c in confidences if c > gate))
    return f"rating {high} is above the gate of {gate}"


def check_span(start: int, end: int, *, tokens: int) -> None:
    """Raises Invalid unless [start, end) is a non-empty range of the tokens that leaves something to mark."""
    if not 0 <= start < end <= tokens:
        raise Invalid(
            f"The masked span must be a range of the {tokens} tokens of this text.",
            errors={"start": ["Out of range."], "end": ["Out of range."]},
        )
    if end - start == tokens:
        raise Invalid("The mask hides the whole text. Leave at least one token that can support the answer.")


def check_new_place(span: tuple[int, int], *, tried: Collection[tuple[int, int]]) -> None:
    """Raises Invalid if this place was tried and rejected before."""
    if span in tried:
        raise Invalid("This place was rated and rejected already. Propose another one.")


def answer_elsewhere(tokens: Sequence[str], start: int, end: int) -> bool:
    """Whether the golden answer's tokens occur a second time in the text (case ignored)."""
    wanted = [token.casefold() for token in tokens[start:end]]
    folded = [token.casefold() for token in tokens]
    width = end - start
    return any(
        folded[at : at + width] == wanted
        for at in range(len(folded) - width + 1)
        if at + width <= start or at >= end
    )


def check_state(state: State, expected: State) -> None:
    """Raises NotAllowedInState if the item has moved on since the page was loaded."""
    if state != expected:
        raise NotAllowedInState(
            f"This item is now in the state {state}, not {expected}. Load the next one; nothing was changed."
        )


def check_round(given: int, current: int) -> None:
    """Raises Stale if the work belongs to another round than the item's."""
    if given != current:
        raise Stale(f"This belongs to round {given}; the item is in round {current}. Load it again.")


def check_may_rate_mask(*, own: bool, rated: bool, current: bool) -> None:
    """Raises Stale, NotEligible (one's own proposal) or AlreadyJudged."""
    if not current:
        raise Stale("Another mask was proposed meanwhile. Load the item again.")
    if own:
        raise NotEligible("You proposed this mask, so others rate it.")
    if rated:
        raise AlreadyJudged("You have rated this mask already.")


def check_may_take_place(*, mine: bool, skipped: bool, taken: int, places: int, given_away: bool) -> None:
    """May a person take one of an item's places for a duty? A place they hold already is theirs.

    taken: places held or used by others now. given_away: they had a lease that ran out.
    Raises: NotEligible (skipped before), PlaceTaken.
    """
    if mine:
        return
    if skipped:
        raise NotEligible("You passed this item on, so it goes to somebody else.")
    if taken >= places:
        if given_away:
            raise PlaceTaken("Your time for this item ran out and the place went to somebody else.")
        raise PlaceTaken("Others are doing this already. Load the next item.")
