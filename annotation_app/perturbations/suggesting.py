"""Words suggested on demand. They are marked as machine-made wherever they are shown, and each is logged."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from annotation_app.accounts.models import User
from annotation_app.core.errors import Invalid, NotEligible
from annotation_app.items.models import Item
from annotation_app.items.queries import live_assignments
from annotation_app.items.rules import Duty
from annotation_app.perturbations import word_lists
from annotation_app.perturbations.models import PerturbationVersion, Suggestion
from annotation_app.perturbations.rules import SuggestionKind
from annotation_app.perturbations.signals import suggestion_asked

LONGEST = 60  # characters of what one suggestion may replace
ENDS = ".!?。！？"


@transaction.atomic
def ask_for_suggestion(
    *,
    original: Item,
    person: User,
    kind: SuggestionKind,
    before: str,
    after: str,
    part: str,
    start: int,
    end: int,
) -> Suggestion:
    """Propose words for a place in a wording. Those of a worker come later: the row waits until then.

    Raises: NotEligible (the person does not hold this original), Invalid (a place that is not in the text,
    too long, or nothing chosen where a word is needed).
    """
    held = live_assignments(person, original.benchmark, timezone.now()).filter(
        item=original, duty=Duty.CREATE_PERTURBATION
    )
    if not held.exists():
        raise NotEligible("Take this item up first: suggestions are for the text in your hands.")
    text = before if part == "before" else after
    if not 0 <= start <= end <= len(text) or end - start > LONGEST:
        message = f"Choose at most {LONGEST} characters of the text, or a place between two words."
        raise Invalid(message, errors={"start": ["Not in the text."]})
    if kind is SuggestionKind.RELATED and not text[start:end].strip():
        raise Invalid("Choose a word first.", errors={"start": ["No word is chosen."]})
    row = Suggestion.objects.create(
        original=original,
        person=person,
        kind=kind,
        before=before,
        after=after,
        part=part,
        start=start,
        end=end,
    )
    if kind is SuggestionKind.DISPENSABLE:
        _from_list(row)
    else:
        suggestion_asked.send(sender=Suggestion, suggestion=row)
    return row


def _from_list(row: Suggestion) -> None:
    """Words to put in at a place, or the advice to leave a chosen word out."""
    language = row.original.language
    ahead = (row.before if row.part == "before" else row.after)[: row.start].rstrip()
    opens = (not ahead and row.part == "before") or ahead.endswith(tuple(ENDS))
    if row.chosen.strip():
        found: Sequence[str] | None = [""] if word_lists.is_dispensable(row.chosen, language) else []
    else:
        found = word_lists.words_to_add(language, opens=opens)
    if found is None:
        fail(row, "no_list", f"There is no list of dispensable words for {language} yet.")
        return
    finish(row, source=word_lists.NAME, words=[{"word": word} for word in found])


def finish(row: Suggestion, *, source: str, words: Sequence[dict[str, Any]]) -> None:
    """Store what was found. A second answer to the same question is passed over."""
    kept = [{"word": "", "note": "", "probability": None} | word for word in words]
    waiting = Suggestion.objects.filter(pk=row.pk, state="waiting")
    waiting.update(state="done", source=source[:300], words=kept)
    row.refresh_from_db()


def fail(row: Suggestion, code: str, message: str) -> None:
    waiting = Suggestion.objects.filter(pk=row.pk, state="waiting")
    waiting.update(state="failed", error_code=code, error_message=message)
    row.refresh_from_db()


def note_used(*, ids: Sequence[int], version: PerturbationVersion) -> list[dict[str, Any]]:
    """Note which suggestions a wording took up. Returns what its history says of them.

    Raises: Invalid (a suggestion that was not made to this person for this original, or has no words).
    """
    wanted = set(ids)
    rows = list(
        Suggestion.objects.filter(
            pk__in=wanted, original=version.perturbation.original_id, person=version.author_id, state="done"
        ).order_by("pk")
    )
    if len(rows) < len(wanted):
        message = "A suggestion you name was not made for this text. Reload the page and try again."
        raise Invalid(message, errors={"suggestions": ["Unknown."]})
    Suggestion.objects.filter(pk__in=wanted).update(used_in=version)
    return [{"kind": row.kind, "source": row.source, "replaced": row.chosen} for row in rows]
