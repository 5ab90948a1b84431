"""A release's pairs, for runs over exactly what was released."""

from collections.abc import Iterator

from django.db.models import QuerySet

from annotation_app.core.errors import NotAllowedInState
from annotation_app.perturbations.models import Perturbation
from annotation_app.releases.models import Release
from annotation_app.releases.reading import content_lines
from annotation_app.releases.rules import ReleaseState

PART = 2000


def check_may_run(release: Release) -> None:
    """Raises NotAllowedInState unless the release is there to be used."""
    if release.state != ReleaseState.PUBLISHED or release.withdrawn_at is not None:
        raise NotAllowedInState("Only a published release that was not withdrawn can be run over.")


def pairs_in(release: Release) -> Iterator[QuerySet[Perturbation]]:
    """The pairs that a release's file names, some thousand at a time, each original with all of its own.

    The file is read in chunks, a line in memory at a time.
    """
    names: list[str] = []
    for line in content_lines(release):
        if "pair" in line:
            names.append(line["external_id"])
        elif len(names) >= PART:  # an original: here no group is cut
            yield _pairs(release, names)
            names = []
    if names:
        yield _pairs(release, names)


def _pairs(release: Release, names: list[str]) -> QuerySet[Perturbation]:
    return Perturbation.objects.filter(item__benchmark=release.benchmark_id, item__external_id__in=names)
