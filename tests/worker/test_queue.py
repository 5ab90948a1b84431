"""A real worker on the real broker: what it hands on when a task ends, well or badly."""

import json
import uuid
from collections.abc import Callable, Iterator
from queue import Empty
from typing import Any

import pytest
from celery import signature
from celery.contrib.testing.worker import start_worker
from kombu.simple import SimpleQueue

from worker.celery import app
from worker.tasks import score_instances
from worker.types import Instance, MethodRef, ModelRef, ScoreReply, ScoreRequest

InstanceMaker = Callable[..., Instance]


@pytest.fixture(scope="module")
def scoring_queue() -> Iterator[str]:
    name = f"cpu-{uuid.uuid4().hex}"

    with start_worker(app, pool="solo", queues=[name], perform_ping_check=False, loglevel="ERROR"):
        yield name


@pytest.fixture
def web_queue() -> Iterator[SimpleQueue]:
    with app.connection_for_read() as connection:
        queue = connection.SimpleQueue(f"web-{uuid.uuid4().hex}")
        yield queue
        queue.close()


def handed_on(queue: SimpleQueue) -> tuple[str, list[Any]]:
    """The name and arguments of the task that waits in a queue."""
    try:
        message = queue.get(timeout=30)
    except Empty:
        pytest.fail("nothing was handed on")
    message.ack()
    arguments, _, _ = json.loads(message.body)
    return message.headers["task"], arguments


def send(payload: dict[str, Any], scoring_queue: str, web_queue: SimpleQueue) -> None:
    web = web_queue.queue.name
    score_instances.apply_async(
        [payload],
        queue=scoring_queue,
        link=signature("runs.record_scores", queue=web),
        link_error=signature("runs.record_failure", args=["run 1", ["item 1"]], queue=web, immutable=True),
    )


def test_reply_is_handed_to_the_sender(
    scoring_queue: str, web_queue: SimpleQueue, make_instance: InstanceMaker
) -> None:
    instance = make_instance("Water is wet.", ["Water", "is", "wet", "."], (2, 3), "item 1")
    model = ModelRef("mini-mlm-en", "fixtures/models/mini-mlm-en")
    request = ScoreRequest("run 1", model, MethodRef("attention"), (instance,))
    send(request.to_json(), scoring_queue, web_queue)
    name, (reply,) = handed_on(web_queue)
    assert name == "runs.record_scores"
    assert [score.error for score in ScoreReply.from_json(reply).scores] == [None]


def test_failure_is_handed_to_the_sender(scoring_queue: str, web_queue: SimpleQueue) -> None:
    send({"run": 1}, scoring_queue, web_queue)
    assert handed_on(web_queue) == ("runs.record_failure", ["run 1", ["item 1"]])
