"""What people leave beside their judgements: guesses, remarks on words, flags; and places given in bulk."""

import pytest
from django.core.management import CommandError, call_command

from annotation_app.accounts.models import User
from annotation_app.items.models import Assignment, HistoryEntry, ItemFlag, MaskRating
from annotation_app.items.rules import State
from annotation_app.rationales.models import RationaleScore
from tests.annotation_app.cast import Cast, check_problem, make_cast, make_cup, nothing_changes, write

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def test_a_raters_guesses_are_kept(cast: Cast) -> None:
    item = make_cup(cast, State.MASK_RATING)
    body = {
        "proposal": item.mask_proposals.get().pk,
        "confidence": 2,
        "guesses": ["shattered", "broke"],
        "seconds": 12.5,
    }
    path = f"items/{item.pk}/mask-ratings"
    with nothing_changes():
        check_problem(
            cast.post(cast.annotators[0], path, body | {"guesses": ["a", "b", "c", "d"]}),
            422,
            "validation_error",
        )
    assert cast.post(cast.annotators[0], path, body).status_code == 201
    rating = MaskRating.objects.get()
    assert (rating.guesses, rating.seconds) == (["shattered", "broke"], 12.5)
    assert HistoryEntry.objects.get(event="mask_rated").detail["guesses"] == ["shattered", "broke"]


def test_a_seniors_guess_and_remarks_come_back_with_the_rationale(cast: Cast) -> None:
    rationale = write(make_cup(cast), cast.annotators[0], [1, 2])
    path = f"rationales/{rationale.pk}/scores"
    body = {
        "sufficiency": 2,
        "compactness": 3,
        "guess": "fell",
        "guess_seconds": 4.0,
        "token_comments": [{"index": 2, "comment": "says too little"}],
    }
    with nothing_changes():
        elsewhere = body | {"token_comments": [{"index": 5, "comment": "not marked"}]}
        check_problem(cast.post(cast.seniors[0], path, elsewhere), 422, "validation_error")
    for senior in cast.seniors:
        assert cast.post(senior, path, body).status_code == 201
    stored = RationaleScore.objects.filter(rationale=rationale).first()
    assert stored is not None
    assert (stored.guess, stored.guess_seconds) == ("fell", 4.0)
    task = cast.next(cast.annotators[1], "modify_rationale").json()
    remarks = [score["token_comments"] for score in task["previous"]["scores"]]
    assert remarks == [[{"index": 2, "comment": "says too little"}]] * 3
    assert all("guess" not in score for score in task["previous"]["scores"])


def test_a_flag_goes_to_the_admins_and_stops_nothing(cast: Cast) -> None:
    item = make_cup(cast)
    made = cast.post(cast.annotators[0], f"items/{item.pk}/flags", {"comment": "A cup does not fall up."})
    assert made.status_code == 201
    assert ItemFlag.objects.get().item == item
    (shown,) = cast.get(cast.admin, "flags").json()["results"]
    assert (shown["external_id"], shown["comment"]) == (item.external_id, "A cup does not fall up.")
    assert cast.next(cast.annotators[0], "write_rationale").status_code == 200


def test_places_are_given_in_bulk_and_the_rest_named_with_its_reason(cast: Cast) -> None:
    person = cast.annotators[0]
    free, taken, scored = make_cup(cast), make_cup(cast), make_cup(cast)
    write(scored, cast.annotators[1])
    Assignment.objects.create(
        item=taken,
        duty="write_rationale",
        person=cast.annotators[2],
        lease_until="2999-01-01T00:00:00Z",
    )
    plan = {
        "duty": "write_rationale",
        "username": person.username,
        "items": [free.pk, taken.pk, scored.pk],
        "days": 3,
    }
    with nothing_changes():
        looked = cast.post(cast.admin, "assignments", plan | {"preview": True})
    given = cast.post(cast.admin, "assignments", plan)
    assert (looked.status_code, given.status_code) == (200, 201)
    assert looked.json() == given.json()
    assert given.json()["assigned"] == [free.pk]
    obstacles = {row["item"]: row["code"] for row in given.json()["obstacles"]}
    assert obstacles == {taken.pk: "no_place", scored.pk: "other_state"}
    assert cast.next(person, "write_rationale").json()["item"]["id"] == free.pk
    assert HistoryEntry.objects.filter(item=free, event="assigned", actor=cast.admin).count() == 1


def test_create_person_prints_a_password_that_works_and_refuses_a_taken_name(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("create_person", "ines", "--staff")
    name, password = capsys.readouterr().out.split()
    person = User.objects.get(username=name)
    assert person.check_password(password)
    assert person.is_staff
    with pytest.raises(CommandError, match="taken"):
        call_command("create_person", "INES")
