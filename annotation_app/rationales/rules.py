"""When a rationale is accepted, modified or discarded (paper A, section 3.3), and who may score it."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from annotation_app.core.errors import (
    AlreadyJudged,
    Invalid,
    MaskedToken,
    NotEligible,
    NothingChanged,
    Stale,
)
from annotation_app.items.rules import State


class Score(NamedTuple):
    """One senior annotator's judgement: sufficiency 1 to 3, compactness 1 to 4, higher is better."""

    sufficiency: int
    compactness: int


class Evidence(NamedTuple):
    """What stands behind a score: the senior's own guess from the rationale alone, and remarks on tokens.

    guess_seconds: how long the guess took. token_comments: (token index, remark).
    """

    guess: str = ""
    guess_seconds: float | None = None
    token_comments: tuple[tuple[int, str], ...] = ()


NO_EVIDENCE = Evidence()


class Thresholds(NamedTuple):
    """The least means that pass, exact, and how many scoring passes there are in all."""

    sufficiency: Fraction
    compactness: Fraction
    rounds: int


PAPER = Thresholds(sufficiency=Fraction(3), compactness=Fraction(18, 5), rounds=3)


class Verdict(StrEnum):
    ACCEPT = "accept"
    MODIFY = "modify"
    DISCARD = "discard"


NEXT_STATE: Mapping[Verdict, State] = {
    Verdict.ACCEPT: State.ACCEPTED,
    Verdict.MODIFY: State.MODIFYING,
    Verdict.DISCARD: State.DISCARDED,
}


def mean_scores(scores: Sequence[Score]) -> tuple[Fraction, Fraction]:
    """Exact mean sufficiency and compactness of at least one score."""
    return (
        Fraction(sum(score.sufficiency for score in scores), len(scores)),
        Fraction(sum(score.compactness for score in scores), len(scores)),
    )


def decide(scores: Sequence[Score], *, round: int, limits: Thresholds = PAPER) -> Verdict:
    """Judge a rationale once all its scores are in. Means are exact: one equal to its threshold passes."""
    sufficiency, compactness = mean_scores(scores)
    if sufficiency >= limits.sufficiency and compactness >= limits.compactness:
        return Verdict.ACCEPT
    return Verdict.MODIFY if round < limits.rounds else Verdict.DISCARD


def check_tokens(marked: Sequence[int], *, tokens: int, mask: tuple[int, int] | None) -> list[int]:
    """The marked token indices in ascending order.

    Raises: Invalid (none marked, out of range, one twice), MaskedToken.
    """
    if not marked:
        raise Invalid("Mark at least one token.", errors={"tokens": ["Empty."]})
    if len(set(marked)) != len(marked):
        raise Invalid("A token is named twice.", errors={"tokens": ["Repeated index."]})
    if min(marked) < 0 or max(marked) >= tokens:
        raise Invalid(
            f"This text has the tokens 0 to {tokens - 1}.", errors={"tokens": ["Index out of range."]}
        )
    if mask is not None and any(mask[0] <= index < mask[1] for index in marked):
        raise MaskedToken(
            "The masked words are what the rationale explains, so they can't be part of it. Unmark them."
        )
    return sorted(marked)


class StaleDraft(Stale):
    """Another window, or another device, wrote the draft meanwhile; the answer holds both versions."""

    code = "stale_draft"
    title = "Your draft was changed elsewhere"


def check_revision(given: int, *, stored: int, theirs: Sequence[int], yours: Sequence[int]) -> None:
    """Raises StaleDraft, with both versions, unless a draft is written on the revision it was made from."""
    if given != stored:
        raise StaleDraft(
            "This draft was changed in another window. Choose which version to keep; neither is lost.",
            extra={
                "stored": {"revision": stored, "tokens": list(theirs)},
                "yours": {"revision": given, "tokens": list(yours)},
            },
        )


def check_changed(marked: Sequence[int], *, previous: Sequence[int]) -> None:
    """Raises NothingChanged if a modification is the rejected rationale again."""
    if list(marked) == list(previous):
        raise NothingChanged(
            "This is the rationale that did not pass. Change at least one token, then submit."
        )


def check_scores(score: Score) -> None:
    """Raises Invalid unless both values lie on their scales."""
    errors = {}
    if score.sufficiency not in range(1, 4):
        errors["sufficiency"] = ["Give 1, 2 or 3."]
    if score.compactness not in range(1, 5):
        errors["compactness"] = ["Give 1, 2, 3 or 4."]
    if errors:
        raise Invalid("A score is off its scale.", errors=errors)


def check_token_comments(comments: Sequence[tuple[int, str]], *, marked: Sequence[int]) -> None:
    """Raises Invalid if a remark is on a token that the rationale does not hold."""
    others = sorted({index for index, _ in comments} - set(marked))
    if others:
        raise Invalid(
            "Remarks go to marked tokens only.", errors={"token_comments": [f"Not marked: {others}."]}
        )


def check_may_score(*, own: bool, scored: bool) -> None:
    """Raises NotEligible (wrote or modified this item's rationale) or AlreadyJudged."""
    if own:
        raise NotEligible("You wrote or modified this item's rationale, so others score it.")
    if scored:
        raise AlreadyJudged("You have scored this rationale already.")
