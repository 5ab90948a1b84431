"""Workflow case BC-22: work that nobody does says so, and is done once when somebody comes."""

import time
from typing import Any

import pytest
from django.core.cache import cache

from annotation_app.celery import app
from annotation_app.releases.models import Release, ReleaseFile
from tests.annotation_app.factories import client_of, make_benchmark, make_member, make_original, make_pair

TASKS_WORKER = ["web@tests"]


def wait_until(holds: Any, *, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.2)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("celery_workers")
def test_bc22_what_nobody_works_on_says_so_and_runs_once_when_somebody_does() -> None:
    benchmark = make_benchmark()
    make_pair(benchmark, make_original(benchmark, external_id="w-1"), external_id="w-1-x")
    admin = client_of(make_member(benchmark, "admin"))
    app.control.cancel_consumer("web", destination=TASKS_WORKER, reply=True)
    try:
        cache.clear()
        assert admin.get("/api/health").json()["tasks"] is False
        body = {"version": "1.0.0", "notes": ""}
        made = admin.post(f"/api/benchmarks/{benchmark.slug}/releases", body, format="json")
        assert made.status_code == 201
        assert Release.objects.get(benchmark=benchmark).state == "queued"
    finally:
        app.control.add_consumer("web", destination=TASKS_WORKER, reply=True)
    wait_until(lambda: Release.objects.get(benchmark=benchmark).state == "published")
    files = ReleaseFile.objects.filter(release__benchmark=benchmark).values_list("name", flat=True)
    # Each once: built twice, a release would have its files twice.
    assert sorted(files) == [
        "datasheet.md",
        "items.jsonl",
        "items.schema.json",
        "manifest.json",
        "statistics.json",
    ]
