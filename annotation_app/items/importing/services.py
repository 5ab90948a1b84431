from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import BinaryIO

from django.db import transaction

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark, Settings
from annotation_app.core.errors import Invalid
from annotation_app.items.importing import IMPORTERS, checks
from annotation_app.items.importing.records import Problem, Record
from annotation_app.items.models import HistoryEntry, Import, Item, MaskProposal
from annotation_app.items.rules import MaskSource, State
from annotation_app.items.tokenising import Span, tokeniser_name

BATCH = 500
IMPORTER_VERSION = "1"


@dataclass(frozen=True)
class Choices:
    """What the person who imports says about a file; a record's own fields come first."""

    format: str
    corpus: str
    file: str
    licence: str = ""
    dimension: str | None = None
    language: str | None = None
    all_or_nothing: bool = False


class _NothingKept(Exception):
    """Takes back what an all-or-nothing import had stored."""


def import_items(*, benchmark: Benchmark, stream: BinaryIO, choices: Choices, person: User | None) -> Import:
    """Read a file into items, keeping the good records and reporting each broken one with its line.

    The same record again adds nothing. Memory follows the batch, not the file.
    Raises: Invalid (a format that is not known).
    """
    if choices.format not in IMPORTERS:
        names = ", ".join(sorted(IMPORTERS))
        raise Invalid(f"There is no importer “{choices.format}”. Choose one of: {names}.")
    report = Import(
        benchmark=benchmark,
        person=person,
        file=choices.file[:300],
        format=choices.format,
        corpus=choices.corpus,
        problems=[],
    )
    settings = benchmark.settings
    try:
        with transaction.atomic():
            entries = IMPORTERS[choices.format](stream)
            for batch in batches(entries, BATCH):
                _store(report, batch, settings=settings, choices=choices)
            if choices.all_or_nothing and any(p["code"] != "already_there" for p in report.problems):
                raise _NothingKept
    except _NothingKept:
        report.stored = 0
    report.save()
    return report


def batches(entries: Iterable[Record | Problem], size: int) -> Iterator[list[Record | Problem]]:
    iterator = iter(entries)
    while batch := list(islice(iterator, size)):
        yield batch


def _store(report: Import, batch: list[Record | Problem], *, settings: Settings, choices: Choices) -> None:
    """Store the good records of a batch and note the others in the report."""
    records = [entry for entry in batch if isinstance(entry, Record)]
    ids = [record.external_id for record in records]
    known = dict(
        Item.objects.filter(benchmark=report.benchmark, external_id__in=ids).values_list(
            "external_id", "text"
        )
    )
    items: list[Item] = []
    for entry in batch:
        made = entry if isinstance(entry, Problem) else _item(entry, known, settings, choices)
        if isinstance(made, Problem):
            report.problems.append(made.to_json())
        else:
            known[made.external_id] = made.text
            items.append(made)
        report.read += isinstance(entry, Record) or not entry.of_file
    Item.objects.bulk_create(items)
    MaskProposal.objects.bulk_create(
        MaskProposal(item=item, attempt=1, start=item.mask[0], end=item.mask[1])
        for item in items
        if item.mask is not None
    )
    HistoryEntry.objects.bulk_create(
        HistoryEntry(
            item=item,
            actor=report.person,
            event="imported",
            after=item.state,
            reason=f"{choices.corpus}, {choices.file}",
            settings=settings,
        )
        for item in items
    )
    report.stored += len(items)


def _item(record: Record, known: dict[str, str], settings: Settings, choices: Choices) -> Item | Problem:
    """The item that a record becomes, or why it is left out."""
    name = record.external_id
    if name in known:
        if known[name] == record.text:
            return Problem(record.line, "already_there", "The same record is in the benchmark already.", name)
        message = "Another text with this external_id is in the benchmark already. Ids must be unique."
        return Problem(record.line, "duplicate_id", message, name)
    language = record.language or choices.language
    dimension = choices.dimension or record.dimension
    wrong = checks.unknown_choice(record, "language", language, settings.languages)
    wrong = wrong or checks.unknown_choice(record, "dimension", dimension, settings.dimensions)
    if wrong is not None:
        return wrong
    spans = checks.spans_of(record, language=language or "")
    if isinstance(spans, Problem):
        return spans
    return _build(record, spans, language or "", dimension or "", settings, choices)


def _build(
    record: Record, spans: list[Span], language: str, dimension: str, settings: Settings, choices: Choices
) -> Item:
    masked = record.mask is not None
    return Item(
        benchmark=settings.benchmark,
        settings=settings,
        external_id=record.external_id,
        language=language,
        dimension=dimension,
        state=State.MASK_RATING if masked else State.MASK_PROPOSING,
        text=record.text,
        token_starts=[start for start, _ in spans],
        token_ends=[end for _, end in spans],
        mask_start=record.mask[0] if record.mask else None,
        mask_end=record.mask[1] if record.mask else None,
        mask_attempt=1 if masked else 0,
        mask_source=MaskSource.IMPORT if masked else MaskSource.ANNOTATOR,
        corpus=choices.corpus,
        source_file=choices.file[:300],
        record_id=record.record_id[:200],
        licence=choices.licence,
        importer=f"{choices.format} {IMPORTER_VERSION}",
        tokeniser="given" if record.tokens is not None else tokeniser_name(language),
        meta=record.meta,
    )
