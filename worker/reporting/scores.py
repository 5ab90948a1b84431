"""Files of scores, indexed by model, method and instance; a score is read only when it is asked for."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from worker.metrics.records import PairRecord, ScoredItem
from worker.reporting.release import Release, ReleasedItem
from worker.reporting.results import System
from worker.types import Instance, Scale, ScoreLine

Digest = Callable[[Instance], str]


class BrokenScores(ValueError):
    """A line that is no score. The text names its file and line."""


@dataclass
class IndexedSystem(System):
    """A system whose scores stand in files.

    places: by instance, the file and the position of its line. changed: instances whose score was made from
    another text, tokens or mask than the release has.
    """

    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)


class Scores:
    """What is in some files of scores."""

    def __init__(self, paths: Sequence[Path]) -> None:
        """Read through all files once. Raises OSError, or BrokenScores naming a line."""
        self._paths = paths
        self._systems: dict[str, IndexedSystem] = {}
        for number, path in enumerate(paths):
            self._index(number, path)

    @property
    def systems(self) -> list[IndexedSystem]:
        """All models with their methods, by name, then by settings."""
        return [self._systems[key] for key in sorted(self._systems)]

    def _index(self, number: int, path: Path) -> None:
        position = 0
        with path.open("rb") as lines:
            for count, line in enumerate(lines, start=1):
                if line.strip():
                    score = _read(line, path, count)
                    key = [score.model.to_json(), score.method.to_json()]
                    order = [score.model.name, score.method.name, key]
                    system = self._systems.setdefault(
                        json.dumps(order, sort_keys=True), IndexedSystem(score.model, score.method)
                    )
                    system.places[score.instance] = (number, position)
                    system.inputs = len(system.places)
                position += len(line)

    def pairs(self, system: IndexedSystem, release: Release, digest: Digest) -> Iterator[PairRecord]:
        """Yield a release's pairs with a system's scores.

        digest: the checksum that a score's input is compared with. A score of an instance that has changed
        counts as missing and its instance is among the changed. Raises OSError or ValueError.
        """
        files = [path.open("rb") for path in self._paths]
        try:
            kept: tuple[str, ScoredItem] | None = None
            for original, perturbed in release.pairs():
                if kept is None or kept[0] != original.external_id:
                    kept = original.external_id, self._scored(system, original, files, digest)
                theirs = self._scored(system, perturbed, files, digest)
                yield PairRecord(kept[1], theirs, perturbed.type or "", perturbed.links)
        finally:
            for file in files:
                file.close()

    def _scored(
        self, system: IndexedSystem, item: ReleasedItem, files: Sequence[BinaryIO], digest: Digest
    ) -> ScoredItem:
        score = None
        place = system.places.get(item.instance.id)
        if place is not None:
            number, position = place
            files[number].seek(position)
            score = _read(files[number].readline(), self._paths[number], None)
            if score.input and score.input != digest(item.instance):
                system.changed.add(item.instance.id)
                system.stale = len(system.changed)
                score = None
        saliency = score.saliency if score else None
        return ScoredItem(
            id=item.instance.id,
            language=item.instance.language,
            dimension=item.dimension,
            tokens=item.instance.words(),
            mask=item.instance.mask,
            rationale=item.rationale,
            prediction=score.prediction if score else None,
            saliency=saliency.scores if saliency else None,
            relative_gap=saliency.relative_gap if saliency else None,
            scale=saliency.scale if saliency else Scale.SCORES,
            chosen=saliency.chosen if saliency else None,
        )

    def unknown(self, release: Release) -> int:
        """Count the scored instances that the release does not have."""
        known = {item.instance.id for item in release.items()}
        scored = Counter(name for system in self.systems for name in system.places)
        return sum(name not in known for name in scored)


def _read(line: bytes, path: Path, number: int | None) -> ScoreLine:
    try:
        return ScoreLine.from_json(json.loads(line))
    except ValueError as error:
        where = path if number is None else f"{path}:{number}"
        raise BrokenScores(f"{where}: {error}") from error
