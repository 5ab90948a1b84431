"""The paper's tables and figure from what is stored: the same code as for files, fed from the database."""

from typing import Any

from annotation_app.benchmarks.models import Benchmark
from annotation_app.results.describing import described, origin_of
from annotation_app.results.leaderboard import SLUG, board_table
from annotation_app.results.rules import Filters
from annotation_app.results.systems import Counting, runs_with_results, stamp_of, standpoints
from worker.metrics.pair_table import PairTable
from worker.metrics.records import Report
from worker.metrics.report import report_on
from worker.reporting.paper_tables import paper_tables
from worker.reporting.results import Results, Scored, System, names
from worker.reporting.tables import Table


def results_of(benchmark: Benchmark, filters: Filters) -> tuple[Results, int]:
    """The systems with all their reports over the pairs that pass, and how many are still being counted.

    Raises Release.DoesNotExist.
    """
    counting, waiting = Counting(), 0
    found: list[tuple[System, dict[str, Any], int]] = []
    for place in standpoints(runs_with_results(benchmark, filters.release)):
        reports = counting.of(place, filters, "reports", _reports) if place.there else None
        if reports is None:
            waiting += place.state != "failed"
            continue
        found.append((System(*stamp_of(place.run)), reports, place.run.pk))
    systems = [system for system, _, _ in found]
    scored = [_scored(system, systems, reports, run) for system, reports, run in found]
    origin = origin_of(benchmark, filters.release)
    return Results(origin, described(benchmark, filters.release), tuple(scored)), waiting


def tables_of(benchmark: Benchmark, release: str) -> tuple[list[Table], int]:
    """The paper's tables, and how many systems are still being counted."""
    results, waiting = results_of(benchmark, Filters(release=release))
    return paper_tables(results), waiting


def table_of(benchmark: Benchmark, slug: str, filters: Filters) -> Table | None:
    """One table by name, the leaderboard among them; the filters are for the leaderboard alone."""
    if slug == SLUG:
        return board_table(benchmark, filters)
    tables, _ = tables_of(benchmark, filters.release)
    return next((table for table in tables if table.slug == slug), None)


def _reports(table: PairTable) -> dict[str, Any]:
    by_type = {kind: report_on(table.part(table.of(type=kind))).to_json() for kind in table.types}
    return {"report": report_on(table).to_json(), "by_type": by_type}


def _scored(system: System, every: list[System], reports: dict[str, Any], run: int) -> Scored:
    report = Report.from_json(reports["report"])
    by_type = {kind: Report.from_json(each) for kind, each in reports["by_type"].items()}
    if report.rows:
        total = report.rows[-1]
        system.inputs = total.originals + total.perturbed - total.missing["predictions"]
    return Scored(system, *names(system, every), report, by_type, run)
