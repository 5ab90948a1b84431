from functools import partial
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_app.benchmarks.access import ADMINS, Policy
from annotation_app.core.idempotence import idempotent
from annotation_app.releases.formats.frozen import ITEMS
from annotation_app.releases.queries import files_of
from annotation_app.releases.running import check_may_run, pairs_in
from annotation_app.releases.views import OneReleaseView
from annotation_app.runs import services
from annotation_app.runs.queries import with_progress
from annotation_app.runs.serializers import RunSerializer
from annotation_app.runs.start_serializers import EstimateSerializer, NewRunsSerializer, described_estimate


class OverRelease(OneReleaseView):
    """Base of what is asked for over a release's pairs; the body is that of a run over finished pairs."""

    def asked(self, request: Request) -> dict[str, Any]:
        release = self.release()
        serializer = NewRunsSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        check_may_run(release)
        given = dict(serializer.validated_data)
        sha256 = files_of(release).get(name=ITEMS).sha256
        scope = given["scope"]._replace(release=release.version, release_sha256=sha256)
        return given | {"scope": scope, "parts": partial(pairs_in, release)}


class ReleaseRunsView(OverRelease):
    """Starts one run for each model and method over a release's pairs."""

    policy: ClassVar[dict[str, Policy]] = {"POST": ADMINS}

    @extend_schema(
        operation_id="release_runs_create",
        request=NewRunsSerializer,
        responses={201: RunSerializer(many=True)},
    )
    @idempotent
    def post(self, request: Request, slug: str, version: str) -> Response:
        runs = services.start_all_runs(benchmark=self.benchmark, person=self.person, **self.asked(request))
        body = RunSerializer(with_progress(runs), many=True).data
        return Response(body, status=status.HTTP_201_CREATED)


class ReleaseEstimatesView(OverRelease):
    """Measures how long runs over a release's pairs would take, on a few items."""

    policy: ClassVar[dict[str, Policy]] = {"POST": ADMINS}

    @extend_schema(
        operation_id="release_estimates_create",
        request=NewRunsSerializer,
        responses={201: EstimateSerializer},
    )
    @idempotent
    def post(self, request: Request, slug: str, version: str) -> Response:
        estimate = services.ask_estimate(benchmark=self.benchmark, person=self.person, **self.asked(request))
        return Response(described_estimate(estimate), status=status.HTTP_201_CREATED)
