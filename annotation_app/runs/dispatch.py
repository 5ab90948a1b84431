"""Sending items to the worker and getting back what was lost on the way.

The row is the truth and the message a wake-up: whatever happens to messages, `runs.sweep` finds rows whose
lease ran out, asks the workers what they are at, and sends again what nobody has.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from annotation_app.celery import app
from annotation_app.items.models import Item
from annotation_app.runs import presence, queries, rules
from annotation_app.runs.models import Run, RunItem
from annotation_app.runs.rules import Kind, LeaseVerdict, RowState, RunState
from worker.types import TASK_SCORE_INSTANCES, Instance, MethodRef, ModelRef, ScoreRequest

LOST = "The worker stopped while it had this item, {attempts} times. Its log says why."


def instance_of(item: Item) -> Instance:
    """An item as a model reads it. Raises ValueError if its tokens don't fit its text."""
    return Instance(
        id=str(item.pk),
        text=item.text,
        tokens=tuple(zip(item.token_starts, item.token_ends, strict=True)),
        mask=item.mask,
        answer=item.golden_answer,
        language=item.language,
    )


def send_queued(*, run_id: int) -> int:
    """Send a run's waiting rows, as many as may be under way at once. Returns how many were sent.

    Workers are asked for only where there is more to send than one of them needs, and before anything is
    locked: the answer may take a second.
    """
    waiting = Run.objects.filter(pk=run_id, state__in=rules.OPEN_RUN).first()
    if waiting is None:
        return 0
    some = waiting.rows.filter(state=RowState.QUEUED)[: rules.IN_FLIGHT + 1].count()
    workers = presence.workers_on(waiting.queue) if some > rules.IN_FLIGHT else 1
    return _send_rows(run_id, workers)


@transaction.atomic
def _send_rows(run_id: int, workers: int) -> int:
    run = Run.objects.select_for_update(of=("self",)).select_related("model").get(pk=run_id)
    if run.state not in rules.OPEN_RUN:
        return 0
    room = rules.in_flight(run.queue, workers) - run.rows.filter(state=RowState.SENT).count()
    rows = queries.rows_to_send(run, room)
    size = rules.batch_size(run.queue)
    for batch in rules.batches(rows, [row.attempts for row in rows], size=size):
        _send_batch(run, batch)
    if rows and run.state != RunState.RUNNING:
        run.state, run.started_at = RunState.RUNNING, timezone.now()
        run.save(update_fields=["state", "started_at", "updated_at"])
    return len(rows)


def _send_batch(run: Run, rows: Sequence[RunItem]) -> None:
    instances, sound = [], []
    for row in rows:
        try:
            instances.append(instance_of(row.item))
        except ValueError as error:
            fail_rows(RunItem.objects.filter(pk=row.pk), "broken_item", f"The item can't be read: {error}.")
        else:
            sound.append(row.pk)
    if not sound:
        return
    owner, now = str(uuid4()), timezone.now()
    RunItem.objects.filter(pk__in=sound).update(
        state=RowState.SENT,
        attempts=F("attempts") + 1,
        owner=owner,
        sent_at=now,
        lease_until=now + timedelta(seconds=rules.LEASE_SECONDS),
        updated_at=now,
    )
    request = ScoreRequest(
        run=str(run.pk),
        model=ModelRef(name=run.model_name, source=run.source, revision=run.revision, dtype=run.dtype),
        method=MethodRef(name=run.method, settings=run.method_settings),
        instances=tuple(instances),
    )
    # Robust: a broker that is down must not undo what is saved; the lease brings the batch back.
    send = partial(
        _send, request.to_json(), owner=owner, queue=run.queue, priority=rules.PRIORITY[Kind(run.kind)]
    )
    transaction.on_commit(send, robust=True)


def _send(payload: dict[str, Any], *, owner: str, queue: str, priority: int) -> None:
    app.send_task(
        TASK_SCORE_INSTANCES,
        args=[payload],
        queue=queue,
        priority=priority,
        task_id=owner,
        link=app.signature("runs.record_scores", kwargs={"owner": owner}, queue="web"),
        link_error=app.signature(
            "runs.record_failure", args=[payload["run"], owner], queue="web", immutable=True
        ),
    )


def fail_rows(rows: Any, code: str, message: str) -> None:
    """End rows without a result, with a reason."""
    now = timezone.now()
    rows.update(
        state=RowState.FAILED, error_code=code, error_message=message, finished_at=now, updated_at=now
    )


def give_back(rows: Iterable[RunItem], *, code: str, message: str) -> None:
    """Rows that came to nothing wait for another attempt; those that had their attempts fail."""
    for row in rows:
        kept = RunItem.objects.filter(pk=row.pk, state=RowState.SENT, owner=row.owner)
        if row.attempts >= rules.ATTEMPTS:
            fail_rows(kept, code, message.format(attempts=row.attempts))
        else:
            kept.update(state=RowState.QUEUED, updated_at=timezone.now())


def recover_lost() -> int:
    """Ask after rows whose lease ran out; give back what no worker has. Returns how many were given back."""
    overdue: dict[str, list[Any]] = defaultdict(list)
    for row in queries.rows_overdue():
        facts: Any = row
        overdue[facts.queue].append(row)
    lost = 0
    for queue, rows in overdue.items():
        alive = presence.serves(queue)
        at_work = presence.batches_at_work() if alive else frozenset()
        waiting = sum(map(presence.messages_waiting, (queue, "web"))) if alive else 0
        lost += sum(_settle(row, alive, at_work, waiting) for row in rows)
    return lost


def _settle(row: Any, alive: bool, at_work: frozenset[str], waiting: int) -> bool:
    now = timezone.now()
    verdict = rules.judge_lease(
        worker_alive=alive,
        at_work=row.owner in at_work,
        waiting=waiting,
        age_seconds=(now - row.sent_at).total_seconds(),
        attempts=row.attempts,
    )
    if verdict is not LeaseVerdict.WAIT:
        give_back([row], code="worker_lost", message=LOST)
        return True
    lease_until = now + timedelta(seconds=rules.LEASE_SECONDS)
    kept = RunItem.objects.filter(pk=row.pk, state=RowState.SENT, owner=row.owner)
    kept.update(lease_until=lease_until, updated_at=now)
    return False
