"""Making, previewing, reviewing and settling perturbations through the API."""

from typing import Any

import pytest

from annotation_app.benchmarks.models import Membership
from annotation_app.items.models import Item
from annotation_app.items.rules import State
from annotation_app.perturbations.models import Perturbation, PerturbationVersion
from annotation_app.perturbations.queries import finished_pairs
from tests.annotation_app.cast import (
    Cast,
    check_problem,
    make_accepted,
    make_cast,
    make_cup,
    nothing_changes,
    perturb,
    score,
    write,
)

pytestmark = pytest.mark.django_db
FRONT = "Unfortunately , the cup fell on the stone floor , so it "
DISPENSABLE = {"type": "dispensable", "before": FRONT, "after": " ."}
IMPORTANT = {"type": "important", "before": "The cup dropped on the stone floor , so it ", "after": " ."}
SYNTACTIC = {"type": "syntactic", "before": "So it ", "after": " , because the cup fell on the stone floor ."}


@pytest.fixture
def cast() -> Cast:
    return make_cast(annotators=6)


def create(cast: Cast, original: Item, edit: dict[str, Any], *, person: int = 0) -> Any:
    return cast.post(cast.annotators[person], f"items/{original.pk}/perturbations", edit)


def review(cast: Cast, made: Perturbation, person: int, verdict: str, **more: Any) -> Any:
    body = {"verdict": verdict, **more}
    return cast.post(cast.annotators[person], f"perturbations/{made.pk}/reviews", body)


@pytest.mark.parametrize(
    ("edit", "mask", "projection"),
    [
        (DISPENSABLE, (12, 13), {"kept": [3, 4, 7, 8], "changed": []}),
        (IMPORTANT, (10, 11), {"kept": [1, 5, 6], "changed": [2]}),
        (SYNTACTIC, (2, 3), {"kept": [6, 7, 10, 11], "changed": []}),
    ],
)
def test_preview_shows_mask_links_and_projection_and_stores_nothing(
    cast: Cast, edit: dict[str, str], mask: tuple[int, int], projection: dict[str, list[int]]
) -> None:
    original = make_accepted(cast)
    with nothing_changes():
        response = cast.post(cast.annotators[0], f"items/{original.pk}/perturbations/preview", edit)
    body = response.json()
    assert (body["mask"]["start"], body["mask"]["end"], body["golden_answer"]) == (*mask, "broke")
    assert (body["projection"], body["warnings"]) == (projection, [])
    assert body["text"] == edit["before"] + "broke" + edit["after"]
    assert "".join(t["before"] + t["text"] for t in body["tokens"]) + body["tail"] == body["text"]
    assert [10, mask[0]] in body["links"]
    if edit is SYNTACTIC:
        because = next(t["index"] for t in body["tokens"] if t["text"] == "because")
        assert because not in {right for _, right in body["links"]}


def test_perturbation_becomes_an_item_under_review(cast: Cast) -> None:
    original = make_accepted(cast)
    made = create(cast, original, DISPENSABLE | {"note": "one word"})
    assert made.status_code == 201
    row = Perturbation.objects.get(pk=made.json()["id"])
    assert (row.item.state, row.item.role, row.item.golden_answer) == (
        "perturbation_review",
        "perturbed",
        "broke",
    )
    assert row.links == [[index, index + 2] for index in range(12)]
    assert (row.item.settings, row.item.dimension) == (original.settings, original.dimension)
    assert row.versions.get().number == 1


def test_insertion_called_important_must_be_confirmed(cast: Cast) -> None:
    original = make_accepted(cast)
    edit = DISPENSABLE | {"type": "important"}
    codes = ["rationale_unchanged", "looks_like_insertion"]
    with nothing_changes():
        body = check_problem(create(cast, original, edit), 409, "confirmation_needed")
        assert body["errors"] == {"confirmed_warnings": codes}
    assert create(cast, original, edit | {"confirmed_warnings": codes}).status_code == 201
    assert PerturbationVersion.objects.get().confirmed_warnings == codes


