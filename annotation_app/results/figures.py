"""What the figures are drawn from: figure 1 of the paper, accuracy on both kinds of inputs, distributions."""

from typing import Any

import numpy as np
from django.db.models import CharField, Count, F, Func, Q, QuerySet
from django.db.models.fields.json import KeyTextTransform

from annotation_app.benchmarks.models import Benchmark
from annotation_app.results.leaderboard import Entry, board, recipe_of
from annotation_app.results.paper import results_of
from annotation_app.results.rules import Filters
from annotation_app.runs.models import Run, RunItem
from annotation_app.runs.rules import RowState
from worker.metrics.pair_table import PairTable, Totals
from worker.metrics.ragged import Floats
from worker.reporting.points import PANELS, points
from worker.reporting.results import scores_recipe

BINS = 20
POINTS = 2000
ANSWERS = 20
SEED = 20211
_BOUNDS = {"pcc": (-1.0, 1.0)}
HISTOGRAMS = ("token_f1_original", "token_f1_perturbed", "map", "map_at_k", "pcc", "ratio")


def figures_of(benchmark: Benchmark, filters: Filters) -> dict[str, Any]:
    """The fields of a FiguresSerializer. Raises Release.DoesNotExist."""
    results, waiting = results_of(benchmark, filters)
    drawn = [
        {"run": scored.run, "metric": metric, **point._asdict()}
        for scored in results.scored
        for metric, _ in PANELS
        for point in points(scored, metric)
    ]
    entries = board(benchmark, filters)
    return {
        "ratio_points": drawn,
        "accuracy": [line for entry in entries for line in _accuracy(entry)],
        "waiting": waiting,
        "recipe": scores_recipe(results, results.scored),
    }


def distributions_of(benchmark: Benchmark, run: Run, table: PairTable, filters: Filters) -> dict[str, Any]:
    """The fields of a DistributionsSerializer: how one run's values spread over the pairs that pass."""
    part = filters.part(table)
    entries = [entry for entry in board(benchmark, filters) if entry.place.run.pk == run.pk]
    return {
        "histograms": _histograms(part) if len(part) else [],
        "scatter": _scatter(part),
        "confusion": _confusion(run, part, whole=len(part) == len(table)),
        "recipe": recipe_of(benchmark, filters, entries),
    }


def _accuracy(entry: Entry) -> list[dict[str, Any]]:
    row, changes = entry.row, entry.changes
    if row is None or changes is None:
        return []
    return [
        {
            "run": entry.place.run.pk,
            "metric": metric,
            "original": row[metric]["original"],
            "perturbed": row[metric]["perturbed"],
            "change": changes[metric],
            "originals": row["originals"],
            "perturbed_inputs": row["perturbed"],
        }
        for metric in ("top1", "top3")
    ]


def _histograms(part: PairTable) -> list[dict[str, Any]]:
    totals = Totals(part)
    _, once = np.unique(part["original"], return_index=True)
    found = []
    for metric in HISTOGRAMS:
        if metric == "ratio":
            values, of = part.length_ratio()[once], len(once)
        else:
            _, values = totals.values(metric)
            of = len(once) if metric.endswith("_original") else len(part)
        low, high = _BOUNDS.get(metric, (0.0, 1.0))
        # A value a rounding error outside belongs to the last bin.
        counts, bounds = np.histogram(np.clip(values, low, high), bins=BINS, range=(low, high))
        found.append(
            {
                "metric": metric,
                "bounds": bounds.tolist(),
                "counts": counts.tolist(),
                "mean": float(values.mean()) if len(values) else None,
                "none": of - len(values),
            }
        )
    return found


def _scatter(part: PairTable) -> dict[str, Any]:
    """Human rationale length against F1, a point an original; of many a sample, always the same one."""
    _, once = np.unique(part["original"], return_index=True)
    f1: Floats = part["token_f1_original"][once]
    once, f1 = once[~np.isnan(f1)], f1[~np.isnan(f1)]
    shown = np.arange(len(once))
    if len(once) > POINTS:
        shown = np.sort(np.random.default_rng(SEED).choice(len(once), POINTS, replace=False))
    rows = once[shown]
    columns = (part["original_key"][rows], part.length_ratio()[rows], part["marked"][rows], f1[shown])
    return {
        "points": [
            {"item": item, "ratio": ratio, "tokens": marked, "token_f1": value}
            for item, ratio, marked, value in zip(*(column.tolist() for column in columns), strict=True)
        ],
        "of": len(once),
    }


def _confusion(run: Run, part: PairTable, *, whole: bool) -> list[dict[str, Any]]:
    """The most frequent wrong top answers with what was wanted."""
    rows = RunItem.objects.filter(run=run, state=RowState.DONE, prediction__top1=False)
    if not whole:
        keys = np.union1d(part["original_key"], part["perturbed_key"])
        rows = rows.filter(item__in=keys.tolist())
    return list(_wrong(rows)[:ANSWERS])


def _wrong(rows: QuerySet[RunItem]) -> QuerySet[Any, Any]:
    first, last = F("item__mask_start"), F("item__mask_end")
    begin = _Member(F("item__token_starts"), first + 1)
    end = _Member(F("item__token_ends"), last)
    golden = Func(F("item__text"), begin + 1, end - begin, function="substr", output_field=CharField())
    best = KeyTextTransform("answer", KeyTextTransform(0, KeyTextTransform("candidates", "prediction")))
    named = rows.filter(item__mask_start__isnull=False).annotate(golden=golden, answer=best)
    counted = named.exclude(Q(answer=None)).order_by().values("golden", "answer")
    return counted.annotate(inputs=Count("pk")).order_by("-inputs", "golden", "answer")


class _Member(Func):
    """A member of an array, counted from 1."""

    template = "(%(expressions)s]"
    arg_joiner = ")["
