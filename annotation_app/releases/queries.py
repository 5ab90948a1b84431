from collections import Counter
from collections.abc import Iterable, Iterator

from django.db.models import Count, Prefetch, QuerySet

from annotation_app.benchmarks.models import Benchmark, Settings
from annotation_app.items.models import Item
from annotation_app.items.rules import State
from annotation_app.perturbations.queries import finished_pairs
from annotation_app.releases import rules
from annotation_app.releases.models import Release, ReleaseChunk, ReleaseFile
from annotation_app.releases.rules import ReleaseState


def releases_of(benchmark: Benchmark) -> QuerySet[Release]:
    """A benchmark's releases, newest first."""
    public = Prefetch("files", ReleaseFile.objects.filter(private=False).order_by("name"))
    rows = Release.objects.filter(benchmark=benchmark).select_related("progress", "person")
    return rows.prefetch_related(public).order_by("-pk")


def files_of(release: Release) -> QuerySet[ReleaseFile]:
    """What everybody may have of a release."""
    return ReleaseFile.objects.filter(release=release, private=False).order_by("name")


def private_file(release: Release, name: str) -> ReleaseFile | None:
    """A file of a release that holds what was held back."""
    return ReleaseFile.objects.filter(release=release, private=True, name=name).first()


def keep_private(file: ReleaseFile) -> None:
    """Leave a file out of every export, for admins alone."""
    ReleaseFile.objects.filter(pk=file.pk).update(private=True)


def items_to_release(benchmark: Benchmark) -> int:
    """How many items are in finished pairs, an original of several counted once."""
    pairs = finished_pairs(benchmark).select_related(None).order_by()
    counts = pairs.aggregate(pairs=Count("pk"), originals=Count("original", distinct=True))
    return int(counts["pairs"] + counts["originals"])


def chunks_of(file: ReleaseFile, start: int, end: int) -> Iterator[bytes]:
    """The bytes [start, end) of a file, one chunk in memory at a time."""
    size = ReleaseChunk.CHUNK_BYTES
    for number in range(start // size, -(-end // size)):
        content = ReleaseChunk.objects.values_list("content", flat=True).get(file=file, number=number)
        offset = number * size
        yield bytes(content)[max(0, start - offset) : end - offset]


def unfinished_builds() -> QuerySet[Release]:
    """Releases that wait for a builder, or were taken up by one that may be dead."""
    return Release.objects.filter(state__in=(ReleaseState.QUEUED, ReleaseState.BUILDING)).order_by("pk")


def settings_of(versions: Iterable[int]) -> list[Settings]:
    """Settings by primary key, in the order of their version."""
    return list(Settings.objects.filter(pk__in=list(versions)).order_by("version"))


def left_out(benchmark: Benchmark, inside: int) -> dict[str, int]:
    """How many items are in no finished pair, by reason. inside: how many are in one."""
    counts: Counter[str] = Counter()
    states = Item.objects.filter(benchmark=benchmark).order_by().values_list("state")
    for state, number in states.annotate(Count("pk")):
        # All items of finished pairs are accepted, so the others need not be looked for.
        left = number - (inside if state == State.ACCEPTED else 0)
        if left > 0:
            counts[rules.left_out_reason(state)] += left
    return dict(sorted(counts.items()))
