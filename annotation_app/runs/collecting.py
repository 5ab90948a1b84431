"""Which pairs a run holds: requested runs take what is finished, standing ones whatever finishes."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.db import connection, transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

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
    for model in queries.models_that_fill().filter(enabled=True).order_by("pk"):
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
        keys = list(queries.pairs_new_to(run).values_list("pk", flat=True)[:CHUNK])
        if not keys:
            return False
        add_pairs(run, Perturbation.objects.filter(pk__in=keys))
        run.state, run.finished_at = RunState.QUEUED, None
        run.error_code = run.error_message = ""
        run.save(update_fields=["state", "finished_at", "error_code", "error_message", "updated_at"])
    return True


def add_pairs(run: Run, pairs: QuerySet[Perturbation]) -> int:
    """Give a run more pairs: a row for each item it has not, and the pair itself. Returns how many were new.

    Two statements, however many pairs: they never leave the database. Rows are numbered in the order of the
    pairs, an original before what was made of it.
    """
    chosen, given = pairs.order_by().values_list("pk", "original_id", "item_id").query.sql_with_params()
    items = f"""
        SELECT item, min(place) AS place
        FROM (
            SELECT original AS item, 2 * pair AS place FROM ({chosen}) AS pairs (pair, original, perturbed)
            UNION ALL
            SELECT perturbed, 2 * pair + 1 FROM ({chosen}) AS pairs (pair, original, perturbed)
        ) AS halves
        GROUP BY item ORDER BY place
    """  # noqa: S608 - all values are parameters
    joined = f"""
        SELECT pair, first.id AS original, second.id AS perturbed
        FROM ({chosen}) AS pairs (pair, original, perturbed)
        JOIN {RunItem._meta.db_table} AS first ON first.run_id = %s AND first.item_id = original
        JOIN {RunItem._meta.db_table} AS second ON second.run_id = %s AND second.item_id = perturbed
        ORDER BY pair
    """  # noqa: S608 - all values are parameters
    _insert(RunItem, {"run_id": run.pk}, {"item_id": "item"}, items, [*given, *given])
    columns = {"perturbation_id": "pair", "original_id": "original", "perturbed_id": "perturbed"}
    return _insert(RunPair, {"run_id": run.pk}, columns, joined, [*given, run.pk, run.pk])


def _insert(
    model: type[Model],
    values: dict[str, object],
    columns: dict[str, str],
    source: str,
    params: Sequence[Any],
) -> int:
    """Insert what a query selects, rows that are there already left as they are. Returns how many were new.

    values: the same for each row. columns: by attribute, the query's column. Other fields get their defaults.
    """
    names, selected, own = [], [], list[Any]()
    for field in model._meta.concrete_fields:
        if field.primary_key:
            continue
        names.append(connection.ops.quote_name(str(field.column)))
        if field.attname in columns:
            selected.append(columns[field.attname])
            continue
        selected.append("%s")
        value = values.get(field.attname, field.get_default())
        if getattr(field, "auto_now", False) or getattr(field, "auto_now_add", False):
            value = timezone.now()
        own.append(field.get_db_prep_save(value, connection))
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {model._meta.db_table} ({', '.join(names)}) "  # noqa: S608 - see above
            f"SELECT {', '.join(selected)} FROM ({source}) AS source ON CONFLICT DO NOTHING",
            [*own, *params],
        )
        return int(cursor.rowcount)
