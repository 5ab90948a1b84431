from collections.abc import Iterable, Iterator
from datetime import timedelta
from random import Random
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.utils import timezone

from annotation_app.benchmarks.models import Benchmark
from annotation_app.perturbations.models import Perturbation
from annotation_app.perturbations.queries import finished_pairs
from annotation_app.rationales.models import Rationale
from annotation_app.runs.models import Estimate, EstimatePart, LanguageModel, Run, RunItem, RunPair
from annotation_app.runs.rules import (
    OPEN_ROW,
    OPEN_RUN,
    RATE_WINDOW_SECONDS,
    CheckState,
    Pace,
    PartState,
    RowState,
    RunState,
    Scope,
    estimate,
)
from worker.metrics.records import PairRecord, ScoredItem
from worker.types import ModelKind, Prediction, Scale


def models_offered() -> QuerySet[LanguageModel]:
    return LanguageModel.objects.order_by("name")


def models_that_fill() -> QuerySet[LanguageModel]:
    """The models that can fill masked words, as a benchmark's items need it."""
    return LanguageModel.objects.exclude(kind=ModelKind.CLASSIFICATION)


def model_for(language: str) -> LanguageModel | None:
    """The first enabled model that fills masked words and speaks a language, the smallest first."""
    primary = language.split("-")[0]
    spoken = Q(languages__contains=[language]) | Q(languages__contains=[primary])
    rows = LanguageModel.objects.filter(spoken, enabled=True, kind=ModelKind.MASKED)
    return rows.order_by(F("parameters").asc(nulls_last=True), "name").first()


def pairs_for(benchmark: Benchmark, model: LanguageModel) -> QuerySet[Perturbation]:
    """Finished pairs in a language that a model speaks, in the order they are scored."""
    return spoken_by(model, finished_pairs(benchmark)).order_by("pk")


def spoken_by(model: LanguageModel, pairs: QuerySet[Perturbation]) -> QuerySet[Perturbation]:
    """Those of some pairs that are in a language of a model."""
    spoken = Q(pk__in=[])
    for language in model.languages:
        spoken |= Q(original__language=language) | Q(original__language__startswith=f"{language}-")
    return pairs.filter(spoken)


def within(scope: Scope, pairs: QuerySet[Perturbation]) -> QuerySet[Perturbation]:
    """Those of some pairs that pass a scope's filters."""
    if scope.dimensions:
        pairs = pairs.filter(original__dimension__in=scope.dimensions)
    if scope.languages:
        pairs = pairs.filter(original__language__in=scope.languages)
    return pairs.filter(type__in=scope.types) if scope.types else pairs


def instances_of(pairs: QuerySet[Perturbation]) -> int:
    """How many items some pairs have, an original of several pairs counted once."""
    counts = pairs.order_by().aggregate(pairs=Count("pk"), originals=Count("original", distinct=True))
    return int(counts["pairs"] + counts["originals"])


def sample_of(parts: Iterable[QuerySet[Perturbation]], size: int) -> list[int]:
    """The keys of some pairs drawn at random, the same ones each time; one key at a time in memory."""
    chance, kept = Random(0), list[int]()  # noqa: S311 - no secret depends on it
    keys = (key for part in parts for key in part.order_by("pk").values_list("pk", flat=True).iterator())
    for number, key in enumerate(keys):
        if number < size:
            kept.append(key)
        elif (place := chance.randrange(number + 1)) < size:
            kept[place] = key
    return kept


def pairs_new_to(run: Run) -> QuerySet[Perturbation]:
    """Finished pairs that a standing run has not collected yet."""
    known = RunPair.objects.filter(run=run, perturbation=OuterRef("pk"))
    if run.model is None:  # an external run, which collects nothing
        return Perturbation.objects.none()
    return pairs_for(run.benchmark, run.model).exclude(Exists(known))


def overdue_check_ups(seconds: float) -> QuerySet[LanguageModel]:
    """Models whose check-up was asked for longer ago than that, and not answered."""
    since = timezone.now() - timedelta(seconds=seconds)
    return LanguageModel.objects.filter(check_state=CheckState.WAITING, check_asked_at__lt=since)


def overdue_estimate_parts(seconds: float) -> QuerySet[EstimatePart]:
    """Parts of estimates that were asked for longer ago than that, and not answered."""
    since = timezone.now() - timedelta(seconds=seconds)
    return EstimatePart.objects.filter(state=PartState.WAITING, created_at__lt=since)


def outlived_estimates(days: float) -> QuerySet[Estimate]:
    """Estimates older than that."""
    return Estimate.objects.filter(created_at__lt=timezone.now() - timedelta(days=days))


def estimates_of(benchmark: Benchmark) -> QuerySet[Estimate]:
    parts = EstimatePart.objects.select_related("model").order_by("pk")
    return Estimate.objects.filter(benchmark=benchmark).prefetch_related(Prefetch("parts", parts))


def open_runs() -> QuerySet[Run]:
    return Run.objects.filter(state__in=OPEN_RUN).order_by("pk")


def runs_of(benchmark: Benchmark) -> QuerySet[Run]:
    """A benchmark's runs, newest first, the large report left in the database."""
    rows = Run.objects.filter(benchmark=benchmark).select_related("model", "upload__person").defer("report")
    return rows.order_by("-pk")


