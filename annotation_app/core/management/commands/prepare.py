from io import StringIO
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser


class Command(BaseCommand):
    help = "Bring the database up to date and offer the bundled models. Running it again changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--demo", action="store_true", help="load the demo too, and print its people")

    def handle(self, *args: Any, **options: Any) -> None:
        # In one process: each of these alone would load Django anew, a second of every start.
        call_command("migrate", interactive=False, verbosity=0)
        call_command("register_models", stdout=StringIO())
        if options["demo"]:
            call_command("load_demo", print_people=True, stdout=self.stdout)
