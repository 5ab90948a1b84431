from typing import Any, ClassVar

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_app.benchmarks.access import ADMINS, READERS, BenchmarkView, Policy
from annotation_app.core.errors import Unavailable
from annotation_app.core.idempotence import idempotent
from annotation_app.core.pagination import Pages
from annotation_app.core.permissions import SignedIn
from annotation_app.items.models import Item
from annotation_app.runs import queries, serializers, services
from annotation_app.runs.item_serializers import ItemScoresSerializer
from annotation_app.runs.models import Run, RunItem
from annotation_app.runs.overview import overview_of
from annotation_app.runs.presence import health
from annotation_app.runs.presentation import run_item, scored_pair
from annotation_app.runs.reporting import ratios_of, report_of
from annotation_app.runs.scored_items import scored_item
from annotation_app.runs.start_serializers import (
    EstimateSerializer,
    NewRunsSerializer,
    described_estimate,
)

ITEM_FILTERS = {
    "state": "state",
    "role": "item__role",
    "dimension": "item__dimension",
    "language": "item__language",
}


class HealthView(APIView):
    """Which parts of the server answer; a page that waits for one says so."""

    policy: ClassVar[dict[str, Any]] = {"GET": SignedIn}

    @extend_schema(operation_id="health_read", responses=serializers.HealthSerializer)
    def get(self, request: Request) -> Response:
        return Response(serializers.HealthSerializer(health()).data)


