"""Whether somebody is there to score: what the Celery workers answer when asked."""

from collections import Counter
from datetime import datetime
from typing import Any, NamedTuple

from django.core.cache import cache
from django.utils import timezone
from kombu.exceptions import ChannelError, OperationalError
from redis.exceptions import RedisError

from annotation_app.celery import app
from worker.types import QUEUE_CPU, QUEUE_GPU

PATIENCE = 1.0  # seconds for the workers to answer
REMEMBERED = 5  # seconds for which an answer is believed


class WorkerStatus(NamedTuple):
    """alive: a worker that scores answered just now. last_seen: when one last did, if ever."""

    alive: bool
    last_seen: datetime | None


def queues_served() -> frozenset[str]:
    """The queues that living workers take messages from. Asked at most once in a few seconds."""
    known = cache.get("workers:queues")
    if known is None:
        # Whoever answered last time is waited for; when all have, there is no need to sit the time out.
        answers = _ask("active_queues", limit=cache.get("workers:number"))
        known = [queue["name"] for queues in answers.values() for queue in queues]
        cache.set("workers:queues", known, REMEMBERED)
        cache.set("workers:by_queue", dict(Counter(known)), REMEMBERED + 1)
        if {QUEUE_CPU, QUEUE_GPU} & set(known):
            cache.set("workers:number", len(answers), 60)
            cache.set("workers:last_seen", timezone.now(), None)
        else:
            cache.delete("workers:number")
    return frozenset(known)


def serves(queue: str) -> bool:
    """Whether a living worker takes messages from this queue."""
    return queue in queues_served()


def workers_on(queue: str) -> int:
    """How many living workers take messages from this queue; none while the broker is down."""
    try:
        queues_served()
    except (OperationalError, RedisError):
        return 0
    return int((cache.get("workers:by_queue") or {}).get(queue, 0))


def worker_status() -> WorkerStatus:
    """Whether anybody scores. With the broker down nobody can, and a page about it still has to open."""
    try:
        alive = bool({QUEUE_CPU, QUEUE_GPU} & queues_served())
        return WorkerStatus(alive, cache.get("workers:last_seen"))
    except (OperationalError, RedisError):
        return WorkerStatus(alive=False, last_seen=None)


class Health(NamedTuple):
    """What answers: the broker, a worker for the web side's tasks (imports, releases), one that scores.

    queues: those of cpu and gpu that are served.
    """

    broker: bool
    tasks: bool
    scoring: bool
    queues: tuple[str, ...] = ()


def health() -> Health:
    """Which parts of the server answer just now."""
    try:
        served = queues_served()
    except (OperationalError, RedisError):
        return Health(broker=False, tasks=False, scoring=False)
    return Health(
        broker=True,
        tasks=app.conf.task_default_queue in served,
        scoring=bool({QUEUE_CPU, QUEUE_GPU} & served),
        queues=tuple(sorted({QUEUE_CPU, QUEUE_GPU} & served)),
    )


def batches_at_work() -> frozenset[str]:
    """The tokens of the batches that workers compute or hold ready, or whose results are being recorded."""
    answers = [*_ask("active").values(), *_ask("reserved").values()]
    tasks = [task for answer in answers for task in answer]
    return frozenset([*(task["id"] for task in tasks), *(task["kwargs"].get("owner") for task in tasks)])


def messages_waiting(queue: str) -> int:
    """How many messages of a queue nobody has taken yet."""
    with app.connection_for_read() as connection:
        channel: Any = connection.default_channel
        try:
            return int(channel.queue_declare(queue, passive=True).message_count)
        except ChannelError:  # an empty queue does not exist
            return 0


def _ask(question: str, limit: int | None = None) -> dict[str, Any]:
    answers = app.control.broadcast(question, reply=True, timeout=PATIENCE, limit=limit) or []
    return {node: answer for reply in answers for node, answer in reply.items() if isinstance(answer, list)}
