from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from annotation_app.items.models import Item
from annotation_app.runs import collecting, dispatch, recording, registry, tasks
from annotation_app.runs.models import Run, RunItem
from annotation_app.runs.rules import Kind, RowState, RunState
from annotation_app.runs.services import cancel_run, start_runs
from tests.annotation_app.factories import make_benchmark, make_original, make_pair, make_person
from tests.annotation_app.runs.samples import answered, make_model, reply, saliency
from worker.types import Instance, ScoreReply, ScoreRequest

pytestmark = pytest.mark.django_db


@pytest.fixture
def run():
    """A standing run with one pair, sent."""
    benchmark = make_benchmark(methods=["attention"])
    make_model()
    make_pair(benchmark)
    (run,) = collecting.collect_pairs(benchmark=benchmark)
    dispatch.send_queued(run_id=run.pk)
    run.refresh_from_db()
    return run


def states(run):
    return list(run.rows.order_by("pk").values_list("state", flat=True))


def record(run, scores, owner=None):
    owner = owner or run.rows.values_list("owner", flat=True)[0]
    value = ScoreReply.from_json(reply(run, scores))
    return recording.record_scores(reply=value, owner=owner)


def items(run):
    return list(Item.objects.filter(pk__in=run.rows.values("item")).order_by("pk"))


def test_send_queued_sends_a_batch_by_name(taken, django_capture_on_commit_callbacks):
    benchmark = make_benchmark(methods=["attention"])
    make_model()
    original = make_original(benchmark)
    make_pair(benchmark, original)
    (run,) = collecting.collect_pairs(benchmark=benchmark)
    with django_capture_on_commit_callbacks(execute=True):
        assert dispatch.send_queued(run_id=run.pk) == 2
    (message,) = taken("cpu")
    assert message.headers["task"] == "worker.score_instances"
    ((payload,), _, embedded) = message.payload
    request = ScoreRequest.from_json(payload)
    assert (request.run, request.method.name, request.model.name) == (str(run.pk), "attention", "tiny-en")
    assert request.instances[0] == Instance(
        id=str(original.pk),
        text="The capital of France is Paris .",
        tokens=((0, 3), (4, 11), (12, 14), (15, 21), (22, 24), (25, 30), (31, 32)),
        mask=(5, 6),
        answer="Paris",
        language="en",
    )
    rows = RunItem.objects.filter(run=run)
    assert set(rows.values_list("state", "attempts", "owner")) == {(RowState.SENT, 1, message.headers["id"])}
    assert [link["task"] for link in embedded["callbacks"]] == ["runs.record_scores"]
    assert embedded["callbacks"][0]["options"]["queue"] == "web"
    assert embedded["errbacks"][0]["args"] == [str(run.pk), message.headers["id"]]
    assert dispatch.send_queued(run_id=run.pk) == 0


def test_send_queued_fails_an_item_that_no_model_could_read():
    benchmark = make_benchmark(methods=["attention"])
    make_model()
    pair = make_pair(benchmark)
    Item.objects.filter(pk=pair.item_id).update(token_ends=[99] * 8)
    (run,) = collecting.collect_pairs(benchmark=benchmark)
    dispatch.send_queued(run_id=run.pk)
    assert states(run) == [RowState.SENT, RowState.FAILED]
    assert run.rows.get(state=RowState.FAILED).error_code == "broken_item"


def test_send_queued_keeps_a_bounded_number_under_way(monkeypatch):
    monkeypatch.setattr("annotation_app.runs.rules.IN_FLIGHT", 3)
    monkeypatch.setattr("annotation_app.runs.rules.BATCHES_AHEAD", 0)
    benchmark = make_benchmark(methods=["attention"])
    make_model()
    for _ in range(3):
        make_pair(benchmark)
    (run,) = collecting.collect_pairs(benchmark=benchmark)
    assert dispatch.send_queued(run_id=run.pk) == 3
    assert dispatch.send_queued(run_id=run.pk) == 0
    assert states(run).count(RowState.QUEUED) == 3


def test_record_scores_stores_each_row_once(run):
    scores = [answered(item) for item in items(run)]
    assert record(run, scores) == 2
    before = list(run.rows.order_by("pk").values())
    assert record(run, [score | {"saliency": saliency([0.0] * 7)} for score in scores]) == 0
    assert list(run.rows.order_by("pk").values()) == before
    assert states(run) == [RowState.DONE, RowState.DONE]
    row = run.rows.order_by("pk")[0]
    assert row.prediction == scores[0]["prediction"]
    assert row.saliency.items() >= scores[0]["saliency"].items()
    run.refresh_from_db()
    assert [stamp["method"]["settings"] for stamp in run.stamps] == [{"layer": "last"}]


def test_record_scores_takes_a_result_of_an_attempt_that_was_given_up(run):
    run.rows.update(owner="newer", attempts=2)
    assert record(run, [answered(item) for item in items(run)], owner="older") == 2
    assert states(run) == [RowState.DONE, RowState.DONE]


def test_record_scores_gives_back_what_a_reply_leaves_out(run):
    first, second = items(run)
    assert record(run, [answered(first)]) == 1
    assert states(run) == [RowState.DONE, RowState.QUEUED]
    run.rows.filter(item=second).update(state=RowState.SENT, attempts=3, owner="last")
    record(run, [answered(first)], owner="last")
    assert run.rows.get(item=second).error_code == "not_answered"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        pytest.param({"error": {"code": "too_long", "message": "Too long."}}, "too_long", id="error"),
        pytest.param({"saliency": saliency([0.5])}, "wrong_length", id="wrong number of tokens"),
        pytest.param({"prediction": None}, "incomplete", id="half a result"),
    ],
)
def test_record_scores_keeps_the_reason_of_a_failed_item(run, change, code):
    first, second = items(run)
    record(run, [answered(first, **change), answered(second)])
    assert states(run) == [RowState.FAILED, RowState.DONE]
    assert run.rows.get(item=first).error["code"] == code
    recording.advance(run_id=run.pk)
    run.refresh_from_db()
    assert run.state == RunState.DONE


