"""Workflow cases BC-06, 08, 09, 10, 11, 15 and 16 through the API, with the inputs the cases give."""

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.utils import timezone

from annotation_app.accounts.models import User
from annotation_app.items.models import Assignment, HistoryEntry, Item
from annotation_app.items.rules import State
from annotation_app.rationales.models import Rationale, RationaleDraft, RationaleScore
from tests.annotation_app.cast import (
    Cast,
    check_problem,
    make_cast,
    make_cup,
    nothing_changes,
    rate,
    score,
    write,
)
from tests.annotation_app.factories import client_of

COINS = "Lena saves 4 coins a day . After 4 days she has 16 coins ."
MASKED = "Lena saves 4 coins a day . After [MASK] days she has 16 coins ."


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def bring_in(cast: Cast, *records: dict[str, Any], mode: str = "keep_good") -> dict[str, Any]:
    lines = "\n".join(json.dumps(record, ensure_ascii=False) for record in records)
    file = SimpleUploadedFile("items.jsonl", lines.encode())
    answer = client_of(cast.admin).post(
        f"/api/benchmarks/{cast.benchmark.slug}/imports",
        {"file": file, "format": "jsonl", "corpus": "Cases", "mode": mode},
        format="multipart",
    )
    assert answer.status_code == 201, answer.content
    body: dict[str, Any] = answer.json()
    return body


def line(name: str, text: str, answer: tuple[int, int] | None = None, **more: Any) -> dict[str, Any]:
    record = {"external_id": name, "language": "en", "dimension": "computation", "text": text}
    record["tokens"] = more.pop("tokens", text.split())
    if answer:
        record["answer"] = {"token_start": answer[0], "token_end": answer[1]}
    return record | {"meta": {}} | more


@pytest.mark.django_db
def test_bc06_the_mask_is_given_by_position_not_found_by_search(cast: Cast) -> None:
    report = bring_in(cast, line("coins", COINS, (8, 9)), line("twice", "A literal [MASK] here .", (0, 1)))
    assert (report["stored"], [p["code"] for p in report["problems"]]) == (1, ["literal_mask"])
    item = Item.objects.get(external_id="coins")
    assert (len(item.tokens), item.masked_text) == (15, MASKED)
    task = cast.next(cast.annotators[0], "rate_mask").json()
    assert (task["mask"]["start"], task["mask"]["answer_elsewhere"]) == (8, True)
    rate(item, cast.annotators[:3], [1, 1, 1])
    place = cast.next(cast.annotators[3], "write_rationale").json()
    assert place["item"]["tokens"][2] == {"index": 2, "text": "4", "before": " "}
    path = f"items/{item.pk}/rationales"
    for marked in ([8], [2, 8]):
        with nothing_changes(but=["rationales.RationaleDraft"]):
            refused = cast.post(cast.annotators[3], path, {"round": 1, "tokens": marked})
            check_problem(refused, 422, "masked_token")
    assert cast.post(cast.annotators[3], path, {"round": 1, "tokens": [2]}).status_code == 201


