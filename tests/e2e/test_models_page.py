"""A model is added, checked and switched on, runs are estimated and started, and an item is looked at."""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from playwright.sync_api import Browser, Page, expect
from pytest_django import DjangoDbBlocker

from annotation_app.runs.models import Run
from annotation_app.work.demo import Demo
from tests.e2e.browser import Album, Windows, chromium, windows  # noqa: F401 (fixtures)

# The test's own transaction stays empty: the demo is there before it, and every page reaches it over HTTP.
pytestmark = [pytest.mark.slow, pytest.mark.e2e, pytest.mark.django_db]

DEMO = Demo.read(settings.BASE_DIR / "fixtures" / "demo")
ADMIN = next(person["username"] for person in DEMO.people if "admin" in person["roles"])


@pytest.fixture(scope="module")
def demo(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    server: str,
    celery_workers: None,
    chromium: Browser,  # noqa: F811 (it lets this thread query while a browser is open)
) -> Iterator[str]:
    """The demo's benchmark with its runs; gone again after the module."""
    with django_db_blocker.unblock():
        call_command("register_models", verbosity=0)
        call_command("load_demo", verbosity=0)
        yield Run.objects.values_list("benchmark__slug", flat=True).first() or "demo"
        call_command("flush", interactive=False, verbosity=0)
        connections.close_all()


def picture(page: Page, album: Album, name: str) -> None:
    """Keep a page in light, dark and narrow, and in Chinese; nothing scrolls sideways and Axe is content."""
    size = page.viewport_size
    assert size is not None
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", scheme)
        album.keep(page, f"{name}-{scheme}")
        bad = [
            each
            for each in Axe().run(page).response["violations"]
            if each["impact"] in ("serious", "critical")
        ]
        assert bad == []
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    album.keep(page, f"{name}-narrow")
    page.set_viewport_size(size)


def test_a_model_is_checked_and_its_runs_estimated_and_read(windows: Windows, demo: str):  # noqa: F811
    album = Album("models-page")
    page = windows.sign_in(ADMIN, DEMO.password, viewport={"width": 1280, "height": 900})
    page.goto(f"/b/{demo}/models")

    # A folder that is not there: the reason stands on the page, and the model stays off.
    form = page.get_by_role("region", name="Add a model")
    form.get_by_label("Name").fill("lost")
    form.get_by_label("Source").fill("models/no-such-folder")
    form.get_by_label("Languages").fill("en")
    form.get_by_role("button", name="Add and check").click()
    lost = page.get_by_role("listitem").filter(has_text="models/no-such-folder")
    expect(lost).to_contain_text("It can't be used")
    expect(lost).to_contain_text("There is no model folder models/no-such-folder")
    expect(lost.get_by_role("button", name="Switch on")).to_be_disabled()

    # The bundled model a second time: it is loaded, answers, is pinned and switched on.
    form.get_by_label("Name").fill("mini-again")
    form.get_by_label("Source").fill("fixtures/models/mini-mlm-en")
    form.get_by_label("Languages").fill("en")
    form.get_by_label("Licence").fill("Apache-2.0")
    form.get_by_role("button", name="Add and check").click()
    again = page.get_by_role("listitem").filter(has_text="mini-again")
    expect(again).to_contain_text(re.compile(r"Loaded in [\d.]+ s, answered in [\d.]+ s on cpu"))
    expect(again).to_contain_text("Paris is the capital of [MASK].")
    expect(again).to_contain_text("12.7M parameters")
    expect(again).to_contain_text("sha256:")
    again.get_by_role("button", name="Switch on").click()
    expect(again.get_by_role("button", name="Switch off")).to_be_visible()
    expect(again).to_contain_text("Ready")
    bundled = page.get_by_role("button", name="Check mini-mlm-en")
    bundled.click()
    named = page.get_by_role("heading", name="mini-mlm-en")
    expect(page.get_by_role("listitem").filter(has=named)).to_contain_text("Checked")
    picture(page, album, "models")

    # Two models and both methods over the important perturbations: measured first, then started.
    page.goto(f"/b/{demo}/runs")
    page.get_by_label("mini-again (English)").check()
    page.get_by_label("mini-mlm-en (English)").uncheck()
    page.get_by_label("Only some of them").check()
    page.get_by_role("combobox", name="Perturbations").click()
    page.get_by_role("option", name="Important words").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Estimate the time").click()
    table = page.get_by_role("group", name="Estimate")
    expect(table.get_by_role("row", name=re.compile("mini-again · Attention"))).to_contain_text("ms")
    expect(table.get_by_role("row", name=re.compile("mini-again · Integrated"))).to_contain_text("ms")
    expect(page.get_by_text(re.compile("Together about .* with 1 worker"))).to_be_visible()
    picture(page, album, "estimate")
    page.get_by_role("button", name="Start", exact=True).click()
    started = page.get_by_role("link", name="mini-again · Integrated gradients").first
    expect(started).to_be_visible()
    started.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("mini-again · Integrated gradients")
    expect(page.get_by_text("Important words")).to_be_visible()
    expect(page.get_by_text("Done", exact=True)).to_be_visible()
    picture(page, album, "run")

    # The report's first item: people beside both models and methods, hover and focus give numbers.
    page.get_by_role("link", name="Open the report").click()
    page.locator('a[href*="/report/"]').first.click()
    group = page.get_by_role("region", name="mini-again")
    expect(group.get_by_role("heading", name="Attention")).to_be_visible()
    expect(group.get_by_role("heading", name="Integrated gradients")).to_be_visible()
    expect(group.get_by_text("this run", exact=True)).to_be_visible()
    expect(page.get_by_role("region", name="mini-mlm-en")).to_be_visible()
    expect(group.get_by_role("listitem")).to_have_count(10)
    people = page.get_by_role("region", name="People")
    word = people.locator("[data-token]").first
    word.hover()
    expect(group.get_by_text(re.compile("saliency [+−].* rank"))).not_to_have_count(0)
    heat = group.get_by_role("group", name=re.compile("Original, mini-again, Attention"))
    heat.locator("button").first.focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").count("saliency") == 1
    picture(page, album, "item")
    picker = page.get_by_label("Pair", exact=True)
    if picker.count():
        picker.select_option(index=1)
        expect(page).to_have_url(re.compile(r"pair=\d+"))
    page.get_by_role("button", name="中文").or_(page.get_by_text("中文", exact=True)).first.click()
    expect(page.locator("html")).to_have_attribute("lang", re.compile("^zh"))
    for name, path in (("models-zh", "models"), ("runs-zh", "runs")):
        page.goto(f"/b/{demo}/{path}")
        page.get_by_role("heading", level=1).wait_for()
        page.wait_for_load_state("networkidle")
        album.keep(page, name)
