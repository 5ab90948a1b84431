from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.core.cache import cache

from annotation_app.celery import app

REMEMBERED = ["workers:queues", "workers:number", "workers:last_seen", "runs:collected"]


@pytest.fixture(autouse=True)
def forget_workers() -> Iterator[None]:
    """What a test before has heard from workers does not count for this one."""
    cache.delete_many(REMEMBERED)
    yield
    cache.delete_many(REMEMBERED)


@pytest.fixture
def taken() -> Iterator[Callable[[str], list[Any]]]:
    """Takes all messages out of a queue: their arguments and headers."""

    def take(queue: str) -> list[Any]:
        found = []
        with (
            app.connection_for_write() as connection,
            connection.SimpleQueue(queue) as waiting,
            suppress(waiting.Empty),
        ):
            while True:
                found.append(waiting.get_nowait())
                found[-1].ack()
        return found

    for queue in ("cpu", "gpu", "web"):
        take(queue)
    yield take
    for queue in ("cpu", "gpu", "web"):
        take(queue)
