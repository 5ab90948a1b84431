import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from annotation_app.benchmarks.models import Benchmark
from annotation_app.core.errors import Invalid
from annotation_app.items.importing import IMPORTERS
from annotation_app.items.importing.choices import Choices
from annotation_app.items.importing.encodings import detect
from annotation_app.items.importing.passage import Outcome
from annotation_app.items.importing.services import run_import
from annotation_app.items.models import Item

PROBLEMS_SHOWN = 20
FLAGS_SHOWN = 20


class Command(BaseCommand):
    help = (
        "Bring the records of published files into a benchmark as items. With --dry-run nothing is stored. "
        "An encoding that is only likely has to be confirmed by --encoding."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--benchmark", required=True, metavar="SLUG")
        parser.add_argument("--format", required=True, choices=sorted(IMPORTERS))
        parser.add_argument("--corpus", default="", help="The corpus's name; the format's if not given.")
        parser.add_argument("--dimension", default=None, help="Counts for every record.")
        parser.add_argument("--language", default=None, help="Of records that name none.")
        parser.add_argument("--licence", default="", metavar="TEXT")
        parser.add_argument("--encoding", default=None, help="Confirms what the files are encoded in.")
        parser.add_argument("--column", action="append", default=[], metavar="PART=NAME", help="Of a table.")
        parser.add_argument("--seed", type=int, default=0, help="Picks connectives and places of masks.")
        parser.add_argument("--all-or-nothing", action="store_true", help="Store a file only if it is whole.")
        parser.add_argument("--dry-run", action="store_true", help="Read, check and report; store nothing.")
        parser.add_argument("--json", action="store_true", help="The report as JSON, one object a file.")

    def handle(self, *args: Any, **options: Any) -> None:
        benchmark = Benchmark.objects.filter(slug=options["benchmark"]).first()
        if benchmark is None:
            raise CommandError(f"There is no benchmark “{options['benchmark']}”.")
        missing = [str(path) for path in options["files"] if not path.is_file()]
        if missing:
            raise CommandError(f"There is no file {', '.join(missing)}.")
        failed = False
        # A dry run over several files stores them all and takes them back, so that a record that is in two
        # of them is found.
        with transaction.atomic():
            for path in options["files"]:
                failed |= self._import(benchmark, path, options)
            if options["dry_run"]:
                transaction.set_rollback(True)
        if failed:
            raise CommandError("Not every file could be read to its end.")

    def _import(self, benchmark: Benchmark, path: Path, options: dict[str, Any]) -> bool:
        """Import one file and report it; True if the file itself was at fault."""
        with path.open("rb") as stream:
            encoding = options["encoding"] or IMPORTERS[options["format"]].encoding
            if encoding is None and not options["json"]:
                found = detect(stream)
                kind = "certain" if found.certain else "to be confirmed"
                self.stdout.write(
                    f"{path.name}: {found.encoding}, {kind}, confidence {found.confidence:.2f}: "
                    f"“{' '.join(found.sample.split())[:60]}”"
                )
            try:
                outcome = run_import(
                    benchmark=benchmark, stream=stream, choices=self._choices(path, options), person=None
                )
            except Invalid as error:
                raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(json.dumps(as_json(outcome), ensure_ascii=False))
        else:
            self._tell(outcome, path, dry=options["dry_run"])
        return outcome.of_file > 0

    def _choices(self, path: Path, options: dict[str, Any]) -> Choices:
        pairs = [column.partition("=") for column in options["column"]]
        if any(not equals or not name for _, equals, name in pairs):
            raise CommandError("--column needs PART=NAME, for example text=sentence.")
        return Choices(
            format=options["format"],
            corpus=options["corpus"] or options["format"],
            file=path.name,
            licence=options["licence"],
            dimension=options["dimension"],
            language=options["language"],
            all_or_nothing=options["all_or_nothing"],
            encoding=options["encoding"],
            folder=path.resolve().parent,
            columns={part: name for part, _, name in pairs},
            seed=options["seed"],
        )

    def _tell(self, outcome: Outcome, path: Path, *, dry: bool) -> None:
        report, write = outcome.report, self.stdout.write
        verb = "would be stored" if dry else "stored"
        write(f"{path.name}: {report.read} records read, {report.stored} items {verb}")
        for code, number in outcome.left_out.most_common():
            write(f"  {number:7d}  {code}")
        for problem in report.problems[:PROBLEMS_SHOWN]:
            write(f"  line {problem['line']} {problem['record']}: {problem['code']}: {problem['message']}")
        if len(report.problems) > PROBLEMS_SHOWN:
            write(f"  … and {sum(outcome.left_out.values()) - PROBLEMS_SHOWN} more; --json lists them")
        if outcome.phenomena:
            counts = ", ".join(f"{name} {number}" for name, number in sorted(outcome.phenomena.items()))
            write(f"  masks by phenomenon: {counts}")
        if outcome.alike:
            write(f"  {outcome.alike} read much like an earlier one:")
        for flag in near_duplicates(outcome, FLAGS_SHOWN):
            write(f"    {flag['record']} like {flag['like']}{'' if flag['exact'] else ' (nearly)'}")
        for item in outcome.sample:
            write(f"  | {item.masked_text}  [{item.golden_answer or ''}]")


def near_duplicates(outcome: Outcome, most: int | None = None) -> list[dict[str, Any]]:
    """The first items that read like an earlier one, by name."""
    flags = outcome.near_duplicates.flags[:most]
    names = dict(Item.objects.filter(pk__in={flag.like for flag in flags}).values_list("pk", "external_id"))
    return [{"record": flag.record, "like": names.get(flag.like, ""), "exact": flag.exact} for flag in flags]


def as_json(outcome: Outcome) -> dict[str, Any]:
    """What is told of one file, for a program to read."""
    report = outcome.report
    return {
        "file": report.file,
        "format": report.format,
        "corpus": report.corpus,
        "encoding": outcome.encoding,
        "read": report.read,
        "stored": report.stored,
        "left_out": dict(sorted(outcome.left_out.items())),
        "problems": report.problems,
        "phenomena": dict(sorted(outcome.phenomena.items())),
        "near_duplicates": near_duplicates(outcome),
        "compared_closely": outcome.near_duplicates.compared,
        "sample": [
            {
                "external_id": item.external_id,
                "text": item.text,
                "mask": item.mask,
                "answer": item.golden_answer,
            }
            for item in outcome.sample
        ],
    }
