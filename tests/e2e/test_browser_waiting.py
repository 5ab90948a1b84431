"""Case 22 through the pages: what nobody works on says so, and is done once when somebody comes."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.cache import cache
from playwright.sync_api import expect

from annotation_app.benchmarks.models import Benchmark
from annotation_app.celery import app
from annotation_app.items.models import Item
from annotation_app.releases.models import Release
from tests.annotation_app.factories import make_original, make_pair
from tests.e2e.browser import Windows, chromium, windows  # noqa: F401 (fixtures)
from tests.e2e.pages import Import, Screen
from tests.e2e.people import ADMIN, Site
from tests.e2e.seats import seat_of, take_seat

pytestmark = [pytest.mark.slow, pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

TASKS_WORKER = ["web@tests"]
SOON = 10_000  # milliseconds, as the case says
RAIN = {"external_id": "rain", "language": "en", "dimension": "knowledge", "text": "Rain falls on roofs ."}


@contextmanager
def no_tasks_worker() -> Iterator[None]:
    """As long as this lasts, nobody takes the web side's tasks."""
    app.control.cancel_consumer("web", destination=TASKS_WORKER, reply=True)
    cache.clear()
    try:
        yield
    finally:
        app.control.add_consumer("web", destination=TASKS_WORKER, reply=True)


def test_bc_22_what_waits_for_a_worker_says_so(site: Site, windows: Windows):  # noqa: F811
    benchmark = Benchmark.objects.get(slug=site.slug)
    make_pair(benchmark, make_original(benchmark, external_id="w-1"), external_id="w-1-x")
    releases, imports = (take_seat(windows, ADMIN, seat_of(ADMIN, site.url)) for _ in range(2))
    with no_tasks_worker():
        releases.goto(f"/b/{site.slug}/releases")
        releases.get_by_label("Version").fill("1.0.0")
        releases.get_by_role("button", name="Publish", exact=True).click()
        expect(releases.get_by_text("No worker answers")).to_be_visible(timeout=SOON)
        expect(releases.get_by_text("Waiting", exact=True)).to_be_visible()

        imports.goto(f"/b/{site.slug}/import")
        Import(imports).upload("rain.jsonl", json.dumps(RAIN).encode())
        expect(imports.get_by_text("No worker answers")).to_be_visible(timeout=SOON)
        expect(imports.get_by_text("Waits for a worker…")).to_be_visible()
        assert not Item.objects.filter(external_id="rain").exists()

    expect(releases.get_by_text("Published", exact=True).first).to_be_visible()
    Screen(imports).expect_words("1 of 1 records would be stored from rain.jsonl")
    assert Release.objects.filter(benchmark=benchmark).count() == 1
