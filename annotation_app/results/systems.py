"""The runs of a benchmark as systems, a model with a method each, and what is known of their pairs."""

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import Exists, OuterRef

from annotation_app.benchmarks.models import Benchmark
from annotation_app.results.rules import Filters
from annotation_app.runs.models import Run, RunItem, RunTable
from annotation_app.runs.pair_tables import Standing, standings, table_of
from annotation_app.runs.rules import RowState, RunState
from worker.metrics.pair_table import PairTable
from worker.types import MethodRef, ModelStamp

PATIENCE_SECONDS = 4  # what is not counted by then is counted when the page asks again
KEPT_SECONDS = 30 * 24 * 3600


class Standpoint(NamedTuple):
    """A run and where its table of pairs stands."""

    run: Run
    standing: Standing

    @property
    def there(self) -> bool:
        """Whether there is a table, be it an older one."""
        return bool(self.standing.fingerprint)

    @property
    def state(self) -> str:
        """ready, waiting or failed, as the API says it."""
        if self.there:
            return "ready"
        return "failed" if self.standing.error is not None else "waiting"


class Counting:
    """Counts what a page shows, each number once: it is kept for whoever asks next.

    What is not counted within the patience of a request is left out; the next request goes on from there.
    """

    def __init__(self) -> None:
        self._until = time.monotonic() + PATIENCE_SECONDS
        self._tables: dict[int, PairTable] = {}

    def table(self, run: Run) -> PairTable:
        """A run's table, read once."""
        found = self._tables.get(run.pk)
        if found is None:
            found = table_of(run)
            if found is None:
                raise LookupError(f"run {run.pk} has no table")
            self._tables = {run.pk: found}  # one at a time in memory
        return found

    def of(
        self, place: Standpoint, filters: Filters, what: str, count: Callable[[PairTable], Any]
    ) -> Any | None:
        """What was counted of a run's pairs that pass, as JSON; None while there was no time for it."""
        asked = json.dumps([filters.to_json(), what], sort_keys=True).encode()
        made = f"{place.run.pk}:{place.run.created_at.timestamp()}:{place.standing.fingerprint}"
        key = f"results:{made}:{hashlib.sha256(asked).hexdigest()}"
        kept = cache.get(key)
        if kept is not None:
            return kept
        if time.monotonic() > self._until:
            return None
        found = count(filters.part(self.table(place.run)))
        cache.set(key, found, KEPT_SECONDS)
        return found


def runs_with_results(benchmark: Benchmark, release: str = "") -> list[Run]:
    """The runs that brought something and were not taken back, by name; of a release only those over it."""
    done = RunItem.objects.filter(run=OuterRef("pk"), state=RowState.DONE)
    rows = Run.objects.filter(Exists(done), benchmark=benchmark).exclude(state=RunState.CANCELLED)
    if release:
        rows = rows.filter(scope__release=release)
    found = rows.select_related("model").defer("report")
    return sorted(found, key=lambda run: (run.model_name, run.method, run.dtype, run.pk))


def standpoints(runs: Sequence[Run]) -> list[Standpoint]:
    """Where the tables of some runs stand."""
    found = standings(runs)
    return [Standpoint(run, found[run.pk]) for run in runs]


def choices(benchmark: Benchmark) -> dict[str, list[str]]:
    """What there is to filter by."""
    runs = runs_with_results(benchmark)
    facts = RunTable.objects.filter(run__in=runs).values_list("facts", flat=True)
    groups = {tuple(group) for each in facts for group in each.get("groups", ())}
    known = benchmark.settings.dimensions
    dimensions = {dimension for _, dimension in groups}
    return {
        "languages": sorted({language for language, _ in groups}),
        "dimensions": [
            *(each for each in known if each in dimensions),
            *sorted(dimensions - set(known)),
        ],
        "types": sorted({kind for each in facts for kind in each.get("types", ())}),
        "releases": sorted({run.scope["release"] for run in runs if run.scope.get("release")}),
    }


def stamp_of(run: Run) -> tuple[ModelStamp, MethodRef]:
    """The model and method that answered last, the model under the name that people know it by."""
    if run.stamps:
        last = run.stamps[-1]
        model = replace(ModelStamp.from_json(last["model"]), name=run.model_name, revision=run.revision)
        return model, MethodRef.from_json(last["method"])
    return ModelStamp(run.model_name, run.revision, run.dtype, "", "", ""), MethodRef(
        run.method, run.method_settings
    )
