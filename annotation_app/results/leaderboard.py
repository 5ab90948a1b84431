"""The leaderboard: each system's metrics over the pairs that pass, with how they were made."""

from collections.abc import Sequence
from typing import Any

from annotation_app.benchmarks.models import Benchmark
from annotation_app.results.describing import origin_of
from annotation_app.results.rules import Filters
from annotation_app.results.systems import Counting, Standpoint, runs_with_results, stamp_of, standpoints
from worker.metrics.pair_table import PairTable
from worker.metrics.records import Report, Row
from worker.metrics.report import METRIC_VERSION, POOLED, SETTINGS, row_over
from worker.reporting.cells import Where
from worker.reporting.results import ALL, Results, Scored, System, names, scores_recipe
from worker.reporting.tables import Cell, Table

SLUG = "leaderboard"
METRICS = (
    ("map", "MAP"),
    ("map_at_k", "MAP@K"),
    ("map_aligned", "MAP-aligned"),
    ("map_star", "MAP*"),
    ("pcc", "PCC"),
)


class Entry:
    """A system on the board. numbers: row and changes as JSON, empty without a pair, None if waiting."""

    def __init__(self, place: Standpoint, numbers: dict[str, Any] | None, *, waiting: bool) -> None:
        self.place, self.waiting = place, waiting
        found = numbers or {}
        self.row: dict[str, Any] | None = found.get("row")
        self.changes: dict[str, Any] | None = found.get("changes")

    def to_json(self) -> dict[str, Any]:
        """The fields of a SystemSerializer."""
        run, standing = self.place.run, self.place.standing
        return {
            "run": run_of(run),
            "state": "waiting" if self.waiting else self.place.state,
            "current": standing.current,
            "error": standing.error,
            "row": self.row,
            "changes": self.changes,
        }


def run_of(run: Any) -> dict[str, Any]:
    """The fields of a SystemRunSerializer."""
    fields = ("revision", "method", "dtype", "kind", "state", "created_at")
    return {
        "id": run.pk,
        "model": run.model_name,
        "release": run.scope.get("release", ""),
        **{name: getattr(run, name) for name in fields},
    }


def board(benchmark: Benchmark, filters: Filters) -> list[Entry]:
    """All systems, by name."""
    counting = Counting()
    found = []
    for place in standpoints(runs_with_results(benchmark, filters.release)):
        numbers = counting.of(place, filters, "board", _numbers) if place.there else None
        found.append(Entry(place, numbers, waiting=numbers is None and place.state != "failed"))
    return found


def recipe_of(benchmark: Benchmark, filters: Filters, entries: Sequence[Entry]) -> str:
    """How the numbers of some systems were made."""
    results = Results(origin_of(benchmark, filters.release), {}, tuple(_scored(entries)))
    words = filters.words()
    return scores_recipe(results, results.scored) + (f" Only: {words}." if words else "")


def board_table(benchmark: Benchmark, filters: Filters) -> Table:
    """The leaderboard as a table, to be written as the paper's tables are."""
    entries = board(benchmark, filters)
    rows = []
    for scored in _scored(entries):
        row = scored.report.rows[0]
        where = Where(scored, filters.language or ALL, filters.dimension or ALL, filters.type)
        rows.append(
            (
                Cell(scored.model),
                Cell(scored.method),
                *where.split(row, "top1"),
                where.change(row, "top1"),
                where.split(row, "top3")[0],
                *where.split(row, "token_f1", percent=False),
                *(where.cell(row, name) for name, _ in METRICS),
                Cell(row.originals + row.perturbed),
                Cell(row.pairs),
                Cell(row.undefined["pcc"]),
            )
        )
    accuracy = ("Top1 All", "Top1 Ori.", "Top1 Per.", "Top1 change", "Top3 All")
    metrics = ("Token-F1", "F1o", "F1p", *(label for _, label in METRICS))
    words = filters.words()
    return Table(
        None,
        SLUG,
        "Leaderboard",
        ("Model", "Method", *accuracy, *metrics, "Inputs", "Pairs", "PCC undefined"),
        tuple(rows),
        2,
        f"Accuracy in percent; change: perturbed less original. {f'Only: {words}.' if words else ''}",
        recipe_of(benchmark, filters, entries),
    )


def _numbers(part: PairTable) -> dict[str, Any]:
    if not len(part):
        return {}
    row = row_over(part)
    changes = {
        metric: {"value": row.change(metric), "interval": row.intervals[f"{metric}_change"]}
        for metric in POOLED
    }
    return {"row": row.to_json(), "changes": changes}


def _with_rows(entries: Sequence[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry.row is not None]


def _scored(entries: Sequence[Entry]) -> list[Scored]:
    """The systems that have a row, as tables and recipes want them."""
    shown = _with_rows(entries)
    systems = [System(*stamp_of(entry.place.run)) for entry in shown]
    found = []
    for entry, system in zip(shown, systems, strict=True):
        row = Row.from_json(entry.row)
        system.inputs = row.originals + row.perturbed - row.missing["predictions"]
        report = Report(METRIC_VERSION, (row,), (), {}, None, SETTINGS)
        found.append(Scored(system, *names(system, systems), report, {}, entry.place.run.pk))
    return found
