"""A release's lines on their way into its files: hashed, counted, parted, and told as progress."""

import hashlib
import tempfile
from collections.abc import Iterable, Iterator
from functools import partial
from typing import IO, Any

import msgspec

from annotation_app.releases.files import Line, canonical
from annotation_app.releases.held_back import Collapse, public_line
from annotation_app.releases.options import Options
from annotation_app.releases.progress import Progress
from annotation_app.releases.splitting import TEST, Parts
from annotation_app.releases.statistics import Statistics

# What a line says that is no content: where it is kept, under which numbers it was made, how it was parted.
NOT_CONTENT = ("id", "settings_version", "split")
IN_MEMORY = 8 * 1024**2


class ContentHash:
    """SHA-256 over the content of all lines in their order: equal for equal items, on any server.

    Left out is what depends on the benchmark's short name, the release's version and date, the numbers of
    settings versions, and the split.
    """

    def __init__(self) -> None:
        self._digest = hashlib.sha256()

    def add(self, line: Line) -> None:
        content = {name: value for name, value in line.items() if name not in NOT_CONTENT}
        self._digest.update(canonical(content))

    def add_encoded(self, encoded: bytes) -> None:
        """The same for a line's bytes, without writing it a second time.

        Keys are sorted, and inside a text every quotation mark is escaped, so these stretches are the keys.
        """
        first = encoded.index(b',"id":"')
        after_id = encoded.index(b',"language":', first)
        version = encoded.index(b',"settings_version":', after_id)
        rest = encoded.index(b',"text":', version)
        for stretch in (encoded[:first], encoded[after_id:version], encoded[rest:]):
            self._digest.update(stretch)

    def text(self) -> str:
        return self._digest.hexdigest()


class Following:
    """Sees every line once. parts: of the split, if there is one. Close it at the end."""

    def __init__(self, options: Options, parts: Parts | None, progress: Progress) -> None:
        self._options, self._parts, self._progress = options, parts, progress
        self._part: str | None = None
        self._held: IO[bytes] | None = (
            tempfile.SpooledTemporaryFile(max_size=IN_MEMORY) if options.held_back else None  # noqa: SIM115
        )
        self._held_digest = hashlib.sha256()
        self.held_back = 0
        self.content_hash = ContentHash()
        self.statistics = Statistics()

    def written(self, lines: Iterable[Line]) -> bytes:
        """The bytes of those lines that everybody may have; the others are put aside."""
        shown: list[bytes] = []
        number = 0
        for line in lines:
            number += 1
            if self._parts is not None:
                if "pair" not in line:
                    self._part = self._parts.part_of(line)
                line["split"] = self._part
            self.statistics.add(line)
            encoded = canonical(line)
            self.content_hash.add_encoded(encoded)
            if self._held is not None and self._part == TEST:
                self._held.write(encoded)
                self._held_digest.update(encoded)
                self.held_back += 1
            else:
                shown.append(encoded)
        self._progress.add(number)
        return b"".join(shown)

    def facts(self) -> dict[str, Any]:
        """What the manifest says of all this."""
        wish = self._options.split
        return {
            "content_hash": self.content_hash.text(),
            "split": wish
            and {
                "seed": wish.seed,
                "dev": str(wish.dev),
                "test": str(wish.test),
                "items": {part: roles.total() for part, roles in self.statistics.splits().items()},
            },
            "held_back": self._held
            and {"part": TEST, "items": self.held_back, "sha256": self._held_digest.hexdigest()},
            "history": self._options.history,
            "runs": list(self._options.runs),
        }

    def check_held_back(self) -> None:
        """Raises ValueError if no item fell into the part that should be held back."""
        if not self.held_back:
            raise ValueError("the test part is empty: ask for a larger share, or hold nothing back")

    def held_bytes(self) -> Iterator[bytes]:
        """The lines put aside, whole."""
        if self._held is not None:
            self._held.seek(0)
            yield from iter(partial(self._held.read, 1 << 20), b"")

    def public_bytes(self) -> Iterator[bytes]:
        """The lines put aside, without what is held back."""
        if self._held is None:
            return
        self._held.seek(0)
        original: Collapse | None = None
        for encoded in self._held:
            line = msgspec.json.decode(encoded)
            if "pair" not in line:
                original = Collapse.of(line)
            yield canonical(public_line(line, original))

    def close(self) -> None:
        if self._held is not None:
            self._held.close()
