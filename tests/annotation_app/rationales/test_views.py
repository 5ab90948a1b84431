"""Writing, scoring and modifying rationales through the API: rounds, blindness of seniors, double submits."""

from typing import Any

import pytest

from annotation_app.benchmarks.models import Membership
from annotation_app.items.models import HistoryEntry, Item
from annotation_app.items.rules import State
from annotation_app.rationales.models import Rationale, RationaleScore
from tests.annotation_app.cast import (
    POOR,
    Cast,
    check_problem,
    make_cast,
    make_cup,
    nothing_changes,
    score,
    write,
)
from tests.annotation_app.factories import make_item

pytestmark = pytest.mark.django_db
DRAFTS = ("rationales.RationaleDraft",)


@pytest.fixture
def cast() -> Cast:
    return make_cast(annotators=4)


def submit(cast: Cast, item: Item, tokens: Any, *, round: Any = 1, person: int = 0, **headers: str) -> Any:
    body = {"round": round, "tokens": tokens}
    return cast.post(cast.annotators[person], f"items/{item.pk}/rationales", body, **headers)


def give(cast: Cast, rationale: int, senior: int, sufficiency: Any, compactness: Any, **more: Any) -> Any:
    body = {"sufficiency": sufficiency, "compactness": compactness, **more}
    return cast.post(cast.seniors[senior], f"rationales/{rationale}/scores", body)


def state_of(item: Item) -> tuple[str, int]:
    item.refresh_from_db()
    return item.state, item.round


def test_rationale_is_submitted_in_order_and_goes_to_the_seniors(cast: Cast) -> None:
    item = make_cup(cast)
    made = submit(cast, item, [6, 1, 5, 2])
    assert made.status_code == 201
    assert made.json()["item"] == {"id": item.pk, "state": "scoring", "round": 1}
    assert Rationale.objects.get(pk=made.json()["id"]).tokens == [1, 2, 5, 6]


@pytest.mark.parametrize(
    ("tokens", "code"),
    [
        ([], "validation_error"),
        ([1, 1], "validation_error"),
        ([12], "validation_error"),
        ([-1], "validation_error"),
        ([10**30], "validation_error"),
        (["x"], "validation_error"),
        ("1", "validation_error"),
        (None, "validation_error"),
        ([[1]], "validation_error"),
        ([9, 10], "masked_token"),
    ],
)
def test_rationale_with_wrong_tokens_is_refused(cast: Cast, tokens: Any, code: str) -> None:
    item = make_cup(cast)
    with nothing_changes(but=DRAFTS):
        check_problem(submit(cast, item, tokens), 422, code)


@pytest.mark.parametrize(
    ("round", "status", "code"),
    [(0, 422, "validation_error"), (2, 409, "stale"), (10**30, 422, "validation_error")],
)
def test_rationale_of_another_round_is_refused(cast: Cast, round: int, status: int, code: str) -> None:
    item = make_cup(cast)
    with nothing_changes(but=DRAFTS):
        check_problem(submit(cast, item, [1], round=round), status, code)


def test_mask_by_position_lets_the_same_word_elsewhere_be_marked(cast: Cast) -> None:
    text = "Lena saves 4 coins a day . After 4 days she has 16 coins ."
    item = make_item(cast.benchmark, text, answer="After", state=State.ANNOTATING)
    Item.objects.filter(pk=item.pk).update(mask_start=8, mask_end=9)
    item.refresh_from_db()
    assert item.masked_text == "Lena saves 4 coins a day . After [MASK] days she has 16 coins ."
    with nothing_changes(but=DRAFTS):
        check_problem(submit(cast, item, [2, 8]), 422, "masked_token")
    assert submit(cast, item, [2, 5]).status_code == 201


def test_rationale_submitted_twice_is_stored_once(cast: Cast) -> None:
    item = make_cup(cast)
    assert submit(cast, item, [1, 2]).status_code == 201
    with nothing_changes():
        check_problem(submit(cast, item, [1, 2]), 409, "not_allowed_in_state")
        check_problem(submit(cast, item, [1, 2]), 409, "not_allowed_in_state")
    assert HistoryEntry.objects.filter(item=item, after="scoring").count() == 1


def test_rationale_submitted_twice_under_one_key_gets_the_same_answer(cast: Cast) -> None:
    item, key = make_cup(cast), {"Idempotency-Key": "k1"}
    first = submit(cast, item, [1, 2], **key)
    with nothing_changes():
        second = submit(cast, item, [1, 2], **key)
    assert (first.status_code, first.json()) == (second.status_code, second.json())
    with nothing_changes(but=DRAFTS):
        check_problem(submit(cast, item, [1], **key), 422, "idempotency_key_reused")
    assert (
        submit(cast, make_cup(cast), [1, 2], person=1, **key).status_code == 201
    )  # keys are each person's own


@pytest.mark.parametrize("body", [[], "text", 7, None])
def test_a_body_that_is_no_object_is_refused_with_and_without_a_key(cast: Cast, body: Any) -> None:
    item = make_cup(cast)
    for headers in ({}, {"Idempotency-Key": "k"}):
        with nothing_changes(but=DRAFTS):
            response = cast.post(cast.annotators[0], f"items/{item.pk}/rationales", body, **headers)
            check_problem(response, 422, "validation_error")


@pytest.mark.parametrize(
    ("sufficiency", "compactness", "fields"),
    [
        (0, 1, {"sufficiency"}),
        (4, 1, {"sufficiency"}),
        (1, 0, {"compactness"}),
        (1, 5, {"compactness"}),
        (2.5, 3.5, {"sufficiency", "compactness"}),
        ("", None, {"sufficiency", "compactness"}),
    ],
)
def test_score_off_its_scale_is_refused(
    cast: Cast, sufficiency: Any, compactness: Any, fields: set[str]
) -> None:
    rationale = write(make_cup(cast), cast.annotators[0])
    with nothing_changes():
        response = give(cast, rationale.pk, 0, sufficiency, compactness)
        assert set(check_problem(response, 422, "validation_error")["errors"]) == fields


