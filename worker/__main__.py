"""Commands of the worker's library that need no server: python -m worker verify CASES.json [--json]."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from worker.verification.cases import Outcome, read_cases, verify


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status: 0, 1 if a case deviates, 2 if there is none to read."""
    parser = argparse.ArgumentParser(
        prog="python -m worker", description="Whybench's metrics without a server."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    verify_parser = commands.add_parser("verify", help="recompute numeric cases and print each deviation")
    verify_parser.add_argument(
        "cases", type=Path, help="a file of cases: id, metric, inputs, expected, tolerance"
    )
    verify_parser.add_argument("--json", action="store_true", help="print the values as JSON instead")
    chosen = parser.parse_args(arguments)
    try:
        outcomes = [verify(case) for case in read_cases(chosen.cases)]
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    report = _as_json(outcomes) if chosen.json else _as_text(outcomes)
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


if __name__ == "__main__":
    sys.exit(main())
