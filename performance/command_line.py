"""How much memory the command line takes for files of very different lengths, most of it scored before.

    .venv/bin/python -m performance.command_line [--lines 100000,1000000] [--left 2000]

Writes instances and a file of scores that lacks the last of them, then goes on with `python -m worker score`
in a process of its own, whose peak memory the system tells.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from worker.types import Instance

ROOT = Path(__file__).resolve().parents[1]
MODEL = ROOT / "fixtures/models/mini-mlm-en"
WORDS = ("the", "cat", "sat", "on", "a", "mat", "and", "saw", "the", "dog")
METHOD = "random"


def main() -> int:
    parser = argparse.ArgumentParser(description="Peak memory of python -m worker score.")
    parser.add_argument("--lines", default="100000,1000000")
    parser.add_argument("--left", type=int, default=2000, help="instances not yet scored")
    options = parser.parse_args()
    print("| instances | of them scored before | time | peak memory |")
    print("| ---: | ---: | ---: | ---: |")
    for lines in map(int, options.lines.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            before = lines - options.left
            print(f"| {lines:,} | {before:,} | {measured(Path(folder), lines, before)} |", flush=True)
    return 0


def measured(folder: Path, lines: int, before: int) -> str:
    """Make the files, go on with them, and return time and peak memory as two cells of a table."""
    given, scores = folder / "instances.jsonl", folder / "scores.jsonl"
    write_instances(given, 1)
    score(given, scores)
    (line,) = map(json.loads, scores.read_text().splitlines())
    write_instances(given, lines)
    with scores.open("w") as written:
        for number in range(before):
            each = instance(number)
            written.write(json.dumps({**line, "instance": each.id, "input": each.digest()}) + "\n")
    started = time.perf_counter()
    peak = score(given, scores)
    seconds = time.perf_counter() - started
    with scores.open() as found:
        total = sum(1 for _ in found)
    if total != lines:
        raise SystemExit(f"{total} lines of scores for {lines} instances")
    return f"{seconds:.0f} s | {peak / 2**20:,.0f} MB"


def score(given: Path, scores: Path) -> int:
    """Run the command to its end and return the most memory it held, in bytes."""
    command = [sys.executable, "-m", "worker", "score", "--model", str(MODEL), "--method", METHOD]
    process = subprocess.Popen(
        [*command, "--in", str(given), "--out", str(scores), "--device", "cpu"],
        cwd=ROOT,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"the command ended with {os.waitstatus_to_exitcode(status)}")
    return used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def instance(number: int) -> Instance:
    """Return an instance of ten words and a number of its own."""
    words, spans, reached = (*WORDS, str(number)), [], 0
    for word in words:
        spans.append((reached, reached + len(word)))
        reached += len(word) + 1
    return Instance(f"item-{number}", " ".join(words), tuple(spans), (1, 2), "cat", "en")


def write_instances(path: Path, count: int) -> None:
    with path.open("w") as written:
        for number in range(count):
            written.write(json.dumps(instance(number).to_json()) + "\n")


if __name__ == "__main__":
    sys.exit(main())
