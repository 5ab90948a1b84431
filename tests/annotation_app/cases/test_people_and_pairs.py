"""Workflow cases BC-17, 18, 19 and 20 through the API; BC-14 and BC-22 are in tests/annotation_app/work."""

from typing import Any

import pytest

from annotation_app.items.models import Item
from annotation_app.items.rules import State
from annotation_app.perturbations.models import Perturbation
from tests.annotation_app.cases.test_masks_and_rounds import bring_in, line
from tests.annotation_app.cast import (
    Cast,
    check_problem,
    make_accepted,
    make_cast,
    make_cup,
    nothing_changes,
    perturb,
    rate,
    write,
)
from tests.annotation_app.factories import client_of


@pytest.fixture
def cast() -> Cast:
    return make_cast()


@pytest.mark.django_db
def test_bc17_nobody_judges_their_own_rationale(cast: Cast) -> None:
    senior = cast.seniors[0]
    cast.benchmark.memberships.create(person=senior, role="annotator")
    rationale = write(make_cup(cast), senior)
    assert cast.next(senior, "score_rationale").status_code == 204
    with nothing_changes():
        body = {"sufficiency": 3, "compactness": 4}
        refused = cast.post(senior, f"rationales/{rationale.pk}/scores", body)
        check_problem(refused, 403, "not_eligible")
        plan = {"duty": "score_rationale", "username": senior.username, "items": [rationale.item_id]}
        looked = cast.post(cast.admin, "assignments", plan | {"preview": True})
        assert looked.status_code == 200
        given = cast.post(cast.admin, "assignments", plan)
    for answer in (looked.json(), given.json()):
        assert answer["assigned"] == []
        (obstacle,) = answer["obstacles"]
        assert (obstacle["item"], obstacle["code"]) == (rationale.item_id, "own_work_or_done")
        assert obstacle["message"]


@pytest.mark.django_db
@pytest.mark.parametrize(("siblings_may_review", "status"), [(False, 403), (True, 201)])
def test_bc17_reviewers_are_others(siblings_may_review: bool, status: int) -> None:
    cast = make_cast(siblings_may_review=siblings_may_review)
    one, two = cast.annotators[:2]
    original = make_accepted(cast)
    first, _ = perturb(original, one), perturb(original, two)
    path = f"perturbations/{first.pk}/reviews"
    with nothing_changes():
        check_problem(cast.post(one, path, {"verdict": "approve"}), 403, "not_eligible")
    offered = {one: [], two: []}
    for person, found in offered.items():
        while (task := cast.next(person, "review_perturbation")).status_code == 200:
            found.append(task.json()["item"]["id"])
            cast.post(person, f"assignments/{task.json()['assignment']['id']}/skip", {"reason": "seen"})
    assert first.item_id not in offered[one]
    assert (first.item_id in offered[two]) == siblings_may_review
    if not siblings_may_review:
        answer = cast.post(two, path, {"verdict": "approve"})
        assert answer.status_code == status


@pytest.mark.django_db
def test_bc18_a_rater_learns_nothing_of_anothers_rating_before_theirs_is_in(cast: Cast) -> None:
    one, two = cast.annotators[:2]
    item = make_cup(cast, State.MASK_RATING)
    before = {path: cast.get(two, path).json() for path in ("work", "my-record")}
    task = cast.next(two, "rate_mask").json()
    cast.post(two, f"assignments/{task['assignment']['id']}/release")
    rate(item, [one], [4])
    after = {path: cast.get(two, path).json() for path in ("work", "my-record")}
    again = cast.next(two, "rate_mask").json()
    for body in (task, again):
        body.pop("assignment")
    assert (before["my-record"], task) == (after["my-record"], again)
    waiting = [[(d["duty"], d["waiting"]) for d in body["work"]["duties"]] for body in (before, after)]
    assert waiting[0] == waiting[1]
    for path in ("items", f"items/{item.pk}", f"items/{item.pk}/history", "assignments", "overview"):
        for filters in ("", "?ordering=confidence", "?state=mask_rating"):
            check_problem(cast.get(two, path + filters), 403, "role_required")


