"""Runs with real worker processes on both ends of a real broker, and a real small model."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone

from annotation_app.core.embedded.processes import spawn
from annotation_app.runs import collecting, dispatch, presence, recording, registry
from annotation_app.runs.models import LanguageModel, Run, RunItem
from annotation_app.runs.rules import CheckState, PartState, RowState, RunState
from annotation_app.runs.services import ask_estimate, start_runs
from tests.annotation_app.factories import make_benchmark, make_pair, make_person
from tests.annotation_app.runs.samples import make_model
from worker.revisions import folder_revision

ROOT = Path(__file__).resolve().parents[3]
pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
    pytest.mark.usefixtures("celery_workers"),
]


def wait_until(holds: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, list(
            RunItem.objects.values_list("state", "attempts", "error_code", "error_message")
        )
        time.sleep(0.1)


def only_run() -> Run:
    return Run.objects.get()


def test_a_finished_pair_is_scored_by_itself():
    benchmark = make_benchmark(methods=["attention"])
    call_command("register_models")
    call_command("register_models")
    assert LanguageModel.objects.count() == 2
    make_pair(benchmark)
    (run,) = collecting.collect_pairs(benchmark=benchmark)
    recording.advance(run_id=run.pk)
    wait_until(lambda: only_run().state == RunState.DONE)
    for row in run.rows.select_related("item"):
        assert row.state == RowState.DONE, row.error
        assert len(row.saliency["scores"]) == len(row.item.token_starts)
        assert len(row.prediction["candidates"]) == 5
        assert row.attempts == 1
    (stamp,) = only_run().stamps
    assert stamp["model"]["name"] == "mini-mlm-en"


def test_a_model_that_is_not_there_fails_its_run_with_the_reason():
    benchmark = make_benchmark(methods=["attention"])
    make_model()
    make_pair(benchmark)
    (run,) = collecting.collect_pairs(benchmark=benchmark)
    recording.advance(run_id=run.pk)
    wait_until(lambda: only_run().state == RunState.FAILED)
    assert only_run().error["code"]
    assert "none" in only_run().error["message"]


def test_weights_that_changed_since_they_were_registered_fail_their_run():
    benchmark = make_benchmark(methods=["attention"])
    call_command("register_models")
    LanguageModel.objects.filter(name="mini-mlm-en").update(revision="sha256:0123456789abcdef")
    make_pair(benchmark)
    (run,) = collecting.collect_pairs(benchmark=benchmark)
    recording.advance(run_id=run.pk)
    wait_until(lambda: only_run().state == RunState.FAILED)
    assert only_run().error["code"] == "model_changed"


def test_the_items_of_a_batch_that_breaks_its_task_are_sent_again():
    benchmark = make_benchmark(methods=["attention"])
    make_model()
    make_pair(benchmark)
    (run,) = collecting.collect_pairs(benchmark=benchmark)
    run.rows.update(state=RowState.SENT, attempts=1, owner="broken", lease_until=timezone.now())
    Run.objects.update(state=RunState.RUNNING)
    # A request that the worker cannot read makes its task raise, and the error callback answer.
    payload = {"run": str(run.pk), "model": {"name": ""}, "method": {"name": ""}, "instances": []}
    dispatch._send(payload, owner="broken", queue="cpu", priority=0)
    wait_until(lambda: only_run().state == RunState.FAILED)
    assert not run.rows.filter(owner="broken").exists()
    assert set(run.rows.values_list("attempts", flat=True)) == {2}


def test_a_lost_batch_is_sent_again():
    benchmark = make_benchmark(methods=["attention"])
    call_command("register_models")
    make_pair(benchmark)
    (run,) = collecting.collect_pairs(benchmark=benchmark)
    past = timezone.now() - timedelta(minutes=2)
    run.rows.update(
        state=RowState.SENT, attempts=1, owner="killed with its worker", sent_at=past, lease_until=past
    )
    Run.objects.update(state=RunState.RUNNING)
    assert dispatch.recover_lost() == 2
    assert set(run.rows.values_list("state", flat=True)) == {RowState.QUEUED}
    recording.advance(run_id=run.pk)
    wait_until(lambda: only_run().state == RunState.DONE)
    assert set(run.rows.values_list("state", "attempts")) == {(RowState.DONE, 2)}


def test_a_batch_lost_for_the_third_time_fails_with_a_reason():
    benchmark = make_benchmark(methods=["attention"])
    make_model()
    make_pair(benchmark)
    (run,) = collecting.collect_pairs(benchmark=benchmark)
    past = timezone.now() - timedelta(minutes=2)
    run.rows.update(state=RowState.SENT, attempts=3, owner="gone", sent_at=past, lease_until=past)
    assert dispatch.recover_lost() == 2
    recording.advance(run_id=run.pk)
    assert only_run().error["code"] == "worker_lost"


@contextmanager
def worker_on_gpu(environment: dict[str, str], log_file: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A scoring worker of the test's own, on a queue that no other worker serves."""
    command = [sys.executable, "-m", "celery", "-A", "worker.celery", "worker", "-Q", "gpu", "-c", "1"]
    with log_file.open("wb") as log:
        child = spawn(
            [*command, "-n", f"{log_file.stem}@tests", "-l", "INFO"], log=log, env=environment, folder=ROOT
        )
    try:
        wait_until(lambda: " ready." in log_file.read_text())
        yield child
    finally:
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def test_a_batch_survives_the_death_of_its_worker(worker_environment, tmp_path):
    benchmark = make_benchmark(methods=["integrated_gradients"])
    call_command("register_models")
    make_pair(benchmark)
    (run,) = start_runs(
        benchmark=benchmark,
        model_name="mini-mlm-en",
        methods=["integrated_gradients"],
        person=make_person(),
        queue="gpu",
    )
    with worker_on_gpu(worker_environment, tmp_path / "first.log") as worker:
        recording.advance(run_id=run.pk)
        wait_until(lambda: presence.messages_waiting("gpu") == 0)
        os.killpg(worker.pid, signal.SIGKILL)
    assert set(run.rows.values_list("state", flat=True)) == {RowState.SENT}
    with worker_on_gpu(worker_environment, tmp_path / "second.log"):
        run.rows.update(lease_until=timezone.now())
        cache.delete_many(["workers:queues", "workers:number"])
        assert dispatch.recover_lost() == 2
        recording.advance(run_id=run.pk)
        # The report is stored after the run has ended, in a transaction of its own.
        wait_until(lambda: only_run().report is not None)
    assert only_run().state == RunState.DONE
    assert set(run.rows.values_list("state", "attempts")) == {(RowState.DONE, 2)}
    assert only_run().report["rows"][-1]["pairs"] == 1


