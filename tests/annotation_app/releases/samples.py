"""Building and reading releases in tests."""

import json
from typing import Any

from annotation_app.benchmarks.models import Benchmark
from annotation_app.releases import building
from annotation_app.releases.models import Release
from annotation_app.releases.options import Options
from annotation_app.releases.queries import chunks_of
from annotation_app.releases.rules import ReleaseState
from tests.annotation_app.factories import make_person


def publish(benchmark: Benchmark, version: str = "1.0.0", options: Options | None = None) -> Release:
    """A release as publishing leaves it, without the message: a worker of another test would build it."""
    begun = {"attempts": 0, "owner": "", "error_code": "", "error_message": ""}
    release, _ = Release.objects.update_or_create(
        benchmark=benchmark,
        version=version,
        defaults={"notes": "First.", "person": make_person(), "state": ReleaseState.QUEUED, **begun}
        | {"options": (options or Options()).to_json()},
    )
    return release


def built(benchmark: Benchmark, version: str = "1.0.0", options: Options | None = None) -> Release:
    release = publish(benchmark, version, options)
    assert building.build_release(release_id=release.pk), Release.objects.get(pk=release.pk).error
    release.refresh_from_db()
    return release


def content(release: Release, name: str = "items.jsonl") -> bytes:
    file = release.files.get(name=name)
    return b"".join(chunks_of(file, 0, file.size))


def lines(release: Release) -> list[dict[str, Any]]:
    return [json.loads(line) for line in content(release).splitlines()]
