"""Asking for work, skipping, leases, and what an admin does with people's places."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Membership
from annotation_app.items.models import Assignment, Item
from annotation_app.items.rules import DUTY_ROLE, Duty, State
from annotation_app.rationales.models import Rationale
from tests.annotation_app.cast import (
    Cast,
    check_problem,
    make_accepted,
    make_cast,
    make_cup,
    nothing_changes,
    perturb,
    queries_of,
    write,
)
from tests.annotation_app.factories import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def hand_over(cast: Cast, assignment: int, action: str, person: User, **body: Any) -> Any:
    return cast.post(person, f"assignments/{assignment}/{action}", body)


@pytest.mark.parametrize("duty", list(Duty))
def test_next_is_empty_without_work_and_only_for_the_role(cast: Cast, duty: Duty) -> None:
    right, wrong = cast.annotators[0], cast.seniors[0]
    if DUTY_ROLE[duty] == "senior":
        right, wrong = wrong, right
    with nothing_changes():
        response = cast.next(right, duty.value)
        assert (response.status_code, response.content) == (204, b"")
        check_problem(cast.next(wrong, duty.value), 403, "role_required")
        check_problem(cast.next(cast.admin, duty.value), 403, "role_required")
        check_problem(cast.next(right, "no_such_duty"), 404, "not_found")


@pytest.mark.parametrize(
    "body", [{"after": "x"}, {"after": 10**30}, {"after": -1}, {"dimension": "\x00"}, []]
)
def test_next_refuses_or_passes_over_odd_wishes(cast: Cast, body: Any) -> None:
    make_cup(cast)
    response = cast.post(cast.annotators[0], "work/write_rationale/next", body)
    if response.status_code != 200:
        check_problem(response, 422, "validation_error")


def test_next_gives_what_one_holds_already_and_the_page_can_be_loaded_again(cast: Cast) -> None:
    for _ in range(2):
        make_cup(cast)
    first = cast.next(cast.annotators[0], "write_rationale").json()
    again = cast.next(cast.annotators[0], "write_rationale").json()
    assert first == again
    assert cast.get(cast.annotators[0], f"assignments/{first['assignment']['id']}").json() == first
    other = cast.next(cast.annotators[1], "write_rationale").json()
    assert other["item"]["id"] != first["item"]["id"]
    check_problem(cast.get(cast.annotators[1], f"assignments/{first['assignment']['id']}"), 404, "not_found")
    assert cast.next(cast.annotators[2], "write_rationale").status_code == 204
    held = Assignment.objects.filter(state="live").count()
    assert held == 2


def test_next_follows_wishes_for_dimension_language_and_after(cast: Cast) -> None:
    first = make_cup(cast, dimension="grammar")
    second = make_cup(cast, dimension="semantics", language="zh")
    person = cast.annotators[0]
    ask = lambda **body: cast.next(person, "write_rationale", **body)  # noqa: E731
    assert ask(dimension="semantics").json()["item"]["id"] == second.pk
    assert ask(language="zh").json()["item"]["id"] == second.pk
    assert ask(dimension="computation").status_code == 204
    assert ask(language="en").json()["item"]["id"] == first.pk
    assert ask(after=first.pk).json()["item"]["id"] == second.pk


def test_work_counts_what_waits_and_what_is_held(cast: Cast) -> None:
    def counts(person: User) -> dict[str, tuple[int, int]]:
        found = cast.get(person, "work").json()
        return {row["duty"]: (row["waiting"], row["mine"]) for row in found["duties"]}

    for _ in range(2):
        make_cup(cast)
    assert counts(cast.annotators[0])["write_rationale"] == (2, 0)
    assert cast.get(cast.annotators[0], "work").json()["next_free_at"] is None
    assert set(counts(cast.seniors[0])) == {"score_rationale", "settle_perturbation"}
    assert counts(cast.admin) == {}
    task = cast.next(cast.annotators[0], "write_rationale").json()
    assert counts(cast.annotators[0])["write_rationale"] == (1, 1)
    assert counts(cast.annotators[1])["write_rationale"] == (1, 0)
    assert cast.get(cast.annotators[1], "work").json()["next_free_at"] == task["assignment"]["lease_until"]


def test_skip_frees_the_place_for_others_and_never_comes_back(cast: Cast) -> None:
    item = make_cup(cast)
    person = cast.annotators[0]
    place = cast.next(person, "write_rationale").json()["assignment"]["id"]
    with nothing_changes():
        for reason in ("", "  ", None, "x" * 1001):
            check_problem(hand_over(cast, place, "skip", person, reason=reason), 422, "validation_error")
        check_problem(hand_over(cast, place, "skip", cast.annotators[1], reason="x"), 404, "not_found")
    assert hand_over(cast, place, "skip", person, reason="I know the author").status_code == 204
    with nothing_changes(but=("rationales.RationaleDraft",)):
        assert cast.next(person, "write_rationale").status_code == 204
        body = {"round": 1, "tokens": [1]}
        refused = cast.post(person, f"items/{item.pk}/rationales", body)
        check_problem(refused, 403, "not_eligible")
        check_problem(hand_over(cast, place, "skip", person, reason="again"), 409, "not_allowed_in_state")
        check_problem(hand_over(cast, place, "release", person), 409, "not_allowed_in_state")
        check_problem(cast.get(person, f"assignments/{place}"), 409, "not_allowed_in_state")
    assert cast.next(cast.annotators[1], "write_rationale").json()["item"]["id"] == item.pk
    history = cast.get(cast.admin, f"items/{item.pk}/history").json()
    assert [(e["event"], e["actor"], e["reason"]) for e in history] == [
        ("skipped", person.name, "I know the author")
    ]
    listed = cast.get(cast.admin, "assignments?state=skipped").json()
    assert (listed["count"], listed["results"][0]["reason"]) == (1, "I know the author")


def test_release_frees_the_place_for_everybody(cast: Cast) -> None:
    make_cup(cast)
    person = cast.annotators[0]
    place = cast.next(person, "write_rationale").json()["assignment"]["id"]
    assert hand_over(cast, place, "release", person).status_code == 204
    assert cast.next(person, "write_rationale").status_code == 200


def expire(item: Item) -> None:
    """Let an item's leases be over, as if their time had passed."""
    Assignment.objects.filter(item=item, state="live").update(
        lease_until=timezone.now() - timedelta(seconds=1)
    )


