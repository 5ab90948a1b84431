from contextlib import suppress
from typing import Any

from django.core.cache import cache

from annotation_app.benchmarks.models import Benchmark
from annotation_app.celery import app
from annotation_app.runs import (
    collecting,
    dispatch,
    estimating,
    pair_tables,
    queries,
    recording,
    registry,
    suggesting,
)
from annotation_app.runs.models import Run
from annotation_app.runs.rules import COLLECT_SECONDS
from worker.trial_types import CheckUpReply, SpeedReply
from worker.types import ScoreReply


@app.task(name="runs.record_scores")
def record_scores(reply: dict[str, Any], owner: str = "") -> None:
    """Store what a batch brought and go on with its run. Running twice is harmless."""
    answer = ScoreReply.from_json(reply)
    recording.record_scores(reply=answer, owner=owner)
    recording.advance(run_id=int(answer.run))


@app.task(name="runs.record_failure")
def record_failure(run: str, owner: str) -> None:
    """A batch broke in the worker: try its items again, one by one."""
    recording.record_failure(run_id=int(run), owner=owner)
    recording.advance(run_id=int(run))


@app.task(name="runs.record_check_up")
def record_check_up(reply: dict[str, Any], owner: str) -> None:
    registry.record_check_up(reply=CheckUpReply.from_json(reply), owner=owner)


@app.task(name="runs.record_check_up_failure")
def record_check_up_failure(owner: str) -> None:
    registry.record_check_up_failure(owner=owner)


@app.task(name="runs.record_estimate")
def record_estimate(reply: dict[str, Any], owner: str) -> None:
    estimating.record_estimate(reply=SpeedReply.from_json(reply), owner=owner)


@app.task(name="runs.record_estimate_failure")
def record_estimate_failure(owner: str) -> None:
    estimating.record_estimate_failure(owner=owner)


@app.task(name="runs.record_deviation")
def record_deviation(reply: dict[str, Any], owner: str) -> None:
    estimating.record_deviation(reply=SpeedReply.from_json(reply), owner=owner)


@app.task(name="runs.record_deviation_failure")
def record_deviation_failure(owner: str) -> None:
    """The run goes on: its items say for themselves what breaks, and its deviation stays unknown."""


@app.task(name="runs.record_suggestion")
def record_suggestion(reply: dict[str, Any], suggestion: int) -> None:
    suggesting.record_suggestion(reply=reply, pk=suggestion)


@app.task(name="runs.record_suggestion_failure")
def record_suggestion_failure(suggestion: int) -> None:
    suggesting.record_failure(pk=suggestion)


@app.task(name="runs.make_table")
def make_table(run_id: int) -> None:
    """Make the table of a large run; what does not fit is kept with it as the reason."""
    with suppress(ValueError):
        pair_tables.make_table(Run.objects.get(pk=run_id))


@app.task(name="runs.advance")
def advance(run_id: int) -> None:
    recording.advance(run_id=run_id)


@app.task(name="runs.collect")
def collect(benchmark_id: int) -> None:
    """Take newly finished pairs of one benchmark into its standing runs and send them."""
    for run in collecting.collect_pairs(benchmark=Benchmark.objects.get(pk=benchmark_id)):
        recording.advance(run_id=run.pk)


@app.task(name="runs.sweep")
def sweep() -> None:
    """Do what any lost message should have done: collect, give up, give back, send, close."""
    if cache.add("runs:collected", True, COLLECT_SECONDS):
        for benchmark in Benchmark.objects.order_by("pk"):
            collecting.collect_pairs(benchmark=benchmark)
        estimating.forget_old_estimates()
    registry.end_lost_check_ups()
    estimating.end_lost_estimates()
    suggesting.end_lost_suggestions()
    dispatch.recover_lost()
    for run in queries.open_runs():
        recording.advance(run_id=run.pk)