THE_THREE: list[tuple[str, str, str, list[int], list[int], int]] = [
    (
        "dispensable",
        "Unfortunately , the cup fell on the stone floor , so it ",
        " .",
        [3, 4, 7, 8],
        [],
        12,
    ),
    ("important", "The cup dropped on the stone floor , so it ", " .", [1, 5, 6], [2], 10),
    ("syntactic", "So it ", " , because the cup fell on the stone floor .", [6, 7, 10, 11], [], 2),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "before", "after", "kept", "changed", "answer"), THE_THREE)
def test_bc19_pairs_keep_their_links(
    cast: Cast, kind: str, before: str, after: str, kept: list[int], changed: list[int], answer: int
) -> None:
    original = make_accepted(cast)
    path = f"items/{original.pk}/perturbations"
    edit = {"type": kind, "before": before, "after": after}
    seen = cast.post(cast.annotators[1], f"{path}/preview", edit).json()
    assert seen["mask"] == {"start": answer, "end": answer + 1}
    assert seen["projection"] == {"kept": kept, "changed": changed}
    assert seen["warnings"] == []
    assert cast.post(cast.annotators[1], path, edit).status_code == 201
    made = Perturbation.objects.get(original=original)
    assert made.links == seen["links"]
    words = made.item.tokens
    faced = {right: left for left, right in made.links}
    if kind == "dispensable":
        assert [words[at] for at in (0, 1)] == ["Unfortunately", ","]
        assert not {0, 1} & faced.keys()
        assert (words[2], faced[2]) == ("the", 0)
    if kind == "syntactic":
        assert words.index("because") not in faced


@pytest.mark.django_db
def test_bc19_a_wrong_type_is_warned_about_and_an_empty_edit_refused(cast: Cast) -> None:
    original = make_accepted(cast)
    path = f"items/{original.pk}/perturbations"
    _, before, after, *_ = THE_THREE[0]
    edit = {"type": "important", "before": before, "after": after}
    with nothing_changes():
        refused = check_problem(cast.post(cast.annotators[1], path, edit), 409, "confirmation_needed")
        assert "looks_like_insertion" in refused["errors"]["confirmed_warnings"]
        same = {"type": "important", "before": "The cup fell on the stone floor , so it ", "after": " ."}
        check_problem(cast.post(cast.annotators[1], path, same), 422, "nothing_changed")
    confirmed = edit | {"confirmed_warnings": refused["errors"]["confirmed_warnings"]}
    assert cast.post(cast.annotators[1], path, confirmed).status_code == 201
    assert Item.objects.get(perturbation__original=original).golden_answer == "broke"
    counted = {
        row["type"]: row["waiting"] for row in cast.get(cast.admin, "overview").json()["perturbations"]
    }
    assert counted["important"] == 1


def five_lines() -> list[Any]:
    good = "The tide comes in twice a day ."
    return [
        line("x1", good),
        line("x2", "Bees make honey from nectar ."),
        {"external_id": "x3", "text": ""},
        '{"external_id": "x4", "text": "cut off',
        line("x1", "Another text under the same name ."),
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(("mode", "stored"), [("all_or_nothing", 0), ("keep_good", 2)])
def test_bc20_bad_lines_are_named_and_good_ones_counted(cast: Cast, mode: str, stored: int) -> None:
    import json

    from django.core.files.uploadedfile import SimpleUploadedFile

    lines = [row if isinstance(row, str) else json.dumps(row) for row in five_lines()]
    file = SimpleUploadedFile("one.jsonl", "\n".join(lines).encode())
    report = (
        client_of(cast.admin)
        .post(
            f"/api/benchmarks/{cast.benchmark.slug}/imports",
            {"file": file, "format": "jsonl", "corpus": "Cases", "mode": mode},
            format="multipart",
        )
        .json()
    )
    assert report["stored"] == stored == Item.objects.filter(benchmark=cast.benchmark).count()
    named = [(problem["line"], problem["code"]) for problem in report["problems"]]
    assert named == [(3, "empty_text"), (4, "broken_json"), (5, "duplicate_id")]
    assert all(problem["message"] for problem in report["problems"])
    second = bring_in(
        cast, line("y1", "Rain falls on the roof ."), line("y2", "Snow melts in spring ."), mode=mode
    )
    assert (second["stored"], second["problems"]) == (2, [])
