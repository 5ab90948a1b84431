import codecs
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from django.db import transaction
from django.utils import timezone

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark, Settings
from annotation_app.core.errors import Invalid
from annotation_app.items.importing import IMPORTERS, Importer, checks
from annotation_app.items.importing.bulk import copy_rows, new_keys
from annotation_app.items.importing.encodings import detect
from annotation_app.items.importing.near_duplicates import NearDuplicates
from annotation_app.items.importing.records import Problem, Record
from annotation_app.items.importing.source import Source
from annotation_app.items.models import HistoryEntry, Import, Item, MaskProposal
from annotation_app.items.rules import MaskSource, State
from annotation_app.items.tokenising import Span, tokeniser_name

BATCH = 500
IMPORTER_VERSION = "2"
SAMPLE = 10
# A report is one row: a file of nothing but broken lines must not fill it, or the memory.
MOST_PROBLEMS = 2_000


@dataclass(frozen=True)
class Choices:
    """What the person who imports says about a file; a record's own fields come first.

    encoding: as confirmed; None where the file itself leaves no doubt. folder: where the file's neighbours
    lie, for formats of several files. columns: of a table. seed: picks connectives and mask places.
    """

    format: str
    corpus: str
    file: str
    licence: str = ""
    dimension: str | None = None
    language: str | None = None
    all_or_nothing: bool = False
    encoding: str | None = None
    folder: Path | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0


@dataclass
class Outcome:
    """What an import did. report: the stored row. left_out: records by code.

    of_file: problems that are the file's own. phenomena: masks proposed, by grammar phenomenon. sample: the
    first items, as stored.
    """

    report: Import
    encoding: str = ""
    of_file: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    phenomena: Counter[str] = field(default_factory=Counter)
    near_duplicates: NearDuplicates = field(default_factory=NearDuplicates)
    sample: list[Item] = field(default_factory=list)


class _NothingKept(Exception):
    """Takes back what an all-or-nothing import had stored."""


def import_items(*, benchmark: Benchmark, stream: BinaryIO, choices: Choices, person: User | None) -> Import:
    """Read a file into items, keeping the good records and reporting each broken one with its line.

    The same record again adds nothing. Memory follows the batch, not the file.
    Raises: Invalid (a format or an encoding that is not known).
    """
    return run_import(benchmark=benchmark, stream=stream, choices=choices, person=person).report


def run_import(*, benchmark: Benchmark, stream: BinaryIO, choices: Choices, person: User | None) -> Outcome:
    """As `import_items`, with all that is told beside the stored report. Raises: Invalid."""
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
    outcome = Outcome(report)
    importer = IMPORTERS[choices.format]
    try:
        with transaction.atomic():
            for batch in batches(_entries(importer, stream, choices, outcome), BATCH):
                _store(outcome, batch, settings=benchmark.settings, choices=choices, importer=importer)
            refused = choices.all_or_nothing and set(outcome.left_out) - {"already_there"}
            if refused:
                raise _NothingKept
    except _NothingKept:
        report.stored = 0
    report.save()
    return outcome


def _entries(
    importer: Importer, stream: BinaryIO, choices: Choices, outcome: Outcome
) -> Iterator[Record | Problem]:
    """What the importer makes of the file, once its encoding is certain or was confirmed."""
    encoding = choices.encoding or importer.encoding
    if encoding is None:
        found = detect(stream)
        if not found.certain:
            message = (
                f"The file seems to be in {found.encoding} (confidence {found.confidence:.2f}). "
                f"It would read: “{found.sample.strip()}”. Name its encoding to confirm that."
            )
            yield Problem(1, "encoding_unconfirmed", message, of_file=True)
            return
        encoding = found.encoding
    try:
        outcome.encoding = codecs.lookup(encoding).name
    except LookupError as error:
        raise Invalid(f"There is no encoding “{encoding}”.") from error
    yield from importer.read(
        Source(
            stream,
            encoding=encoding,
            name=choices.file,
            folder=choices.folder,
            language=choices.language,
            columns=choices.columns,
            seed=choices.seed,
        )
    )


def batches(entries: Iterable[Record | Problem], size: int) -> Iterator[list[Record | Problem]]:
    iterator = iter(entries)
    while batch := list(islice(iterator, size)):
        yield batch


