from typing import Any, ClassVar

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_app.core.idempotence import idempotent
from annotation_app.core.permissions import SignedIn, Staff
from annotation_app.runs import model_serializers as serializers
from annotation_app.runs import queries, registry
from annotation_app.runs.models import LanguageModel


def described(model: LanguageModel) -> dict[str, Any]:
    return dict(serializers.LanguageModelSerializer(model).data)


class ModelsView(APIView):
    """The language models this server offers; posting adds one, switched off, and checks it."""

    policy: ClassVar[dict[str, Any]] = {"GET": SignedIn, "POST": Staff}

    @extend_schema(operation_id="models_list", responses=serializers.LanguageModelSerializer(many=True))
    def get(self, request: Request) -> Response:
        return Response(serializers.LanguageModelSerializer(queries.models_offered(), many=True).data)

    @extend_schema(
        operation_id="models_create",
        request=serializers.NewModelSerializer,
        responses={201: serializers.LanguageModelSerializer},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        serializer = serializers.NewModelSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        model = registry.add_model(**serializer.validated_data)
        return Response(described(model), status=status.HTTP_201_CREATED)


class ModelView(APIView):
    """One model; a change switches it on or off or corrects what people say of it."""

    policy: ClassVar[dict[str, Any]] = {"GET": SignedIn, "PATCH": Staff}

    @extend_schema(operation_id="model_read", responses=serializers.LanguageModelSerializer)
    def get(self, request: Request, name: str) -> Response:
        found = queries.models_offered().filter(name=name).first()
        if found is None:
            raise Http404
        return Response(described(found))

    @extend_schema(
        operation_id="model_change",
        request=serializers.ModelChangeSerializer,
        responses=serializers.LanguageModelSerializer,
    )
    def patch(self, request: Request, name: str) -> Response:
        serializer = serializers.ModelChangeSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        return Response(described(registry.change_model(name=name, **serializer.validated_data)))


class CheckUpsView(APIView):
    """Posting has a worker load the model and answer a sentence; the model then says what came of it."""

    policy: ClassVar[dict[str, Any]] = {"POST": Staff}

    @extend_schema(
        operation_id="check_ups_create",
        request=serializers.NewCheckUpSerializer,
        responses={201: serializers.LanguageModelSerializer},
    )
    @idempotent
    def post(self, request: Request, name: str) -> Response:
        serializer = serializers.NewCheckUpSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        model = registry.ask_check_up(name=name, anew=serializer.validated_data["anew"])
        return Response(described(model), status=status.HTTP_201_CREATED)
