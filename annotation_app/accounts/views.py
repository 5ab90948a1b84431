from typing import Any, ClassVar

from django.contrib.auth import authenticate, login, logout
from django.middleware.csrf import get_token
from drf_spectacular.utils import extend_schema
from knox.models import AuthToken
from rest_framework import exceptions, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from annotation_app.accounts import serializers, services
from annotation_app.accounts.access import person_of
from annotation_app.accounts.models import User
from annotation_app.core.permissions import Anyone, SignedIn


def session_of(request: Request) -> dict[str, Any]:
    person = request.user if isinstance(request.user, User) else None
    return {
        "authenticated": person is not None,
        "person": person and serializers.signed_in_person(person),
        "csrf_token": get_token(request._request),
    }


def check_password(request: Request, serializer: Any) -> Any:
    """The person of this name and password, or a refusal that does not say which of the two is wrong."""
    serializer.is_valid(raise_exception=True)
    given = serializer.validated_data
    person = authenticate(request._request, username=given["username"], password=given["password"])
    if person is None:
        raise exceptions.AuthenticationFailed("Name and password don't match. Check both, then try again.")
    return person


class SessionView(APIView):
    """Who is signed in in this browser; signing in and out."""

    policy: ClassVar[dict[str, Any]] = {
        "GET": Anyone,
        "POST": Anyone,
        "PATCH": SignedIn,
        "DELETE": Anyone,
    }
    throttle_scope = "sign_in"

    def get_throttles(self) -> list[Any]:
        return [ScopedRateThrottle()] if self.request.method == "POST" else []

    @extend_schema(operation_id="session_read", responses=serializers.SessionSerializer)
    def get(self, request: Request) -> Response:
        return Response(serializers.SessionSerializer(session_of(request)).data)

    @extend_schema(
        operation_id="session_create",
        request=serializers.SignInSerializer,
        responses=serializers.SessionSerializer,
    )
    def post(self, request: Request) -> Response:
        person = check_password(request, serializers.SignInSerializer(data=request.data))
        login(request._request, person)
        request.user = person
        return Response(serializers.SessionSerializer(session_of(request)).data)

    @extend_schema(
        operation_id="session_update",
        request=serializers.LanguageSerializer,
        responses=serializers.SessionSerializer,
    )
    def patch(self, request: Request) -> Response:
        serializer = serializers.LanguageSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        services.choose_language(person=person_of(request), language=serializer.validated_data["language"])
        return Response(serializers.SessionSerializer(session_of(request)).data)

    @extend_schema(operation_id="session_delete", responses={204: None})
    def delete(self, request: Request) -> Response:
        logout(request._request)
        return Response(status=status.HTTP_204_NO_CONTENT)


class TokenView(APIView):
    """A token for scripts, given for name and password; DELETE ends the one that is sent."""

    policy: ClassVar[dict[str, Any]] = {"POST": Anyone, "DELETE": SignedIn}
    throttle_scope = "sign_in"

    def get_throttles(self) -> list[Any]:
        return [ScopedRateThrottle()] if self.request.method == "POST" else []

    @extend_schema(
        operation_id="token_create",
        request=serializers.TokenRequestSerializer,
        responses={201: serializers.AccessTokenSerializer},
    )
    def post(self, request: Request) -> Response:
        serializer = serializers.TokenRequestSerializer(data=request.data)
        person = check_password(request, serializer)
        given = services.give_token(person=person, days=serializer.validated_data["days"])
        return Response(serializers.AccessTokenSerializer(given).data, status=status.HTTP_201_CREATED)

    @extend_schema(operation_id="token_delete", responses={204: None})
    def delete(self, request: Request) -> Response:
        if isinstance(request.auth, AuthToken):
            request.auth.delete()
        return Response(status=status.HTTP_204_NO_CONTENT)
