from typing import Any, ClassVar

from django.http import Http404, HttpResponse, HttpResponseBase, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_app.benchmarks.access import ADMINS, BenchmarkView, Policy
from annotation_app.core.idempotence import idempotent
from annotation_app.releases import queries, rules, serializers, services
from annotation_app.releases.models import Release, ReleaseFile
from annotation_app.releases.previewing import preview_of
from annotation_app.releases.rules import BadRange, Range


class ReleasesView(BenchmarkView):
    """A benchmark's releases, newest first; posting one has it built in the background."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ADMINS, "POST": ADMINS}
    serializer_class = serializers.ReleaseSerializer

    @extend_schema(operation_id="releases_list", responses=serializers.ReleaseSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        rows = queries.releases_of(self.benchmark)
        return Response(serializers.ReleaseSerializer(rows, many=True).data)

    @extend_schema(
        operation_id="releases_create",
        request=serializers.NewReleaseSerializer,
        responses={201: serializers.ReleaseSerializer},
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        serializer = serializers.NewReleaseSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        release = services.publish_release(
            benchmark=self.benchmark, person=self.person, **serializer.validated_data
        )
        made = queries.releases_of(self.benchmark).get(pk=release.pk)
        return Response(serializers.ReleaseSerializer(made).data, status=status.HTTP_201_CREATED)


class ReleasePreviewView(BenchmarkView):
    """What a release would hold if it were made now."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ADMINS}

    @extend_schema(operation_id="release_preview", responses=serializers.ReleasePreviewSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return Response(serializers.ReleasePreviewSerializer(preview_of(self.benchmark)).data)


class OneReleaseView(BenchmarkView):
    """Base of the views under one release's address."""

    def release(self) -> Release:
        found = queries.releases_of(self.benchmark).filter(version=self.kwargs["version"]).first()
        if found is None:
            raise Http404
        return found


class ReleaseView(OneReleaseView):
    """One release with its manifest and files."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ADMINS}

    @extend_schema(operation_id="release_read", responses=serializers.ReleaseSerializer)
    def get(self, request: Request, slug: str, version: str) -> Response:
        return Response(serializers.ReleaseSerializer(self.release()).data)


class WithdrawReleaseView(OneReleaseView):
    """Marks a release as one that should no longer be used; its files stay."""

    policy: ClassVar[dict[str, Policy]] = {"POST": ADMINS}

    @extend_schema(
        operation_id="release_withdraw",
        request=serializers.WithdrawalSerializer,
        responses=serializers.ReleaseSerializer,
    )
    def post(self, request: Request, slug: str, version: str) -> Response:
        serializer = serializers.WithdrawalSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        services.withdraw_release(
            release=self.release(),
            reason=serializer.validated_data["reason"],
            person=self.person,
        )
        return Response(serializers.ReleaseSerializer(self.release()).data)


class AnyContent(BaseContentNegotiation):
    """A file has one form; whatever a client says it accepts, it gets that."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type


FILE_RESPONSES: dict[Any, Any] = {
    (200, "application/octet-stream"): OpenApiTypes.BINARY,
    (206, "application/octet-stream"): OpenApiTypes.BINARY,
    304: OpenApiResponse(description="The client has it already."),
    416: OpenApiResponse(description="The range starts behind the file's end."),
}


class FileView(OneReleaseView):
    """Base of what streams a file. Answers If-None-Match, and Range for one stretch of bytes."""

    content_negotiation_class = AnyContent

    def answer(self, request: Request, file: ReleaseFile | None) -> HttpResponseBase:
        if file is None:
            raise Http404
        etag = f'"{file.sha256}"'
        headers = {"ETag": etag, "Accept-Ranges": "bytes", "Cache-Control": "private, no-cache"}
        if etag in request.headers.get("If-None-Match", ""):
            return HttpResponse(status=304, headers=headers)
        try:
            wanted = self._range(request, file, etag)
        except BadRange:
            return HttpResponse(status=416, headers=headers | {"Content-Range": f"bytes */{file.size}"})
        start, end = wanted or Range(0, file.size)
        headers["Content-Length"] = str(end - start)
        name = f"{self.kwargs['slug']}-{self.kwargs['version']}-{file.name}"
        headers["Content-Disposition"] = f'attachment; filename="{name}"'
        if wanted:
            headers["Content-Range"] = f"bytes {start}-{end - 1}/{file.size}"
        body = () if request.method == "HEAD" else queries.chunks_of(file, start, end)
        code = 206 if wanted else 200
        return StreamingHttpResponse(body, status=code, content_type=file.content_type, headers=headers)

    def _range(self, request: Request, file: ReleaseFile, etag: str) -> Range | None:
        """The stretch asked for; none if the client's part is of another version of the file."""
        header = request.headers.get("Range")
        if header is None or request.headers.get("If-Range", etag) != etag:
            return None
        return rules.parse_range(header, file.size)


class ReleaseFileView(FileView):
    """A file of a release; also what is held back, which is in no list of files."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ADMINS, "HEAD": ADMINS}

    @extend_schema(operation_id="release_file", responses=FILE_RESPONSES)
    def get(self, request: Request, slug: str, version: str, name: str) -> HttpResponseBase:
        release = self.release()
        file = queries.files_of(release).filter(name=name).first()
        return self.answer(request, file or queries.private_file(release, name))
