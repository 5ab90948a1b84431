"""Which pairs a run holds: requested runs take what is finished, standing ones whatever finishes."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.db import transaction

from annotation_app.benchmarks.models import Benchmark
from annotation_app.celery import app
from annotation_app.items.models import Item
from annotation_app.items.rules import State
from annotation_app.perturbations.models import Perturbation
from annotation_app.runs import queries
from annotation_app.runs.models import LanguageModel, Run, RunItem, RunPair
from annotation_app.runs.rules import Kind, RunState

CHUNK = 1000


def collect_when_accepted(*, item: Item, after: str, **event: Any) -> None:
    """An accepted item may finish a pair: look soon. The sweep looks again, should this message be lost."""
    if after == State.ACCEPTED:
        send = partial(app.send_task, "runs.collect", args=[item.benchmark_id])
        transaction.on_commit(send, robust=True)


def collect_pairs(*, benchmark: Benchmark) -> list[Run]:
    """Bring each enabled model's standing runs up to date. Returns the runs that got new pairs."""
    grown = []
    methods = benchmark.settings.methods
    for model in LanguageModel.objects.filter(enabled=True).order_by("pk"):
        for method in methods:
            run = _standing_run(benchmark, model, method)
            if run is not None and _grow(run):
                grown.append(run)
    return grown


def _standing_run(benchmark: Benchmark, model: LanguageModel, method: str) -> Run | None:
    """The run that collects for a model as it is now; none while there is nothing to collect."""
    identity = {
        "benchmark": benchmark,
        "model": model,
        "revision": model.revision,
        "method": method,
        "kind": Kind.STANDING,
    }
    run = Run.objects.filter(**identity).first()
    if run is not None or not queries.pairs_for(benchmark, model).exists():
        return run
    run, _ = Run.objects.get_or_create(**identity, defaults={"source": model.source})
    return run


def _grow(run: Run) -> bool:
    if not queries.pairs_new_to(run).exists():
        return False
    with transaction.atomic():
        run = Run.objects.select_for_update(of=("self",)).select_related("benchmark", "model").get(pk=run.pk)
        pairs = list(queries.pairs_new_to(run)[:CHUNK])
        if not pairs:
            return False
        add_pairs(run, pairs)
        run.state, run.finished_at = RunState.QUEUED, None
        run.error_code = run.error_message = ""
        run.save(update_fields=["state", "finished_at", "error_code", "error_message", "updated_at"])
    return True


def add_pairs(run: Run, pairs: Sequence[Perturbation]) -> None:
    """Give a run more pairs: a row for each item it has not, and the pair itself."""
    for at in range(0, len(pairs), CHUNK):
        part = pairs[at : at + CHUNK]
        items = list(dict.fromkeys(item for pair in part for item in (pair.original_id, pair.item_id)))
        RunItem.objects.bulk_create([RunItem(run=run, item_id=item) for item in items], ignore_conflicts=True)
        row = dict(RunItem.objects.filter(run=run, item__in=items).values_list("item", "pk"))
        RunPair.objects.bulk_create(
            [
                RunPair(
                    run=run,
                    perturbation=pair,
                    original_id=row[pair.original_id],
                    perturbed_id=row[pair.item_id],
                )
                for pair in part
            ],
            ignore_conflicts=True,
        )
