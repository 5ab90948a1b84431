"""A release's whole content in its order, what is held back included. For admins and the server's own use."""

from collections.abc import Iterator
from heapq import merge
from operator import attrgetter

from annotation_app.releases import held_back, queries
from annotation_app.releases.files import Line, decoded, lines_of, raw_lines_of
from annotation_app.releases.formats.frozen import ITEMS
from annotation_app.releases.models import Release, ReleaseFile

Key = tuple[str, str]


def key_of(line: Line) -> Key:
    """What items stand in order by: the original's name, then a perturbed item's own, by code points."""
    if "pair" in line:
        return line["pair"]["original"], line["external_id"]
    return line["external_id"], ""


class Placed:
    """A line where it is stored: its bytes, and where they begin in which of a release's two files."""

    __slots__ = ("_line", "offset", "private", "raw")

    def __init__(self, raw: bytes, offset: int, *, private: bool) -> None:
        self.raw, self.offset, self.private = raw, offset, private
        self._line: Line | None = None

    @property
    def line(self) -> Line:
        """The line parsed, when somebody first asks."""
        if self._line is None:
            self._line = decoded(self.raw)
        return self._line

    @property
    def key(self) -> Key:
        return key_of(self.line)


def placed_lines(release: Release) -> Iterator[Placed]:
    """All lines with their places, a few in memory at a time."""
    shown = _placed(queries.files_of(release).get(name=ITEMS), private=False)
    secret = queries.private_file(release, held_back.PRIVATE)
    return merge(shown, _placed(secret, private=True), key=attrgetter("key")) if secret else shown


def _placed(file: ReleaseFile, *, private: bool) -> Iterator[Placed]:
    return (Placed(raw, offset, private=private) for offset, raw in raw_lines_of(file))


def content_lines(release: Release) -> Iterator[Line]:
    """All lines, a few in memory at a time."""
    shown = lines_of(queries.files_of(release).get(name=ITEMS))
    secret = queries.private_file(release, held_back.PRIVATE)
    return merge(shown, lines_of(secret), key=key_of) if secret else shown
