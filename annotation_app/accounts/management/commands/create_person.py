from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from annotation_app.accounts.services import create_person
from annotation_app.core.errors import DomainError


class Command(BaseCommand):
    help = "Make an account and print its initial password, which is told this once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--name", default="", help="The name that others see.")
        parser.add_argument("--email", default="")
        parser.add_argument("--staff", action="store_true", help="May make benchmarks and accounts.")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            person, password = create_person(
                username=options["username"],
                display_name=options["name"],
                email=options["email"],
                staff=options["staff"],
            )
        except DomainError as error:
            raise CommandError(f"{error.detail} {error.errors}") from error
        self.stdout.write(f"{person.username}  {password}")
