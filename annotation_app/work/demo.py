"""Plays the demo benchmark of fixtures/demo through the services, each step as the person who did it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import transaction

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark
from annotation_app.benchmarks.services import add_member, create_benchmark
from annotation_app.core.errors import DomainError
from annotation_app.items.importing.choices import Choices
from annotation_app.items.importing.services import import_items
from annotation_app.items.models import Item
from annotation_app.items.queries import current_proposal
from annotation_app.items.services import propose_mask, rate_mask
from annotation_app.perturbations.models import Perturbation
from annotation_app.perturbations.rules import PerturbationType, ReviewVerdict
from annotation_app.perturbations.services import create_perturbation, review_perturbation
from annotation_app.rationales.rules import Score
from annotation_app.rationales.services import score_rationale, submit_rationale

Json = dict[str, Any]
ITEM_FILES = ("items-en.jsonl", "items-zh.jsonl")


class DemoError(Exception):
    """The demo can't be loaded: its files differ from what the services make of them, or a name is taken."""


@dataclass(frozen=True)
class Demo:
    """The demo as its files tell it; fixtures/README.md says what the fields mean."""

    folder: Path
    people: list[Json]
    password: str
    journey: Json
    guidelines: Json

    @classmethod
    def read(cls, folder: Path) -> "Demo":
        def content(name: str) -> Json:
            read: Json = json.loads((folder / name).read_text(encoding="utf-8"))
            return read

        people = content("people.json")
        return cls(
            folder=folder,
            people=people["people"],
            password=people["password"],
            journey=content("journey.json"),
            guidelines=content("guidelines.json"),
        )

    @property
    def slug(self) -> str:
        return str(self.journey["benchmark"]["slug"])


def is_loaded(demo: Demo) -> bool:
    return Benchmark.objects.filter(slug=demo.slug).exists()


@transaction.atomic
def load(demo: Demo) -> Benchmark:
    """Make the demo's people and benchmark and play its journey; all of it or nothing.

    Raises: DemoError.
    """
    people = make_people(demo)
    choices = demo.journey["import"]
    admin = people[choices["importer"]]
    benchmark = create_benchmark(
        **demo.journey["benchmark"], creator=admin, settings={"guidelines": guideline_texts(demo.guidelines)}
    )
    for person in demo.people:
        for role in person["roles"]:
            add_member(benchmark=benchmark, username=person["username"], role=role)
    for name in ITEM_FILES:
        _import(benchmark, demo.folder / name, choices, admin)
    for entry in demo.journey["items"]:
        try:
            _play(benchmark, entry, people)
        except DomainError as error:
            raise DemoError(f"{entry['external_id']}: {error.code}: {error.detail}") from error
    return benchmark


def make_people(demo: Demo) -> dict[str, User]:
    """The demo's accounts by user name. Whoever is an admin there may also make further benchmarks.

    An account that happens to have the same name belongs to somebody else, so it is not touched.
    Raises: DemoError.
    """
    names = [person["username"] for person in demo.people]
    taken = User.objects.filter(username__in=names).order_by("username").values_list("username", flat=True)
    if taken:
        raise DemoError(
            f"There are accounts called {', '.join(taken)} already, and the demo's people must not take them "
            "over. Start with --no-demo, or rename these accounts."
        )
    password = make_password(demo.password)  # slow on purpose, so once for all of them
    rows = [
        User(
            username=person["username"],
            display_name=person["display_name"],
            language=person["language"],
            password=password,
            is_staff="admin" in person["roles"],
        )
        for person in demo.people
    ]
    return {row.username: row for row in User.objects.bulk_create(rows)}


def guideline_texts(guidelines: Json) -> dict[str, dict[str, str]]:
    """Texts by language and topic, as a benchmark's settings hold them.

    The label of a value on a scale has the topic `scale.<name>.<value>`.
    """
    texts: dict[str, dict[str, str]] = {
        language: dict(topics) for language, topics in guidelines["guidelines"].items()
    }
    for language, scales in guidelines["scales"].items():
        for name, labels in scales.items():
            for label in labels:
                texts[language][f"scale.{name}.{label['value']}"] = label["label"]
    return texts


def _import(benchmark: Benchmark, file: Path, choices: Json, admin: User) -> None:
    with file.open("rb") as stream:
        report = import_items(
            benchmark=benchmark,
            stream=stream,
            person=admin,
            choices=Choices(
                format="jsonl", corpus=choices["corpus"], file=file.name, licence=choices["licence"]
            ),
        )
    if report.problems:
        first = report.problems[0]
        raise DemoError(f"{file.name}, line {first['line']}: {first['message']}")


def _play(benchmark: Benchmark, entry: Json, people: dict[str, User]) -> None:
    """One original from its mask to the last review of its perturbations."""
    item = Item.objects.get(benchmark=benchmark, external_id=entry["external_id"])
    for mask in entry["masks"]:
        _try_mask(item, mask, people)
    _play_rounds(item, entry["rounds"], people)
    for step in entry["perturbations"]:
        _perturb(item, step, people)
    item.refresh_from_db()
    _same(item.external_id, "state", item.state, entry["state"])


def _try_mask(item: Item, mask: Json, people: dict[str, User]) -> None:
    start, end = mask["token_start"], mask["token_end"]
    if mask["author"] is not None:
        propose_mask(item=item, author=people[mask["author"]], start=start, end=end)
    item.refresh_from_db()
    _same(item.external_id, "mask", item.mask, (start, end))
    _same(item.external_id, "golden answer", item.golden_answer, mask["golden_answer"])
    proposal = current_proposal(item)
    if proposal is None:
        raise DemoError(f"{item.external_id}: there is no mask to rate.")
    for rating in mask["ratings"]:
        rater = people[rating["person"]]
        rate_mask(item=item, proposal_id=proposal.pk, rater=rater, confidence=rating["confidence"])


def _play_rounds(item: Item, rounds: Sequence[Json], people: dict[str, User]) -> None:
    for step in rounds:
        words = [item.tokens[index] for index in step["rationale"] if index < len(item.tokens)]
        _same(item.external_id, f"rationale of round {step['round']}", words, step["words"])
        rationale = submit_rationale(
            item=item, author=people[step["author"]], round=step["round"], tokens=step["rationale"]
        )
        for given in step["scores"]:
            score_rationale(
                rationale=rationale,
                senior=people[given["person"]],
                score=Score(given["sufficiency"], given["compactness"]),
                comment=given["comment"],
            )


def _perturb(original: Item, step: Json, people: dict[str, User]) -> None:
    made = create_perturbation(
        original=original,
        author=people[step["author"]],
        kind=PerturbationType(step["type"]),
        before=step["before"],
        after=step["after"],
        note=step["note"],
    )
    for review in step["reviews"]:
        review_perturbation(
            perturbation=made,
            reviewer=people[review["person"]],
            verdict=ReviewVerdict(review["verdict"]),
            before=review.get("before", ""),
            after=review.get("after", ""),
            reason=review["reason"],
        )
    item = Perturbation.objects.select_related("item").get(pk=made.pk).item
    _same(item.external_id, "tokens", item.tokens, step["tokens"])
    _same(item.external_id, "mask", item.mask, (step["mask"]["token_start"], step["mask"]["token_end"]))
    _play_rounds(item, step["rounds"], people)
    item.refresh_from_db()
    _same(item.external_id, "state", item.state, step["state"])


def _same(name: str, what: str, found: object, told: object) -> None:
    if found != told:
        raise DemoError(f"{name}: the demo's {what} should be {told}, but is {found}.")
