"""The history of a release's items for study: every rating, guess, score and comment, under pseudonyms."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from annotation_app.items.models import MaskProposal, MaskRating
from annotation_app.perturbations.models import Perturbation, PerturbationReview, PerturbationVersion
from annotation_app.rationales.models import Rationale, RationaleScore
from annotation_app.releases.files import Line, canonical
from annotation_app.releases.formats.frozen import Frozen
from annotation_app.releases.models import Release
from annotation_app.releases.pseudonyms import Pseudonyms

TOGETHER = 500


def encoded(release: Release, content: Frozen) -> Iterator[bytes]:
    """A line for each judgement, item after item in the release's order, some hundred items at a time.

    What is said of an item stands together: masks with their ratings, rationales with their scores, then the
    wordings and reviews of a perturbed item. Moments of time are left out, since they may tell who it was.
    """
    pseudonyms = Pseudonyms()
    names = (line["external_id"] for line in content.lines())
    while part := list(islice(names, TOGETHER)):
        found = _events(release.benchmark_id, part, pseudonyms)
        yield b"".join(canonical(event) for name in part for event in found[name])


def _events(benchmark: int, names: list[str], pseudonyms: Pseudonyms) -> dict[str, list[Line]]:
    found: dict[str, list[Line]] = defaultdict(list)
    for name, event, person, fields in _rows(benchmark, names):
        found[name].append({"item": name, "event": event, "by": pseudonyms.of(person), **fields})
    return found


Row = tuple[str, str, int | None, dict[str, Any]]


def _rows(benchmark: int, names: list[str]) -> Iterator[Row]:
    """Whose item, what, by whom, and what was said; seven queries, however many items."""
    proposals = MaskProposal.objects.filter(item__benchmark=benchmark, item__external_id__in=names)
    yield from _named(
        "mask_proposed",
        proposals.order_by("item", "attempt").values_list(
            "item__external_id", "author", "attempt", "start", "end"
        ),
        ("attempt", "start", "end"),
    )
    ratings = MaskRating.objects.filter(proposal__in=proposals).order_by(
        "proposal__item", "proposal__attempt", "pk"
    )
    yield from _named(
        "mask_rated",
        ratings.values_list(
            "proposal__item__external_id", "rater", "proposal__attempt", "confidence", "guesses", "seconds"
        ),
        ("attempt", "confidence", "guesses", "seconds"),
    )
    rationales = Rationale.objects.filter(item__benchmark=benchmark, item__external_id__in=names)
    yield from _named(
        "rationale_marked",
        rationales.order_by("item", "round").values_list("item__external_id", "author", "round", "tokens"),
        ("round", "tokens"),
    )
    said = ("sufficiency", "compactness", "comment", "guess", "guess_seconds", "token_comments")
    scores = RationaleScore.objects.filter(rationale__in=rationales)
    yield from _named(
        "rationale_scored",
        scores.order_by("rationale__item", "rationale__round", "pk").values_list(
            "rationale__item__external_id", "senior", "rationale__round", *said
        ),
        ("round", *said),
    )
    yield from _perturbations(benchmark, names)


def _perturbations(benchmark: int, names: list[str]) -> Iterator[Row]:
    made = Perturbation.objects.filter(item__benchmark=benchmark, item__external_id__in=names)
    yield from _named(
        "perturbed",
        made.order_by("item").values_list("item__external_id", "author", "type", "note"),
        ("type", "note"),
    )
    versions = PerturbationVersion.objects.filter(perturbation__in=made)
    yield from _named(
        "worded",
        versions.order_by("perturbation__item", "number").values_list(
            "perturbation__item__external_id", "author", "number", "text"
        ),
        ("version", "text"),
    )
    reviews = PerturbationReview.objects.filter(perturbation__in=made)
    yield from _named(
        "reviewed",
        reviews.order_by("perturbation__item", "pk").values_list(
            "perturbation__item__external_id", "reviewer", "verdict", "version__number", "reason", "settles"
        ),
        ("verdict", "version", "reason", "settles"),
    )


def _named(event: str, rows: Iterable[tuple[Any, ...]], names: tuple[str, ...]) -> Iterator[Row]:
    for item, person, *values in rows:
        yield item, event, person, dict(zip(names, values, strict=True))