def _note(outcome: Outcome, problem: Problem) -> None:
    """Count what was left out, and keep its line as long as there is room in the report."""
    outcome.left_out[problem.code] += 1
    outcome.of_file += problem.of_file
    problems = outcome.report.problems
    if len(problems) < MOST_PROBLEMS:
        problems.append(problem.to_json())
    elif len(problems) == MOST_PROBLEMS:
        message = f"More was left out than the {MOST_PROBLEMS} records listed; they are only counted."
        problems.append(Problem(problem.line, "more_problems", message).to_json())


def _store(
    outcome: Outcome,
    batch: list[Record | Problem],
    *,
    settings: Settings,
    choices: Choices,
    importer: Importer,
) -> None:
    """Store the good records of a batch and note the others in the report."""
    report = outcome.report
    ids = [entry.external_id for entry in batch if isinstance(entry, Record)]
    known = dict(
        Item.objects.filter(benchmark=report.benchmark, external_id__in=ids).values_list(
            "external_id", "text"
        )
    )
    items: list[Item] = []
    for entry in batch:
        made = entry if isinstance(entry, Problem) else _item(entry, known, settings, choices, importer)
        if isinstance(made, Problem):
            _note(outcome, made)
        else:
            known[made.external_id] = made.text
            items.append(made)
            outcome.near_duplicates.see(made.external_id, made.text)
            if phenomenon := made.meta.get("phenomenon"):
                outcome.phenomena[str(phenomenon)] += 1
        report.read += isinstance(entry, Record) or not entry.of_file
    outcome.sample += items[: SAMPLE - len(outcome.sample)]
    report.stored += len(items)
    _write(items, report=report, settings=settings, reason=f"{choices.corpus}, {choices.file}")


def _write(items: list[Item], *, report: Import, settings: Settings, reason: str) -> None:
    """Store new items with their first masks and the first line of their lives."""
    now = timezone.now()
    for item, key in zip(items, new_keys(Item, len(items)), strict=True):
        item.pk, item.created_at, item.updated_at = key, now, now
    names = [column.attname for column in Item._meta.concrete_fields]
    copy_rows(Item, names, ([getattr(item, name) for name in names] for item in items))
    masked = [(item.pk, *item.mask) for item in items if item.mask is not None]
    copy_rows(
        MaskProposal,
        ["id", "created_at", "updated_at", "item_id", "attempt", "start", "end", "author_id"],
        (
            (key, now, now, item, 1, start, end, None)
            for key, (item, start, end) in zip(new_keys(MaskProposal, len(masked)), masked, strict=True)
        ),
    )
    actor = report.person.pk if report.person else None
    copy_rows(
        HistoryEntry,
        ["id", "item_id", "at", "actor_id", "event", "before", "after", "reason", "detail", "settings_id"],
        (
            (key, item.pk, now, actor, "imported", "", item.state, reason, {}, settings.pk)
            for key, item in zip(new_keys(HistoryEntry, len(items)), items, strict=True)
        ),
    )


def _item(
    record: Record, known: dict[str, str], settings: Settings, choices: Choices, importer: Importer
) -> Item | Problem:
    """The item that a record becomes, or why it is left out."""
    name = record.external_id
    if name in known:
        if known[name] == record.text:
            return Problem(record.line, "already_there", "The same record is in the benchmark already.", name)
        message = "Another text with this external_id is in the benchmark already. Ids must be unique."
        return Problem(record.line, "duplicate_id", message, name)
    language = record.language or choices.language or importer.language
    dimension = choices.dimension or record.dimension or importer.dimension
    wrong = checks.unknown_choice(record, "language", language, settings.languages)
    wrong = wrong or checks.unknown_choice(record, "dimension", dimension, settings.dimensions)
    if wrong is not None:
        return wrong
    fitted = checks.fitted(record, language=language or "")
    if isinstance(fitted, Problem):
        return fitted
    return _build(record, *fitted, language or "", dimension or "", settings, choices)


def _build(
    record: Record,
    spans: list[Span],
    mask: Span | None,
    language: str,
    dimension: str,
    settings: Settings,
    choices: Choices,
) -> Item:
    masked = mask is not None
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
        mask_start=mask[0] if mask else None,
        mask_end=mask[1] if mask else None,
        mask_attempt=1 if masked else 0,
        mask_source=MaskSource.IMPORT if masked and not record.candidate else MaskSource.ANNOTATOR,
        corpus=choices.corpus,
        source_file=choices.file[:300],
        record_id=record.record_id[:200],
        licence=choices.licence,
        importer=f"{choices.format} {IMPORTER_VERSION}",
        tokeniser="given" if record.tokens is not None else tokeniser_name(language),
        meta=record.meta,
    )
