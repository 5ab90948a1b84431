"""What a worker does with an import: take it up, go through the file, tell how far it is, end it.

Whoever works on an import holds it by a token and a lease. Each write checks the token, so a worker that was
given up for lost can't store anything any more. Good records are committed batch by batch together with how
far the reading is: the next worker goes on from there.
"""

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

from django.db import DatabaseError, connection, transaction
from django.db.models import Q
from django.utils import timezone

from annotation_app.core.errors import DomainError
from annotation_app.items import rules
from annotation_app.items.importing import services
from annotation_app.items.importing.jobs import begin_again, choices_of
from annotation_app.items.importing.passage import Outcome
from annotation_app.items.importing.reading import Reader
from annotation_app.items.importing.uploads import opened
from annotation_app.items.models import Import, ImportChunk, LeftOut
from annotation_app.items.rules import ImportMode, ImportState

# Fetching and unpacking an upload takes longer than a batch.
FIRST_LEASE_SECONDS = 120
TOLD_EVERY = 0.7  # seconds


class LostImport(Exception):
    """Another worker took the import up meanwhile, or it was cancelled; this one's last batch is undone."""


def work_on(import_id: int) -> bool:
    """Do what an import waits for. Returns whether it was this worker that ended it."""
    report = _take_up(import_id)
    if report is None:
        return False
    try:
        with opened(report) as stream:
            outcome = _resumed(report, Reader(stream, choices_of(report)))
            _pass_through(report, outcome)
    except LostImport:
        return False
    except DomainError as error:
        return _end(report, state=ImportState.FAILED, error_code=error.code, error_message=error.detail)
    except (DatabaseError, OSError, ValueError) as error:
        lines = str(error).strip().splitlines() or [type(error).__name__]
        message = f"The import stopped: {lines[0].rstrip('.')}."
        return _end(report, state=ImportState.FAILED, error_code="import_failed", error_message=message)
    return True


def _take_up(import_id: int) -> Import | None:
    """The import with this worker's token on it, or None: it is done, or somebody else has it."""
    now = timezone.now()
    free = Q(lease_until__isnull=True) | Q(lease_until__lt=now)
    rows = Import.objects.filter(free, pk=import_id, state__in=rules.AT_WORK)
    with transaction.atomic():
        report = rows.select_for_update(skip_locked=True).first()
        if report is None:
            return None
        report.owner = str(uuid4())
        if report.attempts >= rules.IMPORT_ATTEMPTS:
            report.state, report.error_code, report.lease_until = ImportState.FAILED, "worker_lost", None
            report.error_message = (
                f"The worker stopped {report.attempts} times before it was done. See its log."
            )
            report.save()
            return None
        report.attempts += 1
        report.lease_until = now + timedelta(seconds=FIRST_LEASE_SECONDS)
        report.started_at = report.started_at or now
        if report.state == ImportState.QUEUED:
            report.state = ImportState.RUNNING
        report.save()
    return report


def _resumed(report: Import, reader: Reader) -> Outcome:
    """The outcome so far: of a lost worker's batches where they were committed, else nothing."""
    outcome = Outcome(report, reader)
    if report.state == ImportState.RUNNING and report.mode == ImportMode.KEEP_GOOD:
        outcome.consumed = report.progress.get("entries", 0)
        outcome.of_file = report.progress.get("of_file", 0)
        outcome.left_out, outcome.phenomena = Counter(report.left_out), Counter(report.phenomena)
        outcome.alike = report.near_duplicates
        outcome.listed = LeftOut.objects.filter(brought_in=report).count()
    else:
        with transaction.atomic():
            begin_again(report)
    return outcome


def _pass_through(report: Import, outcome: Outcome) -> None:
    if report.state == ImportState.CHECKING:
        services.check(outcome, follow=_now_and_then(partial(_tell, report)))
        state = ImportState.UPLOADED if outcome.stopped else ImportState.CHECKED
        _end(report, outcome, state=state)
        return
    if report.mode == ImportMode.KEEP_GOOD:
        services.store_by_batch(outcome, follow=partial(_tell, report))
        _end(report, outcome, state=ImportState.CANCELLED if outcome.stopped else ImportState.DONE)
        return
    with _beside() as beside, transaction.atomic():
        services.store_at_once(outcome, follow=_now_and_then(partial(_tell_beside, report, beside)))
        _end(report, outcome, state=ImportState.CANCELLED if outcome.stopped else ImportState.DONE)


def _facts(report: Import, outcome: Outcome) -> dict[str, Any]:
    """What the row says of an import that is under way."""
    services.note_result(outcome)
    return {name: getattr(report, name) for name in services.RESULT}


def _mine(report: Import) -> Any:
    return Import.objects.filter(pk=report.pk, owner=report.owner, state=report.state)


def _tell(report: Import, outcome: Outcome) -> bool:
    """Write how far it is, in the batch's own transaction. Returns whether to go on. Raises: LostImport."""
    facts, now = _facts(report, outcome), timezone.now()
    lease_until = now + timedelta(seconds=rules.IMPORT_LEASE_SECONDS)
    if not _mine(report).update(**facts, lease_until=lease_until, updated_at=now):
        raise LostImport
    return not Import.objects.values_list("stopping", flat=True).get(pk=report.pk)


@contextlib.contextmanager
def _beside() -> Iterator[Any]:
    """A second connection, which is heard while a long transaction runs on the first."""
    beside = connection.copy()
    try:
        yield beside
    finally:
        beside.close()


def _tell_beside(report: Import, beside: Any, outcome: Outcome) -> bool:
    """As `_tell`, beside the one transaction of an all-or-nothing import, which nobody sees yet."""
    query = (
        "UPDATE items_import SET progress = %s, read = %s, lease_until = %s, updated_at = %s "
        "WHERE id = %s AND owner = %s AND state = %s RETURNING stopping"
    )
    now = timezone.now()
    lease_until = now + timedelta(seconds=rules.IMPORT_LEASE_SECONDS)
    progress = connection.ops.adapt_json_value(services.progress_of(outcome), None)
    values = [progress, report.read, lease_until, now, report.pk, report.owner, str(report.state)]
    with beside.cursor() as cursor:
        cursor.execute(query, values)
        row = cursor.fetchone()
    if row is None:
        raise LostImport
    return not row[0]


def _now_and_then(tell: Callable[[Outcome], bool]) -> Callable[[Outcome], bool]:
    """At the first batch and then not more often than a person can see."""
    last: list[float] = []

    def follow(outcome: Outcome) -> bool:
        now = time.monotonic()
        if last and now - last[0] < TOLD_EVERY:
            return True
        last[:] = [now]
        return tell(outcome)

    return follow


def _end(report: Import, outcome: Outcome | None = None, **fields: Any) -> bool:
    """Close an import if it still is this worker's. Raises: LostImport if not, where there is an outcome."""
    now = timezone.now()
    facts = {} if outcome is None else _facts(report, outcome)
    with transaction.atomic():
        mine = _mine(report).update(**facts, **fields, lease_until=None, finished_at=now, updated_at=now)
        if not mine and outcome is not None:
            raise LostImport
        if mine and fields["state"] == ImportState.DONE and not report.phenomena:
            # A treebank's upload stays: more masks of what is missing may be asked for.
            ImportChunk.objects.filter(upload_id=report.pk).delete()
    return bool(mine)
