"""The JSON Schema of items.jsonl, which ships with every release."""

from collections.abc import Iterator
from pathlib import Path

from annotation_app.releases.files import NewFile
from annotation_app.releases.formats.frozen import Frozen

SCHEMA = Path(__file__).with_name("items.schema.json")


def write(frozen: Frozen) -> Iterator[NewFile]:
    yield NewFile(SCHEMA.name, "application/schema+json", [SCHEMA.read_bytes()])
