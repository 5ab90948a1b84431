from pathlib import Path
from typing import Any
from unicodedata import east_asian_width

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from annotation_app.work.demo import Demo, DemoError, is_loaded, load

FOLDER = Path(settings.BASE_DIR) / "fixtures" / "demo"


class Command(BaseCommand):
    help = "Load the demo benchmark with its people and their work. Running it again changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--print-people", action="store_true", help="print who can sign in to the demo")

    def handle(self, *args: Any, **options: Any) -> None:
        demo = Demo.read(FOLDER)
        if not is_loaded(demo):
            try:
                load(demo)
            except DemoError as error:
                raise CommandError(
                    f"The demo could not be loaded, and nothing of it was kept. {error}"
                ) from error
        if options["print_people"]:
            self.stdout.write(people_table(demo))


def people_table(demo: Demo) -> str:
    """The demo's people with user name, roles and password, in columns of even width on a terminal."""
    rows = [("Name", "User name", "Roles", "Password")]
    for person in demo.people:
        roles = ", ".join(person["roles"])
        rows.append((person["display_name"], person["username"], roles, demo.password))
    widths = [max(_width(cell) for cell in column) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    )


def _width(text: str) -> int:
    """Columns a terminal needs for a text; Chinese characters take two."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)
