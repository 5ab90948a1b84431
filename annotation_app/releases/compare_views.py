from typing import ClassVar

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_app.benchmarks.access import ADMINS, BenchmarkView, Policy
from annotation_app.releases import queries
from annotation_app.releases.comparing import KINDS, page_of
from annotation_app.releases.models import Release
from annotation_app.releases.reading import content_lines
from annotation_app.releases.serializers import ComparisonQuerySerializer, ComparisonSerializer


class ComparisonView(BenchmarkView):
    """What differs between two releases, a page of items at a time, held-back ones included."""

    policy: ClassVar[dict[str, Policy]] = {"GET": ADMINS}

    @extend_schema(
        operation_id="releases_compare",
        parameters=[ComparisonQuerySerializer],
        responses=ComparisonSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        asked = ComparisonQuerySerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        query = asked.validated_data
        older, newer = self._published(query["older"]), self._published(query["newer"])
        comparison, page, count = page_of(
            content_lines(older),
            content_lines(newer),
            start=(query["page"] - 1) * query["page_size"],
            size=query["page_size"],
            kinds=frozenset(KINDS if query["kind"] == "all" else (query["kind"],)),
        )
        answer = {
            "older": older.version,
            "newer": newer.version,
            "same_content": (older.manifest or {}).get("content_hash")
            == (newer.manifest or {}).get("content_hash", ""),
            "counts": comparison.counts,
            "by_field": dict(sorted(comparison.by_field.items())),
            "count": count,
            "page": query["page"],
            "results": [
                {**change._asdict(), "fields": [each._asdict() for each in change.fields]} for change in page
            ],
        }
        return Response(answer)

    def _published(self, version: str) -> Release:
        found = queries.releases_of(self.benchmark).filter(version=version, manifest__isnull=False).first()
        if found is None:
            raise Http404
        return found
