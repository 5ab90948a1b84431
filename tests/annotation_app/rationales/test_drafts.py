"""Drafts: kept by revision, seen by their person only, closed by the submission."""

from datetime import timedelta
from typing import Any

import pytest

from annotation_app.items.models import Assignment, Item
from annotation_app.rationales.models import Rationale
from tests.annotation_app.cast import (
    POOR,
    Cast,
    check_problem,
    make_cast,
    make_cup,
    nothing_changes,
    score,
)
from tests.annotation_app.factories import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return make_cast(annotators=4)


def submit(cast: Cast, item: Item, tokens: Any, *, round: Any = 1, person: int = 0, **headers: str) -> Any:
    body = {"round": round, "tokens": tokens}
    return cast.post(cast.annotators[person], f"items/{item.pk}/rationales", body, **headers)


def test_draft_is_kept_by_revision_and_seen_by_nobody_else(cast: Cast) -> None:
    item = make_cup(cast)
    path = f"items/{item.pk}/draft"
    check_problem(cast.get(cast.annotators[0], path), 404, "not_found")

    def save(tokens: list[int], revision: int, person: int = 0) -> Any:
        address = f"/api/benchmarks/{cast.benchmark.slug}/{path}"
        body = {"round": 1, "tokens": tokens, "revision": revision}
        return client_of(cast.annotators[person]).put(address, body, format="json")

    assert save([1], 0).json()["revision"] == 1
    with nothing_changes():
        body = check_problem(save([2], 0), 409, "stale_draft")
        assert (body["stored"]["tokens"], body["yours"]["tokens"]) == ([1], [2])
        check_problem(cast.get(cast.annotators[1], path), 404, "not_found")
        check_problem(save([10], 1), 422, "masked_token")
        check_problem(save([10**30], 1), 422, "validation_error")
    assert save([], 1).json() == {"round": 1, "tokens": [], "revision": 2}
    assert submit(cast, item, [1, 2]).status_code == 201
    with nothing_changes():
        check_problem(save([5], 2), 409, "not_allowed_in_state")
    assert Rationale.objects.get(item=item).tokens == [1, 2]


def test_draft_never_shortens_a_place_that_was_reserved_for_days(cast: Cast) -> None:
    item = make_cup(cast)
    cast.next(cast.annotators[0], "write_rationale")
    place = Assignment.objects.get()
    reserved = place.lease_until + timedelta(days=5)
    Assignment.objects.update(lease_until=reserved)
    address = f"/api/benchmarks/{cast.benchmark.slug}/items/{item.pk}/draft"
    client_of(cast.annotators[0]).put(address, {"round": 1, "tokens": [1], "revision": 0}, format="json")
    place.refresh_from_db()
    assert place.lease_until == reserved


def test_late_autosave_never_touches_what_was_submitted(cast: Cast) -> None:
    item = make_cup(cast)
    address = f"/api/benchmarks/{cast.benchmark.slug}/items/{item.pk}/draft"
    client = client_of(cast.annotators[0])
    cast.next(cast.annotators[0], "write_rationale")
    assert client.put(address, {"round": 1, "tokens": [1], "revision": 0}, format="json").status_code == 200
    assert submit(cast, item, [1, 2]).status_code == 201
    with nothing_changes():
        late = client.put(address, {"round": 1, "tokens": [5], "revision": 1}, format="json")
        check_problem(late, 409, "not_allowed_in_state")
    score(Rationale.objects.get(), cast.seniors, POOR)
    with nothing_changes():
        late = client.put(address, {"round": 1, "tokens": [5], "revision": 1}, format="json")
        check_problem(late, 409, "stale")
