"""python -m worker check-scores: hold a file of scores against its instances, line by line."""

import argparse
import json
import sys
from array import array
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from worker.command_line.instances_file import read_instance
from worker.exchange.broken import BrokenScore
from worker.exchange.forms import Form, GivenScore, form_of, name_in, read_score
from worker.types import Instance

SHOWN = 50
LONGEST_LINE = 4 * 1024 * 1024


class _Instances:
    """A file of instances, of which only names and places are in memory. Raises OSError or ValueError."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")
        self._number_of: dict[str, int] = {}
        self._places = array("q")
        place = 0
        for number, line in enumerate(self._file, 1):
            if line.strip():
                try:
                    name = read_instance(json.loads(line)).id
                except (ValueError, RecursionError) as error:
                    raise ValueError(f"{path}, line {number}: is no instance ({error})") from error
                self._number_of[name] = len(self._places)
                self._places.append(place)
            place += len(line)

    def __len__(self) -> int:
        return len(self._number_of)

    def number(self, name: str) -> int:
        """Return the number of an instance. Raises BrokenScore if there is none of this name."""
        if name not in self._number_of:
            raise BrokenScore("unknown_item", f"There is no instance “{name}”.")
        return self._number_of[name]

    def read(self, number: int) -> Instance:
        """Return an instance by its number."""
        self._file.seek(self._places[number])
        return read_instance(json.loads(self._file.readline()))


def run(options: argparse.Namespace) -> int:
    """Check a file and return the exit status: 0, 1 if a line is wrong, 2 if nothing could be checked.

    options: scores, input, form (a Form, or "auto").
    """
    try:
        instances = _Instances(options.input)
        check = _Check(instances, None if options.form == "auto" else Form(options.form))
        with options.scores.open("rb") as lines:
            for number, code, message in check.problems(lines):
                if check.wrong.total() <= SHOWN:
                    sys.stdout.write(f"{options.scores}:{number}: {code}: {message}\n")
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    for sentence in check.summary():
        sys.stdout.write(f"{sentence}\n")
    return 1 if check.wrong else 0


class _Check:
    def __init__(self, instances: _Instances, form: Form | None) -> None:
        self.wrong: Counter[str] = Counter()
        self.good = 0
        self._form, self._instances = form, instances
        self._failed: dict[tuple[int, str], bool] = {}

    def problems(self, lines: Any) -> Iterator[tuple[int, str, str]]:
        """Yield line number, code and sentence of each wrong line; a line is in memory at a time."""
        number = 0
        while line := lines.readline(LONGEST_LINE):
            number += 1
            whole = line.endswith(b"\n") or len(line) < LONGEST_LINE
            while not whole and (rest := lines.readline(LONGEST_LINE)):
                whole = rest.endswith(b"\n")
                line = b""
            if line and not line.strip():
                continue
            try:
                self._check(line)
                self.good += 1
            except BrokenScore as error:
                self.wrong[error.code] += 1
                yield number, error.code, str(error)

    def _check(self, line: bytes) -> None:
        fields = _decoded(line)
        self._form = self._form or form_of(fields)
        if self._form is None:
            raise BrokenScore("unknown_form", "The line has the fields of no known form.")
        number = self._instances.number(name_in(self._form, fields))
        given = read_score(self._form, fields, self._instances.read(number))
        key = (number, _system(given))
        if not self._failed.get(key, True):
            raise BrokenScore("repeated_item", "The item was scored by the same model and method before.")
        self._failed[key] = given.error is not None

    def summary(self) -> Iterator[str]:
        """Say how many lines are good, what is wrong with others, and what is missing."""
        form = f"the form {self._form}" if self._form else "no known form"
        yield f"{self.good} good lines in {form}, {self.wrong.total()} wrong."
        for code, count in self.wrong.most_common():
            yield f"  {code}: {count}"
        systems = Counter(system for _, system in self._failed)
        for system, count in sorted(systems.items()):
            missing = len(self._instances) - count
            yield f"{system or 'the file'}: {count} of {len(self._instances)} instances, {missing} missing."


def _decoded(line: bytes) -> dict[str, Any]:
    if not line:
        raise BrokenScore("line_too_long", "The line is longer than 4 MiB.")
    try:
        fields = json.loads(line, parse_constant=_refuse)
    except UnicodeDecodeError as error:
        raise BrokenScore("undecodable", "The line is not UTF-8.") from error
    except json.JSONDecodeError as error:
        message = f"Not valid JSON: {error.msg} at character {error.pos + 1}."
        raise BrokenScore("broken_json", message) from error
    except (ValueError, RecursionError) as error:
        raise BrokenScore("broken_json", f"Not usable JSON: {error or 'it is too deep'}.") from error
    if not isinstance(fields, dict):
        raise BrokenScore("not_an_object", "The line is not a JSON object {...}.")
    return fields


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _system(given: GivenScore) -> str:
    if given.model is None or given.method is None:
        return ""
    settings = json.dumps(given.method.settings, sort_keys=True) if given.method.settings else ""
    return " ".join(
        filter(None, [given.model.name, given.model.revision, given.model.dtype, given.method.name, settings])
    )
