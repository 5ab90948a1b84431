from typing import Any, ClassVar

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_app.benchmarks.access import ANNOTATORS, WORKERS, BenchmarkView, Policy
from annotation_app.core.errors import NotAllowedInState
from annotation_app.core.idempotence import idempotent
from annotation_app.items.serializers import SubmittedSerializer
from annotation_app.items.views import ItemView, submitted
from annotation_app.perturbations import queries, serializers, services
from annotation_app.perturbations.models import Perturbation
from annotation_app.perturbations.rules import Link, PerturbationType, ReviewVerdict
from annotation_app.perturbations.wording import word


def pairs_of(given: dict[str, Any]) -> list[Link] | None:
    """The alignment that was sent along, if any."""
    links = given.get("links")
    return None if links is None else [(left, right) for left, right in links]


class PerturbationPreviewView(ItemView):
    """How an edit of an original would be tokenised, aligned and warned about. Stores nothing."""

    policy: ClassVar[dict[str, Policy]] = {"POST": ANNOTATORS}

    @extend_schema(
        operation_id="perturbation_preview",
        request=serializers.PreviewRequestSerializer,
        responses=serializers.PreviewSerializer,
    )
    def post(self, request: Request, slug: str, item_id: int) -> Response:
        serializer = serializers.PreviewRequestSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        given = serializer.validated_data
        original = self.item()
        wording = word(
            original=original,
            language=original.language,
            kind=PerturbationType(given["type"]),
            before=given["before"],
            after=given["after"],
            links=pairs_of(given),
        )
        body = serializers.preview(wording, queries.rationale_tokens(original))
        return Response(serializers.PreviewSerializer(body).data)


class PerturbationsView(ItemView):
    """Make a perturbed item from this original."""

    policy: ClassVar[dict[str, Policy]] = {"POST": ANNOTATORS}

    @extend_schema(
        operation_id="perturbation_create",
        request=serializers.NewPerturbationSerializer,
        responses={201: SubmittedSerializer},
    )
    @idempotent
    def post(self, request: Request, slug: str, item_id: int) -> Response:
        serializer = serializers.NewPerturbationSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        given = serializer.validated_data
        row = services.create_perturbation(
            original=self.item(),
            author=self.person,
            kind=PerturbationType(given["type"]),
            before=given["before"],
            after=given["after"],
            links=pairs_of(given),
            confirmed=given["confirmed_warnings"],
            note=given["note"],
            suggestions=given["suggestions"],
        )
        return submitted(row.pk, row.item)


class PerturbationView(BenchmarkView):
    """Base of the views under one perturbation's address."""

    def perturbation(self) -> Perturbation:
        rows = Perturbation.objects.select_related("original", "item__settings")
        found = rows.filter(pk=self.kwargs["pk"], original__benchmark=self.benchmark).first()
        if found is None:
            raise Http404
        return found


class ReviewPreviewView(PerturbationView):
    """How a reviewer's rewording would be tokenised, aligned and warned about. Stores nothing."""

    policy: ClassVar[dict[str, Policy]] = {"POST": WORKERS}

    @extend_schema(
        operation_id="perturbation_review_preview",
        request=serializers.ReviewEditSerializer,
        responses=serializers.PreviewSerializer,
    )
    def post(self, request: Request, slug: str, pk: int) -> Response:
        serializer = serializers.ReviewEditSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        given = serializer.validated_data
        perturbation = self.perturbation()
        wording = word(
            original=perturbation.original,
            language=perturbation.original.language,
            kind=PerturbationType(perturbation.type),
            before=given["before"],
            after=given["after"],
            links=pairs_of(given),
        )
        body = serializers.preview(wording, queries.rationale_tokens(perturbation.original))
        return Response(serializers.PreviewSerializer(body).data)


class ReviewsView(PerturbationView):
    """Review a perturbation; where the reviewers are split, a senior's review settles it."""

    policy: ClassVar[dict[str, Policy]] = {"POST": WORKERS}

    @extend_schema(
        operation_id="perturbation_review",
        request=serializers.NewReviewSerializer,
        responses={201: SubmittedSerializer},
    )
    @idempotent
    def post(self, request: Request, slug: str, pk: int) -> Response:
        serializer = serializers.NewReviewSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        given = dict(serializer.validated_data)
        perturbation = self.perturbation()
        version = given.pop("version")
        edit = {
            "perturbation": perturbation,
            "verdict": ReviewVerdict(given["verdict"]),
            "before": given["before"],
            "after": given["after"],
            "reason": given["reason"],
            "links": pairs_of(given),
            "confirmed": given["confirmed_warnings"],
        }
        if perturbation.split and "senior" in self.roles:
            row = services.settle_perturbation(senior=self.person, version=version, **edit)
        elif "annotator" in self.roles:
            row = services.review_perturbation(reviewer=self.person, **edit)
        else:
            raise NotAllowedInState("Annotators review this one first; you settle it if they split.")
        item = Perturbation.objects.select_related("item").get(pk=perturbation.pk).item
        return submitted(row.pk, item)
