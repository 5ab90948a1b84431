from typing import Any, ClassVar

from django.contrib.auth import authenticate, login, logout, update_session_auth_hash
from django.http import Http404
from django.middleware.csrf import get_token
from drf_spectacular.utils import extend_schema
from knox.models import AuthToken
from rest_framework import exceptions, status
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from annotation_app.accounts import queries, serializers, services
from annotation_app.accounts.access import person_of
from annotation_app.accounts.models import User
from annotation_app.core.errors import NotEligible
from annotation_app.core.pagination import Pages
from annotation_app.core.permissions import Anyone, SignedIn, Staff


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
        request=serializers.PreferencesSerializer,
        responses=serializers.SessionSerializer,
    )
    def patch(self, request: Request) -> Response:
        serializer = serializers.PreferencesSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        services.choose_preferences(person=person_of(request), **serializer.validated_data)
        return Response(serializers.SessionSerializer(session_of(request)).data)

    @extend_schema(operation_id="session_delete", responses={204: None})
    def delete(self, request: Request) -> Response:
        logout(request._request)
        return Response(status=status.HTTP_204_NO_CONTENT)


class PasswordView(APIView):
    """Change one's own password."""

    policy: ClassVar[dict[str, Any]] = {"POST": SignedIn}
    throttle_scope = "sign_in"
    throttle_classes = [ScopedRateThrottle]

    @extend_schema(
        operation_id="password_change", request=serializers.NewPasswordSerializer, responses={204: None}
    )
    def post(self, request: Request) -> Response:
        serializer = serializers.NewPasswordSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        person = person_of(request)
        services.change_password(person=person, **serializer.validated_data)
        update_session_auth_hash(request._request, person)
        return Response(status=status.HTTP_204_NO_CONTENT)


class PeopleView(GenericAPIView[Any]):
    """The accounts of this server, for those who run it."""

    policy: ClassVar[dict[str, Any]] = {"GET": Staff, "POST": Staff}
    serializer_class = serializers.AccountSerializer
    pagination_class = Pages

    @extend_schema(operation_id="people_list", responses=serializers.AccountSerializer(many=True))
    def get(self, request: Request) -> Response:
        page = self.paginate_queryset(queries.accounts())
        return self.get_paginated_response(serializers.AccountSerializer(page, many=True).data)

    @extend_schema(
        operation_id="people_create",
        request=serializers.NewPersonSerializer,
        responses={201: serializers.CreatedPersonSerializer},
    )
    def post(self, request: Request) -> Response:
        serializer = serializers.NewPersonSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        person, password = services.create_person(**serializer.validated_data)
        body = serializers.PersonSerializer(person).data | {"initial_password": password}
        return Response(body, status=status.HTTP_201_CREATED)


class RetireView(APIView):
    """End an account; the person's work stays."""

    policy: ClassVar[dict[str, Any]] = {"POST": Staff}

    @extend_schema(operation_id="people_retire", request=serializers.RetireSerializer, responses={204: None})
    def post(self, request: Request, pk: int) -> Response:
        serializer = serializers.RetireSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        person = queries.accounts().filter(pk=pk).first()
        if person is None:
            raise Http404
        if person.pk == request.user.pk:
            raise NotEligible("You can't end your own account. Ask somebody else who runs this server.")
        services.retire_person(person=person, anonymise=serializer.validated_data["anonymise"])
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
