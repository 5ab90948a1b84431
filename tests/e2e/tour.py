"""The demo's pages, one stop each, with somebody who may see it; tests and `scripts.screenshots` go there."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from playwright.sync_api import Page, expect

from tests.e2e.browser import Windows
from tests.e2e.pages import DUTIES
from tests.e2e.people import Player, wait_for

SLUG = "demo"
PEOPLE = ("anno1", "anno2", "anno3", "anno4", "anno5", "anno6", "sen1", "sen2", "sen3")
ADMIN = "admin1"
RUN = ("mini-mlm-en", "integrated_gradients")
VERSION, NEXT_VERSION = "1.0.0", "1.1.0"
# No rule can turn this into a statement with a gap, so a person has to.
UNSURE = b'[{"qId": "t1", "qText": "why does the old mill stand still?", "answers": ["the drought"]}]'


@dataclass(frozen=True)
class Stop:
    """A page. username: who looks at it; nobody for the page to sign in. act: what is done there first."""

    name: str
    username: str
    path: str
    act: Callable[[Page], None] | None = None


def stops(url: str, password: str) -> list[Stop]:
    """Every page of the demo at `url`, each duty with a piece of work that waits there for its person.

    Takes that work, waits until the demo's pairs are scored and publishes two releases: no page is empty.
    """
    players = {name: Player(url, SLUG, name, password) for name in (ADMIN, *PEOPLE)}
    split_reviews(players)
    players[ADMIN].import_file("questions.json", UNSURE, format="webquestions", corpus="Questions")
    duties = [duty_stop(duty, players) for duty in DUTIES]
    perturbing = next(stop for stop in duties if stop.name == "create-perturbation")
    duties.append(Stop("suggestions", perturbing.username, perturbing.path, ask_for_words))
    admin = players[ADMIN]
    run = scored_run(admin)
    item = next(row for row in admin.get(f"runs/{run}/items")["results"] if row["state"] == "done")
    publish(admin, VERSION)
    publish(admin, NEXT_VERSION)
    original = admin.get_all("items?q=en-06")[0]["id"]
    for_admins = {
        "overview": "overview",
        "items": "items",
        "item": f"items/{original}",
        "import": "import",
        "people": "people",
        "assignments": "assignments",
        "assign": "assignments/new",
        "settings": "settings",
        "models": "models",
        "runs": "runs",
        "bring-scores": "runs/external",
        "run": f"runs/{run}",
        "report": f"runs/{run}/report",
        "heat-map": f"runs/{run}/report/{item['item']['id']}",
        "results": "results",
        "results-tables": "results?tab=tables",
        "results-figures": "results?tab=figures",
        "results-two-runs": "results?tab=comparison",
        "results-pairs": f"results/pairs?run={run}&order=token_f1",
        "releases": "releases",
        "release": f"releases/{VERSION}",
        "compare": f"releases/compare?older={VERSION}&newer={NEXT_VERSION}",
        "test-part": "test-part",
    }
    base = f"/b/{SLUG}"
    rest = [Stop(name, ADMIN, f"{base}/{path}") for name, path in for_admins.items()]
    own = [
        Stop("sign-in", "", "/sign-in"),
        Stop("home", ADMIN, "/"),
        Stop("account", "anno1", "/account"),
        Stop("accounts", ADMIN, "/accounts"),
        # With a record: what this person did, how it fared, and how they agree with the others.
        Stop("work", "anno1", base),
    ]
    return [*own, *duties, *rest]


def ask_for_words(page: Page) -> None:
    """On the perturbation page, by keys that are the same in every language."""
    page.keyboard.press("1")
    page.get_by_role("textbox").first.focus()
    page.keyboard.press("Control+Home")
    page.keyboard.press("Control+Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("main").locator("section li button").first).to_be_visible()


def split_reviews(players: dict[str, Player]) -> None:
    """One reviewer approved in the demo; another rejects, so that a senior has something to settle."""
    for player in players.values():
        task = player.next("review_perturbation") if player.username in PEOPLE[:6] else None
        if task is not None:
            player.review(task, "reject", reason="Too close to the original to tell us anything.")
            return
    raise AssertionError("Nothing in the demo waits for a review.")


def duty_stop(duty: str, players: dict[str, Player]) -> Stop:
    """The page of a duty with the first piece of work that anybody gets."""
    for name in PEOPLE:
        offered: list[dict[str, Any]] = players[name].get("work")["duties"]
        if any(row["duty"] == duty and row["waiting"] + row["mine"] for row in offered):
            task = players[name].next(duty)
            if task is not None:
                path = f"/b/{SLUG}/work/{duty}/{task['assignment']['id']}"
                return Stop(duty.replace("_", "-"), name, path)
    raise AssertionError(f"Nothing in the demo waits for {duty}.")


def scored_run(admin: Player) -> int:
    """The number of a run with everything scored."""

    def found() -> list[dict[str, Any]]:
        return [run for run in admin.get("runs") if (run["model"], run["method"]) == RUN]

    def is_done(runs: list[dict[str, Any]]) -> bool:
        return bool(runs) and runs[0]["counts"]["done"] > 0 and runs[0]["state"] == "done"

    return int(wait_for(found, is_done, seconds=180)[0]["id"])


def publish(admin: Player, version: str) -> None:
    admin.post("releases", version=version, notes="The first pairs of the demo, in English and Chinese.")
    wait_for(
        lambda: admin.get(f"releases/{version}"), lambda release: release["state"] == "published", seconds=120
    )


class Tourist:
    """Visits every stop in the same language and the same kind of window.

    options: of Playwright's browser context, such as its size and colour scheme.
    """

    def __init__(
        self,
        windows: Windows,
        tour: list[Stop],
        password: str,
        language: Literal["English", "中文"] = "English",
        **options: Any,
    ) -> None:
        self._windows, self._tour, self._password = windows, tour, password
        self._language, self._options = language, options

    def visits(self) -> Iterator[tuple[Stop, Page]]:
        """Each stop with the window that shows it, once the page has all it asked for."""
        for stop in self._tour:
            page = self._windows.pages.get(stop.username) or self._enter(stop.username)
            page.goto(stop.path)
            settle(page)
            if not stop.username:
                self._speak(page)
            if stop.act is not None:
                stop.act(page)
                settle(page)
            yield stop, page
        self._windows.close()

    def _enter(self, username: str) -> Page:
        if not username:
            return self._windows.open("", **self._options)
        page = self._windows.sign_in(username, self._password, **self._options)
        settle(page)
        self._speak(page)
        return page

    def _speak(self, page: Page) -> None:
        """Switch to the wanted language, unless the page is in it already."""
        switch = page.get_by_role("button", name=self._language, exact=True)
        if switch.count():
            switch.click()
            expect(switch).to_have_count(0)
            settle(page)


def settle(page: Page) -> None:
    """Wait until a page has its heading and nothing is on its way to it any more."""
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.get_by_text(re.compile("^(Loading|正在加载)$"))).to_have_count(0)
    page.evaluate("document.fonts.ready")
