"""Importers by the name of their format. Each reads one published format and yields records or problems."""

from collections.abc import Callable, Iterator
from typing import BinaryIO

from annotation_app.items.importing import copa, jsonl
from annotation_app.items.importing.records import Problem, Record

Importer = Callable[[BinaryIO], Iterator[Record | Problem]]

IMPORTERS: dict[str, Importer] = {
    "copa": copa.read,
    "jsonl": jsonl.read,
}
