from dataclasses import asdict
from typing import Any, ClassVar

import numpy as np
from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_app.benchmarks.access import READERS, BenchmarkView, Policy
from annotation_app.core.errors import Unavailable
from annotation_app.core.pagination import Pages
from annotation_app.releases.views import AnyContent
from annotation_app.results import comparing, figures, leaderboard, pairs, paper, serializers
from annotation_app.results.rules import Filters
from annotation_app.results.systems import Standpoint, choices, runs_with_results, standpoints
from annotation_app.runs.models import Run
from annotation_app.runs.pair_tables import table_of
from worker.metrics.pair_table import PairTable
from worker.reporting.tables import Table
from worker.reporting.writing import as_csv, as_latex, as_markdown

WRITERS = {
    "csv": (as_csv, "text/csv; charset=utf-8"),
    "tex": (as_latex, "application/x-tex; charset=utf-8"),
    "md": (as_markdown, "text/markdown; charset=utf-8"),
}


class ResultsBase(BenchmarkView):
    """Base of the views of a benchmark's results."""

    policy: ClassVar[dict[str, Policy]] = {"GET": READERS}
    query: type[serializers.FiltersSerializer] = serializers.FiltersSerializer
    asked: dict[str, Any]

    def filters(self, request: Request) -> Filters:
        """What was asked for. Raises Invalid, or Http404 for a release that is not there."""
        given = self.query(data=request.query_params)
        given.is_valid(raise_exception=True)
        self.asked = given.validated_data
        found = given.filters()
        if (
            found.release
            and not self.benchmark.releases.filter(version=found.release, manifest__isnull=False).exists()
        ):
            raise Http404
        return found

    def place(self, filters: Filters, run_id: int) -> tuple[Standpoint, PairTable]:
        """A run among the results with its table. Raises Http404, or Unavailable while there is none yet."""
        runs: list[Run] = [
            run for run in runs_with_results(self.benchmark, filters.release) if run.pk == run_id
        ]
        if not runs:
            raise Http404
        (place,) = standpoints(runs)
        table = table_of(place.run) if place.there else None
        if table is None:
            reason = place.standing.error
            if reason is not None:
                raise Unavailable(f"This run's scores can't be counted: {reason['message']}.")
            raise Unavailable("This run's pairs are being counted. Look again in a minute.")
        return place, table


class LeaderboardView(ResultsBase):
    """Every model and method with its metrics over the pairs that pass."""

    @extend_schema(
        operation_id="results_read",
        parameters=[serializers.FiltersSerializer],
        responses=serializers.LeaderboardSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        filters = self.filters(request)
        entries = leaderboard.board(self.benchmark, filters)
        answer = {
            "choices": choices(self.benchmark),
            "systems": [entry.to_json() for entry in entries],
            "recipe": leaderboard.recipe_of(self.benchmark, filters, entries),
        }
        return Response(serializers.LeaderboardSerializer(answer).data)


class PaperTablesView(ResultsBase):
    """Tables 3 to 11 of the first paper."""

    @extend_schema(
        operation_id="results_tables",
        parameters=[OpenApiParameter("release", str, description="Only runs over this version.")],
        responses=serializers.TablesSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        tables, waiting = paper.tables_of(self.benchmark, self.filters(request).release)
        answer = {"tables": [_described(table) for table in tables], "waiting": waiting}
        return Response(serializers.TablesSerializer(answer).data)


class TableFileView(ResultsBase):
    """One table as a file: CSV with full precision, LaTeX, Markdown."""

    content_negotiation_class = AnyContent

    @extend_schema(
        operation_id="results_table_file",
        parameters=[
            serializers.FiltersSerializer,
            OpenApiParameter("table", str, "path", description='A table\'s slug, or "leaderboard".'),
            OpenApiParameter("form", str, "path", enum=serializers.FORMS),
        ],
        responses={(200, "text/csv"): OpenApiTypes.STR},
    )
    def get(self, request: Request, slug: str, table: str, form: str) -> HttpResponse:
        filters = self.filters(request)
        found = paper.table_of(self.benchmark, table, filters)
        if found is None or form not in WRITERS:
            raise Http404
        write, content_type = WRITERS[form]
        name = "-".join(filter(None, (slug, filters.release, table)))
        headers = {"Content-Disposition": f'attachment; filename="{name}.{form}"'}
        return HttpResponse(write(found), content_type=content_type, headers=headers)


class FiguresView(ResultsBase):
    """What the figures over all systems are drawn from."""

    @extend_schema(
        operation_id="results_figures",
        parameters=[serializers.FiltersSerializer],
        responses=serializers.FiguresSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        found = figures.figures_of(self.benchmark, self.filters(request))
        return Response(serializers.FiguresSerializer(found).data)


class DistributionsView(ResultsBase):
    """How one run's values spread, and which answers it takes for which."""

    @extend_schema(
        operation_id="results_distributions",
        parameters=[serializers.FiltersSerializer],
        responses=serializers.DistributionsSerializer,
    )
    def get(self, request: Request, slug: str, run_id: int) -> Response:
        filters = self.filters(request)
        place, table = self.place(filters, run_id)
        found = figures.distributions_of(self.benchmark, place.run, table, filters)
        return Response(serializers.DistributionsSerializer(found).data)


class TwoRunsView(ResultsBase):
    """Two runs beside each other, with a paired test for each metric."""

    query = serializers.ComparisonOfRunsQuerySerializer

    @extend_schema(
        operation_id="results_comparison",
        parameters=[serializers.ComparisonOfRunsQuerySerializer],
        responses=serializers.TwoRunsSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        filters = self.filters(request)
        first, second = (self.place(filters, self.asked[name]) for name in ("a", "b"))
        found = comparing.comparison_of(self.benchmark, filters, first, second)
        return Response(serializers.TwoRunsSerializer(found).data)


class ResultPairsView(ResultsBase):
    """The pairs behind a number, with their values in one run."""

    query = serializers.PairsQuerySerializer
    pagination_class = Pages
    serializer_class = serializers.ResultPairSerializer

    @extend_schema(
        operation_id="results_pairs",
        parameters=[serializers.PairsQuerySerializer],
        responses=serializers.ResultPairSerializer(many=True),
    )
    def get(self, request: Request, slug: str, run_id: int) -> Response:
        filters = self.filters(request)
        _, table = self.place(filters, run_id)
        part = filters.part(table)
        rows: Any = pairs.ordered(part, self.asked["order"])
        shown = self.paginate_queryset(rows)
        body = pairs.described(part, np.array(shown, dtype=np.int64))
        return self.get_paginated_response(serializers.ResultPairSerializer(body, many=True).data)


def _described(table: Table) -> dict[str, Any]:
    rows = [
        [
            {
                "text": cell.text(),
                "value": cell.value,
                "interval": cell.interval,
                "behind": cell.behind and asdict(cell.behind),
            }
            for cell in row
        ]
        for row in table.rows
    ]
    fields = ("number", "slug", "title", "columns", "heads", "note", "recipe")
    return {**{name: getattr(table, name) for name in fields}, "rows": rows}
