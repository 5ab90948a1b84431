import csv
import json
from collections.abc import Iterator
from io import StringIO
from typing import Any, ClassVar

from django.conf import settings
from django.http import Http404, HttpResponseBase, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_app.benchmarks.access import ADMINS, BenchmarkView, Policy
from annotation_app.core.errors import Invalid
from annotation_app.core.idempotence import idempotent
from annotation_app.core.pagination import Pages
from annotation_app.items import coverage, import_serializers
from annotation_app.items.importing import IMPORTERS, jobs
from annotation_app.items.importing.choices import Choices
from annotation_app.items.importing.report import report_lines
from annotation_app.items.importing.services import import_items
from annotation_app.items.importing.tables import FIELDS
from annotation_app.items.importing.uploads import check_size, receive_upload
from annotation_app.items.models import Import

# A file of this size with all its choices given is imported while the sender waits.
AT_ONCE_BYTES = 4 * 1024 * 1024
# What a form needs beside the file.
FORM_BYTES = 64 * 1024
REPORT = import_serializers.ImportReportSerializer


class ImportsView(BenchmarkView):
    """Files brought in, newest first; posting one uploads it."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ADMINS, "POST": ADMINS}
    parser_classes = [MultiPartParser]
    serializer_class = import_serializers.ImportSerializer
    pagination_class = Pages

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Too large a body is refused by its length, before any of it is read."""
        super().initial(request, *args, **kwargs)
        length = request.META.get("CONTENT_LENGTH") or "0"
        check_size(int(length) - FORM_BYTES if length.isdecimal() else 0)

    @extend_schema(operation_id="imports_list", responses=import_serializers.ImportSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        rows = self.benchmark.imports.select_related("person").order_by("-pk")
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(import_serializers.ImportSerializer(page, many=True).data)

    @extend_schema(
        operation_id="imports_create",
        request={"multipart/form-data": import_serializers.NewImportSerializer},
        responses={201: REPORT},
    )
    @idempotent
    def post(self, request: Request, slug: str) -> Response:
        serializer = import_serializers.NewImportSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        given: dict[str, Any] = dict(serializer.validated_data)
        file = given.pop("file")
        check_size(file.size)
        if given.get("format") and file.size <= AT_ONCE_BYTES:
            report = import_items(
                benchmark=self.benchmark, stream=file, person=self.person, choices=_choices(file.name, given)
            )
        else:
            report = receive_upload(benchmark=self.benchmark, person=self.person, stream=file, name=file.name)
            if given.get("format"):
                report = jobs.start_import(report=report, checks=False, chosen=given)
        return Response(import_serializers.import_report(report), status=status.HTTP_201_CREATED)


def _choices(name: str, given: dict[str, Any]) -> Choices:
    return Choices(
        format=given["format"],
        corpus=given["corpus"],
        file=name,
        licence=given.get("licence", ""),
        dimension=given.get("dimension") or None,
        language=given.get("language") or None,
        encoding=given.get("encoding") or None,
        columns=given.get("columns", {}),
        seed=given.get("seed", 0),
        all_or_nothing=given.get("mode") == "all_or_nothing",
    )


class FormatsView(BenchmarkView):
    """The formats that can be imported, in groups, and how large an upload may be."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ADMINS}

    @extend_schema(operation_id="import_formats", responses=import_serializers.FormatsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        formats = [
            {"name": name, **{part: getattr(importer, part) for part in ("title", "group", "dimension")}}
            | {"language": importer.language, "files": importer.files, "folder": importer.folder}
            for name, importer in IMPORTERS.items()
        ]
        body = {"formats": formats, "columns": FIELDS, "largest": settings.IMPORT_MAX_BYTES}
        return Response(import_serializers.FormatsSerializer(body).data)


class ImportView(BenchmarkView):
    """One upload: what it looks like, how far it is, what came of it."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ADMINS, "DELETE": ADMINS}

    def report(self) -> Import:
        rows = self.benchmark.imports.select_related("person", "benchmark")
        found = rows.filter(pk=self.kwargs["pk"]).first()
        if found is None:
            raise Http404
        return found

    @extend_schema(operation_id="import_read", responses=REPORT)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        return Response(import_serializers.import_report(self.report()))

    @extend_schema(operation_id="import_discard", responses={204: None})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        jobs.discard_upload(report=self.report())
        return Response(status=status.HTTP_204_NO_CONTENT)


class ImportCheckView(ImportView):
    """Have an upload read through in the background: its first items, and all that would be left out."""

    policy: ClassVar[dict[str, Policy]] = {"POST": ADMINS}
    http_method_names = ["post", "options"]

    @extend_schema(
        operation_id="import_check", request=import_serializers.NewCheckSerializer, responses={201: REPORT}
    )
    @idempotent
    def post(self, request: Request, slug: str, pk: int) -> Response:
        serializer = import_serializers.NewCheckSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        report = jobs.start_import(report=self.report(), checks=True, chosen=serializer.validated_data)
        return Response(import_serializers.import_report(report), status=status.HTTP_201_CREATED)


class ImportRunView(ImportView):
    """Have an upload stored in the background."""

    policy: ClassVar[dict[str, Policy]] = {"POST": ADMINS}
    http_method_names = ["post", "options"]

    @extend_schema(
        operation_id="import_run", request=import_serializers.NewRunSerializer, responses={201: REPORT}
    )
    @idempotent
    def post(self, request: Request, slug: str, pk: int) -> Response:
        serializer = import_serializers.NewRunSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        report = jobs.start_import(report=self.report(), checks=False, chosen=serializer.validated_data)
        return Response(import_serializers.import_report(report), status=status.HTTP_201_CREATED)


class ImportCancelView(ImportView):
    """Stop what is under way."""

    policy: ClassVar[dict[str, Policy]] = {"POST": ADMINS}
    http_method_names = ["post", "options"]

    @extend_schema(operation_id="import_cancel", request=None, responses={201: REPORT})
    @idempotent
    def post(self, request: Request, slug: str, pk: int) -> Response:
        report = jobs.cancel_import(report=self.report())
        return Response(import_serializers.import_report(report), status=status.HTTP_201_CREATED)


class ImportMoreView(ImportView):
    """More masks of what is missing, from a treebank that was imported."""

    policy: ClassVar[dict[str, Policy]] = {"POST": ADMINS}
    http_method_names = ["post", "options"]

    @extend_schema(
        operation_id="import_more", request=import_serializers.NewMoreSerializer, responses={201: REPORT}
    )
    @idempotent
    def post(self, request: Request, slug: str, pk: int) -> Response:
        serializer = import_serializers.NewMoreSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        wanted = serializer.validated_data["wanted"]
        report = coverage.ask_for_more(report=self.report(), person=self.person, wanted=wanted)
        return Response(import_serializers.import_report(report), status=status.HTTP_201_CREATED)


class ImportLeftOutView(ImportView):
    """Every record left out, in the order of the file."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ADMINS}
    http_method_names = ["get", "head", "options"]
    pagination_class = Pages
    serializer_class = import_serializers.ImportProblemSerializer

    @extend_schema(
        operation_id="import_left_out",
        parameters=[OpenApiParameter("code", str)],
        responses=import_serializers.ImportProblemSerializer(many=True),
    )
    def get(self, request: Request, slug: str, pk: int) -> Response:
        rows = self.report().rows_left_out.order_by("number")
        if code := request.query_params.get("code"):
            rows = rows.filter(code=code)
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(import_serializers.ImportProblemSerializer(page, many=True).data)


class ImportReportFileView(BenchmarkView):
    """The whole report as a file: a line for each record, stored or left out."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ADMINS}
    http_method_names = ["get", "head", "options"]

    @extend_schema(
        operation_id="import_report_file",
        parameters=[OpenApiParameter("as", str, enum=["json", "csv"])],
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, slug: str, pk: int) -> HttpResponseBase:
        report = self.benchmark.imports.filter(pk=pk).first()
        if report is None:
            raise Http404
        kind = request.query_params.get("as", "json")
        if kind not in ("json", "csv"):
            raise Invalid("The report comes as json or csv.", errors={"as": ["Unknown."]})
        written = _as_csv(report) if kind == "csv" else _as_json(report)
        answer = StreamingHttpResponse(
            written, content_type="text/csv; charset=utf-8" if kind == "csv" else "application/json"
        )
        answer["Content-Disposition"] = f'attachment; filename="import-{report.pk}.{kind}"'
        return answer


def _as_json(report: Import) -> Iterator[str]:
    head = dict(import_serializers.ImportSerializer(report).data)
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "records": ['
    for number, line in enumerate(report_lines(report)):
        yield (",\n" if number else "\n") + json.dumps(line, ensure_ascii=False)
    yield "\n]}\n"


def _as_csv(report: Import) -> Iterator[str]:
    names = ("file", "line", "record", "outcome", "code", "message")
    yield "\ufeff"  # spreadsheets take a file without this mark for Latin-1
    buffer = StringIO()
    writer = csv.DictWriter(buffer, names)
    writer.writeheader()
    for line in report_lines(report):
        # A cell that begins like a formula would be run by a spreadsheet.
        writer.writerow(
            {
                name: f"'{cell}" if str(cell)[:1] in "=+-@" and cell != "" else cell
                for name, cell in line.items()
            }
        )
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
    yield buffer.getvalue()


class CoverageView(BenchmarkView):
    """Which phenomena and parts of speech the grammar items ask for, and which treebanks could give more."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ADMINS}

    @extend_schema(operation_id="grammar_coverage", responses=import_serializers.GrammarCoverageSerializer)
    def get(self, request: Request, slug: str) -> Response:
        body = {
            "languages": coverage.grammar_coverage(self.benchmark),
            "uploads": coverage.treebanks_kept(self.benchmark),
        }
        return Response(import_serializers.GrammarCoverageSerializer(body).data)


class CorporaView(BenchmarkView):
    """Items by the corpus they come from and its licence."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ADMINS}

    @extend_schema(operation_id="corpora_list", responses=import_serializers.CorpusCountSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        rows = coverage.items_by_corpus(self.benchmark)
        return Response(import_serializers.CorpusCountSerializer(rows, many=True).data)
