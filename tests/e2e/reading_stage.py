"""A small benchmark in which no page is empty, and who visits which of its pages to do what."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import FilePayload, Page, StorageState, expect

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Membership
from annotation_app.benchmarks.services import create_benchmark
from annotation_app.items.models import Assignment, Item
from annotation_app.items.rules import Duty, State
from tests.annotation_app.factories import make_item, make_original, make_pair
from tests.e2e.people import ADMIN, PASSWORD, Player, wait_for
from tests.e2e.seats import seat_of

SLUG, TITLE, OTHER = "reading", "Why they do it", "What else they do"
WORKER, HOLDER, OUTSIDER = "ben", "cem", "zoe"
ORIGINAL, PERTURBED, HELD = "paris", "paris-proud", "atlantis"
OPEN_RELEASE, HELD_BACK_RELEASE = "0.1.0", "0.2.0"
WAITING, TO_WORD = ("waits-1", "waits-2", "waits-3"), ("question-1", "question-2")
QUESTION = "What is the capital of France ?"
FOREVER = "2999-01-01T00:00:00Z"


@dataclass(frozen=True)
class Stage:
    """Where the pages are. run: with scores of the pair, whose items are original and perturbed."""

    run: int
    original: int
    perturbed: int
    seats: dict[str, StorageState]

    def home(self, page: Page) -> None:
        """Where an admin begins."""
        page.goto(f"/b/{SLUG}/overview")
        expect(page.get_by_role("heading", level=1, name="Overview")).to_be_visible()

    def open(self, page: Page, path: str) -> None:
        page.goto(f"/b/{SLUG}/{path}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()


def score_lines(method: str) -> FilePayload:
    """A file of scores for the pair, one line an item: one score a token, the masked one included."""
    words = {ORIGINAL: 7, PERTURBED: 8}
    lines = [
        {
            "annotation_id": f"{SLUG}/{name}",
            "rationales": [
                {
                    "docid": name,
                    "soft_rationale_predictions": [0.25 + index / 16 for index in range(count)],
                }
            ],
            "classification": "Paris",
            "classification_scores": {"Paris": 0.75, "Rome": 0.125, "Oslo": 0.125},
        }
        for name, count in words.items()
    ]
    content = "\n".join(json.dumps(line) for line in lines).encode()
    return FilePayload(name=f"{method}.jsonl", mimeType="application/json", buffer=content)


def set_up(url: str) -> Stage:
    """People, a finished pair with an external run, and items that wait for a rationale or for words."""
    for name in (ADMIN, WORKER, HOLDER, OUTSIDER):
        User.objects.create_user(name, password=PASSWORD, is_staff=name == ADMIN)
    admin = User.objects.get(username=ADMIN)
    benchmark, other = (
        create_benchmark(
            slug=slug, title=title, description="", creator=admin, settings={"methods": ["random"]}
        )
        for slug, title in ((SLUG, TITLE), ("other", OTHER))
    )
    for place, name in ((benchmark, WORKER), (benchmark, HOLDER), (other, WORKER)):
        person = User.objects.get(username=name)
        Membership.objects.create(benchmark=place, person=person, role="annotator")
    pair = make_pair(benchmark, make_original(benchmark, external_id=ORIGINAL), external_id=PERTURBED)
    for name in (*WAITING, HELD):
        make_item(benchmark, external_id=name, state=State.ANNOTATING)
    for name in TO_WORD:
        question = {"question": QUESTION, "answer": "Paris", "why": "No rule fits."}
        make_item(
            benchmark,
            QUESTION,
            answer="capital",
            external_id=name,
            state=State.NEEDS_WORDING,
            meta={"wording": question},
            mask_start=None,
            mask_end=None,
            mask_attempt=0,
        )
    Assignment.objects.create(
        item=Item.objects.get(external_id=HELD),
        duty=Duty.WRITE_RATIONALE,
        person=User.objects.get(username=HOLDER),
        lease_until=FOREVER,
    )
    player = Player(url, SLUG, ADMIN, PASSWORD)
    run = bring_scores(player)
    publish(player, OPEN_RELEASE)
    publish(player, HELD_BACK_RELEASE, split={"seed": 0, "dev": "0", "test": "1"}, held_back=True)
    seats = {name: seat_of(name, url) for name in (ADMIN, WORKER, HOLDER)}
    return Stage(run, pair.original_id, pair.item_id, seats)


def bring_scores(admin: Player) -> int:
    """Upload scores of the pair as a script would; the number of the run they make."""
    file = score_lines("lime")
    report = admin.upload("scores-uploads", file["name"], file["buffer"], model="their-bert", method="lime")
    assert report["problems"] == []
    return int(report["runs"][0])


def publish(admin: Player, version: str, **options: Any) -> None:
    """A release of the pair, once it is published."""
    admin.post("releases", version=version, **options)
    wait_for(
        lambda: admin.get(f"releases/{version}"), lambda found: found["state"] == "published", seconds=60
    )


def predictions(name: str) -> FilePayload:
    """A file of predictions for the test part that is held back."""
    lines = [{"id": f"{SLUG}/{item}", "candidates": ["Paris", "Rome"]} for item in (ORIGINAL, PERTURBED)]
    content = "\n".join(json.dumps(line) for line in lines).encode()
    return FilePayload(name=f"{name}.jsonl", mimeType="application/json", buffer=content)


Act = Callable[[Stage, Page], None]


@dataclass(frozen=True)
class Visit:
    """What somebody does on a page. username: "" for somebody who has not signed in."""

    username: str
    act: Act


@dataclass
class Visits:
    """The visits of one device, by the route of their page."""

    by_route: dict[str, Visit] = field(default_factory=dict)

    def to(self, route: str, username: str = ADMIN) -> Callable[[Act], Act]:
        def keep(act: Act) -> Act:
            assert route not in self.by_route
            self.by_route[route] = Visit(username, act)
            return act

        return keep


def import_line(name: str) -> FilePayload:
    """A file with one item."""
    text = "Rain falls on the roof ."
    line = {"external_id": name, "language": "en", "dimension": "knowledge", "text": text}
    return FilePayload(
        name=f"{name}.jsonl", mimeType="application/json", buffer=json.dumps(line).encode() + b"\n"
    )