class OverviewView(BenchmarkView):
    """Where the benchmark stands."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ADMINS}

    @extend_schema(operation_id="overview_read", responses=serializers.OverviewSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return Response(serializers.OverviewSerializer(overview_of(self.benchmark)).data)


class RunsView(BenchmarkView):
    """A benchmark's runs, newest first; posting starts one run for each method."""

    policy: ClassVar[dict[str, Policy]] = {"GET": READERS, "POST": ADMINS}
    serializer_class = serializers.RunSerializer

    @extend_schema(operation_id="runs_list", responses=serializers.RunSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        runs = queries.with_progress(queries.runs_of(self.benchmark))
        return Response(serializers.RunSerializer(runs, many=True).data)

    @extend_schema(
        operation_id="runs_create",
        request=NewRunsSerializer,
        responses={201: serializers.RunSerializer(many=True)},
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        serializer = NewRunsSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        runs = services.start_all_runs(
            benchmark=self.benchmark, person=self.person, **serializer.validated_data
        )
        body = serializers.RunSerializer(queries.with_progress(runs), many=True).data
        return Response(body, status=status.HTTP_201_CREATED)


class EstimatesView(BenchmarkView):
    """Posting measures how long runs would take that are asked for in the same words, on a few items."""

    policy: ClassVar[dict[str, Policy]] = {"POST": ADMINS}

    @extend_schema(
        operation_id="estimates_create", request=NewRunsSerializer, responses={201: EstimateSerializer}
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        serializer = NewRunsSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        estimate = services.ask_estimate(
            benchmark=self.benchmark, person=self.person, **serializer.validated_data
        )
        return Response(described_estimate(estimate), status=status.HTTP_201_CREATED)


class EstimateView(BenchmarkView):
    """An estimate with what has been measured so far."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ADMINS}

    @extend_schema(operation_id="estimate_read", responses=EstimateSerializer)
    def get(self, request: Request, slug: str, estimate_id: int) -> Response:
        found = queries.estimates_of(self.benchmark).filter(pk=estimate_id).first()
        if found is None:
            raise Http404
        return Response(described_estimate(found))


class OneRunView(BenchmarkView):
    """Base of the views under one run's address."""

    def run(self) -> Run:
        found = queries.runs_of(self.benchmark).filter(pk=self.kwargs["run_id"]).first()
        if found is None:
            raise Http404
        return found

    def described(self, run: Run) -> Response:
        return Response(serializers.RunSerializer(queries.with_progress([run])[0]).data)


class RunView(OneRunView):
    """One run with its progress."""

    policy: ClassVar[dict[str, Policy]] = {"GET": READERS}

    @extend_schema(operation_id="run_read", responses=serializers.RunSerializer)
    def get(self, request: Request, slug: str, run_id: int) -> Response:
        return self.described(self.run())


class CancelRunView(OneRunView):
    """Stops a requested run; what came back so far stays."""

    policy: ClassVar[dict[str, Policy]] = {"POST": ADMINS}

    @extend_schema(operation_id="run_cancel", request=None, responses=serializers.RunSerializer)
    def post(self, request: Request, slug: str, run_id: int) -> Response:
        return self.described(services.cancel_run(run=self.run()))


class ReportView(OneRunView):
    """A run's metrics, over what has come back so far."""

    policy: ClassVar[dict[str, Policy]] = {"GET": READERS}

    @extend_schema(operation_id="report_read", responses=serializers.ReportSerializer)
    def get(self, request: Request, slug: str, run_id: int) -> Response:
        try:
            report = report_of(self.run())
        except ValueError as error:
            raise Unavailable(f"No report can be made of this run's scores: {error}.") from error
        return Response(report)


class RunItemsView(OneRunView):
    """A run's items with what came of each."""

    policy: ClassVar[dict[str, Policy]] = {"GET": READERS}
    serializer_class = serializers.RunItemSerializer
    pagination_class = Pages

    @extend_schema(
        operation_id="run_items_list",
        parameters=[OpenApiParameter(name, str) for name in ITEM_FILTERS],
        responses=serializers.RunItemSerializer(many=True),
    )
    def get(self, request: Request, slug: str, run_id: int) -> Response:
        run = self.run()
        asked = {
            lookup: request.query_params[name]
            for name, lookup in ITEM_FILTERS.items()
            if request.query_params.get(name)
        }
        page = self.paginate_queryset(queries.rows_of(run).filter(**asked))
        ratios = ratios_of(run)
        body = [run_item(row, ratios) for row in page or []]
        return self.get_paginated_response(serializers.RunItemSerializer(body, many=True).data)


class ItemScoresView(BenchmarkView):
    """An item and one of its pairs beside what each model and method made of them."""

    policy: ClassVar[dict[str, Policy]] = {"GET": READERS}

    @extend_schema(
        operation_id="item_scores_read",
        parameters=[
            OpenApiParameter("pair", int, description="Which pair, by its perturbed item; else the first."),
            OpenApiParameter("run", int, description="A run to show even if a newer one is there."),
        ],
        responses=ItemScoresSerializer,
    )
    def get(self, request: Request, slug: str, item_id: int) -> Response:
        rows = Item.objects.filter(benchmark=self.benchmark).select_related("perturbation__original")
        item = rows.filter(pk=item_id).first()
        if item is None:
            raise Http404
        asked = {name: request.query_params.get(name, "") for name in ("pair", "run")}
        pair, run = (int(text) if text.isdecimal() else None for text in asked.values())
        return Response(ItemScoresSerializer(scored_item(item, perturbed=pair, run=run)).data)


class RunItemView(OneRunView):
    """One item in a run beside the other half of its pair."""

    policy: ClassVar[dict[str, Policy]] = {"GET": READERS}

    @extend_schema(
        operation_id="run_item_read",
        parameters=[
            OpenApiParameter("pair", int, description="Which pair, by its perturbed item; else the first.")
        ],
        responses=serializers.ScoredPairSerializer,
    )
    def get(self, request: Request, slug: str, run_id: int, item_id: int) -> Response:
        run = self.run()
        row: RunItem | None = queries.rows_of(run).filter(item=item_id).first()
        if row is None:
            raise Http404
        wanted = request.query_params.get("pair", "")
        pair = queries.pair_of(row, perturbed=int(wanted) if wanted.isdecimal() else None)
        return Response(serializers.ScoredPairSerializer(scored_pair(row, pair, ratios_of(run))).data)
