"""Suggestions that a real worker finds: related words, and what a language model fills in."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from annotation_app.items.models import Item
from annotation_app.perturbations.models import Suggestion
from annotation_app.perturbations.suggesting import finish
from annotation_app.runs.suggesting import end_lost_suggestions, masked_instance
from tests.annotation_app.cast import Cast, make_accepted, make_cast
from tests.e2e.people import wait_for

BEFORE, AFTER = "The cup fell on the stone floor , so it ", " ."


def suggestion(language: str = "en", **fields: Any) -> Suggestion:
    """Of an item that has nothing but its answer, which is all that is asked of it."""
    answer = "德国" if language == "zh" else "broke"
    item = Item(
        text=answer, language=language, token_starts=[0], token_ends=[len(answer)], mask_start=0, mask_end=1
    )
    return Suggestion(original=item, kind="model", **fields)


@pytest.mark.parametrize(
    ("language", "part", "before", "after", "start", "end", "text", "masked"),
    [
        ("en", "before", BEFORE, AFTER, 4, 7, "The the fell on the stone floor , so it broke .", "the"),
        ("en", "before", BEFORE, AFTER, 3, 8, "The the fell on the stone floor , so it broke .", "the"),
        ("en", "before", BEFORE, AFTER, 8, 8, "The cup the fell on the stone floor , so it broke .", "the"),
        ("en", "before", BEFORE, AFTER, 0, 0, "the The cup fell on the stone floor , so it broke .", "the"),
        ("en", "after", "It ", " at once .", 1, 3, "It broke the once .", "the"),
        ("zh", "after", "", "位于欧洲的中部。", 2, 4, "德国位于的的的中部。", "的的"),
        ("zh", "after", "", "位于欧洲的中部。", 2, 2, "德国位于的欧洲的中部。", "的"),
    ],
)  # fmt: skip
def test_the_words_to_be_replaced_are_the_masked_span(
    language: str, part: str, before: str, after: str, start: int, end: int, text: str, masked: str
) -> None:
    row = suggestion(language, part=part, before=before, after=after, start=start, end=end, pk=7)
    instance = masked_instance(row)
    assert (instance.text, instance.golden_answer()) == (text, masked)


@pytest.fixture
def cast() -> Cast:
    return make_cast()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("celery_workers")
def test_a_worker_answers_and_the_source_is_named(cast: Cast) -> None:
    call_command("register_models", verbosity=0)
    make_accepted(cast)
    person = cast.annotators[0]
    item = cast.next(person, "create_perturbation").json()["item"]["id"]

    def asked(kind: str) -> Any:
        place = {"before": BEFORE, "after": AFTER, "part": "before", "start": 20, "end": 25}
        answer = cast.post(person, f"items/{item}/suggestions", {"kind": kind, **place})
        assert answer.status_code == 201, answer.content
        path = f"suggestions/{answer.json()['id']}"
        return wait_for(
            lambda: cast.get(person, path).json(), lambda body: body["state"] != "waiting", seconds=60
        )

    related = asked("related")
    assert (related["state"], related["source"]) == ("done", "WordNet 3.0")
    assert {"word": "rock", "note": "synonym", "probability": None} in related["words"]

    filled = asked("model")
    assert filled["state"] == "done", filled
    assert filled["source"].startswith("mini-mlm-en, sha256:")
    assert 1 <= len(filled["words"]) <= 5
    probabilities = [entry["probability"] for entry in filled["words"]]
    assert probabilities == sorted(probabilities, reverse=True)
    assert "stone" not in [entry["word"] for entry in filled["words"]]


@pytest.mark.django_db
def test_a_question_that_nobody_answers_ends_with_a_reason(cast: Cast) -> None:
    original = make_accepted(cast)
    place = {"kind": "model", "before": BEFORE, "after": AFTER, "part": "before", "start": 4, "end": 7}
    old, fresh = (
        Suggestion.objects.create(original=original, person=cast.annotators[0], **place) for _ in range(2)
    )
    Suggestion.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(seconds=121))
    assert end_lost_suggestions() == 1
    old.refresh_from_db()
    fresh.refresh_from_db()
    assert (old.state, old.error_code, fresh.state) == ("failed", "worker_lost", "waiting")
    finish(old, source="too late", words=[{"word": "mug"}])
    assert (old.state, old.words) == ("failed", [])