def test_lease_that_ran_out_frees_the_place_and_finished_work_stays(cast: Cast) -> None:
    left, done = make_cup(cast), make_cup(cast)
    away, busy, third = cast.annotators[:3]
    assert cast.next(away, "write_rationale").json()["item"]["id"] == left.pk
    assert cast.next(busy, "write_rationale").json()["item"]["id"] == done.pk
    write(done, busy)
    assert cast.next(third, "write_rationale").status_code == 204
    for item in (left, done):
        expire(item)
    assert cast.next(third, "write_rationale").json()["item"]["id"] == left.pk
    assert Rationale.objects.get(item=done).author == busy
    with nothing_changes(but=("rationales.RationaleDraft",)):
        body = {"round": 1, "tokens": [1, 2]}
        refusal = check_problem(cast.post(away, f"items/{left.pk}/rationales", body), 409, "place_taken")
    assert "ran out" in refusal["detail"]
    draft = cast.get(away, f"items/{left.pk}/draft").json()
    assert draft["tokens"] == [1, 2]
    assert not Rationale.objects.filter(item=left).exists()
    assert write(left, third).author == third


def test_lease_that_ran_out_is_renewed_if_nobody_took_the_place(cast: Cast) -> None:
    item = make_cup(cast)
    cast.next(cast.annotators[0], "write_rationale")
    expire(item)
    body = {"round": 1, "tokens": [1, 2]}
    assert cast.post(cast.annotators[0], f"items/{item.pk}/rationales", body).status_code == 201
    assert Assignment.objects.get().state == "done"


