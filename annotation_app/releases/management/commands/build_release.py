from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark
from annotation_app.core.errors import DomainError
from annotation_app.releases.building import build_release
from annotation_app.releases.services import publish_release


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

    def handle(self, *args: Any, **options: Any) -> None:
        benchmark = Benchmark.objects.filter(slug=options["benchmark"]).first()
        person = User.objects.filter(username=options["person"]).first()
        if benchmark is None or person is None:
            missing = options["benchmark"] if benchmark is None else options["person"]
            raise CommandError(f"There is no {missing} here. Check the spelling.")
        try:
            release = publish_release(
                benchmark=benchmark, version=options["number"], notes=options["notes"], person=person
            )
        except DomainError as error:
            raise CommandError(error.detail) from error
        build_release(release_id=release.pk)
        release.refresh_from_db()
        if release.manifest is None:
            raise CommandError(release.error_message or "Another builder has this release; wait for it.")
        for file in release.files.order_by("name"):
            self.stdout.write(f"{file.sha256}  {file.name}  {file.size} bytes")
