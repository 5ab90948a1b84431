from typing import ClassVar

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_app.benchmarks.access import ADMINS, BenchmarkView, Policy
from annotation_app.releases import queries
from annotation_app.releases.comparing import KINDS
from annotation_app.releases.comparisons import ALL, changes_in, comparison_of
from annotation_app.releases.models import Release
from annotation_app.releases.serializers import ComparisonQuerySerializer, ComparisonSerializer


class ComparisonView(BenchmarkView):
    """What differs between two releases, a page of items at a time, held-back ones included.

    Large releases are compared in the background: ask again while the state is "queued".
    """

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
        row = comparison_of(older=older, newer=newer)
        kind, size = query["kind"], query["page_size"]
        changes = []
        if row.state == "ready":
            changes = changes_in(row, kind=kind, start=(query["page"] - 1) * size, size=size)
        answer = {
            "state": row.state,
            "error": row.error_message,
            "older": older.version,
            "newer": newer.version,
            "same_content": (older.manifest or {}).get("content_hash")
            == (newer.manifest or {}).get("content_hash", ""),
            "counts": row.counts,
            "by_field": dict(sorted(row.by_field.items())),
            "count": sum(row.counts.get(each, 0) for each in (KINDS if kind == ALL else (kind,))),
            "page": query["page"],
            "results": [
                {**change._asdict(), "fields": [each._asdict() for each in change.fields]}
                for change in changes
            ],
        }
        return Response(answer)

    def _published(self, version: str) -> Release:
        found = queries.releases_of(self.benchmark).filter(version=version, manifest__isnull=False).first()
        if found is None:
            raise Http404
        return found
