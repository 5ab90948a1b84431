"""How fast the pages answer a hand: from a click to the painted highlight, and from Enter to the next item.

    .venv/bin/python -m performance.highlight [--clicks 60] [--items 12]

Brings up its own PostgreSQL and broker, seeds items of 60 and of 2,000 tokens, starts the web server as
`./start` does, works in a real Chromium, and prints a table. Build the front end first (`./start` does).

Times are the page's own: they begin with the time stamp of the input event and end in the first task after
the frame that shows its effect, so they hold the wait for that frame (up to 17 ms at 60 frames a second).
"""

import argparse
import gzip
import os
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from performance.load import ROOT, wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Page

ADDRESS = "127.0.0.1:8098"
SLUG, PASSWORD = "pages", "as-fast-as-a-hand"
LENGTHS = (60, 2000)
VIEW = {"width": 1280, "height": 900}

# Marks the end of what an input caused: the DOM has changed, a frame was drawn, and its task is over.
WATCH = """
() => {
  const taken = (window.taken = {});
  let began = null;
  const painted = (name) => {
    if (began === null) return;
    const from = began;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (taken[name] ??= []).push(performance.now() - from);
      port2.postMessage(null);
    });
  };
  for (const type of ["pointerdown", "pointerup", "keydown"]) {
    addEventListener(type, (event) => (began = event.timeStamp), true);
  }
  const text = () => document.querySelector("main [data-size], main [data-token]");
  let shown = text();
  new MutationObserver((changes) => {
    const looks = changes.filter(({ attributeName }) => attributeName === "data-look");
    if (looks.some(({ target }) => target.dataset.look === "paint")) painted("preview");
    if (changes.some(({ attributeName }) => attributeName === "aria-pressed")) painted("mark");
    if (!shown?.isConnected && text()) {
      shown = text();
      painted("next");
    }
  }).observe(document, {
    subtree: true, childList: true, attributes: true, attributeFilter: ["data-look", "aria-pressed"],
  });
}
"""


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the task pages in Chromium.")
    parser.add_argument("--clicks", type=int, default=60)
    parser.add_argument("--items", type=int, default=12)
    options = parser.parse_args()
    if not (ROOT / "frontend" / "dist" / "index.html").is_file():
        raise SystemExit("Build the front end first: ./start --setup-only")

    from tests.services import Services

    services = Services()
    services.start()
    try:
        with web_server(options.items):
            print(table(measure(clicks=options.clicks, items=options.items)))
        return 0
    finally:
        services.stop()


