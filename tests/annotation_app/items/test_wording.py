"""Items whose importer was not sure: who may word them, what becomes of them, what stays in the history."""

import json
from typing import Any

import pytest

from annotation_app.items.models import Assignment, HistoryEntry, Item, MaskProposal
from tests.annotation_app.cast import Cast, check_problem, make_cast, nothing_changes
from tests.annotation_app.items.test_views import bring_in

pytestmark = pytest.mark.django_db
QUESTION = "why does the old mill stand still?"
BEFORE, ANSWER, AFTER = "The old mill stands still because of ", "the drought", "."


@pytest.fixture
def cast() -> Cast:
    return make_cast()


@pytest.fixture
def item(cast: Cast) -> Item:
    record = {"qId": "q1", "qText": QUESTION, "answers": [ANSWER]}
    made = bring_in(cast, json.dumps([record]).encode(), format="webquestions", dimension=None, language=None)
    assert (made.json()["stored"], made.json()["left_out"]) == (1, {})
    return Item.objects.get()


def submit(cast: Cast, item: Item, person: Any = None, **body: Any) -> Any:
    body = body or {"before": BEFORE, "after": AFTER}
    return cast.post(person or cast.annotators[0], f"items/{item.pk}/wording", body)


def test_unsure_record_waits_with_its_question_and_answer(cast: Cast, item: Item) -> None:
    assert (item.state, item.text, item.mask) == ("needs_wording", QUESTION, None)
    assert not MaskProposal.objects.exists()
    task = cast.next(cast.annotators[0], "word_item").json()
    assert task["wording"] == {
        "question": QUESTION,
        "answer": ANSWER,
        "why": item.meta["wording"]["why"],
    }
    assert (task["mask"], task["item"]["golden_answer"]) == (None, None)
    assert cast.next(cast.annotators[1], "word_item").status_code == 204
    check_problem(submit(cast, item, cast.annotators[1]), 409, "place_taken")


def test_worded_item_has_its_mask_by_position_and_goes_to_others(cast: Cast, item: Item) -> None:
    cast.next(cast.annotators[0], "word_item")
    made = submit(cast, item)
    assert (made.status_code, made.json()["item"]["state"]) == (201, "mask_rating")
    item.refresh_from_db()
    assert item.masked_text == BEFORE + "[MASK]" + AFTER
    assert (item.golden_answer, item.mask, item.mask_source) == (ANSWER, (7, 9), "import")
    assert item.tokens == ["The", "old", "mill", "stands", "still", "because", "of", "the", "drought", "."]
    assert Assignment.objects.get().state == "done"
    assert cast.next(cast.annotators[0], "rate_mask").status_code == 204
    own = {"proposal": MaskProposal.objects.get().pk, "confidence": 1}
    check_problem(cast.post(cast.annotators[0], f"items/{item.pk}/mask-ratings", own), 403, "not_eligible")
    assert cast.next(cast.annotators[1], "rate_mask").json()["item"]["id"] == item.pk
    entry = HistoryEntry.objects.filter(event="moved").get()
    assert (entry.before, entry.after, entry.actor) == ("needs_wording", "mask_rating", cast.annotators[0])
    assert entry.detail == {"before": QUESTION, "text": BEFORE + ANSWER + AFTER}
    again = {"confidence": 4, "proposal": own["proposal"]}
    for person in cast.annotators[1:4]:
        cast.post(person, f"items/{item.pk}/mask-ratings", again)
    item.refresh_from_db()
    assert item.state == "rejected"  # the answer belongs to the record: there is no other place


def test_answer_that_stands_twice_is_masked_where_the_chip_was(cast: Cast, item: Item) -> None:
    submit(cast, item, before="After the drought the mill stood still because of ", after=".")
    item.refresh_from_db()
    assert item.masked_text == "After the drought the mill stood still because of [MASK]."


def test_what_can_not_be_worded_is_rejected_with_its_reason(cast: Cast, item: Item) -> None:
    with nothing_changes():
        check_problem(submit(cast, item, impossible=True, reason=" "), 422, "validation_error")
    assert submit(cast, item, impossible=True, reason="no sense").json()["item"]["state"] == "rejected"
    assert HistoryEntry.objects.latest("pk").reason == "can't be worded: no sense"
    check_problem(submit(cast, item), 409, "not_allowed_in_state")


@pytest.mark.parametrize(
    "body",
    [
        {"before": " ", "after": ""},
        {"before": "A [MASK] and ", "after": "."},
        {"before": "word " * 4_000, "after": "." * 2_000},
    ],
    ids=["nothing around it", "literal mask", "too long"],
)
def test_wording_that_can_not_be_an_item_is_refused(cast: Cast, item: Item, body: dict[str, str]) -> None:
    with nothing_changes():
        check_problem(submit(cast, item, **body), 422, "validation_error")


def test_preview_shows_tokens_and_mask_and_changes_nothing(cast: Cast, item: Item) -> None:
    with nothing_changes():
        body = {"before": BEFORE, "after": AFTER}
        told = cast.post(cast.annotators[0], f"items/{item.pk}/wording/preview", body).json()
    assert (told["mask"], told["golden_answer"]) == ({"start": 7, "end": 9}, ANSWER)


def test_same_file_again_knows_the_record_that_was_worded(cast: Cast, item: Item) -> None:
    submit(cast, item)
    record = {"qId": "q1", "qText": QUESTION, "answers": [ANSWER]}
    content = json.dumps([record]).encode()
    told = bring_in(cast, content, format="webquestions", dimension=None, language=None).json()
    assert (told["stored"], told["left_out"]) == (0, {"already_there": 1})


def test_text_without_an_answer_goes_to_have_its_mask_proposed(cast: Cast) -> None:
    record = {
        "idx": 1,
        "premise": "The man woke up late.",
        "choice1": "He misses the bus every day.",
        "choice2": "He sang.",
        "question": "effect",
        "label": 0,
    }
    bring_in(cast, json.dumps(record).encode(), format="xcopa", dimension=None, language="en")
    item = Item.objects.get()
    assert (item.state, item.meta["wording"]["answer"]) == ("needs_wording", "")
    made = submit(cast, item, before="The man woke up late, so he missed the bus.", after="")
    assert made.json()["item"]["state"] == "mask_proposing"
    item.refresh_from_db()
    assert (item.mask, item.mask_source) == (None, "annotator")
