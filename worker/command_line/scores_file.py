"""Scores as lines of JSON, written as they come, so that a run can be stopped and gone on with."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO, Self

from worker.command_line.digests import Digests
from worker.types import Instance, InstanceScore, MethodRef, ModelStamp

_BLOCK = 1 << 16


class ScoresFile:
    """A file that scores are added to; a line says what was scored, by which model and method, and how.

    repaired: whether a last line that was cut short, by a stop in mid-writing, was taken off.
    """

    def __init__(self, path: Path, *, retry_failed: bool = False) -> None:
        """Open the file and see what it holds. Raises OSError, or ValueError naming a line that is broken."""
        path.touch()
        self._file: BinaryIO = path.open("r+b")
        self.repaired = _drop_cut_line(self._file)
        self._finished = Digests()
        for number, line in enumerate(self._file, 1):
            try:
                written = json.loads(line)
                key = _key(written["input"], written["model"], written["method"])
                failed = written["error"] is not None
            except (ValueError, KeyError, TypeError) as error:
                self._file.close()
                raise ValueError(f"{path}, line {number}: is no line of scores") from error
            if not (failed and retry_failed):
                self._finished.add(key)
        self._file.seek(0, os.SEEK_END)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __contains__(self, asked: tuple[Instance, ModelStamp, MethodRef]) -> bool:
        """Tell whether an instance, as it is now, was scored by this revision with the method's settings."""
        instance, model, method = asked
        return _key(instance.digest(), model.to_json(), method.to_json()) in self._finished

    def add(
        self,
        instances: Sequence[Instance],
        scores: Sequence[InstanceScore],
        *,
        model: ModelStamp,
        method: MethodRef,
    ) -> None:
        """Write the scores of instances, one a line, through to the system."""
        for instance, score in zip(instances, scores, strict=True):
            line = {
                **score.to_json(),
                "input": instance.digest(),
                "model": model.to_json(),
                "method": method.to_json(),
            }
            self._file.write(json.dumps(line, ensure_ascii=False, allow_nan=False).encode("utf-8") + b"\n")
            self._finished.add(_key(line["input"], line["model"], line["method"]))
        self._file.flush()


def _key(digest: str, model: dict[str, Any], method: dict[str, Any]) -> str:
    parts = [digest, model["revision"], model["dtype"], method["name"], method["settings"]]
    return json.dumps(parts, sort_keys=True)


def _drop_cut_line(file: BinaryIO) -> bool:
    """Cut the file after its last line break, leave it at its start, and tell whether anything went."""
    end = position = file.seek(0, os.SEEK_END)
    kept = 0
    while position > 0 and not kept:
        start = max(0, position - _BLOCK)
        file.seek(start)
        kept = file.read(position - start).rfind(b"\n") + 1
        kept += start if kept else 0
        position = start
    file.truncate(kept)
    file.seek(0)
    return kept < end
