"""Every page of the demo: sound for those who see little, narrow, and in both languages without a rest."""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from playwright.sync_api import Browser, Page, expect
from pytest_django import DjangoDbBlocker

from annotation_app.work.demo import Demo
from tests.e2e.browser import Windows, chromium, windows  # noqa: F401 (fixtures)
from tests.e2e.tour import Stop, Tourist, stops

# Each test's own transaction stays empty: the demo is there before it, and every page reaches it over HTTP.
pytestmark = [pytest.mark.slow, pytest.mark.e2e, pytest.mark.django_db]

# Names, formats and symbols that stay as they are in every language.
KEPT = (
    r"Whybench|English|\[MASK\]|JSON|JSONL|XML|COPA|BSD-2-Clause|SHA-256|Top-[13]|Token-F1|F1|MAP(@K)?|PCC"
    r"|mini-mlm-(en|zh)|K|n|Enter|Space|Esc|Shift|Ctrl|[a-z]|B|kB|MB|byte"
    r"|items(-en|-zh)?\.jsonl|(en|zh)-\d\d(-[a-z]+-\d)?|webq-t1|questions\.json"
    # Names of products and of a release's files are the same in every language.
    r"|ERASER|Parquet|CSV|LaTeX|Markdown|SVG|PNG|Croissant|Python|[a-z.]+\.(json|jsonl|md)"
)
NARROW = 360
# Colours glide from one scheme to the other; half way they have neither's contrast.
AT_REST = "() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null)))"
# What answers to a new width, such as a chart, has been drawn anew two frames later.
NEXT_DRAWING = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
LATIN = re.compile(r"[A-Za-z][\w@.'-]*(?: [A-Za-z][\w@.'-]*)*")

DEMO = Demo.read(settings.BASE_DIR / "fixtures" / "demo")
PASSWORD = DEMO.password
PEOPLE = {person["display_name"] for person in DEMO.people} | {person["username"] for person in DEMO.people}


@pytest.fixture(scope="module")
def demo(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    server: str,
    celery_workers: None,
    chromium: Browser,  # noqa: F811 (it lets this thread query while a browser is open)
) -> Iterator[list[Stop]]:
    """The stops of the demo, loaded, scored and released; gone again after the module."""
    with django_db_blocker.unblock():
        call_command("register_models", verbosity=0)
        call_command("load_demo")
        yield stops(server, PASSWORD)
        call_command("flush", interactive=False, verbosity=0)
        # Django keeps a connection for each event loop; the browser's goes away with nobody to close it.
        connections.close_all()


def test_every_page_is_sound_in_light_and_dark_and_on_a_narrow_screen(windows: Windows, demo: list[Stop]):  # noqa: F811
    """Axe finds nothing serious in either scheme, and at 360 pixels nothing scrolls sideways."""
    found = []
    for stop, page in Tourist(windows, demo, PASSWORD).visits():
        size = page.viewport_size
        assert size is not None
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", scheme)
            page.evaluate(NEXT_DRAWING)
            page.evaluate(AT_REST)
            found += [(stop.name, scheme, *violation) for violation in serious_violations(page)]
        page.set_viewport_size({**size, "width": NARROW})
        page.evaluate(NEXT_DRAWING)
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > NARROW:
            found.append((stop.name, "narrow", width))
        page.set_viewport_size(size)
    assert not found, "\n".join(map(str, found))


def serious_violations(page: Page) -> list[tuple[str, str, str]]:
    return [
        (violation["id"], str(node["target"]), node["failureSummary"])
        for violation in Axe().run(page).response["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


def test_the_switch_turns_every_word_chinese(windows: Windows, demo: list[Stop]):  # noqa: F811
    left = []
    for stop, page in Tourist(windows, demo, PASSWORD, "中文").visits():
        expect(page.locator("html")).to_have_attribute("lang", re.compile("^zh"))
        for role in ("heading", "button", "link", "columnheader", "radio", "checkbox"):
            for place in page.get_by_role(role).all():
                # What people wrote is in the language of their text: items, names, corpora.
                text = place.evaluate(OWN_WORDS)
                left += [(stop.name, role, rest) for rest in LATIN.findall(text) if not is_kept(rest)]
    assert not left, "\n".join(map(str, left))


OWN_WORDS = """place => {
  if (place.closest('[lang]:not(html)')) return '';
  const label = place.getAttribute('aria-label');
  if (label !== null || !place.querySelector('[lang]')) return label ?? place.innerText ?? '';
  const own = place.cloneNode(true);
  for (const written of own.querySelectorAll('[lang]')) written.remove();
  return own.textContent;
}"""


def is_kept(words: str) -> bool:
    return words in PEOPLE or all(re.fullmatch(KEPT, word) for word in words.split())
