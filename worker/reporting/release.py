"""A downloaded release: items.jsonl and manifest.json in one folder."""

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from worker.reporting.results import Origin
from worker.types import Instance

ITEMS, MANIFEST = "items.jsonl", "manifest.json"
FORMATS = ("whybench-jsonl/1",)


class BrokenRelease(ValueError):
    """A folder that is no release, or not as it was published. The text says what is wrong."""


@dataclass(frozen=True)
class ReleasedItem:
    """An item of a release. original, type and links belong to perturbed ones; the rest is as in the file.

    original: its external id. sufficiency, compactness: the seniors' means, None where nobody scored.
    """

    instance: Instance
    external_id: str
    role: str
    dimension: str
    rationale: tuple[int, ...]
    sufficiency: float | None
    compactness: float | None
    mask_confidence: tuple[int, ...]
    original: str | None = None
    type: str | None = None
    links: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Release:
    """A release's folder, held against its checksum."""

    path: Path
    origin: Origin

    def items(self) -> Iterator[ReleasedItem]:
        """Yield all items, each original before what was made from it. Raises BrokenRelease naming a line."""
        path = self.path / ITEMS
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                try:
                    yield _item(json.loads(line))
                except (ValueError, KeyError, TypeError, ZeroDivisionError) as error:
                    word = f"{error} is missing" if isinstance(error, KeyError) else str(error)
                    raise BrokenRelease(f"{path}:{number}: {word}") from error

    def pairs(self) -> Iterator[tuple[ReleasedItem, ReleasedItem]]:
        """Yield each original with each of its perturbed items. Raises BrokenRelease."""
        original: ReleasedItem | None = None
        for item in self.items():
            if item.role == "original":
                original = item
            elif original is None or item.original != original.external_id:
                raise BrokenRelease(f"{self.path / ITEMS}: {item.external_id} does not follow its original")
            else:
                yield original, item


def open_release(path: Path) -> Release:
    """Open a release's folder. Raises OSError, or BrokenRelease if items.jsonl is not what was published."""
    try:
        manifest: Any = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
        form = manifest["format"]
        published = {file["name"]: file["sha256"] for file in manifest["files"]}[ITEMS]
        names = str(manifest["benchmark"]["slug"]), str(manifest["release"])
        code_version = str(manifest["code_version"])
    except (ValueError, KeyError, TypeError) as error:
        raise BrokenRelease(f"{path / MANIFEST}: is not a release's manifest ({error})") from error
    if form not in FORMATS:
        raise BrokenRelease(f"{path / MANIFEST}: has the format {form}, not {' or '.join(FORMATS)}")
    found = _sha256((path / ITEMS).open)
    if found != published:
        raise BrokenRelease(
            f"{path / ITEMS}: has the checksum {found}, the manifest says {published}; download it again"
        )
    return Release(path, Origin(*names, found, code_version))


def _sha256(opened: Callable[..., Any]) -> str:
    digest = hashlib.sha256()
    with opened("rb") as file:
        for block in iter(partial(file.read, 1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()


def _item(line: Any) -> ReleasedItem:
    instance = Instance(
        id=line["id"],
        text=line["text"],
        tokens=tuple((start, end) for _, start, end in line["tokens"]),
        mask=(line["mask"]["token_start"], line["mask"]["token_end"]),
        answer=line["golden_answer"],
        language=line["language"],
    )
    rationale, pair = line["rationale"], line.get("pair") or {}
    return ReleasedItem(
        instance=instance,
        external_id=line["external_id"],
        role=line["role"],
        dimension=line["dimension"],
        rationale=tuple(rationale["tokens"]),
        sufficiency=_mean(rationale["sufficiency"]),
        compactness=_mean(rationale["compactness"]),
        mask_confidence=tuple(line["mask_confidence"]),
        original=pair.get("original"),
        type=pair.get("type"),
        links=tuple((left, right) for left, right in pair.get("links", ())),
    )


def _mean(fraction: str | None) -> float | None:
    return None if fraction is None else float(Fraction(fraction))
