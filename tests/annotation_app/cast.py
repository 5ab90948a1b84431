"""A benchmark with its people, items at each stage, and ways to say that a refusal changed nothing."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.response import Response

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark
from annotation_app.items.models import Item, MaskProposal
from annotation_app.items.rules import MaskSource, State
from annotation_app.items.services import rate_mask
from annotation_app.perturbations.models import Perturbation
from annotation_app.perturbations.rules import PerturbationType
from annotation_app.perturbations.services import create_perturbation
from annotation_app.rationales.models import Rationale
from annotation_app.rationales.rules import Score
from annotation_app.rationales.services import score_rationale, submit_rationale
from tests.annotation_app.factories import client_of, make_benchmark, make_item, make_member

CUP = "The cup fell on the stone floor , so it broke ."
GOOD = ((3, 4), (3, 4), (3, 3))
POOR = ((3, 3), (3, 3), (3, 3))


@dataclass
class Cast:
    """One benchmark: an admin, annotators and seniors, and an outsider who is everything elsewhere."""

    benchmark: Benchmark
    admin: User
    annotators: list[User]
    seniors: list[User]
    outsider: User
    elsewhere: Benchmark
    roles: dict[str, User] = field(init=False)

    def __post_init__(self) -> None:
        self.roles = {"admin": self.admin, "annotator": self.annotators[0], "senior": self.seniors[0]}

    def post(self, person: User | None, path: str, body: Any = None, **headers: str) -> Response:
        address = f"/api/benchmarks/{self.benchmark.slug}/{path}"
        return client_of(person).post(address, {} if body is None else body, format="json", headers=headers)

    def get(self, person: User | None, path: str) -> Response:
        return client_of(person).get(f"/api/benchmarks/{self.benchmark.slug}/{path}")

    def next(self, person: User, duty: str, **body: Any) -> Response:
        return self.post(person, f"work/{duty}/next", body)


def make_cast(*, annotators: int = 6, seniors: int = 3, **settings: Any) -> Cast:
    benchmark, elsewhere = make_benchmark(**settings), make_benchmark()
    return Cast(
        benchmark=benchmark,
        admin=make_member(benchmark, "admin"),
        annotators=[make_member(benchmark, "annotator") for _ in range(annotators)],
        seniors=[make_member(benchmark, "senior") for _ in range(seniors)],
        outsider=make_member(elsewhere, "admin", "annotator", "senior"),
        elsewhere=elsewhere,
    )


def make_cup(cast: Cast, state: State = State.ANNOTATING, **fields: Any) -> Item:
    """The cup that broke; with its mask where the state comes after one."""
    if state == State.MASK_PROPOSING:
        fields = {"mask_start": None, "mask_end": None, "mask_attempt": 0} | fields
    item = make_item(cast.benchmark, CUP, answer="broke", state=state, **fields)
    if item.mask is not None:
        start, end = item.mask
        author = None if item.mask_source == MaskSource.IMPORT else cast.admin
        MaskProposal.objects.create(item=item, attempt=item.mask_attempt, start=start, end=end, author=author)
    return item


def write(item: Item, author: User, tokens: Sequence[int] = (1, 2, 5, 6)) -> Rationale:
    item.refresh_from_db()
    return submit_rationale(item=item, author=author, round=item.round, tokens=tokens)


def score(rationale: Rationale, seniors: Sequence[User], scores: Sequence[tuple[int, int]] = GOOD) -> Item:
    """Give one score by each of the seniors; returns the item as it then is."""
    for senior, given in zip(seniors, scores, strict=False):
        score_rationale(rationale=rationale, senior=senior, score=Score(*given))
    return Item.objects.get(pk=rationale.item_id)


def rate(item: Item, raters: Sequence[User], confidences: Sequence[int]) -> Item:
    proposal = MaskProposal.objects.get(item=item, attempt=item.mask_attempt)
    for rater, confidence in zip(raters, confidences, strict=False):
        rate_mask(item=item, proposal_id=proposal.pk, rater=rater, confidence=confidence)
    return Item.objects.get(pk=item.pk)


def make_accepted(cast: Cast, author: User | None = None) -> Item:
    """An original accepted with the rationale {cup, fell, stone, floor}."""
    item = make_cup(cast)
    return score(write(item, author or cast.annotators[-1]), cast.seniors)


def perturb(original: Item, author: User) -> Perturbation:
    """The original with "Unfortunately ," in front: dispensable words only."""
    return create_perturbation(
        original=original,
        author=author,
        kind=PerturbationType.DISPENSABLE,
        before="Unfortunately , the cup fell on the stone floor , so it ",
        after=" .",
    )


def rows(*, but: Sequence[str] = ()) -> dict[str, list[Any]]:
    """The content of every table of ours. but: labels of models to leave out."""
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values())
        for model in apps.get_models()
        if model.__module__.startswith("annotation_app.") and model._meta.label not in but
    }


def queries_of(work: Callable[[], Any]) -> int:
    """How many queries a piece of work takes."""
    with CaptureQueriesContext(connection) as captured:
        work()
    return len(captured)


@contextmanager
def nothing_changes(*, but: Sequence[str] = ()) -> Iterator[None]:
    before = rows(but=but)
    yield
    after = rows(but=but)
    assert {name: after[name] for name in after if after[name] != before[name]} == {}


def check_problem(response: Response, status: int, code: str) -> dict[str, Any]:
    """Proves that an answer is a refusal in the form that every refusal has, and returns its body."""
    assert (response.status_code, response["Content-Type"]) == (status, "application/problem+json"), (
        response.content
    )
    body: dict[str, Any] = response.json()
    assert (body["status"], body["code"], body["type"]) == (status, code, f"/problems/{code}")
    assert body["title"]
    assert body["detail"]
    return body