@pytest.mark.django_db(transaction=True)
def test_bc08_a_double_submit_is_one_submission_twenty_times_over() -> None:
    cast = make_cast()
    author = cast.annotators[0]
    for repetition in range(20):
        item = make_cup(cast)
        cast.next(author, "write_rationale")
        path, body = f"items/{item.pk}/rationales", {"round": 1, "tokens": [1, 2, 5, 6]}
        barrier = Barrier(2)

        def press(
            path: str = path, body: Any = body, key: str = f"key-{repetition}", barrier: Barrier = barrier
        ) -> tuple[int, Any]:
            try:
                barrier.wait(timeout=30)
                answer = cast.post(author, path, body, **{"Idempotency-Key": key})
                return answer.status_code, answer.json()
            finally:
                connection.close()

        with ThreadPoolExecutor(2) as pool:
            first, second = (pool.submit(press) for _ in range(2))
            answers = [first.result(), second.result()]
        assert answers[0] == answers[1]
        assert answers[0][0] == 201
        assert Rationale.objects.filter(item=item).count() == 1
        moved = HistoryEntry.objects.filter(item=item, event="moved", after=State.SCORING)
        assert moved.count() == 1
        again = cast.post(author, path, body)
        check_problem(again, 409, "not_allowed_in_state")
        assert not RationaleDraft.objects.filter(item=item).exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("confidences", "state"),
    [
        ([1, 2, 2], State.ANNOTATING),
        ([1, 1, 3], State.MASK_PROPOSING),
        ([2, 2], State.MASK_RATING),
        ([4, 1, 1], State.MASK_PROPOSING),
    ],
)
def test_bc09_mask_gate(cast: Cast, confidences: Sequence[int], state: State) -> None:
    item = rate(make_cup(cast, State.MASK_RATING), cast.annotators, confidences)
    assert item.state == state
    if state == State.MASK_PROPOSING:
        reason = HistoryEntry.objects.filter(item=item, event="moved").latest("pk").reason
        assert str(max(confidences)) in reason


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sufficiency", "compactness", "state"),
    [
        ([3, 3, 3], [4, 4, 3], State.ACCEPTED),
        ([3, 3, 2], [4, 4, 4], State.MODIFYING),
        ([3, 3, 3], [4, 3, 3], State.MODIFYING),
        ([3, 3], [4, 3], State.MODIFYING),
        ([3] * 5, [4, 4, 4, 3, 3], State.ACCEPTED),
        ([3] * 9, [4, 4, 4, 4, 4, 3, 3, 3, 3], State.MODIFYING),
    ],
)
def test_bc09_rationale_gates(sufficiency: list[int], compactness: list[int], state: State) -> None:
    cast = make_cast(seniors=len(sufficiency), scorers=len(sufficiency))
    rationale = write(make_cup(cast), cast.annotators[0])
    item = score(rationale, cast.seniors, list(zip(sufficiency, compactness, strict=True)))
    assert item.state == state
    stored = RationaleScore.objects.filter(rationale=rationale).values_list("compactness", flat=True)
    assert sorted(stored) == sorted(compactness)
    assert all(type(value) is int for value in stored)


@pytest.mark.django_db
@pytest.mark.parametrize("value", [0, 5, 2.5, ""])
def test_bc09_values_off_the_scales_are_refused(cast: Cast, value: Any) -> None:
    rationale = write(make_cup(cast), cast.annotators[0])
    rated = make_cup(cast, State.MASK_RATING)
    proposal = rated.mask_proposals.get().pk
    scores = [{"sufficiency": value, "compactness": 4}, {"sufficiency": 3, "compactness": value}]
    with nothing_changes():
        for body in [*scores, {"sufficiency": 4, "compactness": 4}]:
            refused = cast.post(cast.seniors[0], f"rationales/{rationale.pk}/scores", body)
            check_problem(refused, 422, "validation_error")
        body = {"proposal": proposal, "confidence": value}
        refused = cast.post(cast.annotators[0], f"items/{rated.pk}/mask-ratings", body)
        check_problem(refused, 422, "validation_error")


def save(cast: Cast, person: User, item: Item, tokens: list[int], revision: int) -> Any:
    address = f"/api/benchmarks/{cast.benchmark.slug}/items/{item.pk}/draft"
    body = {"round": 1, "tokens": tokens, "revision": revision}
    return client_of(person).put(address, body, format="json")


@pytest.mark.django_db
def test_bc10_an_autosave_that_arrives_after_the_submission_is_stale(cast: Cast) -> None:
    item, author = make_cup(cast), cast.annotators[0]
    assert save(cast, author, item, [1], 0).json()["revision"] == 1
    submitted = cast.post(author, f"items/{item.pk}/rationales", {"round": 1, "tokens": [1, 2]})
    assert submitted.status_code == 201
    with nothing_changes():
        check_problem(save(cast, author, item, [1], 1), 409, "not_allowed_in_state")
    assert Rationale.objects.get(item=item).tokens == [1, 2]


