"""Wording an item whose importer was not sure: a person writes around the answer, or says why not."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from annotation_app.accounts.models import User
from annotation_app.core.errors import Invalid
from annotation_app.items import rules
from annotation_app.items.importing import checks
from annotation_app.items.importing.records import Problem, Record
from annotation_app.items.models import Item
from annotation_app.items.rules import Duty, MaskSource, State
from annotation_app.items.services import begin_rating, finish_place, lock_item, move_item, take_place
from annotation_app.items.tokenising import Span, tokeniser_name

LONGEST = 20_000


@dataclass(frozen=True)
class Worded:
    """A text a person wrote, with its tokens and, where it has an answer, the answer's range of them."""

    text: str
    spans: list[Span]
    mask: Span | None


def answer_of(item: Item) -> str:
    """The answer that came with the record; nobody can change it here."""
    return str(item.meta.get("wording", {}).get("answer", ""))


def word(item: Item, *, before: str, after: str) -> Worded:
    """The text around the answer, cut into tokens that never cross the answer's edges.

    Raises: Invalid (no words around it, too many, a literal mask, white space where a word should be).
    """
    answer = answer_of(item)
    text = before + answer + after
    if not (before + after).strip():
        raise Invalid("Write the statement around the answer.", errors={"before": ["Empty."]})
    if len(text) > LONGEST:
        raise Invalid(f"The text is longer than {LONGEST} characters. Shorten it.")
    if not checks.STORABLE.fullmatch(text):
        raise Invalid("The text holds a character that can't be kept. Remove it.")
    record = Record(1, item.external_id, text)
    if answer:
        record.answer = (len(before), len(before) + len(answer))
    made = checks.fitted(record, language=item.language, characters=_characters(item))
    if isinstance(made, Problem):
        raise Invalid(made.message, errors={"before": [made.message]})
    spans, mask = made
    return Worded(text, spans, mask)


def _characters(item: Item) -> bool:
    return item.settings.chinese_tokens == "characters"


@transaction.atomic
def word_item(*, item: Item, person: User, before: str, after: str) -> Item:
    """Give an item its statement and send it to its raters, or, without an answer, to have a mask proposed.

    Who worded it does not rate its mask. Raises: NotAllowedInState, Invalid, NotEligible, PlaceTaken.
    """
    item = lock_item(item.pk)
    rules.check_state(State(item.state), State.NEEDS_WORDING)
    made = word(item, before=before, after=after)
    place = take_place(item, Duty.WORD_ITEM, turn=1, places=1, person=person)
    detail: dict[str, Any] = {"before": item.text, "text": made.text}
    item.text = made.text
    item.token_starts = [start for start, _ in made.spans]
    item.token_ends = [end for _, end in made.spans]
    item.tokeniser = tokeniser_name(item.language, characters=_characters(item))
    # The answer belongs to the record, so there is no other place to try.
    item.mask_source = MaskSource.ANNOTATOR if made.mask is None else MaskSource.IMPORT
    item.save(update_fields=["text", "token_starts", "token_ends", "tokeniser", "mask_source", "updated_at"])
    after_state = State.MASK_PROPOSING
    if made.mask is not None:
        begin_rating(item, start=made.mask[0], end=made.mask[1], author=person)
        after_state = State.MASK_RATING
    finish_place(place)
    move_item(item, after_state, actor=person, reason=f"worded: “{item.masked_text}”", detail=detail)
    return item


@transaction.atomic
def give_up_wording(*, item: Item, person: User, reason: str) -> Item:
    """Say that no statement can be made of a record; the item is rejected with the reason.

    Raises: NotAllowedInState, Invalid (no reason), NotEligible, PlaceTaken.
    """
    item = lock_item(item.pk)
    rules.check_state(State(item.state), State.NEEDS_WORDING)
    if not reason.strip():
        raise Invalid("Say why it can't be worded.", errors={"reason": ["Required."]})
    place = take_place(item, Duty.WORD_ITEM, turn=1, places=1, person=person)
    finish_place(place)
    move_item(item, State.REJECTED, actor=person, reason=f"can't be worded: {reason.strip()}")
    return item
