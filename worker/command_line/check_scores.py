"""python -m worker check-scores: hold a file of scores against its instances, line by line."""

import argparse
import json
import sys
from array import array
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import IO, Any, NoReturn

from worker.command_line.instances_file import read_instance
from worker.exchange.broken import BrokenScore
from worker.exchange.forms import Form, GivenScore, form_of, name_in, read_score
from worker.types import Instance, MethodRef, ModelStamp, ScoreLine

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

    options: scores, input, form (a Form, or "auto"); write, a file for the good lines in our own form, and
    model, revision and method for lines that name none.
    """
    named = GivenScore(
        None,
        None,
        method=MethodRef(options.method) if options.method else None,
        model=ModelStamp(options.model, options.revision, "", "", "", "") if options.model else None,
    )
    try:
        check = _Check(
            _Instances(options.input), None if options.form == "auto" else Form(options.form), named
        )
        written = options.write.open("x", encoding="utf-8") if options.write else nullcontext()
        with options.scores.open("rb") as lines, written as out:
            for number, code, message in check.problems(lines, out):
                if check.wrong.total() <= SHOWN:
                    sys.stdout.write(f"{options.scores}:{number}: {code}: {message}\n")
    except Unnamed as error:
        options.write.unlink()
        sys.stderr.write(f"{error}\n")
        return 2
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    for sentence in check.summary():
        sys.stdout.write(f"{sentence}\n")
    return 1 if check.wrong else 0


class Unnamed(ValueError):
    """Lines are to be written of which nobody says who made them."""


class _Check:
    def __init__(self, instances: _Instances, form: Form | None, named: GivenScore) -> None:
        self.wrong: Counter[str] = Counter()
        self.good = 0
        self._form, self._instances, self._named = form, instances, named
        self._failed: dict[tuple[int, str], bool] = {}

    def problems(self, lines: Any, out: IO[str] | None) -> Iterator[tuple[int, str, str]]:
        """Yield line number, code and sentence of each wrong line; a line is in memory at a time.

        out: where the good ones go, if anywhere. Raises Unnamed.
        """
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
                self._check(line, out)
                self.good += 1
            except BrokenScore as error:
                self.wrong[error.code] += 1
                yield number, error.code, str(error)

    def _check(self, line: bytes, out: IO[str] | None) -> None:
        fields = _decoded(line)
        self._form = self._form or form_of(fields)
        if self._form is None:
            raise BrokenScore("unknown_form", "The line has the fields of no known form.")
        number = self._instances.number(name_in(self._form, fields))
        instance = self._instances.read(number)
        given = read_score(self._form, fields, instance)
        key = (number, _system(given))
        if not self._failed.get(key, True):
            raise BrokenScore("repeated_item", "The item was scored by the same model and method before.")
        self._failed[key] = given.error is not None
        if out is not None:
            score = self._line(given, instance).to_json()
            out.write(json.dumps(score, ensure_ascii=False, allow_nan=False) + "\n")

    def _line(self, given: GivenScore, instance: Instance) -> ScoreLine:
        method, model = given.method or self._named.method, given.model or self._named.model
        if method is None or model is None:
            missing = "--method" if method is None else "--model"
            raise Unnamed(f"This form does not say who made the scores: give {missing}.")
        return ScoreLine(
            instance.id,
            given.prediction,
            given.saliency,
            given.error,
            input=instance.digest(),
            method=method,
            model=model,
        )

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
