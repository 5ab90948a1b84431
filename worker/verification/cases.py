"""Recompute numeric cases with the installed code and compare them with what they expect."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from worker.verification import agreement_kinds, cloze_kinds, people_kinds, saliency_kinds

KINDS: Mapping[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    **cloze_kinds.KINDS,
    **agreement_kinds.KINDS,
    **people_kinds.KINDS,
    **saliency_kinds.KINDS,
}


@dataclass(frozen=True)
class Outcome:
    """A case recomputed. values: by the keys of expected, or unsupported or error; deviations: in words."""

    case: str
    metric: str
    values: dict[str, Any]
    deviations: tuple[str, ...]

    @property
    def unsupported(self) -> bool:
        """Whether this metric kind is not there yet."""
        return bool(self.values.get("unsupported"))


def read_cases(path: Path) -> list[Mapping[str, Any]]:
    """Read a file of cases: an object whose "cases" are id, metric, inputs, expected and tolerance.

    Raises OSError, or ValueError naming what is missing.
    """
    content = json.loads(path.read_text(encoding="utf-8"))
    cases = content.get("cases") if isinstance(content, dict) else None
    if not isinstance(cases, list):
        raise ValueError(f"{path}: has no list of cases")
    for number, case in enumerate(cases):
        missing = {"id", "metric", "inputs", "expected", "tolerance"} - (
            case.keys() if isinstance(case, dict) else set()
        )
        if missing:
            raise ValueError(f"{path}: case {number} has no {min(missing)}")
    return cases


def verify(case: Mapping[str, Any]) -> Outcome:
    """Recompute one case; a case that cannot be computed is a deviation, not an exception."""
    kind = KINDS.get(case["metric"])
    if kind is None:
        return Outcome(case["id"], case["metric"], {"unsupported": True}, ())
    try:
        values = kind(case["inputs"])
    except (ValueError, KeyError, IndexError, TypeError) as error:
        complaint = f"{type(error).__name__}: {error}"
        return Outcome(case["id"], case["metric"], {"error": complaint}, (complaint,))
    wanted = {key: values[key] for key in case["expected"] if key in values}
    deviations = [f"{key}: is not computed" for key in case["expected"] if key not in values]
    for key, value in wanted.items():
        deviations += _deviations(key, case["expected"][key], value, case["tolerance"])
    return Outcome(case["id"], case["metric"], wanted, tuple(deviations))


def _deviations(path: str, expected: Any, value: Any, tolerance: float) -> list[str]:
    if isinstance(expected, Mapping) and isinstance(value, Mapping):
        pairs = [(f"{path}.{key}", expected.get(key), value.get(key)) for key in expected]
        return [line for pair in pairs for line in _deviations(*pair, tolerance)]
    if _is_list(expected) and _is_list(value) and len(expected) == len(value):
        pairs = [(f"{path}[{i}]", *pair) for i, pair in enumerate(zip(expected, value, strict=True))]
        return [line for pair in pairs for line in _deviations(*pair, tolerance)]
    if isinstance(expected, (int, float)) and isinstance(value, (int, float)):
        same = abs(expected - value) <= tolerance
    else:
        same = expected == value
    return [] if same else [f"{path}: is {value}, expected {expected} within {tolerance}"]


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)
