from typing import ClassVar

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_app.benchmarks.access import ANNOTATORS, BenchmarkView, Policy
from annotation_app.core.idempotence import idempotent
from annotation_app.items.views import ItemView
from annotation_app.perturbations import serializers, suggesting
from annotation_app.perturbations.models import Suggestion
from annotation_app.perturbations.rules import SuggestionKind


class SuggestionsView(ItemView):
    """Ask for words at a place of one's wording: machine-made, logged, never applied by themselves."""

    policy: ClassVar[dict[str, Policy]] = {"POST": ANNOTATORS}

    @extend_schema(
        operation_id="suggestion_ask",
        request=serializers.NewSuggestionSerializer,
        responses={201: serializers.SuggestionSerializer},
    )
    @idempotent
    def post(self, request: Request, slug: str, item_id: int) -> Response:
        original = self.item()
        serializer = serializers.NewSuggestionSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        given = serializer.validated_data | {"kind": SuggestionKind(serializer.validated_data["kind"])}
        row = suggesting.ask_for_suggestion(original=original, person=self.person, **given)
        return Response(serializers.SuggestionSerializer(row).data, status=status.HTTP_201_CREATED)


class SuggestionView(BenchmarkView):
    """One suggestion of one's own, to see whether its words are there."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ANNOTATORS}

    @extend_schema(operation_id="suggestion_read", responses=serializers.SuggestionSerializer)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        rows = Suggestion.objects.filter(original__benchmark=self.benchmark, person=self.person)
        row = rows.filter(pk=pk).first()
        if row is None:
            raise Http404
        return Response(serializers.SuggestionSerializer(row).data)