SAME = {"before": "The cup fell on the  stone floor , so it ", "after": " . "}


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        (SAME, 422, "nothing_changed"),
        ({"before": "So [MASK] it "}, 422, "validation_error"),
        ({"before": "", "after": ""}, 422, "validation_error"),
        ({"before": "  ", "after": "\n"}, 422, "validation_error"),
        ({"type": "other"}, 422, "validation_error"),
        ({"type": None}, 422, "validation_error"),
        ({"before": None}, 422, "validation_error"),
        ({"after": "\x00"}, 422, "validation_error"),
        ({"links": [[0, 0], [0, 1]]}, 422, "validation_error"),
        ({"links": [[0, 99]]}, 422, "validation_error"),
        ({"links": [[0, 10**30]]}, 422, "validation_error"),
        ({"links": [[0]]}, 422, "validation_error"),
        ({"links": "none"}, 422, "validation_error"),
    ],
)
def test_perturbation_that_is_none_is_refused(
    cast: Cast, change: dict[str, Any], status: int, code: str
) -> None:
    original = make_accepted(cast)
    with nothing_changes():
        check_problem(create(cast, original, DISPENSABLE | change), status, code)


@pytest.mark.parametrize("state", [State.MASK_PROPOSING, State.ANNOTATING, State.SCORING, State.DISCARDED])
def test_only_accepted_originals_are_perturbed(cast: Cast, state: State) -> None:
    original = make_cup(cast, state)
    with nothing_changes():
        check_problem(create(cast, original, DISPENSABLE), 409, "not_allowed_in_state")


def test_original_is_perturbed_by_two_people_once_each(cast: Cast) -> None:
    original = make_accepted(cast)
    assert create(cast, original, DISPENSABLE).status_code == 201
    with nothing_changes():
        check_problem(create(cast, original, SYNTACTIC), 409, "already_judged")
    assert create(cast, original, SYNTACTIC, person=1).status_code == 201
    with nothing_changes():
        check_problem(create(cast, original, IMPORTANT, person=2), 409, "place_taken")
    perturbed = Perturbation.objects.earliest("pk").item
    with nothing_changes():
        check_problem(create(cast, perturbed, IMPORTANT, person=2), 409, "not_allowed_in_state")


def test_two_approvals_send_the_item_to_its_annotators_and_pairs_finish(cast: Cast) -> None:
    original = make_accepted(cast)
    made = perturb(original, cast.annotators[0])
    assert review(cast, made, 1, "approve").json()["item"]["state"] == "perturbation_review"
    assert review(cast, made, 2, "approve").json()["item"]["state"] == "annotating"
    assert list(finished_pairs(cast.benchmark)) == []
    score(write(made.item, cast.annotators[3], [3, 4]), cast.seniors)
    assert list(finished_pairs(cast.benchmark)) == [made]


def test_two_rejections_reject_and_free_a_place_for_another_try(cast: Cast) -> None:
    original = make_accepted(cast)
    made = perturb(original, cast.annotators[0])
    with nothing_changes():
        assert (
            "reason"
            in check_problem(review(cast, made, 1, "reject", reason=" "), 422, "validation_error")["errors"]
        )
        check_problem(review(cast, made, 1, "perhaps"), 422, "validation_error")
    review(cast, made, 1, "reject", reason="gives it away")
    last = review(cast, made, 2, "reject", reason="odd")
    assert last.json()["item"]["state"] == "rejected"
    assert create(cast, original, SYNTACTIC).status_code == 201  # the author may try again
    with nothing_changes():
        check_problem(review(cast, made, 3, "approve"), 409, "not_allowed_in_state")


def test_reviewers_changed_wording_is_taken_over(cast: Cast) -> None:
    made = perturb(make_accepted(cast), cast.annotators[0])
    edit = {"before": FRONT.replace("Unfortunately", "Sadly"), "after": " ."}
    with nothing_changes():
        same = {"before": FRONT, "after": " ."}
        check_problem(review(cast, made, 1, "approve_with_changes", **same), 422, "nothing_changed")
    assert review(cast, made, 1, "approve_with_changes", **edit).status_code == 201
    made.item.refresh_from_db()
    assert made.item.text.startswith("Unfortunately")  # not before both have judged
    review(cast, made, 2, "approve")
    item = Item.objects.get(pk=made.item_id)
    assert (item.state, item.tokens[0], item.golden_answer) == ("annotating", "Sadly", "broke")


