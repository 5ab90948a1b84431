"""What an admin does with people's places: see them, assign in bulk, take over."""

from typing import ClassVar

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_app.accounts.models import User
from annotation_app.benchmarks.access import ADMINS, BenchmarkView, Policy
from annotation_app.benchmarks.queries import roles_in
from annotation_app.core.errors import Invalid
from annotation_app.core.idempotence import idempotent
from annotation_app.core.pagination import Pages
from annotation_app.items.models import Assignment
from annotation_app.items.rules import Duty
from annotation_app.work import assigning, queries, serializers


class AssignmentsView(BenchmarkView):
    """Places held, used and passed on, newest first; posting gives places to a person."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ADMINS, "POST": ADMINS}
    pagination_class = Pages
    serializer_class = serializers.PlaceSerializer

    @extend_schema(
        operation_id="assignments_list",
        parameters=[OpenApiParameter(name, str) for name in ("state", "duty", "username")],
        responses=serializers.PlaceSerializer(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        names = {"state": "state", "duty": "duty", "username": "person__username"}
        asked = {
            field: request.query_params[name]
            for name, field in names.items()
            if request.query_params.get(name)
        }
        page = self.paginate_queryset(queries.places_in(self.benchmark).filter(**asked))
        return self.get_paginated_response(serializers.PlaceSerializer(page, many=True).data)

    @extend_schema(
        operation_id="assignments_create",
        request=serializers.AssignRequestSerializer,
        responses={201: serializers.AssignedSerializer},
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        serializer = serializers.AssignRequestSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        given = serializer.validated_data
        person = User.objects.filter(username=given["username"], is_active=True).first()
        roles = roles_in(self.benchmark, person) if person else frozenset()
        if person is None or not roles:
            raise Invalid(
                "Nobody of that name works on this benchmark. Add them under People first.",
                errors={"username": ["Unknown."]},
            )
        duty, ids = Duty(given["duty"]), given["items"]
        if given["preview"]:
            plan = assigning.plan_assignments(
                benchmark=self.benchmark, duty=duty, person=person, roles=roles, ids=ids
            )
        else:
            plan = assigning.assign_items(
                benchmark=self.benchmark,
                duty=duty,
                person=person,
                roles=roles,
                ids=ids,
                admin=self.person,
                days=given["days"],
            )
        body = {
            "assigned": [item.pk for item in plan.eligible],
            "obstacles": [
                {
                    "item": item.pk,
                    "external_id": item.external_id,
                    "code": obstacle,
                    "message": assigning.SENTENCES[obstacle],
                }
                for item, obstacle in plan.obstacles
            ],
        }
        code = status.HTTP_200_OK if given["preview"] else status.HTTP_201_CREATED
        return Response(serializers.AssignedSerializer(body).data, status=code)


class TakeOverView(BenchmarkView):
    """End somebody's place, so that the item is offered to others."""

    policy: ClassVar[dict[str, Policy]] = {"POST": ADMINS}

    @extend_schema(
        operation_id="assignment_take_over",
        request=serializers.TakeOverSerializer,
        responses={204: None},
    )
    def post(self, request: Request, slug: str, pk: int) -> Response:
        serializer = serializers.TakeOverSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        found = Assignment.objects.filter(pk=pk, item__benchmark=self.benchmark).first()
        if found is None:
            raise Http404
        assigning.take_over(assignment=found, admin=self.person, reason=serializer.validated_data["reason"])
        return Response(status=status.HTTP_204_NO_CONTENT)