def test_record_scores_ignores_strangers_and_cancelled_runs(run):
    stranger = make_original(run.benchmark)
    assert record(run, [answered(stranger)], owner="x") == 0
    Run.objects.update(state=RunState.CANCELLED)
    assert record(run, [answered(item) for item in items(run)]) == 0
    assert states(run) == [RowState.SENT, RowState.SENT]


def test_record_failure_tries_again_alone_then_fails(run):
    owner = run.rows.values_list("owner", flat=True)[0]
    assert recording.record_failure(run_id=run.pk, owner="another attempt") == 0
    assert recording.record_failure(run_id=run.pk, owner=owner) == 2
    assert states(run) == [RowState.QUEUED, RowState.QUEUED]
    for attempt in (2, 3):
        dispatch.send_queued(run_id=run.pk)
        owners = list(run.rows.values_list("owner", flat=True))
        assert len(set(owners)) == 2
        assert set(run.rows.values_list("attempts", flat=True)) == {attempt}
        for owner in owners:
            assert recording.record_failure(run_id=run.pk, owner=owner) == 1
    assert states(run) == [RowState.FAILED, RowState.FAILED]
    recording.advance(run_id=run.pk)
    run.refresh_from_db()
    assert (run.state, run.error["code"]) == (RunState.FAILED, "worker_failed")
    assert "3 times" in run.error["message"]
    assert run.finished_at is not None


def test_a_failed_standing_run_goes_on_with_the_next_pair(run):
    run.rows.update(state=RowState.FAILED, error_code="x", error_message="y")
    assert recording.close_run(run_id=run.pk)
    make_pair(run.benchmark)
    collecting.collect_pairs(benchmark=run.benchmark)
    run.refresh_from_db()
    assert (run.state, run.error) == (RunState.QUEUED, None)


def test_recover_lost_waits_while_no_worker_is_there(run):
    past = timezone.now() - timedelta(hours=1)
    run.rows.update(lease_until=past, sent_at=past)
    assert dispatch.recover_lost() == 0
    assert states(run) == [RowState.SENT, RowState.SENT]
    assert all(row.lease_until > timezone.now() for row in run.rows.all())


def test_close_run_waits_for_open_rows_and_closes_once(run):
    assert not recording.close_run(run_id=run.pk)
    record(run, [answered(item) for item in items(run)])
    assert recording.close_run(run_id=run.pk)
    assert not recording.close_run(run_id=run.pk)


def test_the_last_rows_of_a_requested_run_store_its_report():
    benchmark = make_benchmark(methods=["attention"])
    make_model()
    make_pair(benchmark)
    (run,) = start_runs(
        benchmark=benchmark, model_name="tiny-en", methods=["attention"], person=make_person()
    )
    make_pair(benchmark)
    assert (run.kind, run.pairs.count()) == (Kind.REQUESTED, 1)
    tasks.advance(run.pk)
    tasks.record_scores(reply(run, [answered(item) for item in items(run)]), owner="")
    run.refresh_from_db()
    assert run.state == RunState.DONE
    assert run.report["rows"][-1]["pairs"] == 1
    assert run.report["recipe"]["benchmark"] == benchmark.slug


def test_the_sweep_collects_and_sends_what_no_message_announced():
    benchmark = make_benchmark(methods=["attention"])
    make_model()
    make_pair(benchmark)
    tasks.sweep()
    assert set(RunItem.objects.values_list("state", flat=True)) == {RowState.SENT}
    assert Run.objects.get().state == RunState.RUNNING
    RunItem.objects.update(state=RowState.DONE)
    tasks.sweep()
    assert Run.objects.get().state == RunState.DONE


def test_cancel_run_stops_sending():
    benchmark = make_benchmark(methods=["attention"])
    make_model()
    make_pair(benchmark)
    (run,) = start_runs(
        benchmark=benchmark, model_name="tiny-en", methods=["attention"], person=make_person()
    )
    cancel_run(run=run)
    assert dispatch.send_queued(run_id=run.pk) == 0
    tasks.sweep()
    assert set(states(run)) == {RowState.QUEUED}


def test_a_check_up_goes_before_the_items_that_wait(taken, django_capture_on_commit_callbacks):
    """A standing run goes before a requested one, and what somebody waits for before both."""
    cache.set("workers:queues", ["cpu"], 60)
    cache.set("workers:by_queue", {"cpu": 1}, 60)
    benchmark = make_benchmark(methods=["attention"])
    make_model()
    make_pair(benchmark)
    (requested,) = start_runs(
        benchmark=benchmark, model_name="tiny-en", methods=["attention"], person=make_person()
    )
    with django_capture_on_commit_callbacks(execute=True):
        dispatch.send_queued(run_id=requested.pk)
        (standing,) = collecting.collect_pairs(benchmark=benchmark)
        dispatch.send_queued(run_id=standing.pk)
        registry.ask_check_up(name="tiny-en")
    names = [(message.headers["task"], message.payload[0][0].get("run")) for message in taken("cpu")]
    assert names == [
        ("worker.check_up", None),
        ("worker.score_instances", str(standing.pk)),
        ("worker.score_instances", str(requested.pk)),
    ]