def test_split_reviews_are_settled_by_a_senior(cast: Cast) -> None:
    made = perturb(make_accepted(cast), cast.annotators[0])
    senior = cast.seniors[0]
    body = {"verdict": "approve", "version": 1}
    with nothing_changes():
        check_problem(
            cast.post(senior, f"perturbations/{made.pk}/reviews", body), 409, "not_allowed_in_state"
        )
    review(cast, made, 1, "approve")
    assert review(cast, made, 2, "reject", reason="odd").json()["item"]["state"] == "perturbation_review"
    with nothing_changes():
        check_problem(review(cast, made, 3, "approve"), 409, "not_allowed_in_state")
        unknown = cast.post(senior, f"perturbations/{made.pk}/reviews", body | {"version": 9})
        assert "version" in check_problem(unknown, 422, "validation_error")["errors"]
        huge = cast.post(senior, f"perturbations/{made.pk}/reviews", body | {"version": 10**30})
        check_problem(huge, 422, "validation_error")
    assert cast.next(senior, "settle_perturbation").json()["perturbation"]["id"] == made.pk
    settled = cast.post(senior, f"perturbations/{made.pk}/reviews", body)
    assert settled.json()["item"]["state"] == "annotating"


def test_two_different_rewordings_are_a_split(cast: Cast) -> None:
    made = perturb(make_accepted(cast), cast.annotators[0])
    for person, word in ((1, "Sadly"), (2, "Alas")):
        edit = {"before": FRONT.replace("Unfortunately", word), "after": " ."}
        assert review(cast, made, person, "approve_with_changes", **edit).status_code == 201
    made.refresh_from_db()
    assert (made.split, made.item.state) == (True, "perturbation_review")
    body = {"verdict": "approve", "version": 3}
    cast.post(cast.seniors[1], f"perturbations/{made.pk}/reviews", body)
    assert Item.objects.get(pk=made.item_id).tokens[0] == "Alas"


def test_nobody_reviews_their_own_perturbation_nor_a_siblings(cast: Cast) -> None:
    original = make_accepted(cast)
    first = perturb(original, cast.annotators[0])
    create(cast, original, SYNTACTIC, person=1)
    with nothing_changes():
        for person in (0, 1):
            check_problem(review(cast, first, person, "approve"), 403, "not_eligible")
    offered = cast.next(cast.annotators[1], "review_perturbation")
    assert offered.status_code == 204
    assert cast.next(cast.annotators[2], "review_perturbation").json()["perturbation"]["id"] == first.pk


def test_siblings_creator_may_review_where_the_settings_say_so() -> None:
    cast = make_cast(siblings_may_review=True)
    original = make_accepted(cast)
    first = perturb(original, cast.annotators[0])
    create(cast, original, SYNTACTIC, person=1)
    assert review(cast, first, 1, "approve").status_code == 201
    with nothing_changes():
        check_problem(review(cast, first, 0, "approve"), 403, "not_eligible")
        check_problem(review(cast, first, 1, "approve"), 409, "already_judged")


def test_third_reviewer_finds_no_place(cast: Cast) -> None:
    made = perturb(make_accepted(cast), cast.annotators[0])
    for person in (1, 2):
        assert cast.next(cast.annotators[person], "review_perturbation").status_code == 200
    with nothing_changes():
        check_problem(review(cast, made, 3, "approve"), 409, "place_taken")


def test_annotator_who_is_senior_too_reviews_first_and_does_not_settle_then(cast: Cast) -> None:
    made = perturb(make_accepted(cast), cast.annotators[0])
    Membership.objects.create(benchmark=cast.benchmark, person=cast.annotators[1], role="senior")
    review(cast, made, 1, "approve")
    review(cast, made, 2, "reject", reason="odd")
    with nothing_changes():
        check_problem(review(cast, made, 1, "reject", reason="odd"), 409, "already_judged")
        assert cast.next(cast.annotators[1], "settle_perturbation").status_code == 204
