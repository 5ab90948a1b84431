import hashlib
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation_app.releases import queries
from annotation_app.releases.models import Release, ReleaseFile
from annotation_app.releases.rules import ReleaseState


class Command(BaseCommand):
    help = "Write the files of a published release into a folder and check them against their checksums."

    def create_parser(self, prog_name: str, subcommand: str, **options: Any) -> CommandParser:
        # Django has a --version of its own, which here gives way.
        return super().create_parser(prog_name, subcommand, conflict_handler="resolve", **options)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--benchmark", required=True, help="the benchmark's short name")
        parser.add_argument("--version", required=True, dest="number")
        parser.add_argument("--format", choices=["jsonl"], default="jsonl")
        parser.add_argument("folder", type=Path, help="made if it is not there")

    def handle(self, *args: Any, **options: Any) -> None:
        release = Release.objects.filter(
            benchmark__slug=options["benchmark"], version=options["number"]
        ).first()
        if release is None or release.manifest is None:
            raise CommandError("There is no published release of that name and version.")
        if release.state == ReleaseState.WITHDRAWN:
            self.stderr.write(f"This release was withdrawn: {release.withdrawn_reason}")
        folder: Path = options["folder"]
        folder.mkdir(parents=True, exist_ok=True)
        for file in queries.files_of(release):
            self._write(file, folder / file.name)
            self.stdout.write(f"{file.sha256}  {folder / file.name}")

    def _write(self, file: ReleaseFile, target: Path) -> None:
        digest = hashlib.sha256()
        with target.open("wb") as out:
            for chunk in queries.chunks_of(file, 0, file.size):
                digest.update(chunk)
                out.write(chunk)
        if digest.hexdigest() != file.sha256:
            target.unlink()
            raise CommandError(f"The stored bytes of {file.name} no longer match their checksum.")
