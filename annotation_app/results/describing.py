"""What there is to score, counted by the database: the paper's tables 3 and 4 need no run."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from statistics import fmean
from typing import Any

from django.core.cache import cache
from django.db.models import Avg, Count, Exists, F, OuterRef, QuerySet, Subquery
from django.utils import timezone

from annotation_app.benchmarks.models import Benchmark
from annotation_app.core.version import CODE_VERSION
from annotation_app.items.models import Item, MaskRating
from annotation_app.perturbations.models import Perturbation
from annotation_app.perturbations.queries import finished_pairs
from annotation_app.rationales.models import Rationale, RationaleScore
from annotation_app.releases.formats.frozen import ITEMS
from annotation_app.releases.models import Release, ReleasedJudgement
from annotation_app.releases.queries import files_of, releases_of
from annotation_app.releases.running import pairs_in
from worker.reporting.described import Described, Group
from worker.reporting.results import Origin

Counted = dict[Group, Described]


def origin_of(benchmark: Benchmark, version: str) -> Origin:
    """Where the items are from. version: of a release, or empty for the benchmark as it stands.

    Raises Release.DoesNotExist.
    """
    if not version:
        now = timezone.now().strftime("%Y-%m-%d %H:%M UTC")
        return Origin(benchmark.slug, "", "", CODE_VERSION, now)
    release = _published(benchmark, version)
    sha256 = files_of(release).get(name=ITEMS).sha256
    made_with = str((release.manifest or {}).get("code_version", ""))
    return Origin(benchmark.slug, version, sha256, made_with)


def described(benchmark: Benchmark, version: str) -> Counted:
    """The items of finished pairs, or those of a release, by language and dimension.

    A release never changes, so it is counted once. Raises Release.DoesNotExist.
    """
    if not version:
        return _count([finished_pairs(benchmark)])
    release = _published(benchmark, version)
    key = f"results:release:{release.pk}:{release.created_at.timestamp()}"
    kept = cache.get(key)
    if kept is None:
        kept = _count(pairs_in(release))
        cache.set(key, kept, None)
    found: Counted = kept
    return found


def _published(benchmark: Benchmark, version: str) -> Release:
    return releases_of(benchmark).get(version=version, manifest__isnull=False)


def _count(parts: Iterable[QuerySet[Perturbation]]) -> Counted:
    found: Counted = defaultdict(Described)
    for pairs in parts:
        plain = pairs.order_by()
        kinds = plain.values_list("original__language", "original__dimension", "type").annotate(Count("pk"))
        for language, dimension, kind, number in kinds:
            found[language, dimension].pairs[kind] += number
        mine = plain.filter(original=OuterRef("pk")).select_related(None)
        for row in _rows(Item.objects.filter(Exists(mine))):
            group = _add(found, row)
            group.originals += row["number"]
            group.lengths[row["marked"], row["tokens_"]] += row["number"]
            told = row["told_confidence"]
            confidence = row["confidence"] if row["confidence"] is not None or not told else fmean(told)
            if confidence is not None:
                group.mask_confidence[float(confidence)] += row["number"]
        theirs = plain.filter(item=OuterRef("pk")).select_related(None)
        for row in _rows(Item.objects.filter(Exists(theirs))):
            _add(found, row).perturbed += row["number"]
    return dict(found)


def _add(found: Counted, row: dict[str, Any]) -> Described:
    """Count what originals and perturbed items have alike. Means that a release told are fractions."""
    group = found[row["language"], row["dimension"]]
    for name, told in (("sufficiency", "told_sufficiency"), ("compactness", "told_compactness")):
        mean = row[name] if row[name] is not None else row[told]
        if mean is not None:
            getattr(group, name)[float(Fraction(mean))] += row["number"]
    return group


def _rows(items: QuerySet[Item]) -> QuerySet[Item, dict[str, Any]]:
    """Items that are alike, with their number. tokens_: how many; an item has a field of that name."""
    rationale = Rationale.objects.filter(item=OuterRef("pk"), round=OuterRef("round"))
    scores = RationaleScore.objects.filter(
        rationale__item=OuterRef("pk"), rationale__round=OuterRef("round")
    ).order_by()
    ratings = MaskRating.objects.filter(
        proposal__item=OuterRef("pk"), proposal__attempt=OuterRef("mask_attempt")
    ).order_by()
    told = ReleasedJudgement.objects.filter(item=OuterRef("pk"))

    def mean(rows: QuerySet[Any], field: str, of: str) -> Subquery:
        return Subquery(rows.values(of).annotate(mean=Avg(field)).values("mean")[:1])

    names = ("marked", "tokens_", "sufficiency", "compactness", "confidence")
    also = ("told_sufficiency", "told_compactness", "told_confidence")
    rows = items.order_by().annotate(
        marked=Subquery(rationale.values("tokens__len")[:1]),
        tokens_=F("token_starts__len"),
        sufficiency=mean(scores, "sufficiency", "rationale"),
        compactness=mean(scores, "compactness", "rationale"),
        confidence=mean(ratings, "confidence", "proposal"),
        told_sufficiency=Subquery(told.values("sufficiency")[:1]),
        told_compactness=Subquery(told.values("compactness")[:1]),
        told_confidence=Subquery(told.values("mask_confidence")[:1]),
    )
    return rows.values("language", "dimension", *names, *also).annotate(number=Count("pk"))
