import hashlib
import json
from collections.abc import Iterator
from heapq import merge
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation_app.accounts.models import User
from annotation_app.core.errors import DomainError
from annotation_app.releases.bringing_in import bring_in
from annotation_app.releases.export import FORMAT, MANIFEST
from annotation_app.releases.files import Line
from annotation_app.releases.formats.frozen import ITEMS
from annotation_app.releases.held_back import PRIVATE
from annotation_app.releases.reading import key_of


class Command(BaseCommand):
    help = "Bring the items of a release in, finished as they were: a folder, or items.jsonl in one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path, help="a release's folder, or its items.jsonl")
        parser.add_argument("--benchmark", required=True, help="the short name; made if there is none")
        parser.add_argument("--person", required=True, help="user name of the admin who brings it in")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["path"]
        folder = path if path.is_dir() else path.parent
        person = User.objects.filter(username=options["person"]).first()
        if person is None:
            raise CommandError(f"There is no {options['person']} here. Check the spelling.")
        try:
            manifest = _manifest(folder)
            files = [folder / ITEMS]
            held_back = manifest["held_back"]
            if held_back and (folder / PRIVATE).is_file():
                files.append(folder / PRIVATE)
            _check(folder / ITEMS, {file["name"]: file["sha256"] for file in manifest["files"]}[ITEMS])
            if len(files) > 1:
                _check(folder / PRIVATE, held_back["sha256"])
            found = bring_in(
                manifest=manifest,
                lines=lambda: merge(*map(_lines, files), key=key_of),
                slug=options["benchmark"],
                whole=not held_back or len(files) > 1,
                person=person,
            )
        except DomainError as error:
            raise CommandError(error.detail) from error
        except (OSError, ValueError, KeyError, TypeError) as error:
            word = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            raise CommandError(f"{folder} is not a release as it was published: {word}.") from error
        rest = "" if found.whole else ", without the part that is held back"
        self.stdout.write(f"{found.items} items in {found.pairs} pairs{rest}, in {found.benchmark.slug}.")


def _manifest(folder: Path) -> dict[str, Any]:
    manifest = json.loads((folder / MANIFEST).read_bytes())
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise ValueError(f"{MANIFEST} does not tell the format {FORMAT}")
    return manifest


def _check(path: Path, expected: str) -> None:
    with path.open("rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != expected:
            raise ValueError(f"{path.name} has another checksum than the manifest says")


def _lines(path: Path) -> Iterator[Line]:
    with path.open("rb") as file:
        for line in file:
            yield json.loads(line)
