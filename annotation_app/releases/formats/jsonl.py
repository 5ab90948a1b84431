"""The release as it is stored: JSON lines with their schema, the manifest, and all that goes with them."""

from collections.abc import Iterator

from annotation_app.releases.files import NewFile
from annotation_app.releases.formats.frozen import Frozen


def write(frozen: Frozen) -> Iterator[NewFile]:
    return frozen.files()
