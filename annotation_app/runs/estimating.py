"""How long runs would take, measured on a sample; and how far half precision is off."""

from collections.abc import Sequence
from functools import partial
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark
from annotation_app.celery import app
from annotation_app.items.models import Item
from annotation_app.perturbations.models import Perturbation
from annotation_app.runs import queries, rules
from annotation_app.runs.dispatch import instance_of
from annotation_app.runs.models import Estimate, EstimatePart, LanguageModel, Run
from annotation_app.runs.rules import PartState, Scope
from worker.trial_types import MethodSpeed, SpeedReply, SpeedRequest
from worker.types import TASK_MEASURE_SPEED, Instance, MethodRef, ModelRef

BROKE = "The worker broke on the sample. Its log says why, under the task {owner}."
LOST = "No worker answered in time. See whether one runs, then ask again."


def measure_part(
    *, estimate: Estimate, model: LanguageModel, methods: Sequence[str], instances: int, keys: Sequence[int]
) -> None:
    """Have a worker score the items of some pairs by each method. instances: how many a run would score."""
    sample, owner = instances_of(keys, rules.SAMPLE), str(uuid4())
    for method in methods:
        EstimatePart.objects.create(
            estimate=estimate,
            model=model,
            method=method,
            owner=owner,
            instances=instances,
            sample=len(sample),
        )
    request = SpeedRequest(
        model=ModelRef(model.name, model.source, model.revision, estimate.dtype),
        methods=tuple(MethodRef(method) for method in methods),
        instances=sample,
    )
    send = partial(_send, request.to_json(), owner=owner, queue=estimate.queue, to="estimate")
    transaction.on_commit(send, robust=True)


def new_estimate(*, benchmark: Benchmark, person: User, scope: Scope, queue: str, dtype: str) -> Estimate:
    return Estimate.objects.create(
        benchmark=benchmark, person=person, scope=scope.to_json(), queue=queue, dtype=dtype
    )


def ask_deviation(run: Run) -> None:
    """Have a worker score some of a run's items in float32 as well, and say how far apart the two are."""
    rows = run.rows.select_related("item").order_by("pk")[: rules.DEVIATION_ITEMS]
    request = SpeedRequest(
        model=ModelRef(run.model_name, run.source, run.revision, run.dtype),
        methods=(MethodRef(run.method, run.method_settings),),
        instances=sound([row.item for row in rows]),
    )
    send = partial(_send, request.to_json(), owner=str(run.pk), queue=run.queue, to="deviation")
    transaction.on_commit(send, robust=True)


def instances_of(keys: Sequence[int], size: int) -> tuple[Instance, ...]:
    """Items of some pairs as a model reads them, originals and perturbed ones in turn."""
    pairs = Perturbation.objects.filter(pk__in=keys).select_related("original", "item").order_by("pk")
    items = {item.pk: item for pair in pairs for item in (pair.original, pair.item)}
    return sound(list(items.values())[:size])


def sound(items: Sequence[Item]) -> tuple[Instance, ...]:
    """Those of some items that a model can read; the others fail in the run, each with its reason."""
    found = []
    for item in items:
        try:
            found.append(instance_of(item))
        except ValueError:
            continue
    return tuple(found)


def _send(payload: dict[str, Any], *, owner: str, queue: str, to: str) -> None:
    app.send_task(
        TASK_MEASURE_SPEED,
        args=[payload],
        queue=queue,
        link=app.signature(f"runs.record_{to}", kwargs={"owner": owner}, queue="web"),
        link_error=app.signature(f"runs.record_{to}_failure", args=[owner], queue="web", immutable=True),
    )


@transaction.atomic
def record_estimate(*, reply: SpeedReply, owner: str) -> int:
    """Store what the methods of one model take, each once. Returns how many were new."""
    found = {speed.method.name: speed for speed in reply.speeds}
    parts = EstimatePart.objects.select_for_update().filter(owner=owner, state=PartState.WAITING)
    for part in parts:
        _store(part, found.get(part.method), reply.load_seconds)
    return len(parts)


def _store(part: EstimatePart, speed: MethodSpeed | None, load_seconds: float | None) -> None:
    part.load_seconds = load_seconds
    if speed is None or speed.seconds_per_instance is None:
        error = speed.error if speed else None
        part.state = PartState.FAILED
        part.error_code = error.code if error else "not_answered"
        part.error_message = error.message if error else "The worker answered without this method."
    else:
        part.state, part.seconds_per_instance = PartState.READY, speed.seconds_per_instance
        part.deviation = speed.deviation.to_json() if speed.deviation else None
    part.save()


@transaction.atomic
def record_estimate_failure(*, owner: str) -> int:
    """A measurement broke in the worker. Returns how many parts it was for."""
    parts = EstimatePart.objects.filter(owner=owner, state=PartState.WAITING)
    return parts.update(
        state=PartState.FAILED,
        error_code="worker_failed",
        error_message=BROKE.format(owner=owner),
        updated_at=timezone.now(),
    )


@transaction.atomic
def end_lost_estimates() -> int:
    """Fail parts of estimates that nobody will answer any more. Returns how many."""
    return queries.overdue_estimate_parts(rules.ESTIMATE_SECONDS).update(
        state=PartState.FAILED, error_code="not_measured", error_message=LOST, updated_at=timezone.now()
    )


@transaction.atomic
def forget_old_estimates() -> int:
    """Delete estimates that have outlived their question, with their parts. Returns how many."""
    old = queries.outlived_estimates(rules.ESTIMATE_KEPT_DAYS)
    _, deleted = old.delete()
    return deleted.get(Estimate._meta.label, 0)


def record_deviation(*, reply: SpeedReply, owner: str) -> None:
    """Keep with a run how far half precision moved its first items."""
    (speed,) = reply.speeds
    if speed.deviation is not None:
        Run.objects.filter(pk=int(owner)).update(deviation=speed.deviation.to_json())
