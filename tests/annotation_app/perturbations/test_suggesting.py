"""Suggestions: who may ask, what a list says, and that what is taken up is logged as machine-made."""

from typing import Any

import pytest

from annotation_app.items.models import HistoryEntry
from annotation_app.perturbations.models import Suggestion
from annotation_app.perturbations.word_lists import LISTS
from tests.annotation_app.cast import Cast, check_problem, make_accepted, make_cast, nothing_changes

BEFORE, AFTER = "The cup fell on the stone floor , so it ", " ."
pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def ask(cast: Cast, item: int, *, who: int = 0, **changes: Any) -> Any:
    body = {"kind": "dispensable", "before": BEFORE, "after": AFTER, "part": "before", "start": 0, "end": 0}
    return cast.post(cast.annotators[who], f"items/{item}/suggestions", body | changes)


def hold(cast: Cast, who: int = 0) -> int:
    make_accepted(cast)
    return int(cast.next(cast.annotators[who], "create_perturbation").json()["item"]["id"])


def test_a_place_at_the_beginning_gets_openers_and_one_inside_fillers(cast: Cast) -> None:
    item = hold(cast)
    first = ask(cast, item)
    assert first.status_code == 201
    body = first.json()
    assert (body["state"], body["source"], body["error"]) == ("done", "Whybench word list 1", None)
    assert [entry["word"] for entry in body["words"]] == list(LISTS["en"].openers)
    inside = ask(cast, item, start=8, end=8).json()
    assert [entry["word"] for entry in inside["words"]] == list(LISTS["en"].fillers)
    assert cast.get(cast.annotators[0], f"suggestions/{body['id']}").json() == body


def test_a_dispensable_word_may_be_left_out_and_others_not(cast: Cast) -> None:
    item = hold(cast)
    wording = "Suddenly, the cup fell , so it "
    left_out = ask(cast, item, before=wording, start=0, end=9).json()
    assert left_out["words"] == [{"word": "", "note": "", "probability": None}]
    assert ask(cast, item, before=wording, start=14, end=17).json()["words"] == []


def test_only_who_holds_the_original_may_ask(cast: Cast) -> None:
    item = hold(cast)
    with nothing_changes():
        check_problem(ask(cast, item, who=1), 403, "not_eligible")
        check_problem(ask(cast, item, start=3, end=100), 422, "validation_error")
        check_problem(ask(cast, item, kind="related", start=3, end=4), 422, "validation_error")
        check_problem(ask(cast, item, kind="magic"), 422, "validation_error")


def test_one_reads_only_ones_own(cast: Cast) -> None:
    row = ask(cast, hold(cast)).json()["id"]
    for person in (cast.annotators[1], cast.outsider):
        check_problem(cast.get(person, f"suggestions/{row}"), 404, "not_found")


def test_without_a_worker_it_says_so_at_once(cast: Cast) -> None:
    asked = ask(cast, hold(cast), kind="model", start=4, end=7).json()
    assert (asked["state"], asked["error"]["code"]) == ("failed", "no_worker")


def test_what_is_taken_up_stands_in_the_history(cast: Cast) -> None:
    item = hold(cast)
    row = ask(cast, item).json()["id"]
    body = {
        "type": "dispensable",
        "before": "Sadly, the cup fell on the stone floor , so it ",
        "after": AFTER,
        "suggestions": [row],
    }
    made = cast.post(cast.annotators[0], f"items/{item}/perturbations", body)
    assert made.status_code == 201, made.content
    used = Suggestion.objects.get(pk=row).used_in
    assert used is not None
    assert (used.perturbation_id, used.number) == (made.json()["id"], 1)
    told = HistoryEntry.objects.get(item=item, event="perturbed").detail["machine_made"]
    assert told == [{"kind": "dispensable", "source": "Whybench word list 1", "replaced": ""}]


def test_somebody_elses_suggestion_can_not_be_taken_up(cast: Cast) -> None:
    item = hold(cast)
    row = ask(cast, item).json()["id"]
    assert cast.next(cast.annotators[1], "create_perturbation").json()["item"]["id"] == item
    body = {
        "type": "dispensable",
        "before": "Sadly, the cup fell on the stone floor , so it ",
        "after": AFTER,
        "suggestions": [row],
    }
    with nothing_changes():
        refused = cast.post(cast.annotators[1], f"items/{item}/perturbations", body)
        check_problem(refused, 422, "validation_error")


def test_a_preview_follows_links_drawn_by_hand(cast: Cast) -> None:
    item = hold(cast)
    edit = {"type": "important", "before": "The cup dropped on the stone floor , so it ", "after": AFTER}
    path = f"items/{item}/perturbations/preview"
    computed = cast.post(cast.annotators[0], path, edit).json()
    assert computed["projection"] == {"kept": [1, 5, 6], "changed": [2]}
    links = [link for link in computed["links"] if link != [2, 2]]
    drawn = cast.post(cast.annotators[0], path, edit | {"links": links}).json()
    assert (drawn["links"], drawn["projection"]) == (links, {"kept": [1, 5, 6], "changed": []})
