"""Imports by a real worker: nobody there, and one that is killed in the middle."""

import io
import json
import os
import signal
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from annotation_app.celery import app
from annotation_app.items.models import HistoryEntry, Import, Item
from tests.annotation_app.factories import client_of, make_benchmark, make_member

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("celery_workers"),
]
TASKS_WORKER = ["web@tests"]


def wait_until(holds: Callable[[], Any], *, seconds: float = 90) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


def send(admin: Any, slug: str, rows: int) -> int:
    """Upload that many records and have them stored. Returns the import's id."""
    lines = (
        json.dumps({"external_id": f"x{at}", "text": f"It rains on roof {at} .", "language": "en"})
        for at in range(rows)
    )
    file = io.BytesIO("\n".join(lines).encode())
    file.name = "items.jsonl"
    made = admin.post(f"/api/benchmarks/{slug}/imports", {"file": file}, format="multipart")
    assert made.status_code == 201, made.content
    assert (made.json()["state"], made.json()["sniffed"]["formats"][0]) == ("uploaded", "jsonl")
    number = int(made.json()["id"])
    body = {"format": "jsonl", "corpus": "c", "licence": "x", "dimension": "grammar"}
    answer = admin.post(f"/api/benchmarks/{slug}/imports/{number}/run", body, format="json")
    assert (answer.status_code, answer.json()["state"]) == (201, "queued")
    return number


def test_bc22_import_that_nobody_works_on_says_so_and_runs_once_when_somebody_does() -> None:
    benchmark = make_benchmark()
    admin = client_of(make_member(benchmark, "admin"))
    app.control.cancel_consumer("web", destination=TASKS_WORKER, reply=True)
    try:
        cache.clear()
        number = send(admin, benchmark.slug, 20)
        told = admin.get(f"/api/benchmarks/{benchmark.slug}/imports/{number}").json()
        assert (told["state"], told["started_at"]) == ("queued", None)
        assert admin.get("/api/health").json()["tasks"] is False
    finally:
        app.control.add_consumer("web", destination=TASKS_WORKER, reply=True)
    wait_until(lambda: Import.objects.get(pk=number).state == "done")
    assert Item.objects.count() == 20


def test_progress_is_seen_while_it_runs_and_a_killed_worker_loses_nothing() -> None:
    benchmark = make_benchmark()
    admin = client_of(make_member(benchmark, "admin"))
    number = send(admin, benchmark.slug, 20_000)
    address = f"/api/benchmarks/{benchmark.slug}/imports/{number}"
    wait_until(lambda: admin.get(address).json()["stored"] > 0)
    told = admin.get(address).json()
    assert 0 < told["progress"]["bytes"] <= told["progress"]["total"]
    assert len(told["sample"]) == 10
    active = app.control.inspect(destination=TASKS_WORKER).active()
    (task,) = [one for one in active[TASKS_WORKER[0]] if one["name"] == "items.work_on_import"]
    os.kill(task["worker_pid"], signal.SIGKILL)
    row = Import.objects.get(pk=number)
    assert row.state == "running"
    before = Item.objects.count()
    assert before == row.stored < 20_000
    # The next worker takes it up once the lease of the lost one has ended.
    Import.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    app.send_task("items.sweep_imports")
    wait_until(lambda: Import.objects.get(pk=number).state == "done")
    row = Import.objects.get(pk=number)
    assert (row.read, row.stored, row.left_out) == (20_000, 20_000, {})
    assert Item.objects.count() == HistoryEntry.objects.count() == 20_000
