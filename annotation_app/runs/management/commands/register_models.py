import hashlib
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from annotation_app.runs.services import register_model

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
WEIGHTS = ("model.safetensors", "pytorch_model.bin")


class Command(BaseCommand):
    help = "Offer the small models that come with the code. Running it again changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        for facts in BUNDLED:
            source = f"{FOLDER}/{facts['name']}"
            folder = Path(settings.BASE_DIR) / source
            if not folder.is_dir():
                raise CommandError(f"{source} is missing. Fetch the whole repository, then try again.")
            model = register_model(source=source, revision=weights_digest(folder), **facts)
            self.stdout.write(f"{model.name}: {model.revision[:12]}, {', '.join(model.languages)}")


def weights_digest(folder: Path) -> str:
    """The SHA-256 of a model folder's weights, which pins what the model is."""
    for name in WEIGHTS:
        if (folder / name).is_file():
            with (folder / name).open("rb") as weights:
                return hashlib.file_digest(weights, "sha256").hexdigest()
    raise CommandError(f"{folder} holds no weights ({' or '.join(WEIGHTS)}).")
