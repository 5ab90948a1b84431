"""The web side's task queue: recording scores, sweeping lost work, building releases. JSON only."""

import os
from typing import Any

from celery import Celery
from celery.schedules import crontab
from django.db import transaction

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_app.settings")

app = Celery("annotation_app")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.update(
    accept_content=["json"],
    task_serializer="json",
    result_serializer="json",
    task_ignore_result=True,
    task_default_queue="web",
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=1,
    broker_connection_retry_on_startup=True,
    beat_schedule={
        # A sweep that was not begun in time is dropped: the next one does the same.
        "sweep-runs": {"task": "runs.sweep", "schedule": 5.0, "options": {"expires": 5}},
        "sweep-releases": {"task": "releases.sweep", "schedule": 15.0, "options": {"expires": 15}},
        "sweep-imports": {"task": "items.sweep_imports", "schedule": 10.0, "options": {"expires": 10}},
        "send-digests": {"task": "work.send_digests", "schedule": crontab(hour=6, minute=0)},
    },
)
app.autodiscover_tasks()


def send_on_commit(name: str, *args: Any, **options: Any) -> None:
    """Send a task once what it works on is committed. options: of Celery's send_task, such as its queue.

    With the broker down nothing breaks: the row still says what waits, and a sweep finds it.
    """

    def send() -> None:  # a function, for Django names what failed by its __qualname__, which a partial lacks
        app.send_task(name, args=list(args), **options)

    transaction.on_commit(send, robust=True)
