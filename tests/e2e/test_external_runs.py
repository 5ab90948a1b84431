"""Scores made elsewhere, brought in through the browser: broken lines named, good ones reported and shown."""

import json
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Membership
from annotation_app.runs.models import Run
from tests.annotation_app.factories import make_benchmark, make_original, make_pair
from tests.annotation_app.runs.samples import scores_for
from tests.e2e.browser import Album, Windows, chromium, windows  # noqa: F401 (fixtures)
from tests.e2e.pages import Screen
from tests.e2e.people import ADMIN, PASSWORD
from tests.e2e.test_browser_pages import serious_violations

pytestmark = [pytest.mark.slow, pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

LOOKS: dict[str, dict[str, Any]] = {
    "light": {},
    "dark": {"color_scheme": "dark"},
    "narrow": {"viewport": {"width": 360, "height": 800}},
}


def eraser_lines(pair: Any) -> list[dict[str, Any]]:
    """Two good lines, one about nobody, and one with a score too few."""
    good = [
        {
            "annotation_id": f"capitals/{item.external_id}",
            "rationales": [{"docid": item.external_id, "soft_rationale_predictions": scores_for(item)}],
            "classification": "Paris",
            "classification_scores": {"Paris": 0.75, "Rome": 0.125, "Oslo": 0.125},
        }
        for item in (pair.original, pair.item)
    ]
    short = [{"docid": "x", "soft_rationale_predictions": [1.0]}]
    return [*good, good[0] | {"annotation_id": "nobody"}, good[1] | {"rationales": short}]


@pytest.fixture
def pair() -> Any:
    benchmark = make_benchmark("capitals", methods=["attention"])
    admin = User.objects.create_user(ADMIN, password=PASSWORD)
    Membership.objects.create(benchmark=benchmark, person=admin, role="admin")
    original = make_original(benchmark, external_id="one")
    return make_pair(benchmark, original, external_id="one-d")


class Bring(Screen):
    """The page that takes a file of scores."""

    def send(self, content: bytes, **said: str) -> None:
        file = FilePayload(name="lime.jsonl", mimeType="application/json", buffer=content)
        self.page.get_by_label("File", exact=True).set_input_files(file)
        for label, value in said.items():
            self.page.get_by_label(label.replace("_", " "), exact=True).fill(value)
        self.button("Bring in").click()


def speak_chinese(page: Page) -> None:
    page.get_by_role("button", name="中文", exact=True).click()


def test_scores_are_brought_in_reported_shown_and_withdrawn(windows: Windows, pair: Any):  # noqa: F811
    album = Album("external-runs")
    content = "\n".join(json.dumps(line) for line in eraser_lines(pair)).encode()
    page = windows.sign_in(ADMIN)
    page.goto("/b/capitals/runs")
    screen = Bring(page)
    screen.link("Bring scores in").click()
    screen.expect_heading("Bring scores in")
    screen.button("Bring in").click()
    screen.expect_words("Choose a file first.")

    # The server tells the form by its first line, and that the form names no model.
    screen.send(content, Saliency_method="lime")
    screen.expect_words("Name the model.")
    assert not Run.objects.exists()

    screen.send(content, Model="their-bert", Revision="7", Note="From a notebook.")
    outcome = page.get_by_role("status").filter(has_text="What came in")
    expect(outcome).to_contain_text("2 of 4 scores stored from lime.jsonl")
    rows = outcome.get_by_role("row")
    expect(rows.nth(1)).to_contain_text("nobody")
    expect(rows.nth(2)).to_contain_text(
        "There must be one score a token, masked ones included: 1 scores, 8 tokens."
    )
    album.keep(page, "brought-in")
    run = Run.objects.get()
    outcome.get_by_role("link", name=f"Run {run.pk}", exact=True).click()

    screen.expect_heading("their-bert · LIME")
    screen.expect_words("lime.jsonl", "From a notebook.", "1 pair")
    album.keep(page, "run")
    page.goto(f"/b/capitals/runs/{run.pk}/report")
    # Worked out by hand in tests/annotation_app/runs/test_reporting.py: 45 %, of 50 % and 40 %.
    screen.expect_words("their-bert", "45.0")
    album.keep(page, "report")
    page.goto(f"/b/capitals/runs/{run.pk}/report/{pair.original_id}")
    screen.expect_words("Rome", "75.0", "golden answer")
    album.keep(page, "heat-map")

    # The same file again is refused at its field; once withdrawn, the run has left.
    page.goto("/b/capitals/runs/external")
    screen.send(content, Model="their-bert", Revision="7", Saliency_method="lime")
    screen.expect_words(f"These scores are here already, as run {run.pk}.")
    page.goto(f"/b/capitals/runs/{run.pk}")
    screen.button("Withdraw the run").click()
    page.get_by_role("dialog").get_by_role("button", name="Withdraw", exact=True).click()
    screen.expect_words("Cancelled")
    assert Run.objects.get().state == "cancelled"


@pytest.mark.parametrize("look", [*LOOKS, "chinese"])
def test_the_page_is_whole_in_every_look(windows: Windows, pair: Any, look: str):  # noqa: F811
    page = windows.sign_in(ADMIN, **LOOKS.get(look, {}))
    if look == "chinese":
        speak_chinese(page)
    page.goto("/b/capitals/runs/external")
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "导入得分" if look == "chinese" else "Bring scores in"
    )
    page.get_by_role("combobox").first.wait_for()
    file = FilePayload(name="lime.jsonl", mimeType="application/json", buffer=b'{"id": "nobody"}\n[1]\n{')
    page.locator("input[type=file]").set_input_files(file)
    page.locator("button[type=submit]").click()
    expect(page.get_by_role("status").filter(has=page.get_by_role("table"))).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert serious_violations(page) == []
    Album(f"external-runs-{look}").keep(page, "page")
