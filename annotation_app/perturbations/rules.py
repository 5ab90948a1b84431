"""What makes a perturbation one of its type, how its tokens face the original's, and how reviews decide."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from annotation_app.core.errors import (
    AlreadyJudged,
    ConfirmationNeeded,
    Invalid,
    NotEligible,
    NothingChanged,
)
from worker.metrics import faithfulness

Link = tuple[int, int]


class PerturbationType(StrEnum):
    """Paper A, section 3.4: what is changed in the copy of an original."""

    DISPENSABLE = "dispensable"
    IMPORTANT = "important"
    SYNTACTIC = "syntactic"


class SuggestionKind(StrEnum):
    """Where suggested words come from: a list, a dictionary of related words, or a language model."""

    DISPENSABLE = "dispensable"
    RELATED = "related"
    MODEL = "model"


class ReviewVerdict(StrEnum):
    APPROVE = "approve"
    APPROVE_WITH_CHANGES = "approve_with_changes"
    REJECT = "reject"


class Outcome(StrEnum):
    PENDING = "pending"
    ACCEPT = "accept"
    REJECT = "reject"
    SPLIT = "split"


class Warning(NamedTuple):
    """Something about an edit that does not look like its type; the creator confirms or rewords."""

    code: str
    message: str


def linked(original: Sequence[str], perturbed: Sequence[str]) -> list[Link]:
    """The pairs of a minimal edit without its insertions and deletions."""
    pairs = faithfulness.align_tokens(original, perturbed)
    return [(left, right) for left, right in pairs if left is not None and right is not None]


def align_tokens(
    original: Sequence[str],
    perturbed: Sequence[str],
    *,
    masks: tuple[tuple[int, int], tuple[int, int]],
    kind: PerturbationType,
) -> list[Link]:
    """Pairs (original token, perturbed token), ascending: the same word (case ignored), or its replacement.

    masks: the masked span of each text; their tokens are the same words and face each other. Where only words
    were changed, a minimal edit on either side of the mask pairs a replaced word with its replacement. A
    syntactic perturbation moves words, so there each word faces its own next occurrence wherever it went, and
    nothing else is paired.
    """
    (start, end), (new_start, new_end) = masks
    old = [token.casefold() for token in original]
    new = [token.casefold() for token in perturbed]
    links = list(zip(range(start, end), range(new_start, new_end), strict=True))
    if kind is PerturbationType.SYNTACTIC:
        places: dict[str, list[int]] = defaultdict(list)
        for index, word in enumerate(new):
            if not new_start <= index < new_end:
                places[word].append(index)
        for index, word in enumerate(old):
            if not start <= index < end and places[word]:
                links.append((index, places[word].pop(0)))
    else:
        links += linked(old[:start], new[:new_start])
        after = linked(old[end:], new[new_end:])
        links += [(end + left, new_end + right) for left, right in after]
    return sorted(links)


def check_links(links: Iterable[Link], *, original: int, perturbed: int) -> list[Link]:
    """Links in order. Raises Invalid unless each token is in range and linked at most once."""
    pairs = sorted((int(left), int(right)) for left, right in links)
    lefts, rights = {left for left, _ in pairs}, {right for _, right in pairs}
    if len(lefts) != len(pairs) or len(rights) != len(pairs):
        raise Invalid("A token is linked twice.", errors={"links": ["Each token at most once."]})
    if any(not (0 <= left < original and 0 <= right < perturbed) for left, right in pairs):
        raise Invalid("A link points outside the texts.", errors={"links": ["Index out of range."]})
    return pairs


class Projection(NamedTuple):
    """An original's rationale seen in the perturbed text: tokens kept, and replaced ones to be confirmed."""

    kept: list[int]
    changed: list[int]


def project_rationale(
    rationale: Collection[int], links: Iterable[Link], original: Sequence[str], perturbed: Sequence[str]
) -> Projection:
    """Where each rationale token went: `kept` if it is the same word, `changed` if replaced."""
    kept: list[int] = []
    changed: list[int] = []
    for left, right in links:
        if left in rationale:
            same = original[left].casefold() == perturbed[right].casefold()
            (kept if same else changed).append(right)
    return Projection(sorted(kept), sorted(changed))


def type_warnings(
    kind: PerturbationType,
    *,
    original: Sequence[str],
    perturbed: Sequence[str],
    links: Sequence[Link],
    rationale: Collection[int],
) -> list[Warning]:
    """What does not look like a perturbation of this type, judged on the alignment (paper A, section 3.4)."""
    faces = dict(links)
    changed = {
        left
        for left in range(len(original))
        if left not in faces or original[left].casefold() != perturbed[faces[left]].casefold()
    }
    inserted = len(perturbed) - len(faces)
    moved = [right for _, right in sorted(links)] != sorted(faces.values())
    found = []
    if kind is PerturbationType.DISPENSABLE and changed & set(rationale):
        words = ", ".join(original[index] for index in sorted(changed & set(rationale)))
        found.append(
            Warning("rationale_changed", f"Dispensable words only, yet rationale words changed: {words}.")
        )
    if kind is PerturbationType.IMPORTANT and not changed & set(rationale):
        found.append(Warning("rationale_unchanged", "No rationale word changed, so nothing important did."))
        if inserted and not changed:
            found.append(Warning("looks_like_insertion", "This edit only inserts words."))
    if kind is PerturbationType.SYNTACTIC and not moved and not (inserted or changed - faces.keys()):
        found.append(Warning("order_unchanged", "Neither the order nor the structure changed."))
    return found


def check_confirmed(warnings: Sequence[Warning], confirmed: Collection[str]) -> None:
    """Raises ConfirmationNeeded while the creator has not confirmed each warning by its code."""
    missing = [warning for warning in warnings if warning.code not in confirmed]
    if missing:
        sentences = " ".join(warning.message for warning in missing)
        raise ConfirmationNeeded(
            f"{sentences} Confirm this, or change the text.",
            errors={"confirmed_warnings": [warning.code for warning in missing]},
        )


def check_text(text: str, *, original: str, mask: str) -> None:
    """Raises NothingChanged (equal to the original) or Invalid (a literal mask in the text)."""
    if text.split() == original.split():
        raise NothingChanged("This is the original text. Change some words.")
    if mask in text:
        raise Invalid(f"The text must not contain {mask}: the masked words stay where they are.")


def check_may_review(*, own: bool, sibling: bool, reviewed: bool) -> None:
    """Raises NotEligible (made this, or a sibling where the settings forbid it) or AlreadyJudged."""
    if own:
        raise NotEligible("You made this perturbation, so others review it.")
    if sibling:
        raise NotEligible("You made another perturbation of the same original, so others review this one.")
    if reviewed:
        raise AlreadyJudged("You have reviewed this perturbation already.")


def decide(verdicts: Sequence[ReviewVerdict], *, reviewers: int, changed_versions: int) -> Outcome:
    """Both must agree; a split, or two different rewordings, goes to a senior.

    changed_versions: how many different rewordings the reviewers stand for.
    """
    if len(verdicts) < reviewers:
        return Outcome.PENDING
    rejections = sum(verdict is ReviewVerdict.REJECT for verdict in verdicts)
    if rejections == len(verdicts):
        return Outcome.REJECT
    if rejections or changed_versions > 1:
        return Outcome.SPLIT
    return Outcome.ACCEPT