def with_progress(runs: Iterable[Run]) -> list[Run]:
    """The runs with counts by row state, number of pairs, rate and seconds left. Always two queries."""
    listed = list(runs)
    since = timezone.now() - timedelta(seconds=RATE_WINDOW_SECONDS)
    by_run: dict[int, dict[str, int]] = {run.pk: dict.fromkeys(RowState, 0) for run in listed}
    recent = dict.fromkeys(by_run, 0)
    groups = RunItem.objects.filter(run__in=listed).values("run", "state")
    for group in groups.annotate(rows=Count("pk"), late=Count("pk", filter=Q(finished_at__gt=since))):
        by_run[group["run"]][group["state"]] = group["rows"]
        recent[group["run"]] += group["late"]
    pairs = dict(RunPair.objects.filter(run__in=listed).values_list("run").annotate(Count("pk")).order_by())
    for run in listed:
        facts: Any = run
        facts.counts, facts.pair_count = by_run[run.pk], pairs.get(run.pk, 0)
        facts.progress = _progress(run, by_run[run.pk], recent[run.pk])
    return listed


def _progress(run: Run, counts: dict[str, int], recent: int) -> Pace:
    left = sum(counts[state] for state in OPEN_ROW)
    if run.state not in OPEN_RUN:
        return Pace(None, None)
    seconds = float(RATE_WINDOW_SECONDS)
    if run.started_at is not None:
        seconds = min(seconds, (timezone.now() - run.started_at).total_seconds())
    return estimate(recent=recent, seconds=seconds, left=left)


def row_counts(run: Run) -> dict[str, int]:
    """How many of a run's items are in each state."""
    found = run.rows.order_by().values_list("state").annotate(Count("pk"))
    return {**dict.fromkeys(RowState, 0), **dict(found)}


def accepted_tokens(item: str) -> Subquery:
    """The accepted rationale's tokens of the item at this lookup path, as part of the same query."""
    path = f"{item}__" if item else ""
    rows = Rationale.objects.filter(item=OuterRef(f"{path}pk"), round=OuterRef(f"{path}round"))
    return Subquery(rows.values("tokens")[:1])


def rows_of(run: Run) -> QuerySet[RunItem]:
    """A run's items with their accepted rationale, originals' order of collection kept."""
    rows = RunItem.objects.filter(run=run).select_related("item")
    return rows.annotate(rationale=accepted_tokens("item")).order_by("pk")


def scored_item(row: Any) -> ScoredItem:
    """What the metrics need of a row from `rows_of`."""
    item, saliency = row.item, row.saliency
    return ScoredItem(
        id=item.external_id,
        language=item.language,
        dimension=item.dimension,
        tokens=tuple(item.tokens),
        mask=item.mask,
        rationale=tuple(row.rationale or ()),
        prediction=None if row.prediction is None else Prediction.from_json(row.prediction),
        saliency=None if saliency is None else tuple(saliency["scores"]),
        relative_gap=None if saliency is None else saliency["relative_gap"],
        scale=Scale((saliency or {}).get("scale", Scale.SCORES)),
        chosen=None if saliency is None else saliency.get("chosen"),
    )


def keyed_pair_records(run: Run) -> Iterator[tuple[PairRecord, tuple[int, int]]]:
    """A run's pairs as the metrics read them, with the keys of their items, streamed from the database."""
    rows = RunPair.objects.filter(run=run).order_by("pk")
    rows = rows.select_related("perturbation", "original__item", "perturbed__item").annotate(
        original_rationale=accepted_tokens("original__item"),
        perturbed_rationale=accepted_tokens("perturbed__item"),
    )
    for pair in rows.iterator(chunk_size=500):
        facts: Any = pair
        facts.original.rationale, facts.perturbed.rationale = (
            facts.original_rationale,
            facts.perturbed_rationale,
        )
        record = PairRecord(
            original=scored_item(pair.original),
            perturbed=scored_item(pair.perturbed),
            type=pair.perturbation.type,
            links=tuple((left, right) for left, right in pair.perturbation.links),
        )
        yield record, (pair.original.item_id, pair.perturbed.item_id)


def originals_for_ratios(run: Run) -> QuerySet[Any, tuple[str, str, list[int], list[int] | None]]:
    """Language, dimension, token starts and rationale of each original in a run, each once."""
    rows = RunItem.objects.filter(Exists(RunPair.objects.filter(original=OuterRef("pk"))), run=run)
    rows = rows.annotate(rationale=accepted_tokens("item"))
    return rows.values_list("item__language", "item__dimension", "item__token_starts", "rationale")


def pair_of(row: RunItem, *, perturbed: int | None) -> RunPair | None:
    """A pair of a run that an item belongs to: the one with this perturbed item, else the first."""
    pairs = RunPair.objects.filter(Q(original=row) | Q(perturbed=row), run=row.run_id)
    if perturbed is not None:
        pairs = pairs.filter(perturbed__item=perturbed)
    return pairs.select_related("perturbation").order_by("pk").first()


def rows_to_send(run: Run, room: int) -> list[RunItem]:
    """Rows that wait, the oldest first."""
    rows = run.rows.filter(state=RowState.QUEUED).select_related("item")
    return list(rows.order_by("pk")[: max(0, room)])


def rows_overdue() -> QuerySet[RunItem]:
    """Rows sent and not back within their lease, of runs that still go on."""
    rows = RunItem.objects.filter(state=RowState.SENT, run__state__in=(RunState.QUEUED, RunState.RUNNING))
    return rows.filter(lease_until__lte=timezone.now()).annotate(queue=F("run__queue"))
