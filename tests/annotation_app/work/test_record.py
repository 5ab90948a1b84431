"""What a person's record says, counted by hand on a few items."""

import pytest

from annotation_app.items.rules import State
from tests.annotation_app.cast import (
    GOOD,
    POOR,
    Cast,
    make_cast,
    make_cup,
    nothing_changes,
    rate,
    score,
    write,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def record(cast: Cast, person: object) -> dict:
    return cast.get(person, "my-record").json()


def test_someone_new_has_done_nothing_and_agrees_with_nobody_yet(cast: Cast) -> None:
    with nothing_changes():
        body = record(cast, cast.annotators[0])
    assert body["done"] == []
    assert body["rationales"] == {"submitted": 0, "accepted": 0, "returned": 0, "discarded": 0}
    assert (body["mask_agreement"], body["score_agreement"], body["accepted_share"]) == (None, None, [])


def test_rationales_are_counted_once_they_are_decided(cast: Cast) -> None:
    author = cast.annotators[0]
    score(write(make_cup(cast), author), cast.seniors, GOOD)
    score(write(make_cup(cast), author), cast.seniors, POOR)
    write(make_cup(cast), author)
    body = record(cast, author)
    assert body["rationales"] == {"submitted": 3, "accepted": 1, "returned": 1, "discarded": 0}
    assert [(week["decided"], week["accepted"]) for week in body["accepted_share"]] == [(2, 1)]
    assert body["done"] == [{"duty": "write_rationale", "number": 3}]


def test_a_rating_agrees_when_it_falls_on_the_majoritys_side_of_the_gate(cast: Cast) -> None:
    one, two, three = cast.annotators[:3]
    rate(make_cup(cast, State.MASK_RATING), [one, two, three], [3, 1, 2])
    rate(make_cup(cast, State.MASK_RATING), [one, two, three], [1, 2, 2])
    assert record(cast, one)["mask_agreement"] == {"rated": 2, "with_majority": 1}
    assert record(cast, two)["mask_agreement"] == {"rated": 2, "with_majority": 2}


def test_a_rating_that_is_not_decided_yet_tells_nothing(cast: Cast) -> None:
    one, two = cast.annotators[:2]
    rate(make_cup(cast, State.MASK_RATING), [one, two], [4, 1])
    assert record(cast, one)["mask_agreement"] is None


def test_a_score_agrees_when_it_is_the_one_given_most(cast: Cast) -> None:
    rationale = write(make_cup(cast), cast.annotators[0])
    score(rationale, cast.seniors, [(3, 4), (3, 4), (2, 3)])
    assert record(cast, cast.seniors[0])["score_agreement"] == {
        "scored": 1,
        "sufficiency_equal": 1,
        "compactness_equal": 1,
    }
    assert record(cast, cast.seniors[2])["score_agreement"] == {
        "scored": 1,
        "sufficiency_equal": 0,
        "compactness_equal": 0,
    }
