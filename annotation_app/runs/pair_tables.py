"""A run's table of pairs: made from its stored scores once, read back as often as somebody looks at it.

A small one is made when it is asked for; a large one in the background, and until it is there the one before
answers.
"""

import io
import time
import zlib
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, NamedTuple

import numpy as np
from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from annotation_app.celery import send_on_commit
from annotation_app.runs import queries
from annotation_app.runs.models import Run, RunItem, RunPair, RunTable, RunTableColumn
from annotation_app.runs.rules import SMALL_TABLE, TABLE_PATIENCE_SECONDS, RowState
from worker.metrics.pair_table import PairTable
from worker.metrics.pair_table_builder import PairTableBuilder
from worker.metrics.report import METRIC_VERSION

GAPS = "gaps"
FAILED = "report_failed"
PATIENCE_SECONDS = 3  # of somebody who waits for several tables


class Standing(NamedTuple):
    """What can be had of a run's table. fingerprint: of the table that is there, empty without one.

    current: it holds all that came back. error: why the newest could not be made.
    """

    fingerprint: str
    current: bool
    error: dict[str, str] | None


def fingerprints(runs: Sequence[Run]) -> dict[int, str]:
    """What tells whether a table is current: done rows never change, so their number does. Two queries."""
    found = dict.fromkeys((run.pk for run in runs), (0, 0))
    done, failed = (Count("pk", filter=Q(state=state)) for state in (RowState.DONE, RowState.FAILED))
    rows = RunItem.objects.filter(run__in=found).order_by().values_list("run")
    found |= {run: (number, broken) for run, number, broken in rows.annotate(done=done, failed=failed)}
    pairs = dict(RunPair.objects.filter(run__in=found).order_by().values_list("run").annotate(Count("pk")))
    return {
        run: f"{METRIC_VERSION}/{pairs.get(run, 0)}/{number}/{broken}"
        for run, (number, broken) in found.items()
    }


def standings(runs: Sequence[Run]) -> dict[int, Standing]:
    """Where each run's table stands, after asking for those that are not current. A constant query count,
    and a few more for each that is made now or asked for.
    """
    wanted = fingerprints(runs)
    tables = {table.run_id: table for table in RunTable.objects.filter(run__in=wanted)}
    until = time.monotonic() + PATIENCE_SECONDS
    return {run.pk: _standing(run, tables.get(run.pk), wanted[run.pk], until) for run in runs}


def standing_of(run: Run) -> Standing:
    """As standings, of one run."""
    return standings([run])[run.pk]


def table_of(run: Run) -> PairTable | None:
    """The table that is there, the current one or the one before it."""
    table = RunTable.objects.filter(run=run).exclude(fingerprint="").first()
    if table is None:
        return None
    stored = RunTableColumn.objects.filter(table=table).values_list("name", "content")
    columns = {name: _unpacked(content) for name, content in stored}
    return PairTable(
        groups=tuple((language, dimension) for language, dimension in table.facts["groups"]),
        types=tuple(table.facts["types"]),
        ratios=tuple(table.facts["ratios"]),
        gaps=columns.pop(GAPS),
        columns=columns,
    )


def make_table(run: Run) -> PairTable:
    """Make a run's table from its scores and keep it.

    Raises ValueError if a stored item, rationale or score does not fit the others; the reason is kept.
    """
    fingerprint = fingerprints([run])[run.pk]
    try:
        builder = PairTableBuilder()
        for record, keys in queries.keyed_pair_records(run):
            builder.add(record, keys)
        table = builder.finish()
    except ValueError as error:
        ending = {"error_code": FAILED, "error_message": str(error), "asked": fingerprint}
        RunTable.objects.update_or_create(run=run, defaults=ending)
        raise
    _keep(run, fingerprint, table)
    return table


def _standing(run: Run, table: RunTable | None, wanted: str, until: float) -> Standing:
    if table is not None and table.fingerprint == wanted:
        return Standing(wanted, current=True, error=None)
    before = table.fingerprint if table is not None else ""
    if table is not None and table.error is not None and table.asked == wanted:
        return Standing(before, current=False, error=table.error)
    if int(wanted.split("/")[1]) > SMALL_TABLE or time.monotonic() > until:
        _ask(run, wanted)
        return Standing(before, current=False, error=None)
    try:
        make_table(run)
    except ValueError as error:
        return Standing(before, current=False, error={"code": FAILED, "message": str(error)})
    return Standing(wanted, current=True, error=None)


def _ask(run: Run, wanted: str) -> None:
    """Send for a table, unless that was done lately."""
    now = timezone.now()
    with transaction.atomic():
        RunTable.objects.get_or_create(run=run)
        table = RunTable.objects.select_for_update().get(run=run)
        since = now - timedelta(seconds=TABLE_PATIENCE_SECONDS)
        if table.asked == wanted and table.asked_at is not None and table.asked_at > since:
            return
        table.asked, table.asked_at = wanted, now
        table.error_code = table.error_message = ""
        table.save()
        send_on_commit("runs.make_table", run.pk)


@transaction.atomic
def _keep(run: Run, fingerprint: str, made: PairTable) -> None:
    table, _ = RunTable.objects.select_for_update().get_or_create(run=run)
    table.fingerprint = fingerprint
    table.error_code = table.error_message = ""
    table.facts = {"groups": made.groups, "types": made.types, "ratios": made.ratios}
    table.save()
    table.columns.all().delete()
    for name, column in (*made.columns.items(), (GAPS, made.gaps)):
        RunTableColumn.objects.create(table=table, name=name, content=_packed(column))


def _packed(column: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, column, allow_pickle=False)
    return zlib.compress(file.getbuffer(), level=1)


def _unpacked(content: Any) -> Any:
    return np.load(io.BytesIO(zlib.decompress(content)), allow_pickle=False)
