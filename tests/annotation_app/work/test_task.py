"""What a task tells: enough to do it, nothing that others judged."""

import json
from typing import Any

import pytest

from annotation_app.items.models import Item
from annotation_app.items.rules import State
from annotation_app.rationales.rules import Score
from annotation_app.rationales.services import score_rationale
from tests.annotation_app.cast import (
    POOR,
    Cast,
    make_accepted,
    make_cast,
    make_cup,
    perturb,
    rate,
    score,
    write,
)
from tests.annotation_app.factories import make_item

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def test_task_holds_the_text_with_its_spacing_and_the_mask(cast: Cast) -> None:
    make_cup(cast)
    body = cast.next(cast.annotators[0], "write_rationale").json()
    item = body["item"]
    text = "".join(token["before"] + token["text"] for token in item["tokens"]) + item["tail"]
    assert text == item["text"] == "The cup fell on the stone floor , so it broke ."
    assert (item["mask"], item["golden_answer"]) == ({"start": 10, "end": 11}, "broke")
    assert (body["mask"]["answer_elsewhere"], body["rounds"]) == (False, 3)
    assert [step["value"] for step in body["scales"]["mask_confidence"]] == [1, 2, 3, 4]
    assert [step["value"] for step in body["scales"]["sufficiency"]] == [1, 2, 3]
    assert [step["value"] for step in body["scales"]["compactness"]] == [1, 2, 3, 4]


def secrets_in(body: Any, *words: str) -> list[str]:
    text = json.dumps(body, ensure_ascii=False)
    return [word for word in words if word in text]


def test_rater_learns_nothing_of_the_other_ratings(cast: Cast) -> None:
    item = make_cup(cast, State.MASK_RATING)
    before = cast.next(cast.annotators[0], "rate_mask").json()
    rate(item, cast.annotators[1:3], [4, 3])
    after = cast.get(cast.annotators[0], f"assignments/{before['assignment']['id']}").json()
    assert after == before
    assert not secrets_in(after, *(person.name for person in (*cast.annotators, cast.admin)))


def test_scorer_learns_neither_the_author_nor_the_other_scores(cast: Cast) -> None:
    author, last = cast.annotators[0], cast.seniors[2]
    rationale = write(make_cup(cast), author)
    before = cast.next(last, "score_rationale").json()
    for senior in cast.seniors[:2]:
        score_rationale(rationale=rationale, senior=senior, score=Score(1, 1), comment="hollow")
    after = cast.get(last, f"assignments/{before['assignment']['id']}").json()
    assert after == before
    assert after["rationale"]["tokens"] == [1, 2, 5, 6]
    assert after["previous"] is None
    assert not secrets_in(after, "hollow", author.name, *(senior.name for senior in cast.seniors))


def test_scorer_of_a_later_round_learns_nothing_of_the_earlier_one(cast: Cast) -> None:
    item = make_cup(cast)
    first = write(item, cast.annotators[0])
    for senior in cast.seniors:
        score_rationale(rationale=first, senior=senior, score=Score(1, 1), comment="hollow")
    write(item, cast.annotators[1], [1, 2])
    body = cast.next(cast.seniors[0], "score_rationale").json()
    assert (body["previous"], body["rationale"]["round"], body["rationale"]["tokens"]) == (None, 2, [1, 2])
    assert not secrets_in(body, "hollow", cast.seniors[1].name, cast.annotators[0].name)


def test_modifier_sees_scores_under_numbers_and_no_names(cast: Cast) -> None:
    item = make_cup(cast)
    score(write(item, cast.annotators[0]), cast.seniors, POOR)
    body = cast.next(cast.annotators[1], "modify_rationale").json()
    assert [(s["scorer"], s["compactness"]) for s in body["previous"]["scores"]] == [
        ("Senior 1", 3),
        ("Senior 2", 3),
        ("Senior 3", 3),
    ]
    assert not secrets_in(body, cast.annotators[0].name, *(senior.name for senior in cast.seniors))


def test_reviewer_learns_neither_the_author_nor_the_other_review(cast: Cast) -> None:
    made = perturb(make_accepted(cast), cast.annotators[0])
    before = cast.next(cast.annotators[2], "review_perturbation").json()
    edit = {"before": "Sadly , the cup fell on the stone floor , so it ", "after": " ."}
    review = {"verdict": "approve_with_changes", "reason": "shorter", **edit}
    assert cast.post(cast.annotators[1], f"perturbations/{made.pk}/reviews", review).status_code == 201
    after = cast.get(cast.annotators[2], f"assignments/{before['assignment']['id']}").json()
    assert after == before
    assert (len(after["perturbation"]["versions"]), after["perturbation"]["reviews"]) == (1, [])
    assert not secrets_in(after, "Sadly", "shorter", *(person.name for person in cast.annotators))


def test_senior_who_settles_sees_both_reviews(cast: Cast) -> None:
    made = perturb(make_accepted(cast), cast.annotators[0])
    for person, verdict in ((1, "approve"), (2, "reject")):
        body = {"verdict": verdict, "reason": f"because {verdict}"}
        cast.post(cast.annotators[person], f"perturbations/{made.pk}/reviews", body)
    body = cast.next(cast.seniors[0], "settle_perturbation").json()
    assert [r["reason"] for r in body["perturbation"]["reviews"]] == ["because approve", "because reject"]


def test_annotator_of_a_perturbed_item_gets_the_projected_rationale(cast: Cast) -> None:
    made = perturb(make_accepted(cast), cast.annotators[0])
    for person in (1, 2):
        cast.post(cast.annotators[person], f"perturbations/{made.pk}/reviews", {"verdict": "approve"})
    body = cast.next(cast.annotators[3], "write_rationale").json()
    assert body["item"]["role"] == "perturbed"
    assert body["suggestion"] == {"kept": [3, 4, 7, 8], "changed": []}


def test_creator_sees_the_original_with_its_rationale(cast: Cast) -> None:
    original = make_accepted(cast)
    body = cast.next(cast.annotators[0], "create_perturbation").json()
    assert body["perturbation"]["original"]["id"] == original.pk
    assert body["perturbation"]["original_rationale"] == [1, 2, 5, 6]
    assert body["perturbations_by_type"] == {}


def test_task_warns_that_the_answer_occurs_elsewhere(cast: Cast) -> None:
    text = "Lena saves 4 coins a day . After 4 days she has 16 coins ."
    item = make_item(cast.benchmark, text, answer="After", state=State.MASK_PROPOSING)
    Item.objects.filter(pk=item.pk).update(mask_start=None, mask_end=None, mask_attempt=0)
    path = f"items/{item.pk}/mask-proposals"
    assert cast.post(cast.annotators[0], path, {"start": 8, "end": 9}).status_code == 201
    body = cast.next(cast.annotators[1], "rate_mask").json()
    assert (body["mask"]["answer_elsewhere"], body["item"]["golden_answer"]) == (True, "4")
