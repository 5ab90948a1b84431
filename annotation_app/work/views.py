from typing import Any, ClassVar

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_app.accounts.access import person_of
from annotation_app.benchmarks.access import ADMINS, MEMBERS, WORKERS, BenchmarkView, Policy
from annotation_app.core.errors import Invalid, NotAllowedInState
from annotation_app.core.permissions import SignedIn
from annotation_app.items.models import Assignment, AssignmentState
from annotation_app.items.rules import DUTY_ROLE, Duty
from annotation_app.items.serializers import ItemDetailSerializer
from annotation_app.items.services import give_up_place
from annotation_app.items.views import ItemView
from annotation_app.work import queries, serializers, services
from annotation_app.work.item_detail import item_detail
from annotation_app.work.notifying import notifications_for
from annotation_app.work.record import record_of
from annotation_app.work.task import task


class WorkView(BenchmarkView):
    """What waits for the person, by duty."""

    policy: ClassVar[dict[str, Policy]] = {"GET": MEMBERS}

    @extend_schema(operation_id="work_read", responses=serializers.WorkSerializer)
    def get(self, request: Request, slug: str) -> Response:
        now = timezone.now()
        body = {
            "duties": queries.work_counts(self.benchmark, self.person, self.roles, now),
            "next_free_at": queries.next_free_at(self.benchmark, now),
        }
        return Response(serializers.WorkSerializer(body).data)


class RecordView(BenchmarkView):
    """What the person did in this benchmark, how it fared, and how they agree with the others."""

    policy: ClassVar[dict[str, Policy]] = {"GET": MEMBERS}

    @extend_schema(operation_id="record_read", responses=serializers.RecordSerializer)
    def get(self, request: Request, slug: str) -> Response:
        body = record_of(self.person, self.benchmark)
        return Response(serializers.RecordSerializer(body).data)


class NotificationsView(APIView):
    """What waits for the person in all their benchmarks; the bell in the header counts it."""

    policy: ClassVar[dict[str, Any]] = {"GET": SignedIn}

    @extend_schema(operation_id="notifications_list", responses=serializers.NotificationSerializer(many=True))
    def get(self, request: Request) -> Response:
        rows = notifications_for(person_of(request))
        return Response(serializers.NotificationSerializer(rows, many=True).data)


class NextView(BenchmarkView):
    """Ask for the next piece of work of one duty; 204 when there is nothing for the person now."""

    policy: ClassVar[dict[str, Policy]] = {"POST": WORKERS}

    @extend_schema(
        operation_id="work_next",
        request=serializers.NextSerializer,
        responses={200: serializers.TaskSerializer, 204: None},
    )
    def post(self, request: Request, slug: str, duty: str) -> Response:
        if duty not in serializers.DUTIES:
            raise Http404
        wanted = Duty(duty)
        if DUTY_ROLE[wanted] not in self.roles:
            raise exceptions.PermissionDenied(
                f"This is work for somebody with the role {DUTY_ROLE[wanted]}.", code="role_required"
            )
        serializer = serializers.NextSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        assignment = services.hand_out(
            benchmark=self.benchmark, duty=wanted, person=self.person, **serializer.validated_data
        )
        if assignment is None:
            return Response(status=status.HTTP_204_NO_CONTENT)
        body = task(assignment, language=self.person.language)
        return Response(serializers.TaskSerializer(body).data)


class AssignmentView(BenchmarkView):
    """One of the person's own places: what is to be done there."""

    policy: ClassVar[dict[str, Policy]] = {"GET": WORKERS}

    def assignment(self) -> Assignment:
        rows = Assignment.objects.select_related("item__settings", "item__benchmark", "person")
        found = rows.filter(pk=self.kwargs["pk"], item__benchmark=self.benchmark, person=self.person).first()
        if found is None:
            raise Http404
        return found

    @extend_schema(operation_id="assignment_read", responses=serializers.TaskSerializer)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        assignment = self.assignment()
        if assignment.state != AssignmentState.LIVE:
            raise NotAllowedInState("This piece of work is done or was given up. Ask for the next one.")
        body = task(assignment, language=self.person.language)
        return Response(serializers.TaskSerializer(body).data)


class SkipView(AssignmentView):
    """Pass an item on with a reason; it is offered to somebody else and not to this person again."""

    policy: ClassVar[dict[str, Policy]] = {"POST": WORKERS}
    http_method_names = ["post", "options"]

    @extend_schema(operation_id="assignment_skip", request=serializers.SkipSerializer, responses={204: None})
    def post(self, request: Request, slug: str, pk: int) -> Response:
        serializer = serializers.SkipSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        reason = serializer.validated_data["reason"].strip()
        if not reason:
            raise Invalid("Say in a word why you pass this on.", errors={"reason": ["Required."]})
        give_up_place(assignment=self.assignment(), skip=True, reason=reason)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ReleaseView(AssignmentView):
    """Give a place back without passing the item on; it may be offered again."""

    policy: ClassVar[dict[str, Policy]] = {"POST": WORKERS}
    http_method_names = ["post", "options"]

    @extend_schema(operation_id="assignment_release", request=None, responses={204: None})
    def post(self, request: Request, slug: str, pk: int) -> Response:
        give_up_place(assignment=self.assignment(), skip=False)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ItemDetailView(ItemView):
    """One item with its tokens, provenance and last rationale."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ADMINS}

    @extend_schema(operation_id="item_read", responses=ItemDetailSerializer)
    def get(self, request: Request, slug: str, item_id: int) -> Response:
        return Response(ItemDetailSerializer(item_detail(self.item())).data)
