"""The formats a release can be had in, listed by hand. Each is written from the frozen content alone."""

from collections.abc import Callable, Iterator

from annotation_app.releases.files import NewFile
from annotation_app.releases.formats import jsonl
from annotation_app.releases.formats.frozen import Frozen

Writer = Callable[[Frozen], Iterator[NewFile]]

FORMATS: dict[str, Writer] = {
    "jsonl": jsonl.write,
}
