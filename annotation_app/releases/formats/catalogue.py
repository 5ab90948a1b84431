"""The formats a release can be had in, listed by hand. Each is written from the frozen content alone."""

from collections.abc import Callable, Iterator

from annotation_app.releases.files import NewFile
from annotation_app.releases.formats import croissant, csv_table, eraser, jsonl, parquet, released_sets
from annotation_app.releases.formats.frozen import Frozen

Writer = Callable[[Frozen], Iterator[NewFile]]

FORMATS: dict[str, Writer] = {
    "jsonl": jsonl.write,
    "released": released_sets.write,
    "eraser": eraser.write,
    "parquet": parquet.write,
    "csv": csv_table.write,
    "croissant": croissant.write,
}
