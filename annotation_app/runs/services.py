from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark
from annotation_app.celery import send_on_commit
from annotation_app.core.errors import Invalid
from annotation_app.perturbations.models import Perturbation
from annotation_app.perturbations.queries import finished_pairs
from annotation_app.runs import collecting, estimating, queries, rules
from annotation_app.runs.models import Estimate, LanguageModel, Run
from annotation_app.runs.rules import Kind, RunState, Scope
from worker.types import QUEUE_CPU, ModelKind

EVERYTHING = Scope()
Parts = Callable[[], Iterable[QuerySet[Perturbation]]]


@transaction.atomic
def register_model(
    *,
    name: str,
    source: str,
    revision: str,
    languages: Sequence[str],
    licence: str = "",
    parameters: int | None = None,
    kind: ModelKind = ModelKind.MASKED,
) -> LanguageModel:
    """Offer a language model, or say anew where it is. Switched on or off, it stays as it was.

    A new revision is scored anew: standing runs belong to a revision. Raises: Invalid (no language).
    """
    if not languages:
        raise Invalid("Say which languages the model speaks.", errors={"languages": ["Name at least one."]})
    facts = {
        "source": source,
        "revision": revision,
        "languages": list(languages),
        "licence": licence,
        "parameters": parameters,
        "kind": kind,
    }
    model, _ = LanguageModel.objects.update_or_create(name=name, defaults=facts)
    return model


@transaction.atomic
def start_runs(
    *,
    benchmark: Benchmark,
    model_name: str,
    methods: Sequence[str],
    person: User,
    queue: str = QUEUE_CPU,
    dtype: str = "float32",
    scope: Scope = EVERYTHING,
    parts: Parts | None = None,
) -> list[Run]:
    """Freeze pairs and score them with each method, one run a method.

    The pairs: those of parts, or all that are finished now, of which the scope's filters let pass, in a
    language of the model. parts: gives them some at a time, each original with all of its pairs. Raises:
    Invalid (unknown or disabled model, method not in the settings, nothing to score).
    """
    model = model_called(model_name)
    chosen = chosen_parts(benchmark, model, scope, parts)
    rules.check_may_start(
        enabled=model.enabled,
        methods=methods,
        offered=benchmark.settings.methods,
        pairs=any(part.exists() for part in chosen()),
        classifies=model.kind == ModelKind.CLASSIFICATION,
    )
    runs = []
    for method in methods:
        run = Run.objects.create(
            benchmark=benchmark,
            model=model,
            source=model.source,
            revision=model.revision,
            method=method,
            kind=Kind.REQUESTED,
            queue=queue,
            dtype=dtype,
            scope=scope.to_json(),
            person=person,
        )
        for part in chosen():
            collecting.add_pairs(run, part)
        if dtype in rules.HALF:
            estimating.ask_deviation(run)
        send_on_commit("runs.advance", run.pk)
        runs.append(run)
    return runs


@transaction.atomic
def start_all_runs(
    *, benchmark: Benchmark, model_names: Sequence[str], person: User, **asked: Any
) -> list[Run]:
    """Start the runs of several models, all or none; the rest as of start_runs."""
    return [
        run
        for name in dict.fromkeys(model_names)
        for run in start_runs(benchmark=benchmark, model_name=name, person=person, **asked)
    ]


@transaction.atomic
def ask_estimate(
    *,
    benchmark: Benchmark,
    model_names: Sequence[str],
    methods: Sequence[str],
    person: User,
    queue: str = QUEUE_CPU,
    dtype: str = "float32",
    scope: Scope = EVERYTHING,
    parts: Parts | None = None,
) -> Estimate:
    """Have a few of the items that runs would score measured, by each model and method.

    The arguments and what is raised: as of start_runs.
    """
    estimate = estimating.new_estimate(
        benchmark=benchmark, person=person, scope=scope, queue=queue, dtype=dtype
    )
    for name in dict.fromkeys(model_names):
        model = model_called(name)
        chosen = chosen_parts(benchmark, model, scope, parts)
        instances = sum(map(queries.instances_of, chosen()))
        rules.check_may_start(
            enabled=model.enabled,
            methods=methods,
            offered=benchmark.settings.methods,
            pairs=instances,
            classifies=model.kind == ModelKind.CLASSIFICATION,
        )
        keys = queries.sample_of(chosen(), rules.SAMPLE)
        estimating.measure_part(
            estimate=estimate, model=model, methods=methods, instances=instances, keys=keys
        )
    return queries.estimates_of(benchmark).get(pk=estimate.pk)


def model_called(name: str) -> LanguageModel:
    """The model of this name. Raises: Invalid."""
    model = LanguageModel.objects.filter(name=name).first()
    if model is None:
        raise Invalid(f"There is no model called {name}.", errors={"model": ["Unknown."]})
    return model


def chosen_parts(benchmark: Benchmark, model: LanguageModel, scope: Scope, parts: Parts | None) -> Parts:
    """The pairs a run of this model would score, as start_runs chooses them, some at a time."""

    def chosen() -> Iterator[QuerySet[Perturbation]]:
        for part in parts() if parts else (finished_pairs(benchmark),):
            yield queries.within(scope, queries.spoken_by(model, part))

    return chosen


@transaction.atomic
def cancel_run(*, run: Run) -> Run:
    """Stop a requested run: nothing more is sent, and what is under way is not recorded.

    Raises: NotAllowedInState (a standing run, or one that has ended).
    """
    run = Run.objects.select_for_update(of=("self",)).select_related("model").defer("report").get(pk=run.pk)
    rules.check_may_cancel(kind=Kind(run.kind), state=RunState(run.state))
    run.state, run.finished_at = RunState.CANCELLED, timezone.now()
    run.save(update_fields=["state", "finished_at", "updated_at"])
    return run
