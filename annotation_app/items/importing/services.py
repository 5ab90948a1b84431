from typing import Any, BinaryIO

from django.db import transaction

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark
from annotation_app.items.importing.choices import Choices
from annotation_app.items.importing.passage import Follow, Outcome, Passage
from annotation_app.items.importing.reading import Reader, importer_of
from annotation_app.items.importing.storing import list_problems
from annotation_app.items.models import Import
from annotation_app.items.rules import ImportMode

# What an import's row says of what came of it.
RESULT = ("read", "stored", "left_out", "phenomena", "near_duplicates", "progress", "size", "sample")


class _NothingKept(Exception):
    """Takes back what an all-or-nothing import had stored."""


def import_items(*, benchmark: Benchmark, stream: BinaryIO, choices: Choices, person: User | None) -> Import:
    """Read a file into items, keeping the good records and reporting each broken one with its line.

    The same record again adds nothing. Memory follows the batch, not the file.
    Raises: Invalid (a format or an encoding that is not known).
    """
    return run_import(benchmark=benchmark, stream=stream, choices=choices, person=person).report


@transaction.atomic
def run_import(*, benchmark: Benchmark, stream: BinaryIO, choices: Choices, person: User | None) -> Outcome:
    """As `import_items`, with all that is told beside the stored report. Raises: Invalid."""
    importer_of(choices)
    report = Import(
        benchmark=benchmark,
        person=person,
        file=choices.file[:300],
        format=choices.format,
        corpus=choices.corpus[:200],
        licence=choices.licence,
        mode=ImportMode.ALL_OR_NOTHING if choices.all_or_nothing else ImportMode.KEEP_GOOD,
    )
    report.save()
    outcome = Outcome(report, Reader(stream, choices))
    store_at_once(outcome, follow=lambda _: True)
    note_result(outcome)
    report.save()
    return outcome


def store_at_once(outcome: Outcome, *, follow: Follow) -> None:
    """Read to the end and store in one transaction; with all-or-nothing, nothing if anything is left out."""
    choices = outcome.reader.choices
    try:
        with transaction.atomic():
            Passage(outcome, follow).go()
            if outcome.stopped or (choices.all_or_nothing and set(outcome.left_out) - {"already_there"}):
                raise _NothingKept
    except _NothingKept:
        outcome.report.stored = 0
    list_problems(outcome.report, outcome.problems, first=outcome.listed)
    outcome.listed += len(outcome.problems)
    outcome.problems.clear()


def store_by_batch(outcome: Outcome, *, follow: Follow) -> None:
    """Read to the end and store each batch in a transaction of its own, which `follow` has a part in."""
    Passage(outcome, follow, commits=True).go()


def check(outcome: Outcome, *, follow: Follow) -> None:
    """Read to the end and store no item: what would come of it, and what would be left out."""
    Passage(outcome, follow, stores=False).go()


def progress_of(outcome: Outcome) -> dict[str, Any]:
    return {
        "bytes": outcome.reader.at,
        "total": outcome.reader.total,
        "entries": outcome.consumed,
        "of_file": outcome.of_file,
        "encoding": outcome.encoding,
    }


def sample_of(outcome: Outcome) -> list[dict[str, Any]]:
    """The first items as they would be, or were, stored."""
    names = ("external_id", "language", "dimension", "state", "text", "token_starts", "token_ends")
    return [
        {name: getattr(item, name) for name in (*names, "mask_start", "mask_end", "source_line")}
        | {"wording": item.meta.get("wording")}
        for item in outcome.sample
    ]


def note_result(outcome: Outcome) -> None:
    """Put what an import did into its row, which is not saved here."""
    report = outcome.report
    report.left_out = dict(sorted(outcome.left_out.items()))
    report.phenomena = dict(sorted(outcome.phenomena.items()))
    report.near_duplicates = outcome.alike
    report.progress = progress_of(outcome)
    report.size = report.size or outcome.reader.total
    if len(outcome.sample) >= len(report.sample):
        report.sample = sample_of(outcome)
    if outcome.reader.passed_over:
        report.left_out["not_asked_for"] = outcome.reader.passed_over