def test_score_given_twice_is_refused(cast: Cast) -> None:
    rationale = write(make_cup(cast), cast.annotators[0])
    assert give(cast, rationale.pk, 0, 3, 4).status_code == 201
    with nothing_changes():
        check_problem(give(cast, rationale.pk, 0, 1, 1), 409, "already_judged")


@pytest.mark.parametrize(
    ("scorers", "compactness", "state"),
    [
        (3, [4, 4, 3], "accepted"),
        (3, [4, 3, 3], "modifying"),
        (2, [4, 3], "modifying"),
        (5, [4, 4, 4, 3, 3], "accepted"),
        (9, [4, 4, 4, 4, 4, 3, 3, 3, 3], "modifying"),
    ],
)
def test_compactness_gate_is_exact_after_a_database_round_trip(
    scorers: int, compactness: list[int], state: str
) -> None:
    cast = make_cast(annotators=1, seniors=scorers, scorers=scorers)
    rationale = write(make_cup(cast), cast.annotators[0])
    item = score(rationale, cast.seniors, [(3, value) for value in compactness])
    assert item.state == state
    stored = RationaleScore.objects.order_by("pk").values_list("compactness", flat=True)
    assert list(stored) == compactness


def test_rounds_are_each_judged_on_their_own_scores(cast: Cast) -> None:
    item = make_cup(cast)
    score(write(item, cast.annotators[0]), cast.seniors, POOR)
    assert state_of(item) == ("modifying", 2)
    score(write(item, cast.annotators[1], [1, 2]), cast.seniors, [(3, 4), (3, 3), (3, 3)])
    assert state_of(item) == ("modifying", 3)
    final = score(write(item, cast.annotators[0], [1, 2, 6]), cast.seniors, [(3, 4), (3, 4), (3, 3)])
    assert (final.state, final.round) == ("accepted", 3)
    verdicts = HistoryEntry.objects.filter(item=item, before="scoring").order_by("pk")
    assert [(entry.reason, entry.detail["compactness"]) for entry in verdicts] == [
        ("modify in round 1", "3"),
        ("modify in round 2", "10/3"),
        ("accept in round 3", "11/3"),
    ]
    history = cast.get(cast.admin, f"items/{item.pk}/history").json()
    assert sum(entry["event"] == "rationale_scored" for entry in history) == 9


def test_item_that_fails_every_round_is_discarded_for_good(cast: Cast) -> None:
    item = make_cup(cast)
    for tokens in ([1], [2], [1, 2]):
        score(write(item, cast.annotators[0], tokens), cast.seniors, POOR)
    assert state_of(item) == ("discarded", 3)
    with nothing_changes(but=DRAFTS):
        check_problem(submit(cast, item, [5], round=3), 409, "not_allowed_in_state")
    for duty in ("write_rationale", "modify_rationale"):
        assert cast.next(cast.annotators[0], duty).status_code == 204


def test_modification_without_a_change_is_refused(cast: Cast) -> None:
    item = make_cup(cast)
    score(write(item, cast.annotators[0], [1, 2]), cast.seniors, POOR)
    with nothing_changes(but=DRAFTS):
        check_problem(submit(cast, item, [2, 1], round=2, person=1), 422, "nothing_changed")
        check_problem(submit(cast, item, [1], round=1, person=1), 409, "stale")
    assert submit(cast, item, [1], round=2, person=1).status_code == 201


def test_late_score_of_an_earlier_round_is_refused(cast: Cast) -> None:
    item = make_cup(cast)
    first = write(item, cast.annotators[0], [1, 2])
    score(first, cast.seniors, POOR)
    Membership.objects.create(benchmark=cast.benchmark, person=cast.annotators[3], role="senior")
    cast.seniors.append(cast.annotators[3])
    with nothing_changes():
        check_problem(give(cast, first.pk, 3, 3, 4), 409, "not_allowed_in_state")
    write(item, cast.annotators[0], [1])
    with nothing_changes():
        check_problem(give(cast, first.pk, 3, 3, 4), 409, "stale")


def test_nobody_scores_a_rationale_they_wrote_in_any_round(cast: Cast) -> None:
    both = cast.seniors[0]
    Membership.objects.create(benchmark=cast.benchmark, person=both, role="annotator")
    item = make_cup(cast)
    first = write(item, both, [1, 2])
    with nothing_changes():
        check_problem(give(cast, first.pk, 0, 3, 4), 403, "not_eligible")
        assert cast.next(both, "score_rationale").status_code == 204
    cast.seniors.append(cast.annotators[3])
    Membership.objects.create(benchmark=cast.benchmark, person=cast.annotators[3], role="senior")
    score(first, cast.seniors[1:], POOR)
    second = write(item, cast.annotators[0], [1])
    with nothing_changes():
        check_problem(give(cast, second.pk, 0, 3, 4), 403, "not_eligible")
        assert cast.next(both, "score_rationale").status_code == 204


def test_fourth_senior_finds_no_place(cast: Cast) -> None:
    rationale = write(make_cup(cast), cast.annotators[0])
    for senior in cast.seniors:
        assert cast.next(senior, "score_rationale").status_code == 200
    cast.seniors.append(cast.annotators[3])
    Membership.objects.create(benchmark=cast.benchmark, person=cast.annotators[3], role="senior")
    with nothing_changes():
        assert cast.next(cast.seniors[3], "score_rationale").status_code == 204
        check_problem(give(cast, rationale.pk, 3, 3, 4), 409, "place_taken")
