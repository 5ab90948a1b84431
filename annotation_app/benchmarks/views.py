from typing import Any, ClassVar

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_app.accounts.access import person_of
from annotation_app.benchmarks import queries, serializers, services
from annotation_app.benchmarks.access import ADMINS, MEMBERS, BenchmarkView, Policy
from annotation_app.benchmarks.models import Benchmark
from annotation_app.core.idempotence import idempotent
from annotation_app.core.permissions import SignedIn, Staff


def with_roles(benchmark: Benchmark, roles: Any) -> dict[str, Any]:
    return {
        "slug": benchmark.slug,
        "title": benchmark.title,
        "description": benchmark.description,
        "created_at": benchmark.created_at,
        "my_roles": sorted(roles),
    }


class BenchmarksView(APIView):
    """The benchmarks in which the person has a role; people who run the server may make new ones."""

    policy: ClassVar[dict[str, Any]] = {"GET": SignedIn, "POST": Staff}

    @extend_schema(operation_id="benchmarks_list", responses=serializers.BenchmarkSerializer(many=True))
    def get(self, request: Request) -> Response:
        rows = queries.memberships_of(person_of(request))
        mine = [with_roles(benchmark, roles) for benchmark, roles in rows]
        return Response(serializers.BenchmarkSerializer(mine, many=True).data)

    @extend_schema(
        operation_id="benchmarks_create",
        request=serializers.NewBenchmarkSerializer,
        responses={201: serializers.BenchmarkDetailSerializer},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        serializer = serializers.NewBenchmarkSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        benchmark = services.create_benchmark(creator=person_of(request), **serializer.validated_data)
        body = with_roles(benchmark, queries.roles_in(benchmark, person_of(request)))
        body["settings"] = benchmark.settings
        return Response(serializers.BenchmarkDetailSerializer(body).data, status=status.HTTP_201_CREATED)


class BenchmarkDetailView(BenchmarkView):
    policy: ClassVar[dict[str, Policy]] = {"GET": MEMBERS}

    @extend_schema(operation_id="benchmark_read", responses=serializers.BenchmarkDetailSerializer)
    def get(self, request: Request, slug: str) -> Response:
        body = with_roles(self.benchmark, self.roles) | {"settings": self.benchmark.settings}
        return Response(serializers.BenchmarkDetailSerializer(body).data)


class SettingsView(BenchmarkView):
    """A change writes a new version that only new items work under."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ADMINS, "POST": ADMINS}

    @extend_schema(operation_id="settings_list", responses=serializers.SettingsSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        rows = self.benchmark.settings_versions.order_by("-version")
        return Response(serializers.SettingsSerializer(rows, many=True).data)

    @extend_schema(
        operation_id="settings_change",
        request=serializers.SettingsSerializer,
        responses={201: serializers.SettingsSerializer},
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        serializer = serializers.SettingsSerializer(data=request.data, partial=True)
        serializer.is_valid(raise_exception=True)
        row = services.change_settings(
            benchmark=self.benchmark, author=self.person, changes=serializer.validated_data
        )
        return Response(serializers.SettingsSerializer(row).data, status=status.HTTP_201_CREATED)


class MembersView(BenchmarkView):
    policy: ClassVar[dict[str, Policy]] = {"GET": ADMINS, "POST": ADMINS}

    @extend_schema(operation_id="members_list", responses=serializers.MemberSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        rows = queries.members_of(self.benchmark)
        return Response(serializers.MemberSerializer(rows, many=True).data)

    @extend_schema(
        operation_id="members_add",
        request=serializers.NewMemberSerializer,
        responses={201: serializers.MemberSerializer},
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        serializer = serializers.NewMemberSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        row = services.add_member(benchmark=self.benchmark, **serializer.validated_data)
        return Response(serializers.MemberSerializer(row).data, status=status.HTTP_201_CREATED)


class MemberView(BenchmarkView):
    policy: ClassVar[dict[str, Policy]] = {"DELETE": ADMINS}

    @extend_schema(operation_id="members_remove", responses={204: None})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        row = self.benchmark.memberships.filter(pk=pk).first()
        if row is None:
            raise Http404
        services.remove_member(membership=row)
        return Response(status=status.HTTP_204_NO_CONTENT)
