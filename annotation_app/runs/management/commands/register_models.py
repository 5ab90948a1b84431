from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from annotation_app.runs.services import register_model
from worker.revisions import folder_revision

FOLDER = "fixtures/models"
BUNDLED: list[dict[str, Any]] = [
    {
        "name": "mini-mlm-en",
        "languages": ["en"],
        "licence": "Apache-2.0",
        "parameters": 12_700_000,
    },
    {
        "name": "mini-mlm-zh",
        "languages": ["zh"],
        "licence": "MIT",
        "parameters": 7_600_000,
    },
]


class Command(BaseCommand):
    help = "Offer the small models that come with the code. Running it again changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        for facts in BUNDLED:
            source = f"{FOLDER}/{facts['name']}"
            folder = Path(settings.BASE_DIR) / source
            if not folder.is_dir():
                raise CommandError(f"{source} is missing. Fetch the whole repository, then try again.")
            try:
                revision = folder_revision(folder)
            except (OSError, ValueError) as error:
                raise CommandError(
                    f"{source} is not whole: {error}. Fetch it again, then try again."
                ) from error
            model = register_model(source=source, revision=revision, **facts)
            self.stdout.write(f"{model.name}: {model.revision}, {', '.join(model.languages)}")
