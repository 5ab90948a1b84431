from typing import ClassVar

from django.conf import settings
from django.http import Http404, HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_app.benchmarks.access import MEMBERS, BenchmarkView, Policy
from annotation_app.benchmarks.rules import Role
from annotation_app.core.errors import Invalid
from annotation_app.core.idempotence import idempotent
from annotation_app.core.pagination import Pages
from annotation_app.releases import held_back, queries, serializers
from annotation_app.releases.models import HeldBackScoring
from annotation_app.releases.rules import ReleaseState
from annotation_app.releases.scoring import score_held_back
from annotation_app.releases.views import FILE_RESPONSES, FileView, OneReleaseView


class HeldBackReleasesView(BenchmarkView):
    """The releases whose test part is scored here, newest first."""

    policy: ClassVar[dict[str, Policy]] = {"GET": MEMBERS}

    @extend_schema(
        operation_id="held_back_releases_list", responses=serializers.HeldBackReleaseSerializer(many=True)
    )
    def get(self, request: Request, slug: str) -> Response:
        rows = queries.releases_of(self.benchmark).filter(
            state=ReleaseState.PUBLISHED, options__held_back=True
        )
        body = []
        for release in rows:
            files = {file.name: file for file in release.files.all()}
            shown = files[held_back.PUBLIC]
            facts = {name: getattr(release, name) for name in ("version", "notes", "published_at")}
            items = (release.manifest or {})["held_back"]["items"]
            body.append(facts | {"items": items, "size": shown.size, "sha256": shown.sha256})
        return Response(serializers.HeldBackReleaseSerializer(body, many=True).data)


class TestInputsView(FileView):
    """The test part without its answers, for everybody who may have predictions scored."""

    policy: ClassVar[dict[str, Policy]] = {"GET": MEMBERS, "HEAD": MEMBERS}

    @extend_schema(operation_id="release_test_inputs", responses=FILE_RESPONSES)
    def get(self, request: Request, slug: str, version: str) -> HttpResponseBase:
        return self.answer(request, queries.files_of(self.release()).filter(name=held_back.PUBLIC).first())


class ScoringsView(OneReleaseView):
    """One's own files of predictions for a held-back part, newest first; an admin sees everybody's."""

    policy: ClassVar[dict[str, Policy]] = {"GET": MEMBERS, "POST": MEMBERS}
    parser_classes = [MultiPartParser]
    serializer_class = serializers.ScoringSerializer
    pagination_class = Pages

    @extend_schema(operation_id="scorings_list", responses=serializers.ScoringSerializer(many=True))
    def get(self, request: Request, slug: str, version: str) -> Response:
        rows = HeldBackScoring.objects.filter(release=self.release()).select_related("person")
        if Role.ADMIN not in self.roles:
            rows = rows.filter(person=self.person)
        page = self.paginate_queryset(rows.order_by("-pk"))
        return self.get_paginated_response(serializers.ScoringSerializer(page, many=True).data)

    @extend_schema(
        operation_id="scorings_create",
        request={"multipart/form-data": serializers.NewScoringSerializer},
        responses={201: serializers.ScoringSerializer},
    )
    @idempotent
    def post(self, request: Request, slug: str, version: str) -> Response:
        release = self.release()
        if not release.options.get("held_back"):
            raise Http404
        serializer = serializers.NewScoringSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        file = serializer.validated_data["file"]
        if file.size > settings.IMPORT_MAX_BYTES:
            raise Invalid(f"The file is larger than {settings.IMPORT_MAX_BYTES // 1024**2} MiB.")
        scoring = score_held_back(
            release=release,
            stream=file,
            file=file.name,
            note=serializer.validated_data["note"],
            person=self.person,
        )
        return Response(serializers.ScoringSerializer(scoring).data, status=status.HTTP_201_CREATED)
