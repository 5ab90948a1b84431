"""The Celery application of the scoring worker: one task at a time, JSON only, nothing stored by Celery.

    celery -A worker.celery worker -Q cpu

CELERY_BROKER_URL names the broker. WHYBENCH_THREADS, if set, is the number of threads torch may use.
"""

import os
import threading
from typing import Any

# Set before transformers is imported, which reads it once: a worker asks no hub unless told that it may.
os.environ.setdefault("HF_HUB_OFFLINE", "0" if os.environ.get("WHYBENCH_ALLOW_HUB") == "1" else "1")
os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")  # the tokenizers' threads do not outlive a fork

from celery import Celery
from celery.signals import task_failure, worker_process_init

from worker import scoring
from worker.lm.errors import device_is_lost

LEAVE_SECONDS = 0.2  # time for the failure to be told
LOST_DEVICE = 70  # the exit status


def broker_url() -> str:
    """Return the broker's address. Raises RuntimeError if the environment has none, which stops the start."""
    url = os.environ.get("CELERY_BROKER_URL", "")
    if "://" not in url:
        raise RuntimeError("CELERY_BROKER_URL must name the broker, redis://localhost:6379/0 for example.")
    return url


def thread_count() -> int | None:
    """Return how many threads torch may use, None for its own choice. Raises RuntimeError for no number."""
    threads = os.environ.get("WHYBENCH_THREADS")
    if threads is not None and not (threads.isdecimal() and int(threads) > 0):
        raise RuntimeError("WHYBENCH_THREADS must be a whole number above 0.")
    return int(threads) if threads else None


THREADS = thread_count()
app = Celery("worker", broker=broker_url(), include=["worker.tasks"])
app.conf.update(
    accept_content=["json"],
    task_serializer="json",
    result_serializer="json",
    result_backend=None,
    task_ignore_result=True,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=1,
    task_default_queue="cpu",
    broker_connection_retry_on_startup=True,
    worker_hijack_root_logger=False,
)


@task_failure.connect
def leave_lost_device(exception: BaseException | None = None, **_: Any) -> None:
    """End this process after a task that lost its accelerator, which no later task could use.

    The failure is told as any other. The pool begins a new process, which finds the device again or says of
    each instance that it is not there; what this one takes in the meantime goes back to the queue.
    """
    if exception is not None and device_is_lost(exception):
        threading.Timer(LEAVE_SECONDS, os._exit, [LOST_DEVICE]).start()


@worker_process_init.connect
def warm_up(**_: Any) -> None:
    """Do the slow imports in a new worker process, so that its first item does not wait for them."""
    scoring.warm_up(threads=THREADS)
