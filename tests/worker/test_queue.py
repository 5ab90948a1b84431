"""A real worker on the real broker: what it hands on when a task ends, well or badly."""

import json
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from celery import signature
from kombu.simple import SimpleQueue

from worker.celery import app
from worker.tasks import score_instances
from worker.types import Instance, MethodRef, ModelRef, ScoreReply, ScoreRequest

ROOT = Path(__file__).resolve().parents[2]
InstanceMaker = Callable[..., Instance]


@contextmanager
def serving(folder: Path, application: str, *options: str) -> Iterator[str]:
    """A queue that a worker process of its own serves; one that shares a process with Django's tasks would
    call their error callback instead of sending it on."""
    name = f"cpu-{uuid.uuid4().hex}"
    log = folder / "log"
    command = [sys.executable, "-m", "celery", "-A", application, "worker", "-Q", name, *options]
    command += ["-n", f"{name}@tests", "-l", "INFO", "--without-gossip", "--without-mingle"]
    with log.open("wb") as output:
        worker = subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT)
    try:
        deadline = time.monotonic() + 60
        while " ready." not in log.read_text(errors="replace"):
            if worker.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"The worker did not start:\n{log.read_text(errors='replace')[-2000:]}")
            time.sleep(0.1)
        yield name
    finally:
        worker.terminate()
        worker.wait(20)


@pytest.fixture(scope="module")
def scoring_queue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("worker"), "worker.celery", "-P", "solo") as name:
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


def test_a_process_that_lost_its_device_tells_so_and_makes_room_for_another(
    tmp_path: Path, web_queue: SimpleQueue
) -> None:
    told = tmp_path / "processes"

    def process(queue: str, before: int) -> list[str]:
        """Which processes answered, once there is one answer more."""
        app.send_task("tests.tell_process", [str(told)], queue=queue)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            found = told.read_text(encoding="utf-8").split() if told.exists() else []
            if len(found) > before:
                return found
            time.sleep(0.05)
        pytest.fail("no process answered")

    with serving(tmp_path, "tests.worker.losing_device", "-c", "1") as queue:
        answers = process(queue, 0)
        failed = signature("runs.record_failure", args=["run 1"], queue=web_queue.queue.name, immutable=True)
        app.send_task("tests.lose_device", queue=queue, link_error=failed)
        assert handed_on(web_queue) == ("runs.record_failure", ["run 1"])
        deadline = time.monotonic() + 60
        while len(set(answers)) == 1 and time.monotonic() < deadline:
            answers = process(queue, len(answers))
    assert len(set(answers)) == 2
