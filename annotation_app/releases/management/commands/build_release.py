from argparse import ArgumentTypeError
from fractions import Fraction
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark
from annotation_app.core.errors import DomainError
from annotation_app.releases.building import build_release
from annotation_app.releases.options import Options, SplitWish
from annotation_app.releases.services import publish_release


def _share(text: str) -> Fraction:
    """A share from 0 to 1, such as 0.1 or 1/10."""
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError) as error:
        raise ArgumentTypeError(f"{text} is not a share such as 0.1 or 1/10") from error


class Command(BaseCommand):
    help = "Publish a release of a benchmark and build it here, without a worker."
    requires_system_checks = []  # they load the whole web server, which has no part in this

    def create_parser(self, prog_name: str, subcommand: str, **options: Any) -> CommandParser:
        # Django has a --version of its own, which here gives way.
        return super().create_parser(prog_name, subcommand, conflict_handler="resolve", **options)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--benchmark", required=True, help="the benchmark's short name")
        parser.add_argument(
            "--version", required=True, dest="number", help="a semantic version, such as 1.0.0"
        )
        parser.add_argument("--person", required=True, help="user name of the admin who publishes")
        parser.add_argument("--notes", default="")
        parser.add_argument("--seed", type=int, help="split into parts, drawn by this number")
        parser.add_argument(
            "--dev", type=_share, default=Fraction(0), help="share of the dev part, such as 1/10"
        )
        parser.add_argument("--test", type=_share, default=Fraction(0), help="share of the test part")
        parser.add_argument(
            "--held-back", action="store_true", help="keep the test part's answers and rationales here"
        )
        parser.add_argument("--history", action="store_true", help="with every judgement, under pseudonyms")
        parser.add_argument("--run", type=int, action="append", default=[], help="with the scores of a run")

    def handle(self, *args: Any, **options: Any) -> None:
        benchmark = Benchmark.objects.filter(slug=options["benchmark"]).first()
        person = User.objects.filter(username=options["person"]).first()
        if benchmark is None or person is None:
            missing = options["benchmark"] if benchmark is None else options["person"]
            raise CommandError(f"There is no {missing} here. Check the spelling.")
        split = None
        if options["seed"] is not None:
            split = SplitWish(options["seed"], options["dev"], options["test"])
        elif options["dev"] or options["test"]:
            raise CommandError("A split is drawn by a number: give --seed as well.")
        wish = Options(split, options["held_back"], options["history"], tuple(options["run"]))
        try:
            release = publish_release(
                benchmark=benchmark,
                version=options["number"],
                notes=options["notes"],
                person=person,
                options=wish,
            )
        except DomainError as error:
            reasons = (f"{name}: {' '.join(said)}" for name, said in error.errors.items())
            raise CommandError(" ".join([error.detail, *reasons])) from error
        build_release(release_id=release.pk)
        release.refresh_from_db()
        if release.manifest is None:
            raise CommandError(release.error_message or "Another builder has this release; wait for it.")
        for file in release.files.order_by("name"):
            self.stdout.write(f"{file.sha256}  {file.name}  {file.size} bytes")
