from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Collate

from annotation_app.benchmarks.models import Benchmark, Settings
from annotation_app.benchmarks.rules import PERTURBATION_TYPES
from annotation_app.items.models import Item, MaskRating
from annotation_app.items.rules import ItemRole, State
from annotation_app.perturbations.models import Perturbation
from annotation_app.perturbations.queries import finished_pairs
from annotation_app.rationales.models import Rationale
from annotation_app.releases import rules
from annotation_app.releases.models import Release, ReleaseChunk, ReleaseFile
from annotation_app.releases.rules import ReleaseState

CHUNK = 200


class Group(NamedTuple):
    """An original with the perturbed items that are in finished pairs with it."""

    original: Item
    perturbations: list[Perturbation]


class Judgements(NamedTuple):
    """What people decided about some items, by item."""

    rationales: dict[int, Rationale]
    scores: dict[int, list[tuple[int, int]]]
    confidences: dict[int, list[int]]


def releases_of(benchmark: Benchmark) -> QuerySet[Release]:
    """A benchmark's releases, newest first."""
    return Release.objects.filter(benchmark=benchmark).prefetch_related("files").order_by("-pk")


def files_of(release: Release) -> QuerySet[ReleaseFile]:
    return release.files.order_by("name")


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


def groups_of(benchmark: Benchmark) -> Iterator[list[Group]]:
    """All finished pairs by original, some hundred at a time.

    The order is that of the external ids' code points: the same whatever the database's language.
    """
    rows = finished_pairs(benchmark).order_by(
        Collate(F("original__external_id"), "C"), Collate(F("item__external_id"), "C")
    )
    part: list[Group] = []
    for pair in rows.iterator(chunk_size=CHUNK):
        if not part or part[-1].original.pk != pair.original_id:
            if len(part) == CHUNK:
                yield part
                part = []
            part.append(Group(pair.original, []))
        part[-1].perturbations.append(pair)
    if part:
        yield part


def judgements_of(items: Iterable[Item]) -> Judgements:
    """Accepted rationales, their scores and the mask ratings of some items: three queries."""
    by_id = {item.pk: item for item in items}
    rationales = {
        row.item_id: row
        for row in Rationale.objects.filter(item__in=by_id.keys(), round=F("item__round")).only(
            "item_id", "tokens", "round"
        )
    }
    scores: dict[int, list[tuple[int, int]]] = defaultdict(list)
    found = Rationale.objects.filter(pk__in=[row.pk for row in rationales.values()], scores__isnull=False)
    for item, sufficiency, compactness in found.order_by("scores__pk").values_list(
        "item", "scores__sufficiency", "scores__compactness"
    ):
        scores[item].append((sufficiency, compactness))
    confidences: dict[int, list[int]] = defaultdict(list)
    ratings = MaskRating.objects.filter(
        proposal__item__in=by_id.keys(), proposal__attempt=F("proposal__item__mask_attempt")
    )
    for item, confidence in ratings.values_list("proposal__item", "confidence"):
        confidences[item].append(confidence)
    return Judgements(rationales, scores, confidences)


def settings_of(versions: Iterable[int]) -> list[Settings]:
    """Settings by primary key, in the order of their version."""
    return list(Settings.objects.filter(pk__in=list(versions)).order_by("version"))


def left_out(benchmark: Benchmark) -> dict[str, int]:
    """How many items are in no finished pair, by reason."""
    pairs = finished_pairs(benchmark)
    outside = Item.objects.filter(benchmark=benchmark).exclude(
        Exists(pairs.filter(Q(original=OuterRef("pk")) | Q(item=OuterRef("pk"))))
    )
    counts: Counter[str] = Counter()
    for state, number in outside.order_by().values_list("state").annotate(Count("pk")):
        counts[rules.left_out_reason(state)] += number
    return dict(sorted(counts.items()))


def preview_of(benchmark: Benchmark) -> dict[str, Any]:
    """What a release made now would hold. Always the same number of queries."""
    pairs = finished_pairs(benchmark).select_related(None).order_by()
    groups = pairs.values("original__language", "original__dimension").annotate(
        pairs=Count("pk"), originals=Count("original", distinct=True)
    )
    by_dimension = [
        {
            "language": group["original__language"],
            "dimension": group["original__dimension"],
            "pairs": group["pairs"],
            "items": group["pairs"] + group["originals"],
        }
        for group in groups.order_by("original__language", "original__dimension")
    ]
    by_type = dict(pairs.values_list("type").annotate(Count("pk")))
    settings = benchmark.settings
    finished = Count("perturbations", filter=Q(perturbations__item__state=State.ACCEPTED))
    originals = Item.objects.filter(benchmark=benchmark, role=ItemRole.ORIGINAL, state=State.ACCEPTED)
    wanted = settings.perturbations_per_original
    warnings = rules.warnings(
        pairs_by_type=by_type,
        types=PERTURBATION_TYPES,
        quota=settings.perturbations_per_type,
        short=originals.annotate(finished=finished).filter(finished__lt=wanted).count(),
        wanted=wanted,
    )
    return {
        "pairs": sum(group["pairs"] for group in by_dimension),
        "items": sum(group["items"] for group in by_dimension),
        "by_dimension": by_dimension,
        "by_type": [{"type": kind, "pairs": by_type.get(kind, 0)} for kind in PERTURBATION_TYPES],
        "left_out": left_out(benchmark),
        "warnings": [{"code": code, "message": message} for code, message in warnings],
    }
