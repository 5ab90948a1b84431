from typing import Any, ClassVar

from django.conf import settings
from django.db.models import Prefetch
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_app.benchmarks.access import ADMINS, BenchmarkView, Policy
from annotation_app.core.errors import Invalid
from annotation_app.core.idempotence import idempotent
from annotation_app.core.pagination import Pages
from annotation_app.runs import upload_serializers as serializers
from annotation_app.runs.models import Run
from annotation_app.runs.uploading import Declared, upload_scores
from worker.exchange.forms import Form


class ScoresUploadsView(BenchmarkView):
    """Files of scores made elsewhere, newest first; posting one makes external runs of it."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ADMINS, "POST": ADMINS}
    parser_classes = [MultiPartParser]
    serializer_class = serializers.ScoresUploadSerializer
    pagination_class = Pages

    @extend_schema(
        operation_id="scores_uploads_list", responses=serializers.ScoresUploadSerializer(many=True)
    )
    def get(self, request: Request, slug: str) -> Response:
        runs = Prefetch("runs", Run.objects.only("pk", "upload"))
        rows = self.benchmark.scores_uploads.select_related("person").prefetch_related(runs)
        page = self.paginate_queryset(rows.order_by("-pk"))
        return self.get_paginated_response(serializers.ScoresUploadSerializer(page, many=True).data)

    @extend_schema(
        operation_id="scores_uploads_create",
        request={"multipart/form-data": serializers.NewScoresUploadSerializer},
        responses={201: serializers.ScoresUploadSerializer},
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        serializer = serializers.NewScoresUploadSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        given: dict[str, Any] = serializer.validated_data
        file = given["file"]
        if file.size > settings.SCORES_MAX_BYTES:
            limit = settings.SCORES_MAX_BYTES // 1024**2
            raise Invalid(f"The file is larger than {limit} MiB. Split it, then bring the parts in.")
        upload = upload_scores(
            benchmark=self.benchmark,
            stream=file,
            person=self.person,
            declared=Declared(
                file=file.name,
                form=None if given["form"] == "auto" else Form(given["form"]),
                model=given["model"],
                revision=given["revision"],
                method=given["method"],
                method_settings=given["method_settings"],
                note=given["note"],
                all_or_nothing=given["mode"] == "all_or_nothing",
            ),
        )
        return Response(serializers.ScoresUploadSerializer(upload).data, status=status.HTTP_201_CREATED)