def test_worker_status_sees_the_worker_that_scores():
    status = presence.worker_status()
    assert status.alive
    assert status.last_seen is not None
    assert presence.serves("cpu")
    assert not presence.serves("gpu")
    cache.delete("workers:queues")
    started = time.monotonic()
    assert presence.worker_status().alive
    assert time.monotonic() - started < 0.8


def test_a_check_up_loads_the_model_and_pins_it():
    model = registry.add_model(
        name="again", source="fixtures/models/mini-mlm-en", languages=["en"], licence="Apache-2.0"
    )
    assert model.check_state == CheckState.WAITING
    wait_until(lambda: LanguageModel.objects.get().check_state != CheckState.WAITING)
    model.refresh_from_db()
    assert (model.check_state, model.check_message) == (CheckState.OK, "")
    assert model.revision == folder_revision(ROOT / "fixtures/models/mini-mlm-en")
    assert (model.kind, model.parameters) == ("masked", model.check_facts["parameters"])
    assert model.check_facts["sentence"] == "Paris is the capital of [MASK]."
    assert registry.change_model(name="again", enabled=True).enabled


def test_a_check_up_of_what_does_not_load_says_why():
    model = registry.add_model(name="lost", source="models/no-such-folder", languages=["en"])
    wait_until(lambda: LanguageModel.objects.get().check_state != CheckState.WAITING)
    model.refresh_from_db()
    assert (model.check_state, model.check_code) == (CheckState.FAILED, "model_not_found")
    assert "no-such-folder" in model.check_message


def test_an_estimate_measures_each_method_and_half_precision_its_deviation():
    benchmark = make_benchmark(methods=["attention", "integrated_gradients"])
    call_command("register_models")
    make_pair(benchmark)
    asked = {
        "benchmark": benchmark,
        "methods": ["attention", "integrated_gradients"],
        "person": make_person(),
        "dtype": "bfloat16",
    }
    estimate = ask_estimate(model_names=["mini-mlm-en"], **asked)
    wait_until(lambda: not estimate.parts.filter(state=PartState.WAITING).exists())
    quick, slow = estimate.parts.order_by("pk")
    assert (quick.error_code, slow.error_code) == ("", "")
    assert 0 < quick.seconds_per_instance < slow.seconds_per_instance
    assert quick.deviation["items"] == 2
    runs = start_runs(model_name="mini-mlm-en", **asked)
    wait_until(lambda: Run.objects.filter(state=RunState.DONE, deviation__isnull=False).count() == len(runs))
    for run in Run.objects.all():
        assert run.stamps[0]["model"]["dtype"] == "bfloat16"
        assert run.deviation["items"] == 2
        assert 0.9 < run.deviation["correlation"] <= 1
