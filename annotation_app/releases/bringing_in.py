"""A release brought into a server: its items, finished as they were, all of them or none.

Releasing them again gives the same content."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Count, OuterRef, Subquery

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark, Settings
from annotation_app.benchmarks.services import create_benchmark
from annotation_app.core.errors import Invalid
from annotation_app.items.models import HistoryEntry, Item, MaskProposal
from annotation_app.items.rules import ItemRole, State
from annotation_app.perturbations.models import Perturbation
from annotation_app.rationales.models import Rationale
from annotation_app.releases import rules
from annotation_app.releases.files import Line
from annotation_app.releases.following import ContentHash
from annotation_app.releases.models import ReleasedJudgement
from annotation_app.releases.rules import Row

BATCH = 1000
ITEM_FACTS = ("external_id", "role", "language", "dimension", "text")
PROVENANCE = ("corpus", "source_file", "record_id", "licence", "importer", "tokeniser", "mask_source")
THRESHOLDS = ("languages", "dimensions", "mask_raters", "mask_gate", "mask_proposals", "scorers", "rounds")


class BroughtIn(NamedTuple):
    """What came of it. whole: whether this is all of the release, its content hash checked."""

    benchmark: Benchmark
    items: int
    pairs: int
    whole: bool


def bring_in(
    *, manifest: dict[str, Any], lines: Callable[[], Iterator[Line]], slug: str, whole: bool, person: User
) -> BroughtIn:
    """Make a release's items in a benchmark, which is made if there is none of that name.

    lines: items.jsonl, with the held-back part where it is at hand. whole: whether they are all of the
    release. A new benchmark gets the release's settings versions; in another one the items work under its
    present settings. Raises: Invalid, naming the first line that is wrong, or items that are here already.
    """
    with transaction.atomic():
        benchmark = Benchmark.objects.filter(slug=slug).first()
        versions: dict[int, Settings] = {}
        if benchmark is None:
            title = manifest["benchmark"]["title"]
            benchmark = create_benchmark(slug=slug, title=title, description="", creator=person)
            versions = _take_settings(benchmark, manifest["settings"], person)
        _check_new(benchmark, lines())
        bringing = _Bringing(benchmark, versions, manifest, person)
        numbered = enumerate(lines(), start=1)
        while batch := list(islice(numbered, BATCH)):
            bringing.store(batch)
        if whole and bringing.content_hash.text() != manifest["content_hash"]:
            raise Invalid("These items are not what the manifest says: their content hash is another one.")
        _count_perturbations(benchmark)
        return BroughtIn(benchmark, bringing.items, bringing.pairs, whole)


def _take_settings(benchmark: Benchmark, told: list[dict[str, Any]], person: User) -> dict[int, Settings]:
    """The settings versions that a manifest tells of, in a benchmark that is new."""
    first = benchmark.settings
    versions = {}
    for thresholds in told:
        settings = Settings.objects.get(pk=first.pk)
        settings.pk, settings._state.adding = None, True
        settings.version = thresholds["version"]
        for name in (*THRESHOLDS, "reviewers"):
            setattr(settings, name, thresholds[name])
        for name in ("sufficiency_gate", "compactness_gate"):
            gate = Fraction(thresholds[name])
            setattr(settings, name, Decimal(gate.numerator) / Decimal(gate.denominator))
        versions[settings.version] = settings
    if versions:
        first.delete()
        for settings in versions.values():
            settings.save(force_insert=True)
    return versions


def _meta(line: Line) -> dict[str, Any]:
    """What the item's source told of it, in the form in which released sets tell it."""
    if "answer_pos" not in line or "pair" in line:
        return {}
    return {"pos": line["answer_pos"], "answers": line["golden_answer"]}


def _check_new(benchmark: Benchmark, lines: Iterator[Line]) -> None:
    names = (line["external_id"] for line in lines)
    while batch := list(islice(names, BATCH)):
        found = Item.objects.filter(benchmark=benchmark, external_id__in=batch).first()
        if found is not None:
            raise Invalid(f"{benchmark.slug} has an item {found.external_id} already, so nothing was taken.")


def _count_perturbations(benchmark: Benchmark) -> None:
    made = Perturbation.objects.filter(original=OuterRef("pk"), lost=False).order_by()
    number = made.values("original").annotate(number=Count("pk")).values("number")
    told = ReleasedJudgement.objects.values("item")
    Item.objects.filter(benchmark=benchmark, role=ItemRole.ORIGINAL, pk__in=told).update(
        perturbations_made=Subquery(number)
    )


