"""Runs with real worker processes on both ends of a real broker, and a real small model."""

import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone

from annotation_app.runs import collecting, dispatch, presence, recording
from annotation_app.runs.models import LanguageModel, Run, RunItem
from annotation_app.runs.rules import RowState, RunState
from tests.annotation_app.factories import make_benchmark, make_pair
from tests.annotation_app.runs.samples import make_model

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


def test_the_items_of_a_batch_that_breaks_its_task_are_sent_again():
    benchmark = make_benchmark(methods=["attention"])
    make_model()
    make_pair(benchmark)
    (run,) = collecting.collect_pairs(benchmark=benchmark)
    run.rows.update(state=RowState.SENT, attempts=1, owner="broken", lease_until=timezone.now())
    Run.objects.update(state=RunState.RUNNING)
    # A request that the worker cannot read makes its task raise, and the error callback answer.
    payload = {"run": str(run.pk), "model": {"name": ""}, "method": {"name": ""}, "instances": []}
    dispatch._send(payload, owner="broken", queue="cpu")
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
