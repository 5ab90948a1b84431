"""A real Chromium, and a window of it with cookies of its own for each person."""

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from scripts.testing import BROWSERS, OUTPUT
from tests.e2e.pages import SignIn
from tests.e2e.people import PASSWORD

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 30_000  # milliseconds: the processors may be busy with other things
SCREENSHOTS = OUTPUT / "screenshots"


def executable() -> str | None:
    """The system's Chromium; None where only Playwright's own may be there."""
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


class Windows:
    """The windows of one test: who is signed in where, and what went wrong in them."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.errors: list[str] = []
        self.pages: dict[str, Page] = {}
        self._browser, self._url = browser, url

    def open(self, name: str, **options: Any) -> Page:
        """An empty window with cookies of its own. options: of Playwright's browser context."""
        options = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", **options}
        context = self._browser.new_context(base_url=self._url, reduced_motion="reduce", **options)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(f"{name}, {page.url}: {error}"))
        self.pages[name] = page
        return page

    def sign_in(self, username: str, password: str = PASSWORD, **options: Any) -> Page:
        """A window in which somebody has signed in through the page."""
        page = self.open(username, **options)
        SignIn(page).open().enter(username, password)
        return page

    def close(self) -> None:
        for page in self.pages.values():
            page.context.close()
        self.pages.clear()


class Album:
    """Numbered screenshots of one test, in the order in which they were taken."""

    def __init__(self, name: str) -> None:
        self.folder = SCREENSHOTS / name
        shutil.rmtree(self.folder, ignore_errors=True)
        self._count = 0

    def keep(self, page: Page, name: str) -> Path:
        """Keep what a window shows now, with all of the page that lies below its edge."""
        self._count += 1
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{self._count:02d}-{name}.png"
        path.write_bytes(whole_page(page))
        return path


def whole_page(page: Page) -> bytes:
    """A picture, as PNG, of all of a page. What sticks to an edge of the window lies at that of the page."""
    before = page.viewport_size
    assert before is not None
    height = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": before["width"], "height": max(height, before["height"])})
    picture = page.screenshot(full_page=True, animations="disabled")
    page.set_viewport_size(before)
    return picture


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser for the tests of a module.

    Playwright keeps an event loop running in this thread, and Django then takes each query of a test for
    one from asynchronous code; so it is told otherwise for as long as the browser is open.
    """
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    expect.set_options(timeout=PATIENCE)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
            yield browser
            browser.close()
    finally:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
        if before is not None:
            os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = before


@pytest.fixture
def windows(chromium: Browser, server: str, request: pytest.FixtureRequest) -> Iterator[Windows]:
    """Windows onto the running Whybench. No script of a page may fail in any of them."""
    opened = Windows(chromium, server)
    yield opened
    report = getattr(request.node, "rep_call", None)
    if report is not None and report.failed:
        album = Album("failed-" + re.sub(r"\W+", "-", request.node.name))
        for name, page in opened.pages.items():
            album.keep(page, name)
    opened.close()
    assert opened.errors == []
