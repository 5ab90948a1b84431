"""python -m worker write-scores: a file of scores from arrays that any tool saved with numpy."""

import argparse
import json
import sys
import zipfile
from collections.abc import Sequence
from typing import Any

import numpy as np

from worker.command_line.instances_file import InstancesFile
from worker.exchange.writing import write_scores

ARRAYS = ("ids", "saliencies", "lengths", "candidates", "probabilities")


def run(options: argparse.Namespace) -> int:
    """Write the file and return the exit status: 0, or 2 if it was not written.

    options: arrays, instances, out, model, revision, method, setting.
    """
    instances = InstancesFile(options.instances)
    try:
        arrays = _arrays(options.arrays)
        number = write_scores(
            options.out,
            instances,
            [str(name) for name in arrays["ids"]],
            model=options.model,
            method=options.method,
            revision=options.revision,
            settings=_settings(options.setting),
            saliencies=_rows(arrays.get("saliencies"), arrays.get("lengths")),
            candidates=arrays.get("candidates"),
            probabilities=arrays.get("probabilities"),
        )
    except (OSError, ValueError, zipfile.BadZipFile) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    for problem in instances.problems:
        sys.stderr.write(f"{problem}\n")
    sys.stdout.write(f"{number} scores written to {options.out}.\n")
    return 0


def _arrays(path: Any) -> dict[str, Any]:
    with np.load(path, allow_pickle=False) as saved:
        unknown = sorted(set(saved.files) - set(ARRAYS))
        if unknown or "ids" not in saved.files:
            wrong = f"{unknown[0]} is none of them" if unknown else "ids is missing"
            raise ValueError(f"{path}: the arrays are {', '.join(ARRAYS)}; {wrong}")
        return {name: saved[name] for name in saved.files}


def _rows(saliencies: Any, lengths: Any) -> Any:
    """Rows of saliencies: those of a table, or a flat array cut by the lengths. Raises ValueError."""
    if lengths is None:
        return saliencies
    if saliencies is None or saliencies.ndim != 1 or lengths.ndim != 1 or saliencies.size != lengths.sum():
        raise ValueError("lengths: must add up to the number of saliencies, which are one flat array then")
    return np.split(saliencies, np.cumsum(lengths)[:-1])


def _settings(texts: Sequence[str]) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise ValueError(f"--setting {text}: write NAME=VALUE")
        try:
            settings[name] = json.loads(value)
        except ValueError:
            settings[name] = value  # words need no quotation marks
    return settings
