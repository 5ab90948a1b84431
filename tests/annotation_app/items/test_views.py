"""Proposing and rating masks, importing and listing, through the API."""

import io
from typing import Any

import pytest

from annotation_app.items.models import HistoryEntry, Item, MaskProposal, MaskRating
from annotation_app.items.rules import MaskSource, State
from tests.annotation_app.cast import (
    CUP,
    Cast,
    check_problem,
    make_cast,
    make_cup,
    nothing_changes,
    queries_of,
    rate,
)
from tests.annotation_app.factories import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return make_cast(annotators=6, seniors=1)


def proposal_of(item: Item) -> int:
    return MaskProposal.objects.get(item=item, attempt=item.mask_attempt).pk


def test_mask_is_proposed_and_then_rated_by_others(cast: Cast) -> None:
    item = make_cup(cast, State.MASK_PROPOSING)
    author, *raters = cast.annotators
    made = cast.post(author, f"items/{item.pk}/mask-proposals", {"start": 10, "end": 11})
    assert made.status_code == 201
    assert made.json()["item"] == {"id": item.pk, "state": "mask_rating", "round": 1}
    path, body = f"items/{item.pk}/mask-ratings", {"proposal": made.json()["id"], "confidence": 2}
    with nothing_changes():
        check_problem(cast.post(author, path, body), 403, "not_eligible")
    states = [cast.post(rater, path, body).json()["item"]["state"] for rater in raters[:3]]
    assert states == ["mask_rating", "mask_rating", "annotating"]
    item.refresh_from_db()
    assert (item.golden_answer, item.masked_text) == ("broke", CUP.replace("broke", "[MASK]"))


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"start": 1},
        {"start": "x", "end": 2},
        {"start": 2, "end": 2},
        {"start": 3, "end": 2},
        {"start": -1, "end": 2},
        {"start": 11, "end": 13},
        {"start": 0, "end": 12},
        {"start": 0, "end": 10**30},
        {"start": 1.5, "end": 2},
    ],
)
def test_mask_proposal_refuses_what_is_no_span(cast: Cast, body: dict[str, Any]) -> None:
    item = make_cup(cast, State.MASK_PROPOSING)
    with nothing_changes():
        response = cast.post(cast.annotators[0], f"items/{item.pk}/mask-proposals", body)
        check_problem(response, 422, "validation_error")


def test_mask_of_another_state_is_not_proposed(cast: Cast) -> None:
    item = make_cup(cast, State.MASK_RATING)
    with nothing_changes():
        response = cast.post(cast.annotators[0], f"items/{item.pk}/mask-proposals", {"start": 1, "end": 2})
        assert "mask_rating" in check_problem(response, 409, "not_allowed_in_state")["detail"]


@pytest.mark.parametrize("value", [0, 5, 2.5, "", None, "many", True, [], 10**30])
def test_mask_rating_off_its_scale_is_refused(cast: Cast, value: Any) -> None:
    item = make_cup(cast, State.MASK_RATING)
    with nothing_changes():
        body = {"proposal": proposal_of(item), "confidence": value}
        response = cast.post(cast.annotators[0], f"items/{item.pk}/mask-ratings", body)
        assert "confidence" in check_problem(response, 422, "validation_error")["errors"]


@pytest.mark.parametrize(
    ("confidences", "state", "reason"),
    [
        ([1, 2, 2], "annotating", "every rating at most 2"),
        ([1, 1, 3], "rejected", "rating 3 is above the gate of 2"),
        ([4, 1, 1], "rejected", "rating 4 is above the gate of 2"),
        ([2, 2], "mask_rating", None),
    ],
)
def test_mask_gate_decides_with_the_third_rating(
    cast: Cast, confidences: list[int], state: str, reason: str | None
) -> None:
    item = make_cup(cast, State.MASK_RATING, mask_source=MaskSource.IMPORT)
    assert rate(item, cast.annotators, confidences).state == state
    assert list(MaskRating.objects.order_by("pk").values_list("confidence", flat=True)) == confidences
    moved = HistoryEntry.objects.filter(item=item, event="moved").first()
    assert (moved.reason if moved else None) == reason
    if moved:
        assert moved.detail["confidences"] == sorted(confidences)


def test_mask_is_rejected_for_good_after_three_places(cast: Cast) -> None:
    item = make_cup(cast, State.MASK_PROPOSING)
    author, *raters = cast.annotators
    for attempt, (start, state) in enumerate(
        ((10, "mask_proposing"), (2, "mask_proposing"), (5, "rejected")), 1
    ):
        path = f"items/{item.pk}/mask-proposals"
        assert cast.post(author, path, {"start": start, "end": start + 1}).status_code == 201
        item = rate(Item.objects.get(pk=item.pk), raters, [1, 3, 1])
        assert (item.state, item.mask_attempt) == (state, attempt)
        if state == "mask_proposing":
            assert (item.mask, item.masked_text) == (None, CUP)
            with nothing_changes():
                again = cast.post(author, path, {"start": start, "end": start + 1})
                assert "rejected already" in check_problem(again, 422, "validation_error")["detail"]


