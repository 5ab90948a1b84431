from typing import Any, ClassVar

from django.http import Http404, HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_app.benchmarks.access import ADMINS, Policy
from annotation_app.core.idempotence import idempotent
from annotation_app.releases import packing
from annotation_app.releases.formats.catalogue import FORMATS
from annotation_app.releases.models import Release, ReleaseFormat
from annotation_app.releases.views import FILE_RESPONSES, FileView, OneReleaseView


class ReleaseFormatSerializer(serializers.Serializer[Any]):
    """A format of a release. It is made when it is first asked for; until then its state is "none"."""

    name = serializers.CharField()
    state = serializers.ChoiceField(choices=["none", "queued", "ready", "failed"])
    size = serializers.IntegerField(allow_null=True, help_text="In bytes, of the zip file.")
    sha256 = serializers.CharField(allow_null=True)
    error = serializers.CharField(allow_blank=True)


class NewReleaseFormatSerializer(serializers.Serializer[Any]):
    name = serializers.ChoiceField(choices=sorted(FORMATS))


def described(name: str, row: ReleaseFormat | None) -> dict[str, Any]:
    """The fields of a ReleaseFormatSerializer."""
    file = row.file if row else None
    return {
        "name": name,
        "state": row.state if row else "none",
        "size": file.size if file else None,
        "sha256": file.sha256 if file else None,
        "error": row.error_message if row else "",
    }


def format_of(release: Release, name: str) -> ReleaseFormat | None:
    return release.formats.select_related("file").filter(name=name).first()


class ReleaseFormatsView(OneReleaseView):
    """The formats a release can be had in; posting has one made in the background."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ADMINS, "POST": ADMINS}
    pagination_class = None

    @extend_schema(operation_id="release_formats_list", responses=ReleaseFormatSerializer(many=True))
    def get(self, request: Request, slug: str, version: str) -> Response:
        made = {row.name: row for row in self.release().formats.select_related("file")}
        body = [described(name, made.get(name)) for name in FORMATS]
        return Response(ReleaseFormatSerializer(body, many=True).data)

    @extend_schema(
        operation_id="release_format_ask",
        request=NewReleaseFormatSerializer,
        responses={201: ReleaseFormatSerializer},
    )
    @idempotent
    def post(self, request: Request, slug: str, version: str) -> Response:
        release = self.release()
        serializer = NewReleaseFormatSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        name = serializer.validated_data["name"]
        packing.ask_for_format(release=release, name=name)
        body = described(name, format_of(release, name))
        return Response(ReleaseFormatSerializer(body).data, status=status.HTTP_201_CREATED)


class ReleaseFormatView(FileView):
    """The zip file of a format that is ready, with Range and ETag as for any file of a release."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ADMINS, "HEAD": ADMINS}

    @extend_schema(operation_id="release_format", responses=FILE_RESPONSES)
    def get(self, request: Request, slug: str, version: str, name: str) -> HttpResponseBase:
        row = format_of(self.release(), name)
        if row is None or row.file is None:
            raise Http404
        return self.answer(request, row.file)
