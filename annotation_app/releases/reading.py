"""A release's whole content in its order, what is held back included. For admins and the server's own use."""

from collections.abc import Iterator
from heapq import merge

from annotation_app.releases import held_back, queries
from annotation_app.releases.files import Line, lines_of
from annotation_app.releases.formats.frozen import ITEMS
from annotation_app.releases.models import Release

Key = tuple[str, str]


def key_of(line: Line) -> Key:
    """What items stand in order by: the original's name, then a perturbed item's own, by code points."""
    if "pair" in line:
        return line["pair"]["original"], line["external_id"]
    return line["external_id"], ""


def content_lines(release: Release) -> Iterator[Line]:
    """All lines, a few in memory at a time."""
    shown = lines_of(queries.files_of(release).get(name=ITEMS))
    secret = queries.private_file(release, held_back.PRIVATE)
    return merge(shown, lines_of(secret), key=key_of) if secret else shown
