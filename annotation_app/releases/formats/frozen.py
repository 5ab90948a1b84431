"""What every format is written from: the bytes that were stored when the release was made."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from annotation_app.releases.files import Line, NewFile, lines_of
from annotation_app.releases.models import Release, ReleaseFile
from annotation_app.releases.queries import chunks_of, files_of

ITEMS = "items.jsonl"


class Frozen(NamedTuple):
    """A release's content. The functions begin anew each time they are called.

    manifest: what manifest.json holds. lines: items.jsonl, parsed, in its order: each original is followed by
    its perturbed items. files: all stored files.
    """

    manifest: dict[str, Any]
    lines: Callable[[], Iterator[Line]]
    files: Callable[[], Iterator[NewFile]]


def frozen(release: Release, manifest: dict[str, Any]) -> Frozen:
    """The content of a release whose items are stored."""

    def lines() -> Iterator[Line]:
        return lines_of(files_of(release).get(name=ITEMS))

    def files() -> Iterator[NewFile]:
        return map(_stored, files_of(release))

    return Frozen(manifest, lines, files)


def _stored(file: ReleaseFile) -> NewFile:
    return NewFile(file.name, file.content_type, chunks_of(file, 0, file.size))