@pytest.mark.django_db
def test_bc11_two_tabs_get_both_versions_and_lose_none(cast: Cast) -> None:
    item, author = make_cup(cast), cast.annotators[0]
    assert save(cast, author, item, [1], 0).status_code == 200
    refused = check_problem(save(cast, author, item, [2], 0), 409, "stale_draft")
    assert refused["stored"] == {"revision": 1, "tokens": [1]}
    assert refused["yours"] == {"revision": 0, "tokens": [2]}
    with nothing_changes():
        assert cast.get(cast.admin, f"items/{item.pk}").status_code == 200
    assert save(cast, author, item, [2], 1).json() == {"round": 1, "tokens": [2], "revision": 2}


@pytest.mark.django_db
def test_bc15_an_abandoned_place_is_offered_again_and_finished_work_stays() -> None:
    cast = make_cast(lease_minutes=1)
    one, two, three = cast.annotators[:3]
    gone, finished = make_cup(cast), make_cup(cast)
    assert cast.next(one, "write_rationale").json()["item"]["id"] == gone.pk
    assert cast.next(two, "write_rationale").json()["item"]["id"] == finished.pk
    assert cast.next(three, "write_rationale").status_code == 204
    frees = cast.get(three, "work").json()["next_free_at"]
    assert frees is not None
    done = cast.post(two, f"items/{finished.pk}/rationales", {"round": 1, "tokens": [1]})
    assert done.status_code == 201
    Assignment.objects.filter(state="live").update(lease_until=timezone.now() - timedelta(seconds=1))
    assert cast.next(three, "write_rationale").json()["item"]["id"] == gone.pk
    late = cast.post(one, f"items/{gone.pk}/rationales", {"round": 1, "tokens": [2, 5]})
    assert "ran out" in check_problem(late, 409, "place_taken")["detail"]
    assert RationaleDraft.objects.get(item=gone, person=one).tokens == [2, 5]
    assert not Rationale.objects.filter(item=gone).exists()
    assert Item.objects.get(pk=finished.pk).state == State.SCORING


@pytest.mark.django_db
def test_bc16_each_round_is_judged_on_its_own_scores(cast: Cast) -> None:
    item, author = make_cup(cast), cast.annotators[0]
    assert score(write(item, author, [1]), cast.seniors, [(3, 3)] * 3).state == State.MODIFYING
    with nothing_changes(but=["rationales.RationaleDraft"]):
        same = cast.post(author, f"items/{item.pk}/rationales", {"round": 2, "tokens": [1]})
        check_problem(same, 422, "nothing_changed")
    second = score(write(item, author, [1, 2]), cast.seniors, [(3, 4), (3, 3), (3, 3)])
    assert (second.state, second.round) == (State.MODIFYING, 3)
    third = score(write(item, author, [1, 2, 5]), cast.seniors, [(3, 4), (3, 4), (3, 3)])
    assert (third.state, third.round) == (State.ACCEPTED, 3)
    life = cast.get(cast.admin, f"items/{item.pk}/history").json()
    scored = [entry for entry in life if entry["event"] == "rationale_scored"]
    assert [entry["detail"]["round"] for entry in scored] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert all(entry["actor"] and entry["at"] for entry in scored)
    lost = make_cup(cast)
    for tokens in ([1], [2], [5]):
        state = score(write(lost, author, tokens), cast.seniors, [(3, 3)] * 3).state
    assert state == State.DISCARDED
    again = cast.post(author, f"items/{lost.pk}/rationales", {"round": 3, "tokens": [6]})
    check_problem(again, 409, "not_allowed_in_state")
