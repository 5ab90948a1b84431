"""One way through a file: read, build, sort out, store, batch by batch."""

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from types import TracebackType

from django.db import IntegrityError, connection, transaction

from annotation_app.items.importing import bulk
from annotation_app.items.importing.building import Builder, NewItem
from annotation_app.items.importing.digests import Digests, digest
from annotation_app.items.importing.near_duplicates import NearDuplicates
from annotation_app.items.importing.reading import Entry, Reader, importer_of
from annotation_app.items.importing.records import Problem
from annotation_app.items.importing.storing import Batch, Writer, as_item, list_problems
from annotation_app.items.models import Import, Item
from annotation_app.items.rules import ItemRole

BATCH = 1_000
IMPORTER_VERSION = "3"
SAMPLE = 10
# What an import lists by line; beyond that it only counts.
MOST_LISTED = 50_000
TRIES = 3
# Of what the benchmark has already: so many of the newest items are compared, and so many of them by MinHash.
REMEMBERED = 50_000
REMEMBERED_CLOSELY = 2_000


@dataclass
class Outcome:
    """What an import did so far. report: its row. left_out: records by code.

    consumed: entries of the file that are settled. listed: problems listed so far. of_file: problems that are
    the file's own. phenomena: masks proposed, by grammar phenomenon. sample: the first items, as stored.
    problems: those not listed in the database yet.
    """

    report: Import
    reader: Reader
    consumed: int = 0
    listed: int = 0
    of_file: int = 0
    alike: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    phenomena: Counter[str] = field(default_factory=Counter)
    near_duplicates: NearDuplicates = field(default_factory=NearDuplicates)
    sample: list[Item] = field(default_factory=list)
    problems: list[tuple[str, Problem]] = field(default_factory=list)
    stopped: bool = False

    @property
    def encoding(self) -> str:
        return self.reader.encoding


Follow = Callable[[Outcome], bool]


def batches(entries: Iterable[Entry], size: int) -> Iterator[list[Entry]]:
    iterator = iter(entries)
    while batch := list(itertools.islice(iterator, size)):
        yield batch


Built = tuple[str, NewItem | Problem]