@contextmanager
def web_server(items: int) -> Iterator[None]:
    """A seeded Whybench at ADDRESS."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from annotation_app.core.supervisor.commands import commands

    call_command("migrate", verbosity=0)
    seed(items)
    connection.close()
    with tempfile.TemporaryDirectory() as folder:
        processes = commands(
            python=sys.executable, binding=ADDRESS, schedule=Path(folder) / "beat", queues={}
        )
        web = subprocess.Popen([*processes["web"], "--log-level", "warning"], cwd=ROOT, env=dict(os.environ))
        try:
            wait_for(f"http://{ADDRESS}/healthz")
            yield
        finally:
            web.send_signal(signal.SIGTERM)
            web.wait(10)


def seed(items: int) -> None:
    """One text of each length to mark, then `items` short ones to submit, and as many rationales to score."""
    from annotation_app.accounts.models import User
    from annotation_app.benchmarks.models import Membership
    from annotation_app.benchmarks.services import create_benchmark
    from annotation_app.items.models import Item
    from annotation_app.rationales.models import Rationale

    owner = User.objects.create(username="owner")
    benchmark = create_benchmark(slug=SLUG, title="Pages", description="", creator=owner)
    for role in ("annotator", "senior"):
        person = User.objects.create_user(username=role, password=PASSWORD)
        Membership.objects.create(benchmark=benchmark, person=person, role=role)

    def item(name: str, tokens: int, state: str) -> Item:
        words = [f"{'kalominerusatovi'[index % 13 :][:4]}{index % 7}" for index in range(tokens)]
        starts = [sum(len(word) + 1 for word in words[:index]) for index in range(tokens)]
        return Item.objects.create(
            benchmark=benchmark,
            settings=benchmark.settings,
            external_id=name,
            language="en",
            dimension="reasoning",
            state=state,
            text=" ".join(words),
            token_starts=starts,
            token_ends=[start + len(word) for start, word in zip(starts, words, strict=True)],
            mask_start=3,
            mask_end=4,
            mask_attempt=1,
        )

    for tokens in LENGTHS:
        item(f"click-{tokens}", tokens, "annotating")
    for number in range(items):
        item(f"submit-{number}", LENGTHS[0], "annotating")
        scored = item(f"score-{number}", LENGTHS[0], "scoring")
        Rationale.objects.create(item=scored, round=1, tokens=[1, 5, 6], author=owner)


def measure(*, clicks: int, items: int) -> list[tuple[str, Sequence[float], str]]:
    """Rows of the table: what, the times in milliseconds or one size in kB, and the goal."""
    from playwright.sync_api import sync_playwright

    from tests.e2e.browser import FLAGS, executable

    rows: list[tuple[str, Sequence[float], str]] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        for role in ("annotator", "senior"):
            context = browser.new_context(base_url=f"http://{ADDRESS}", locale="en-GB", viewport=VIEW)
            page = context.new_page()
            if role == "annotator":
                rows.append(("first load: script, gzip", [script_size(page)], "300 kB"))
            page.goto("/sign-in")
            page.get_by_label("User name").fill(role)
            page.get_by_label("Password", exact=True).fill(PASSWORD)
            page.keyboard.press("Enter")
            page.get_by_role("banner").wait_for()
            if role == "annotator":
                for tokens, goal in zip(LENGTHS, ("16 ms", "50 ms"), strict=True):
                    taken = click(page, clicks)
                    rows.append((f"{tokens} tokens: press to preview", taken["preview"], goal))
                    rows.append((f"{tokens} tokens: release to mark", taken["mark"], goal))
                rows.append(("rationale: Enter to next item", submit_rationales(page, items), "150 ms"))
            else:
                rows.append(("scores: Enter to next item", submit_scores(page, items), "150 ms"))
            context.close()
        browser.close()
    return rows


def script_size(page: "Page") -> float:
    """Kilobytes of gzipped script that somebody loads who opens the app for the first time."""
    page.goto("/", wait_until="networkidle")
    loaded: list[str] = page.evaluate(
        """() => performance.getEntriesByType("resource").map(({ name }) => name)
             .filter((name) => name.endsWith(".js"))"""
    )
    return sum(len(gzip.compress(page.request.get(url).body())) for url in set(loaded)) / 1000


def click(page: "Page", clicks: int) -> dict[str, list[float]]:
    """Mark words all over the window in the next text, then submit it."""
    page.goto(f"/b/{SLUG}/work/write_rationale")
    page.locator("[data-token]").first.wait_for()
    page.wait_for_load_state("networkidle")
    # In view and above the page's foot.
    places = page.evaluate(
        """() => [...document.querySelectorAll("[data-token]")].map((token) => token.getBoundingClientRect())
             .filter((box) => box.bottom < innerHeight - 120 && box.top > 60)
             .map((box) => [box.left + box.width / 2, box.top + box.height / 2])"""
    )
    page.evaluate(WATCH)
    for turn in range(clicks):
        page.mouse.click(*places[(turn * 7) % len(places)])
        page.wait_for_timeout(40)
    taken: dict[str, list[float]] = page.evaluate("() => window.taken")
    page.wait_for_timeout(1000)
    page.keyboard.press("Enter")
    page.wait_for_timeout(1000)
    return taken


def submit_rationales(page: "Page", items: int) -> list[float]:
    page.goto(f"/b/{SLUG}/work/write_rationale")
    page.locator("[data-token]").first.wait_for()
    page.evaluate(WATCH)
    for turn in range(items - 1):
        page.locator("[data-token]").nth(5).click()
        page.locator("[data-is=saved]").wait_for()
        page.wait_for_timeout(600)
        page.keyboard.press("Enter")
        page.wait_for_function("(turn) => window.taken.next?.length > turn", arg=turn)
    times: list[float] = page.evaluate("() => window.taken.next")
    return times


def submit_scores(page: "Page", items: int) -> list[float]:
    page.goto(f"/b/{SLUG}/work/score_rationale")
    page.get_by_role("textbox").first.wait_for()
    page.evaluate(WATCH)
    for turn in range(items - 1):
        page.keyboard.type("guess")
        page.keyboard.press("Enter")
        page.keyboard.press("3")
        page.keyboard.press("4")
        # As long as a hand takes from one key to the next, at its fastest.
        page.wait_for_timeout(200)
        page.keyboard.press("Enter")
        page.wait_for_function("(turn) => window.taken.next?.length > turn", arg=turn)
    times: list[float] = page.evaluate("() => window.taken.next")
    return times


def table(rows: Sequence[tuple[str, Sequence[float], str]]) -> str:
    lines = ["| what | times | median | p95 | goal |", "| --- | --- | --- | --- | --- |"]
    for what, values, goal in rows:
        unit = goal.split()[1]
        if len(values) == 1:
            lines.append(f"| {what} | 1 | {values[0]:.0f} {unit} | | {goal} |")
            continue
        p95 = statistics.quantiles(values, n=20)[-1]
        median = statistics.median(values)
        lines.append(f"| {what} | {len(values)} | {median:.1f} {unit} | {p95:.1f} {unit} | {goal} |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
