"""How the OpenAPI document is read off the views."""

from typing import Any

from drf_spectacular.authentication import SessionScheme
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers

from annotation_app.core.problems import CONTENT_TYPE


class SignedInSessionScheme(SessionScheme):
    """Our session sign-in, which differs from the framework's only in answering 401."""

    target_class = "annotation_app.core.authentication.SessionAuthentication"


class ProblemSerializer(serializers.Serializer[Any]):
    """A refusal (RFC 9457). `code` is stable; `detail` is a sentence for a person."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField()
    errors = serializers.DictField(  # type: ignore[assignment]  # a field named as RFC 9457 extensions go
        child=serializers.ListField(child=serializers.CharField()), required=False
    )


class ProblemAwareSchema(AutoSchema):
    """Documents the refusals that every endpoint can answer with."""

    def get_tags(self) -> list[str]:
        parts = [part for part in self.path.split("/") if part and not part.startswith("{")]
        return [parts[2] if len(parts) > 2 else parts[1] if len(parts) > 1 else "api"]

    def get_response_serializers(self) -> Any:
        declared: Any = super().get_response_serializers()
        if not isinstance(declared, dict):
            declared = {"200": declared} if declared is not None else {}
        answers = {str(code): answer for code, answer in declared.items()}
        refusal = OpenApiResponse(ProblemSerializer, description="Refused; nothing was changed.")
        for code in ("401", "403", "404", "409", "422"):
            answers.setdefault(code, refusal)
        return answers

    def _get_response_for_code(
        self, serializer: Any, status_code: str, media_types: Any = None, direction: Any = "response"
    ) -> Any:
        if int(status_code) >= 400:
            media_types = [CONTENT_TYPE]
        return super()._get_response_for_code(serializer, status_code, media_types, direction)
