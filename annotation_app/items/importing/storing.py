"""Batches of new items on their way into the database."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

from django.db import connection
from django.utils import timezone

from annotation_app.benchmarks.models import Settings
from annotation_app.items.importing import bulk
from annotation_app.items.importing.building import NewItem
from annotation_app.items.importing.choices import Choices
from annotation_app.items.importing.records import Problem
from annotation_app.items.models import HistoryEntry, Import, Item, LeftOut, MaskProposal
from annotation_app.items.rules import ItemRole

ITEM = (
    *("id", "created_at", "updated_at", "benchmark_id", "settings_id", "role", "round"),
    *("perturbations_made", "corpus", "licence", "importer", "brought_in_id", "external_id", "language"),
    *("dimension", "state", "mask_attempt", "mask_source", "source_file", "record_id", "tokeniser", "meta"),
    *("source_line", "reads_like_id", "text", "token_starts", "token_ends", "mask_start", "mask_end"),
)
PROPOSAL = ("id", "created_at", "updated_at", "item_id", "attempt", "start", "end", "author_id")
HISTORY = (
    *("id", "at", "actor_id", "event", "before", "reason", "settings_id"),
    *("item_id", "after", "detail"),
)
LEFT_OUT = ("brought_in_id", "number", "file", "line", "record", "code", "message")


@dataclass
class Batch:
    """What became of a stretch of entries. records: how many it held; the file's own problems are none."""

    entries: int = 0
    records: int = 0
    rows: list[NewItem] = field(default_factory=list)
    problems: list[tuple[str, Problem]] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    phenomena: Counter[str] = field(default_factory=Counter)
    alike: int = 0


class Writer:
    """Writes the rows of one import. The connection belongs to the writing until `Future.result`."""

    def __init__(self, report: Import, settings: Settings, choices: Choices, importer: str) -> None:
        self.report, self.choices = report, choices
        now = timezone.now().isoformat()
        self.item = "\t".join(
            [
                *(now, now, str(settings.benchmark_id), str(settings.pk), ItemRole.ORIGINAL, "1", "0"),
                *(bulk.text(word) for word in (choices.corpus, choices.licence, importer)),
                str(report.pk),
            ]
        )
        self.proposal = f"{now}\t{now}"
        reason = bulk.text(f"{choices.corpus}, {choices.file}")
        actor = str(report.person_id or bulk.NULL)
        self.history = f"{now}\t{actor}\timported\t\t{reason}\t{settings.pk}"
        self.commands = [
            bulk.statement(model, names)
            for model, names in ((Item, ITEM), (MaskProposal, PROPOSAL), (HistoryEntry, HISTORY))
        ]

    def begin(self, rows: Sequence[NewItem], pool: ThreadPoolExecutor) -> Future[None]:
        """Start to write new items with their first masks and the first line of their lives."""
        masked = [(row, row.mask) for row in rows if row.mask is not None]
        file = self.choices.file[:300]
        items = [self._item(row, file) for row in rows]
        proposals = [
            f"{key}\t{self.proposal}\t{row.key}\t1\t{mask[0]}\t{mask[1]}\t{bulk.NULL}"
            for key, (row, mask) in zip(bulk.new_keys(MaskProposal, len(masked)), masked, strict=True)
        ]
        history = [
            f"{key}\t{self.history}\t{row.key}\t{row.state}\t{{}}"
            for key, row in zip(bulk.new_keys(HistoryEntry, len(rows)), rows, strict=True)
        ]
        return pool.submit(self._copy, connection.connection.cursor(), [items, proposals, history])

    def _copy(self, cursor: object, tables: list[list[str]]) -> None:
        for command, lines in zip(self.commands, tables, strict=True):
            bulk.copy_lines(cursor, command, lines)

    def _item(self, row: NewItem, file: str) -> str:
        start, end = row.mask or (bulk.NULL, bulk.NULL)
        like = bulk.NULL if row.like is None else row.like
        text = bulk.text
        file = row.file[:300] or file
        return (
            f"{row.key}\t{self.item}\t{text(row.external_id)}\t{row.language}\t{text(row.dimension)}"
            f"\t{row.state}\t{0 if row.mask is None else 1}\t{row.mask_source}\t{text(file)}"
            f"\t{text(row.record_id)}\t{row.tokeniser}\t{bulk.json_text(row.meta)}\t{row.line}\t{like}"
            f"\t{text(row.text)}\t{bulk.array(row.starts)}\t{bulk.array(row.ends)}\t{start}\t{end}"
        )


def list_problems(report: Import, problems: Sequence[tuple[str, Problem]], *, first: int) -> None:
    """Add rows to the list of what an import left out. first: how many it has already."""
    bulk.copy_rows(
        LeftOut,
        LEFT_OUT,
        (
            (report.pk, first + at, file[:300], one.line, one.record[:200], one.code, one.message)
            for at, (file, one) in enumerate(problems)
        ),
    )


def as_item(row: NewItem) -> Item:
    """A row that is not stored, as an item with its tokens and its masked text."""
    return Item(
        external_id=row.external_id,
        language=row.language,
        dimension=row.dimension,
        state=row.state,
        text=row.text,
        token_starts=row.starts,
        token_ends=row.ends,
        mask_start=row.mask[0] if row.mask else None,
        mask_end=row.mask[1] if row.mask else None,
        record_id=row.record_id,
        tokeniser=row.tokeniser,
        meta=row.meta,
        source_line=row.line,
    )
