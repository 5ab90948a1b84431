import hashlib
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation_app.releases import queries
from annotation_app.releases.files import NewFile, seldom_collecting
from annotation_app.releases.formats.catalogue import FORMATS
from annotation_app.releases.formats.frozen import frozen
from annotation_app.releases.models import Release
from annotation_app.releases.rules import ReleaseState


class Command(BaseCommand):
    help = "Write a published release into a folder, in one of its formats; what is stored is checked."
    requires_system_checks = []  # they load the whole web server, which has no part in this

    def create_parser(self, prog_name: str, subcommand: str, **options: Any) -> CommandParser:
        # Django has a --version of its own, which here gives way.
        return super().create_parser(prog_name, subcommand, conflict_handler="resolve", **options)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--benchmark", required=True, help="the benchmark's short name")
        parser.add_argument("--version", required=True, dest="number")
        parser.add_argument("--format", choices=sorted(FORMATS), default="jsonl")
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
        stored = {file.name: file.sha256 for file in queries.files_of(release)}
        for new in FORMATS[options["format"]](frozen(release, release.manifest)):
            with seldom_collecting():
                digest = self._write(new, folder / new.name)
            if stored.get(new.name, digest) != digest:
                (folder / new.name).unlink()
                raise CommandError(f"The stored bytes of {new.name} no longer match their checksum.")
            self.stdout.write(f"{digest}  {folder / new.name}")

    def _write(self, new: NewFile, target: Path) -> str:
        """Write a file beside its place and move it there once it is whole. Returns its checksum."""
        digest = hashlib.sha256()
        unfinished = target.with_name(target.name + ".part")
        try:
            with unfinished.open("wb") as out:
                for part in new.parts:
                    digest.update(part)
                    out.write(part)
            unfinished.replace(target)
        except OSError as error:
            unfinished.unlink(missing_ok=True)
            raise CommandError(f"{target} could not be written: {error.strerror}.") from error
        return digest.hexdigest()