class _Bringing:
    """The rows of a release's items, some hundred at a time."""

    def __init__(
        self, benchmark: Benchmark, versions: dict[int, Settings], manifest: dict[str, Any], person: User
    ) -> None:
        self._benchmark, self._versions, self._person = benchmark, versions, person
        self._manifest = manifest
        self._present = benchmark.settings
        self._original: tuple[Item, Row] | None = None
        self.items = self.pairs = 0
        self.content_hash = ContentHash()

    def store(self, batch: list[tuple[int, Line]]) -> None:
        rows = [self._checked(number, line) for number, line in batch]
        items = Item.objects.bulk_create(
            self._item(line, row) for (_, line), row in zip(batch, rows, strict=True)
        )
        made = []
        for (number, line), item, row in zip(batch, items, rows, strict=True):
            if "pair" not in line:
                self._original = item, row
            else:
                made.append(self._perturbation(number, line, item, row))
        MaskProposal.objects.bulk_create(
            MaskProposal(item=item, attempt=1, start=item.mask_start or 0, end=item.mask_end or 0)
            for item in items
            if item.role == ItemRole.ORIGINAL
        )
        Perturbation.objects.bulk_create(made)
        self._judgements(batch, items)
        self.items += len(items)
        self.pairs += len(made)

    def _judgements(self, batch: list[tuple[int, Line]], items: list[Item]) -> None:
        told = [line for _, line in batch]
        Rationale.objects.bulk_create(
            Rationale(item=item, round=item.round, tokens=line["rationale"]["tokens"], author=self._person)
            for item, line in zip(items, told, strict=True)
        )
        ReleasedJudgement.objects.bulk_create(
            ReleasedJudgement(
                item=item,
                sufficiency=line["rationale"]["sufficiency"],
                compactness=line["rationale"]["compactness"],
                mask_confidence=line["mask_confidence"],
                content_hash=self._manifest["content_hash"],
            )
            for item, line in zip(items, told, strict=True)
        )
        release = f"{self._manifest['benchmark']['slug']} {self._manifest['release']}"
        HistoryEntry.objects.bulk_create(
            HistoryEntry(
                item=item,
                actor=self._person,
                event="imported",
                after=State.ACCEPTED,
                reason=f"imported from release {release}",
                detail={"release": release, "rationale": line["rationale"]},
                settings_id=item.settings_id,
            )
            for item, line in zip(items, told, strict=True)
        )

    def _checked(self, number: int, line: Line) -> Row:
        """A line's row, all that it says twice held against each other. Raises Invalid."""
        mask = line["mask"]
        starts = [start for _, start, _ in line["tokens"]]
        ends = [end for _, _, end in line["tokens"]]
        span = (mask["token_start"], mask["token_end"])
        row = Row(line["text"], starts, ends, span, line["rationale"]["tokens"])
        words = row.words()
        fault = rules.row_fault(row, words)
        if fault is None and words != [word for word, _, _ in line["tokens"]]:
            fault = "a token's words are not those at its place in the text"
        if fault is None and rules.answer(row) != line["golden_answer"]:
            fault = "the golden answer is not what the mask hides"
        if fault is not None:
            raise Invalid(f"Line {number}, item {line['external_id']}: {fault}. Nothing was taken.")
        self.content_hash.add(line)
        return row

    def _item(self, line: Line, row: Row) -> Item:
        return Item(
            benchmark=self._benchmark,
            settings=self._versions.get(line["settings_version"], self._present),
            state=State.ACCEPTED,
            round=line["rationale"]["round"],
            token_starts=list(row.starts),
            token_ends=list(row.ends),
            mask_start=line["mask"]["token_start"],
            mask_end=line["mask"]["token_end"],
            mask_attempt=1 if line["role"] == ItemRole.ORIGINAL else 0,
            meta=_meta(line),
            **{name: line[name] for name in ITEM_FACTS},
            **{name: line["provenance"][name] for name in PROVENANCE},
        )

    def _perturbation(self, number: int, line: Line, item: Item, row: Row) -> Perturbation:
        pair = line["pair"]
        if self._original is None or self._original[0].external_id != pair["original"]:
            raise Invalid(f"Line {number}: {line['external_id']} does not follow its original.")
        original, theirs = self._original
        same_group = (item.language, item.dimension) == (original.language, original.dimension)
        fault = rules.pair_fault(theirs, row, pair["links"], same_group=same_group)
        if fault is not None:
            raise Invalid(f"Line {number}, item {line['external_id']}: {fault}. Nothing was taken.")
        return Perturbation(
            original=original, item=item, type=pair["type"], author=self._person, links=pair["links"]
        )
