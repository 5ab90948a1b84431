from typing import ClassVar

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_app.benchmarks.access import ANNOTATORS, SENIORS, BenchmarkView, Policy
from annotation_app.core.errors import DomainError
from annotation_app.core.idempotence import idempotent
from annotation_app.items.serializers import SubmittedSerializer
from annotation_app.items.views import ItemView, submitted
from annotation_app.rationales import queries, serializers, services
from annotation_app.rationales.models import Rationale
from annotation_app.rationales.rules import Evidence, Score


class RationalesView(ItemView):
    """Submit the rationale of the item's present round, first or modified."""

    policy: ClassVar[dict[str, Policy]] = {"POST": ANNOTATORS}

    @extend_schema(
        operation_id="rationale_submit",
        request=serializers.NewRationaleSerializer,
        responses={201: SubmittedSerializer},
    )
    @idempotent
    def post(self, request: Request, slug: str, item_id: int) -> Response:
        serializer = serializers.NewRationaleSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        rationale = services.submit_rationale(
            item=self.item(), author=self.person, **serializer.validated_data
        )
        return submitted(rationale.pk, rationale.item)

    def handle_exception(self, exc: Exception) -> Response:
        """A refused rationale is kept as a draft, after everything else of the request was taken back."""
        if isinstance(exc, DomainError) and self.request.method == "POST":
            serializer = serializers.NewRationaleSerializer(data=self.request.data)
            if serializer.is_valid():
                services.keep_as_draft(item=self.item(), person=self.person, **serializer.validated_data)
        return super().handle_exception(exc)


class DraftView(ItemView):
    """The person's own draft in the item's present round; nobody else ever sees it."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ANNOTATORS, "PUT": ANNOTATORS}

    @extend_schema(operation_id="draft_read", responses=serializers.DraftSerializer)
    def get(self, request: Request, slug: str, item_id: int) -> Response:
        draft = queries.draft_of(self.item(), self.person)
        if draft is None:
            raise Http404
        return Response(serializers.DraftSerializer(draft).data)

    @extend_schema(
        operation_id="draft_save",
        request=serializers.DraftSerializer,
        responses=serializers.DraftSerializer,
    )
    def put(self, request: Request, slug: str, item_id: int) -> Response:
        serializer = serializers.DraftSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        draft = services.save_draft(item=self.item(), person=self.person, **serializer.validated_data)
        return Response(serializers.DraftSerializer(draft).data)


class ScoresView(BenchmarkView):
    """Score a rationale's sufficiency and compactness."""

    policy: ClassVar[dict[str, Policy]] = {"POST": SENIORS}

    @extend_schema(
        operation_id="rationale_score",
        request=serializers.NewScoreSerializer,
        responses={201: SubmittedSerializer},
    )
    @idempotent
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
            evidence=Evidence(
                guess=given["guess"],
                guess_seconds=given["guess_seconds"],
                token_comments=tuple((row["index"], row["comment"]) for row in given["token_comments"]),
            ),
        )
        return submitted(row.pk, row.rationale.item)
