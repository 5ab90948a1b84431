"""python -m worker verify: numeric cases recomputed with the installed code."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from worker.verification.cases import Outcome, read_cases, verify


def run(cases: Path, *, as_json: bool) -> int:
    """Print each deviation, or all values; return 0, 1 if a case deviates, 2 if there is none to read."""
    try:
        outcomes = [verify(case) for case in read_cases(cases)]
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    report = _as_json(outcomes) if as_json else _as_text(outcomes)
    sys.stdout.write(report + "\n")
    return 1 if any(outcome.deviations for outcome in outcomes) else 0


def _as_json(outcomes: Sequence[Outcome]) -> str:
    return json.dumps({outcome.case: outcome.values for outcome in outcomes}, indent=1, ensure_ascii=False)


def _as_text(outcomes: Sequence[Outcome]) -> str:
    lines = [f"{outcome.case}: {line}" for outcome in outcomes for line in outcome.deviations]
    unsupported = sorted({outcome.metric for outcome in outcomes if outcome.unsupported})
    if unsupported:
        lines.append(f"Not there yet: {', '.join(unsupported)}.")
    computed = sum(not outcome.unsupported for outcome in outcomes)
    deviating = sum(bool(outcome.deviations) for outcome in outcomes)
    lines.append(f"{len(outcomes)} cases, {computed} computed, {deviating} deviating.")
    return "\n".join(lines)
