from typing import ClassVar

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_app.benchmarks.access import ANNOTATORS, SENIORS, BenchmarkView, Policy
from annotation_app.items.serializers import SubmittedSerializer
from annotation_app.items.views import ItemView, submitted
from annotation_app.rationales import serializers, services
from annotation_app.rationales.models import Rationale
from annotation_app.rationales.rules import Score


class RationalesView(ItemView):
    """Submit the rationale of the item's present round, first or modified."""

    policy: ClassVar[dict[str, Policy]] = {"POST": ANNOTATORS}

    @extend_schema(
        operation_id="rationale_submit",
        request=serializers.NewRationaleSerializer,
        responses={201: SubmittedSerializer},
    )
    def post(self, request: Request, slug: str, item_id: int) -> Response:
        serializer = serializers.NewRationaleSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        rationale = services.submit_rationale(
            item=self.item(), author=self.person, **serializer.validated_data
        )
        return submitted(rationale.pk, rationale.item)


class ScoresView(BenchmarkView):
    """Score a rationale's sufficiency and compactness."""

    policy: ClassVar[dict[str, Policy]] = {"POST": SENIORS}

    @extend_schema(
        operation_id="rationale_score",
        request=serializers.NewScoreSerializer,
        responses={201: SubmittedSerializer},
    )
    def post(self, request: Request, slug: str, pk: int) -> Response:
        serializer = serializers.NewScoreSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        given = serializer.validated_data
        rationale = Rationale.objects.filter(pk=pk, item__benchmark=self.benchmark).first()
        if rationale is None:
            raise Http404
        row = services.score_rationale(
            rationale=rationale,
            senior=self.person,
            score=Score(given["sufficiency"], given["compactness"]),
            comment=given["comment"],
        )
        return submitted(row.pk, row.rationale.item)
