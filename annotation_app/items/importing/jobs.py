"""An upload's way from the preview to the report, as the admins steer it.

The row is the truth and a message only a wake-up: `working.py` does the work, and the sweep finds what waits.
"""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from annotation_app.celery import send_on_commit
from annotation_app.core.errors import Invalid, NotAllowedInState
from annotation_app.items import rules
from annotation_app.items.importing.choices import Choices
from annotation_app.items.importing.reading import importer_of
from annotation_app.items.importing.uploads import bytes_kept
from annotation_app.items.models import Import, ImportChunk
from annotation_app.items.rules import ImportMode, ImportState

TASK = "items.work_on_import"
KEPT_DAYS = 7
CHOSEN = ("format", "encoding", "corpus", "licence", "dimension", "language", "columns", "mode", "seed")


@transaction.atomic
def start_import(*, report: Import, checks: bool, chosen: dict[str, Any]) -> Import:
    """Have an upload read through (checks) or stored, in the background.

    chosen: fields of CHOSEN. Raises: NotAllowedInState, Invalid (a format that is not known).
    """
    report = Import.objects.select_for_update().get(pk=report.pk)
    rules.check_may_start_import(ImportState(report.state), bytes_kept=bytes_kept(report))
    for name in CHOSEN:
        if name in chosen:
            setattr(report, name, chosen[name])
    importer_of(choices_of(report))
    if not checks and not report.corpus.strip():
        raise Invalid("Name the corpus.", errors={"corpus": ["Required."]})
    report.state = ImportState.CHECKING if checks else ImportState.QUEUED
    begin_again(report)
    report.owner, report.lease_until, report.attempts = "", None, 0
    report.stopping, report.error_code, report.error_message = False, "", ""
    report.started_at = report.finished_at = None
    report.save()
    wake(report)
    return report


def wake(report: Import) -> None:
    """Tell a worker; with the broker down, the sweep finds the import."""
    send_on_commit(TASK, report.pk)


def choices_of(report: Import) -> Choices:
    return Choices(
        format=report.format,
        corpus=report.corpus,
        file=report.file,
        licence=report.licence,
        dimension=report.dimension or None,
        language=report.language or None,
        all_or_nothing=report.mode == ImportMode.ALL_OR_NOTHING,
        encoding=report.encoding or None,
        columns=report.columns,
        seed=report.seed,
        wanted=report.wanted or None,
    )


def begin_again(report: Import) -> None:
    """Forget what an earlier passage found; the row is not saved here."""
    report.rows_left_out.all().delete()
    report.read = report.stored = report.near_duplicates = 0
    report.left_out, report.phenomena, report.sample, report.progress = {}, {}, [], {}


@transaction.atomic
def cancel_import(*, report: Import) -> Import:
    """Stop an import. What a batch has stored stays, except with all-or-nothing. A check only ends.

    Raises: NotAllowedInState (nothing is under way).
    """
    report = Import.objects.select_for_update().get(pk=report.pk)
    if report.state not in rules.AT_WORK:
        raise NotAllowedInState("Nothing is under way that could be cancelled.")
    if report.lease_until is not None and report.lease_until > timezone.now():
        report.stopping = True
    else:
        report.owner, report.state = "", _stopped_state(report)
        report.finished_at = timezone.now()
    report.save()
    return report


def _stopped_state(report: Import) -> ImportState:
    return ImportState.UPLOADED if report.state == ImportState.CHECKING else ImportState.CANCELLED


@transaction.atomic
def discard_upload(*, report: Import) -> None:
    """Forget an upload that nothing was stored from; of another, only its bytes.

    Raises: NotAllowedInState (it is under way).
    """
    report = Import.objects.select_for_update().get(pk=report.pk)
    if report.state in rules.AT_WORK:
        raise NotAllowedInState("The import is under way. Cancel it first.")
    if Import.objects.filter(upload=report, state__in=rules.AT_WORK).exists():
        raise NotAllowedInState("More of this upload is being imported. Wait for that, or cancel it.")
    kept = report.state == ImportState.DONE or report.items.exists()
    if kept or Import.objects.filter(upload=report).exists():
        report.chunks.all().delete()
        if report.state != ImportState.DONE:
            Import.objects.filter(pk=report.pk).update(state=ImportState.CANCELLED)
    else:
        report.delete()


def unfinished() -> list[int]:
    """Imports that wait: nobody heard of them, or whoever worked on them is lost."""
    now = timezone.now()
    waits = Q(lease_until__isnull=True, updated_at__lt=now - timedelta(seconds=5)) | Q(lease_until__lt=now)
    rows = Import.objects.filter(waits, state__in=rules.AT_WORK).order_by(F("pk"))
    return list(rows.values_list("pk", flat=True))


def forget_old_uploads() -> int:
    """Remove the bytes of uploads that nobody went on with for a week. Returns how many rows went."""
    old = timezone.now() - timedelta(days=KEPT_DAYS)
    given_up = (ImportState.UPLOADED, ImportState.CHECKED, ImportState.FAILED, ImportState.CANCELLED)
    rows = ImportChunk.objects.filter(upload__state__in=given_up, upload__updated_at__lt=old)
    return rows.delete()[0]