class Passage:
    """One way through a file, batch by batch.

    follow: called when a batch's rows are written, in its transaction; False ends the passage after it.
    commits: each batch has a transaction of its own. stores: False only looks.
    """

    def __init__(
        self, outcome: Outcome, follow: Follow, *, commits: bool = False, stores: bool = True
    ) -> None:
        self.outcome, self.follow = outcome, follow
        self.commits, self.stores = commits, stores
        reader, report = outcome.reader, outcome.report
        settings = report.benchmark.settings
        importer = importer_of(reader.choices)
        self.builder = Builder(settings, reader.choices, importer)
        self.writer = Writer(report, settings, reader.choices, f"{reader.choices.format} {IMPORTER_VERSION}")
        self.names = Digests()
        self.numbers = itertools.count(1)
        self.transaction: transaction.Atomic | None = None

    def go(self) -> None:
        """Read, build, store. While the database takes one batch, the next is read."""
        skip = self.outcome.consumed
        self._remember_benchmark()
        writing: tuple[list[Built], Batch, Future[None] | None] | None = None
        with ThreadPoolExecutor(1) as pool:
            try:
                for entries in batches(self.outcome.reader.entries(), BATCH):
                    built = [self._built(file, entry) for file, entry in entries]
                    if writing is not None:
                        self._finish(*writing, pool)
                        writing = None
                    if self.outcome.stopped:
                        return
                    if skip:
                        # Stored by a worker that was lost. Its batches were as long as these.
                        skip -= len(entries)
                        self._remember(built)
                        self.outcome.stopped = not self.follow(self.outcome)
                        continue
                    writing = self._begin(built, pool)
                if writing is not None:
                    self._finish(*writing, pool)
            except BaseException as error:
                if writing is not None and writing[2] is not None:
                    writing[2].exception()  # the connection is not free before
                self._close(type(error), error, error.__traceback__)
                raise

    def _built(self, file: str, entry: object) -> Built:
        made = entry if isinstance(entry, Problem) else self.builder.build(file, entry)  # type: ignore[arg-type]
        return file, made

    def _begin(
        self, built: list[Built], pool: ThreadPoolExecutor, *, again: bool = False
    ) -> tuple[list[Built], Batch, Future[None] | None]:
        if self.commits:
            self.transaction = transaction.atomic()
            self.transaction.__enter__()
            with connection.cursor() as cursor:
                # Otherwise the references of the whole batch are looked up when it is committed, while
                # nothing is read.
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        batch = self._sorted_out(built, again=again)
        writing = self.writer.begin(batch.rows, pool) if self.stores and batch.rows else None
        return built, batch, writing

    def _finish(
        self, built: list[Built], batch: Batch, writing: Future[None] | None, pool: ThreadPoolExecutor
    ) -> None:
        for attempt in range(TRIES):
            try:
                if writing is not None:
                    with connection.wrap_database_errors:
                        writing.result()
                break
            except IntegrityError as error:
                # Somebody stored one of these records meanwhile. The next look finds it.
                self._close(type(error), error, error.__traceback__)
                if not self.commits or attempt == TRIES - 1:
                    raise
                built, batch, writing = self._begin(built, pool, again=True)
        self._settle(batch)
        go_on = self.follow(self.outcome)
        self._close(None, None, None)
        self.outcome.stopped = not go_on

    def _close(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        opened, self.transaction = self.transaction, None
        if opened is not None:
            opened.__exit__(kind, error, trace)

    def _sorted_out(self, built: list[Built], *, again: bool) -> Batch:
        """The rows of a batch that are new, each with its key, and what is left out."""
        batch = Batch(entries=len(built))
        known = self._known(built)
        fresh: list[NewItem] = []
        for file, made in built:
            if isinstance(made, NewItem):
                wrong = self._repeated(made, known)
                batch.records += 1
                if wrong is None:
                    fresh.append(made)
                    continue
                made = wrong
            else:
                batch.records += not made.of_file
            batch.problems.append((file, made))
            batch.left_out[made.code] += 1
        without = [row for row in fresh if not row.key]
        keys = bulk.new_keys(Item, len(without)) if self.stores and without else self.numbers
        for row, key in zip(without, keys, strict=False):
            row.key = key
        for row in fresh:
            row.like = self.outcome.near_duplicates.see(row.external_id, row.text, row.key)
            batch.alike += row.like is not None
            if phenomenon := row.meta.get("phenomenon"):
                batch.phenomena[str(phenomenon)] += 1
        if again:
            self._keep_stored_likes(fresh)
        batch.rows = fresh
        return batch

    def _known(self, built: list[Built]) -> dict[str, tuple[str, int]]:
        """Text and key of the items that a batch's names belong to already."""
        names = [made.external_id for _, made in built if isinstance(made, NewItem)]
        query = (
            "SELECT external_id, COALESCE(meta #>> '{wording,question}', text), id FROM items_item "
            "WHERE benchmark_id = %s AND external_id = ANY(%s)"
        )
        with connection.cursor() as cursor:
            cursor.execute(query, [self.outcome.report.benchmark_id, names])
            return {name: (text, key) for name, text, key in cursor.fetchall()}

    def _repeated(self, row: NewItem, known: dict[str, tuple[str, int]]) -> Problem | None:
        """What is wrong with a record whose name is taken."""
        name = row.external_id
        same: bool | None = None
        if name in known:
            same = known[name][0] == row.text
        elif not self.stores:
            # Nothing of this file is stored, so its own names are remembered.
            text = digest(row.text.encode())
            earlier = self.names.first(digest(name.encode()), text)
            same = None if earlier is None else earlier == text
        if same is None:
            known[name] = (row.text, 0)
            return None
        if same:
            return Problem(row.line, "already_there", "The same record is in the benchmark already.", name)
        message = "Another text with this external_id is in the benchmark already. Ids must be unique."
        return Problem(row.line, "duplicate_id", message, name)

    def _keep_stored_likes(self, rows: list[NewItem]) -> None:
        likes = {row.like for row in rows if row.like is not None}
        sound = set(Item.objects.filter(pk__in=likes).values_list("pk", flat=True))
        sound |= {row.key for row in rows}
        for row in rows:
            row.like = row.like if row.like in sound else None

    def _remember_benchmark(self) -> None:
        """Take up the newest texts of the benchmark itself."""
        rows = Item.objects.filter(benchmark_id=self.outcome.report.benchmark_id, role=ItemRole.ORIGINAL)
        rows = rows.exclude(brought_in=self.outcome.report.pk).order_by("-pk")
        newest = rows.values_list("text", "pk")[:REMEMBERED].iterator(chunk_size=2_000)
        for at, (text, key) in enumerate(newest):
            self.outcome.near_duplicates.remember(text, key, closely=at < REMEMBERED_CLOSELY)

    def _remember(self, built: list[Built]) -> None:
        """Take up the texts of what was stored before, so that later ones are compared with them."""
        known = self._known(built)
        for _, made in built:
            if isinstance(made, NewItem) and made.external_id in known:
                self.outcome.near_duplicates.see(made.external_id, made.text, known[made.external_id][1])

    def _settle(self, batch: Batch) -> None:
        """Add a batch that is written to what the import did."""
        outcome, report = self.outcome, self.outcome.report
        outcome.consumed += batch.entries
        outcome.left_out += batch.left_out
        outcome.phenomena += batch.phenomena
        outcome.alike += batch.alike
        outcome.of_file += sum(problem.of_file for _, problem in batch.problems)
        outcome.sample += [as_item(row) for row in batch.rows[: SAMPLE - len(outcome.sample)]]
        report.read += batch.records
        report.stored += len(batch.rows)
        room = MOST_LISTED - outcome.listed - len(outcome.problems)
        outcome.problems += batch.problems[: max(0, room)]
        if 0 <= room < len(batch.problems):
            message = f"More was left out than the {MOST_LISTED} records listed; they are only counted."
            line = batch.problems[room][1].line
            outcome.problems.append(("", Problem(line, "more_problems", message)))
        if self.commits or not self.stores:
            list_problems(report, outcome.problems, first=outcome.listed)
            outcome.listed += len(outcome.problems)
            outcome.problems.clear()
