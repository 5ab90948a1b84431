"""Instances as lines of JSON, read one after another: a file may hold more than memory does.

A line is an Instance of worker.types, or a line of a release's items.jsonl, of which it takes those fields.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from worker.command_line.digests import Digests
from worker.types import Instance

SHOWN = 100


@dataclass
class InstancesFile:
    """A file of instances.

    problems: what was wrong with the first lines passed over, as sentences. further: how many more.
    """

    path: Path
    problems: list[str] = field(default_factory=list)
    further: int = 0

    def count(self) -> int:
        """Return how many lines hold something. Raises OSError."""
        with self.path.open("rb") as lines:
            return sum(bool(line.strip()) for line in lines)

    def __iter__(self) -> Iterator[Instance]:
        """Yield the instances of the good lines; a bad one, or a repeated id, becomes a problem."""
        seen = Digests()
        self.problems.clear()
        self.further = 0
        with self.path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                try:
                    instance = read_instance(json.loads(line))
                except (ValueError, RecursionError) as error:
                    self._pass_over(number, _sentence(error))
                    continue
                if instance.id in seen:
                    self._pass_over(number, f"repeats the id {instance.id}")
                    continue
                seen.add(instance.id)
                yield instance

    def _pass_over(self, number: int, complaint: str) -> None:
        if len(self.problems) < SHOWN:
            self.problems.append(f"{self.path}, line {number}: {complaint}")
        else:
            self.further += 1


def read_instance(line: Any) -> Instance:
    """Return the instance of a decoded line. Raises ValueError naming the field that is wrong."""
    if isinstance(line, dict) and "golden_answer" in line:
        tokens = line.get("tokens")
        if not isinstance(tokens, list) or not all(
            isinstance(each, list) and len(each) == 3 for each in tokens
        ):
            raise ValueError("tokens: must be a list of [word, start, end]")
        line = {
            "id": line.get("id"),
            "text": line.get("text"),
            "tokens": [each[1:] for each in tokens],
            "mask": _token_range(line.get("mask")),
            "answer": line["golden_answer"],
            "language": line.get("language"),
        }
    return Instance.from_json(line)


def _token_range(mask: Any) -> Any:
    """Return a release's mask, which counts tokens and characters, as a token range."""
    if not isinstance(mask, dict):
        raise ValueError("mask: must be an object with token_start and token_end")
    return [mask.get("token_start"), mask.get("token_end")]


def _sentence(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"is not JSON ({error.msg} at character {error.pos + 1})"
    if isinstance(error, UnicodeDecodeError):
        return "is not UTF-8"
    return str(error) or "is nested too deeply"