def test_next_and_work_take_as_many_queries_for_three_as_for_one(cast: Cast) -> None:
    def asked(duty: str, person: User, path: str = "") -> int:
        Assignment.objects.filter(state="live").delete()
        if path:
            return queries_of(lambda: cast.get(person, path))
        return queries_of(lambda: cast.next(person, duty))

    makers = {
        "propose_mask": lambda: make_cup(cast, State.MASK_PROPOSING),
        "rate_mask": lambda: make_cup(cast, State.MASK_RATING),
        "write_rationale": lambda: make_cup(cast),
        "score_rationale": lambda: write(make_cup(cast), cast.annotators[5]),
        "create_perturbation": lambda: make_accepted(cast),
        "review_perturbation": lambda: perturb(make_accepted(cast), cast.annotators[5]),
    }
    for duty, make in makers.items():
        person = cast.seniors[0] if duty == "score_rationale" else cast.annotators[0]
        make()
        Item.objects.update(started_at=timezone.now())
        one = asked(duty, person), asked(duty, person, "work"), asked(duty, cast.admin, "assignments")
        for _ in range(2):
            make()
        Item.objects.update(started_at=timezone.now())
        many = asked(duty, person), asked(duty, person, "work"), asked(duty, cast.admin, "assignments")
        assert one == many, duty


def test_bulk_assignment_passes_over_own_work_and_says_so(cast: Cast) -> None:
    senior = cast.seniors[0]
    Membership.objects.create(benchmark=cast.benchmark, person=senior, role="annotator")
    own, others = make_cup(cast), make_cup(cast)
    write(own, senior)
    write(others, cast.annotators[0])
    body = {"duty": "score_rationale", "username": senior.username, "items": [own.pk, others.pk]}
    with nothing_changes():
        plan = cast.post(cast.admin, "assignments", body | {"preview": True}).json()
        assert (plan["assigned"], [o["item"] for o in plan["obstacles"]]) == ([others.pk], [own.pk])
        unknown = cast.post(cast.admin, "assignments", body | {"username": cast.outsider.username})
        assert "username" in check_problem(unknown, 422, "validation_error")["errors"]
        none = cast.post(cast.admin, "assignments", body | {"items": [10**30], "preview": True})
        assert none.json() == {"assigned": [], "obstacles": []}
    given = cast.post(cast.admin, "assignments", body | {"preview": False, "days": 5})
    assert (given.status_code, given.json()) == (201, plan)
    place = Assignment.objects.get(person=senior, duty="score_rationale")
    assert place.item_id == others.pk
    assert place.lease_until > timezone.now() + timedelta(days=4)


def test_admin_takes_a_place_over_and_reads_without_changing_anything(cast: Cast) -> None:
    item = make_cup(cast)
    place = cast.next(cast.annotators[0], "write_rationale").json()["assignment"]["id"]
    assert cast.next(cast.annotators[1], "write_rationale").status_code == 204
    with nothing_changes():
        for path in ("items", f"items/{item.pk}", f"items/{item.pk}/history", "assignments"):
            assert cast.get(cast.admin, path).status_code == 200
        check_problem(hand_over(cast, place, "take-over", cast.admin), 422, "validation_error")
    assert hand_over(cast, place, "take-over", cast.admin, reason="ill").status_code == 204
    assert cast.next(cast.annotators[1], "write_rationale").json()["item"]["id"] == item.pk
    with nothing_changes():
        again = hand_over(cast, place, "take-over", cast.admin, reason="ill")
        check_problem(again, 409, "not_allowed_in_state")
    other = client_of(cast.outsider).get(f"/api/benchmarks/{cast.elsewhere.slug}/items/{item.pk}")
    check_problem(other, 404, "not_found")


def test_notifications_count_only_what_the_person_may_take(cast: Cast) -> None:
    make_cup(cast)
    write(make_cup(cast), cast.annotators[0])

    def told(person: User) -> list[tuple[str, str, int]]:
        rows = client_of(person).get("/api/notifications").json()
        return [(row["benchmark"], row["duty"], row["waiting"]) for row in rows]

    assert told(cast.annotators[1]) == [(cast.benchmark.slug, "write_rationale", 1)]
    assert told(cast.seniors[0]) == [(cast.benchmark.slug, "score_rationale", 1)]
    assert told(cast.admin) == told(cast.outsider) == []