def test_mask_rating_twice_and_by_a_fourth_and_for_an_old_place_is_refused(cast: Cast) -> None:
    item = make_cup(cast, State.MASK_RATING)
    path, old = f"items/{item.pk}/mask-ratings", proposal_of(item)
    body = {"proposal": old, "confidence": 1}
    first = cast.annotators[0]
    assert cast.post(first, path, body).status_code == 201
    with nothing_changes():
        check_problem(cast.post(first, path, body | {"confidence": 4}), 409, "already_judged")
        check_problem(cast.post(cast.annotators[1], path, body | {"proposal": old + 999}), 409, "stale")
    # Two more have the places, without having rated yet: a fourth person finds none.
    for rater in cast.annotators[1:3]:
        assert cast.next(rater, "rate_mask").status_code == 200
    with nothing_changes():
        check_problem(cast.post(cast.annotators[3], path, body), 409, "place_taken")
    rate(item, cast.annotators[1:3], [1, 3])
    with nothing_changes():
        check_problem(cast.post(cast.annotators[3], path, body), 409, "not_allowed_in_state")


def test_items_are_listed_with_filters_for_admins(cast: Cast) -> None:
    cups = [make_cup(cast, state) for state in (State.ANNOTATING, State.ACCEPTED, State.ACCEPTED)]
    body = cast.get(cast.admin, "items").json()
    assert (body["count"], body["next"], [row["id"] for row in body["results"]]) == (
        3,
        None,
        [c.pk for c in cups],
    )
    assert body["results"][0]["masked_text"] == CUP.replace("broke", "[MASK]")
    for query, number in {
        "state=accepted": 2,
        "state=accepted&dimension=grammar": 0,
        "language=en&role=original": 3,
        f"q={cups[1].external_id}": 1,
        "q=STONE FLOOR": 3,
        "page_size=2": 3,
    }.items():
        assert cast.get(cast.admin, f"items?{query}").json()["count"] == number, query
    for query in ("page=2", "page=x", "page=0", "q=%00", "state=%00"):
        check_problem(cast.get(cast.admin, f"items?{query}"), 404, "not_found")


def test_items_and_history_take_as_many_queries_for_three_as_for_one(cast: Cast) -> None:
    item = make_cup(cast, State.MASK_RATING)
    rate(item, cast.annotators, [1])
    bring_in(cast)
    paths = ("items", f"items/{item.pk}/history", "imports")
    before = [queries_of(lambda path=path: cast.get(cast.admin, path)) for path in paths]
    rate(item, cast.annotators[1:], [1, 1])
    for _ in range(2):
        make_cup(cast, State.MASK_RATING)
        bring_in(cast)
    assert [queries_of(lambda path=path: cast.get(cast.admin, path)) for path in paths] == before


def bring_in(cast: Cast, content: bytes = b"", **fields: Any) -> Any:
    file = io.BytesIO(content or b'{"external_id": "x1", "text": "It rains."}')
    file.name = "items.jsonl"
    form = {
        "file": file,
        "format": "jsonl",
        "corpus": "c",
        "language": "en",
        "dimension": "grammar",
        **fields,
    }
    address = f"/api/benchmarks/{cast.benchmark.slug}/imports"
    return client_of(cast.admin).post(
        address, {k: v for k, v in form.items() if v is not None}, format="multipart"
    )


def test_import_answers_with_its_report(cast: Cast) -> None:
    made = bring_in(cast, b'{"external_id": "x1", "text": "It rains."}\n{"external_id": "x3", "text": ""}\n')
    assert made.status_code == 201
    body = made.json()
    assert (body["file"], body["read"], body["stored"]) == ("items.jsonl", 2, 1)
    assert [(p["line"], p["record"], p["code"]) for p in body["problems"]] == [(2, "x3", "empty_text")]
    assert (body["state"], body["left_out"]) == ("done", {"empty_text": 1})
    told = cast.get(cast.admin, f"imports/{body['id']}").json()
    assert told == body
    listed = cast.get(cast.admin, "imports").json()["results"]
    assert listed == [{name: body[name] for name in listed[0]}]
    assert body.keys() - listed[0].keys() == {"sniffed", "sample", "problems"}
    history = cast.get(cast.admin, f"items/{Item.objects.get().pk}/history").json()
    assert [(entry["event"], entry["actor"], entry["after"]) for entry in history] == [
        ("imported", cast.admin.name, "mask_proposing")
    ]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"format": "pdf"}, "format"),
        ({"format": None}, "format"),
        ({"corpus": ""}, "corpus"),
        ({"mode": "some"}, "mode"),
        ({"file": "text"}, "file"),
        ({"file": None}, "file"),
    ],
)
def test_import_refuses_a_form_that_is_not_filled_in(cast: Cast, fields: dict[str, Any], field: str) -> None:
    with nothing_changes():
        assert field in check_problem(bring_in(cast, **fields), 422, "validation_error")["errors"]


def test_import_refuses_json_and_files_that_are_too_large(cast: Cast, settings: Any) -> None:
    with nothing_changes():
        check_problem(cast.post(cast.admin, "imports", {}), 415, "unsupported_media_type")
        settings.IMPORT_MAX_BYTES = 10
        check_problem(bring_in(cast), 413, "too_large")
