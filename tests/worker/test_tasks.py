import json
from collections.abc import Callable

import pytest
import torch

from worker import celery as worker_celery
from worker.tasks import score_instances
from worker.types import Instance, MethodRef, ModelRef, ScoreReply, ScoreRequest

InstanceMaker = Callable[..., Instance]


def test_score_instances_takes_and_gives_json(make_instance: InstanceMaker) -> None:
    instance = make_instance("Water is wet.", ["Water", "is", "wet", "."], (2, 3), "item 1")
    model = ModelRef("mini-mlm-en", "fixtures/models/mini-mlm-en")
    request = ScoreRequest("run 1", model, MethodRef("attention"), (instance,))
    answer = score_instances(json.loads(json.dumps(request.to_json())))
    reply = ScoreReply.from_json(json.loads(json.dumps(answer, allow_nan=False)))
    assert (reply.run, reply.method.name) == ("run 1", "attention")
    assert reply.method.settings["heads"] == "mean"
    assert reply.model.revision.startswith("sha256:")
    assert reply.model.torch_version == torch.__version__
    assert [score.instance for score in reply.scores] == ["item 1"]
    assert reply.scores[0].error is None
    assert reply.seconds > 0


def test_score_instances_refuses_what_is_no_request() -> None:
    with pytest.raises(ValueError, match="run: is missing"):
        score_instances({})


def test_task_is_safe_to_lose_and_keeps_nothing() -> None:
    assert score_instances.name == "worker.score_instances"
    assert score_instances.acks_late
    assert score_instances.reject_on_worker_lost
    settings = worker_celery.app.conf
    assert settings.worker_prefetch_multiplier == 1
    assert settings.accept_content == ["json"]
    assert settings.task_serializer == "json"
    assert settings.result_backend is None
    assert settings.task_ignore_result


def test_worker_does_not_start_without_a_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CELERY_BROKER_URL", "somewhere")
    with pytest.raises(RuntimeError, match="CELERY_BROKER_URL must name the broker"):
        worker_celery.broker_url()


def test_worker_takes_a_number_of_threads_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WHYBENCH_THREADS", "3")
    assert worker_celery.thread_count() == 3
    monkeypatch.delenv("WHYBENCH_THREADS")
    assert worker_celery.thread_count() is None
    monkeypatch.setenv("WHYBENCH_THREADS", "all")
    with pytest.raises(RuntimeError, match="WHYBENCH_THREADS must be a whole number"):
        worker_celery.thread_count()
