from collections.abc import Sequence
from functools import partial

from django.db import transaction
from django.utils import timezone

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark
from annotation_app.celery import app
from annotation_app.core.errors import Invalid
from annotation_app.runs import collecting, queries, rules
from annotation_app.runs.models import LanguageModel, Run
from annotation_app.runs.rules import Kind, RunState
from worker.types import QUEUE_CPU


@transaction.atomic
def register_model(
    *,
    name: str,
    source: str,
    revision: str,
    languages: Sequence[str],
    licence: str = "",
    parameters: int | None = None,
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
) -> list[Run]:
    """Freeze the pairs that are finished now and score them with each method, one run a method.

    Raises: Invalid (unknown or disabled model, method not in the settings, nothing to score).
    """
    model = LanguageModel.objects.filter(name=model_name).first()
    if model is None:
        raise Invalid(f"There is no model called {model_name}.", errors={"model": ["Unknown."]})
    pairs = list(queries.pairs_for(benchmark, model))
    rules.check_may_start(
        enabled=model.enabled, methods=methods, offered=benchmark.settings.methods, pairs=len(pairs)
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
            person=person,
        )
        collecting.add_pairs(run, pairs)
        # Robust: should this message be lost, the sweep sends the run off.
        transaction.on_commit(partial(app.send_task, "runs.advance", args=[run.pk]), robust=True)
        runs.append(run)
    return runs


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
