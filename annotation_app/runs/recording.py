"""What comes back from the worker, stored once, and what follows when a run has all of it."""

from django.db import transaction
from django.utils import timezone

from annotation_app.runs import dispatch, rules
from annotation_app.runs.models import Run, RunItem
from annotation_app.runs.pair_tables import make_table
from annotation_app.runs.queries import row_counts
from annotation_app.runs.reporting import report_of
from annotation_app.runs.rules import Kind, RowState, RunState
from worker.types import InstanceScore, ScoreReply

NOT_ANSWERED = "The worker answered without this item, {attempts} times."
BROKE = "The worker broke on this item, {attempts} times. Its log says why, under the task {owner}."


@transaction.atomic
def record_scores(*, reply: ScoreReply, owner: str) -> int:
    """Store a batch's results, each row once, however often the batch comes. Returns how many were new.

    A result is as good from an attempt that was given up as from a later one, so any row still open takes it.
    owner: the token the batch was sent with; its rows that the reply leaves out wait for another attempt.
    """
    run = _lock(int(reply.run))
    if run.state not in rules.OPEN_RUN:
        return 0
    names = [int(score.instance) for score in reply.scores]
    rows = RunItem.objects.filter(run=run, item__in=names, state__in=rules.OPEN_ROW).select_related("item")
    open_rows = {str(row.item_id): row for row in rows}
    _note_worker(run, reply)
    for score in reply.scores:
        if score.instance in open_rows:
            _store(open_rows[score.instance], score)
    left_out = RunItem.objects.filter(run=run, owner=owner, state=RowState.SENT)
    dispatch.give_back(left_out, code="not_answered", message=NOT_ANSWERED)
    return len(open_rows)


@transaction.atomic
def record_failure(*, run_id: int, owner: str) -> int:
    """A whole batch broke: its rows wait for another attempt, each alone. Returns how many rows.

    Only rows whose latest attempt this was: a late message must not fail the attempt after it.
    """
    run = _lock(run_id)
    if run.state not in rules.OPEN_RUN:
        return 0
    rows = list(run.rows.filter(owner=owner, state=RowState.SENT))
    message = BROKE.replace("{owner}", owner)
    dispatch.give_back(rows, code="worker_failed", message=message)
    return len(rows)


def advance(*, run_id: int) -> None:
    """Send what waits; where nothing is left to wait for, close the run."""
    dispatch.send_queued(run_id=run_id)
    close_run(run_id=run_id)


def close_run(*, run_id: int) -> bool:
    """End a run without open rows; a requested one gets its report. Returns whether it ended now."""
    with transaction.atomic():
        run = _lock(run_id)
        if run.state not in rules.OPEN_RUN or run.rows.filter(state__in=rules.OPEN_ROW).exists():
            return False
        counts = row_counts(run)
        run.state = rules.judge_run(done=counts[RowState.DONE], failed=counts[RowState.FAILED])
        run.finished_at = timezone.now()
        if run.state == RunState.FAILED:
            first = (
                run.rows.filter(state=RowState.FAILED)
                .order_by("pk")
                .values_list("error_code", "error_message")[0]
            )
            run.error_code, run.error_message = first
        run.save(update_fields=["state", "finished_at", "error_code", "error_message", "updated_at"])
    if run.kind == Kind.REQUESTED and run.state == RunState.DONE:
        _store_report(run)
    return True


def _store_report(run: Run) -> None:
    try:
        make_table(run)
        report_of(run)
    except ValueError as error:
        Run.objects.filter(pk=run.pk).update(
            state=RunState.FAILED,
            error_code="report_failed",
            error_message=f"The scores are stored, but no report can be made of them: {error}.",
        )


def _lock(run_id: int) -> Run:
    return Run.objects.select_for_update(of=("self",)).defer("report").get(pk=run_id)


def _note_worker(run: Run, reply: ScoreReply) -> None:
    """Keep with the run each combination of versions and settings that answered, once."""
    stamp = {"model": reply.model.to_json(), "method": reply.method.to_json()}
    if stamp not in run.stamps:
        run.stamps = [*run.stamps, stamp]
        run.save(update_fields=["stamps", "updated_at"])


def _store(row: RunItem, score: InstanceScore) -> None:
    fault = _fault(row, score)
    row.state = RowState.FAILED if fault else RowState.DONE
    row.error_code, row.error_message = fault or ("", "")
    row.prediction = score.prediction.to_json() if score.prediction else None
    row.saliency = score.saliency.to_json() if score.saliency and _fits(row, score) else None
    row.finished_at = timezone.now()
    row.save(
        update_fields=[
            "state",
            "error_code",
            "error_message",
            "prediction",
            "saliency",
            "finished_at",
            "updated_at",
        ]
    )


def _fits(row: RunItem, score: InstanceScore) -> bool:
    return score.saliency is None or len(score.saliency.scores) == len(row.item.token_starts)


def _fault(row: RunItem, score: InstanceScore) -> tuple[str, str] | None:
    if score.error is not None:
        return score.error.code, score.error.message
    if not _fits(row, score):
        return "wrong_length", "The worker's saliency has another number of tokens than the item."
    if score.prediction is None or score.saliency is None:
        return "incomplete", "The worker sent neither an error nor a whole result."
    return None
