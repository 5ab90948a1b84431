"""How fast a release is published and written in each format, and how much memory that takes.

    .venv/bin/python -m performance.releasing [--items 1000000] [--formats jsonl,csv] [--write]

Fills a PostgreSQL of its own with finished pairs of made-up words, three scores an item and three mask
ratings an original, and runs the commands that an admin runs, each in a process of its own: its peak memory
is that of the command alone. --write puts the lines into performance/README.md, below "Releases".
"""

import argparse
import os
import platform
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
README = Path(__file__).with_name("README.md")
HEADING = "## Releases"
TOKENS = 25
BATCH = 20_000
SEED = 8
SLUG = "large"
VERSION = "1.0.0"
FORMATS = ("jsonl", "released", "eraser", "parquet", "csv", "croissant")
ABOUT = (
    f"`.venv/bin/python -m performance.releasing --write`: finished pairs of items of {TOKENS} tokens with "
    "three scores an item,\nfrom and into PostgreSQL on the same machine, which shares its cores. Commands "
    "are taken whole, with their start."
)
COLUMNS = "| items | command | written | time | items a second | its processor time | peak memory | machine |"
RULE = "| ---: | --- | ---: | ---: | ---: | ---: | ---: | --- |"


class Outcome(NamedTuple):
    """What one command took. memory: the most the process held, in bytes."""

    seconds: float
    busy: float
    memory: int
    output: str


def main() -> int:
    parser = argparse.ArgumentParser(description="Publish and export many items.")
    parser.add_argument("--items", type=int, default=1_000_000)
    parser.add_argument("--formats", default="", help="Comma-separated; all by default.")
    parser.add_argument("--write", action="store_true", help="Put the result into performance/README.md.")
    parser.add_argument("--fill", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.fill:
        seed(options.items)
        return 0

    from tests.services import Services

    services = Services()
    services.start()
    try:
        lines = measure(options.items, [name for name in options.formats.split(",") if name])
    finally:
        services.stop()
    if options.write:
        write(lines)
    return 0


def measure(items: int, formats: list[str]) -> list[str]:
    """A row of the table for publishing and one for each format."""
    began = time.monotonic()
    # In a process of its own: the system takes what this one holds for the memory of those it starts.
    fill = [sys.executable, "-m", "performance.releasing", "--fill", "--items", str(items)]
    subprocess.run(fill, cwd=ROOT, check=True)
    print(f"{items:,} items after {time.monotonic() - began:.0f} s", flush=True)
    shared = ["--benchmark", SLUG, "--version", VERSION]
    outcome = run(["build_release", *shared, "--person", "owner"])
    sizes = re.findall(r"(\d+) bytes$", outcome.output, re.MULTILINE)
    lines = [row_of(items, "build_release", sum(map(int, sizes)), outcome)]
    for name in formats or FORMATS:
        with tempfile.TemporaryDirectory() as folder:
            outcome = run(["export_release", *shared, "--format", name, folder])
            size = sum(path.stat().st_size for path in Path(folder).rglob("*") if path.is_file())
        lines.append(row_of(items, f"export_release --format {name}", size, outcome))
    return lines


def run(arguments: list[str]) -> Outcome:
    """Run a command of manage.py. Raises CalledProcessError if it fails."""
    began = time.monotonic()
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen([sys.executable, "manage.py", *arguments], cwd=ROOT, stdout=output)
        _, status, used = os.wait4(child.pid, 0)
        output.seek(0)
        told = output.read().decode()
    seconds = time.monotonic() - began
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, arguments)
    memory = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return Outcome(seconds, used.ru_utime + used.ru_stime, memory, told)


def row_of(items: int, command: str, size: int, outcome: Outcome) -> str:
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    rate, memory = items / outcome.seconds, outcome.memory / 1e6
    line = (
        f"| {items:,} | `{command}` | {size / 1e6:,.0f} MB | {outcome.seconds:.1f} s | {rate:,.0f} "
        f"| {outcome.busy:.1f} s | {memory:.0f} MB | {machine} |"
    )
    print(line, flush=True)
    return line


def seed(items: int) -> None:
    """A benchmark of so many finished items: each second one is made from the one before it."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from annotation_app.accounts.models import User
    from annotation_app.benchmarks.services import create_benchmark

    call_command("migrate", verbosity=0)
    owner = User.objects.create(username="owner")
    people = [User.objects.create(username=f"person{number}").pk for number in range(8)]
    benchmark = create_benchmark(slug=SLUG, title="Large", description="", creator=owner, settings={})
    chance = random.Random(SEED)
    for first in range(0, items, BATCH):
        _copy_part(benchmark, people, range(first, min(first + BATCH, items)), chance)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _copy_part(benchmark: Any, people: list[int], numbers: range, chance: random.Random) -> None:
    """Write the rows of items of these numbers, with all that people judged of them."""
    from annotation_app.items.importing.bulk import array, copy_rows, new_keys
    from annotation_app.items.models import Item, MaskProposal, MaskRating
    from annotation_app.perturbations.models import Perturbation
    from annotation_app.rationales.models import Rationale, RationaleScore

    now = datetime(2026, 1, 1, tzinfo=UTC)
    keys = new_keys(Item, len(numbers))
    rationales = new_keys(Rationale, len(numbers))
    originals = [key for key, number in zip(keys, numbers, strict=True) if number % 2 == 0]
    proposals = new_keys(MaskProposal, len(originals))
    free = [*range(3), *range(4, TOKENS)]  # what the mask leaves to a rationale
    fields = list(_item_fields(benchmark, numbers, chance))
    copy_rows(
        Item,
        ["id", "created_at", "updated_at", *fields[0]],
        ([key, now, now, *values.values()] for key, values in zip(keys, fields, strict=True)),
    )
    copy_rows(
        Rationale,
        ["id", "created_at", "updated_at", "item_id", "round", "tokens", "author_id"],
        (
            [pk, now, now, key, 1, array(sorted(chance.sample(free, 6))), people[0]]
            for pk, key in zip(rationales, keys, strict=True)
        ),
    )
    copy_rows(
        RationaleScore,
        [
            *("id", "created_at", "updated_at", "rationale_id", "senior_id", "sufficiency", "compactness"),
            *("comment", "guess", "token_comments"),
        ],
        (
            [pk, now, now, rationale, senior, 3, chance.choice((3, 4)), "", "", "[]"]
            for pk, (rationale, senior) in zip(
                new_keys(RationaleScore, 3 * len(rationales)),
                ((rationale, senior) for rationale in rationales for senior in people[1:4]),
                strict=True,
            )
        ),
    )
    copy_rows(
        MaskProposal,
        ["id", "created_at", "updated_at", "item_id", "attempt", "start", "end", "author_id"],
        ([pk, now, now, key, 1, 3, 4, people[4]] for pk, key in zip(proposals, originals, strict=True)),
    )
    copy_rows(
        MaskRating,
        ["id", "created_at", "updated_at", "proposal_id", "rater_id", "confidence", "guesses"],
        (
            [pk, now, now, proposal, rater, chance.choice((1, 1, 2)), "[]"]
            for pk, (proposal, rater) in zip(
                new_keys(MaskRating, 3 * len(proposals)),
                ((proposal, rater) for proposal in proposals for rater in people[5:8]),
                strict=True,
            )
        ),
    )
    links = str([[index, index] for index in range(TOKENS)])
    names = [*("id", "created_at", "updated_at", "original_id", "item_id", "type", "author_id"), "links"]
    copy_rows(
        Perturbation,
        [*names, "note", "split", "lost"],
        (
            [
                *(pk, now, now, original, original + 1),
                *(("dispensable", "important", "syntactic")[pk % 3], people[0], links, "", False, False),
            ]
            for pk, original in zip(new_keys(Perturbation, len(originals)), originals, strict=True)
        ),
    )


def _item_fields(benchmark: Any, numbers: range, chance: random.Random) -> Iterator[dict[str, Any]]:
    """An item's columns; a perturbed one differs from its original in its first word."""
    from annotation_app.items.importing.bulk import array

    settings = benchmark.settings
    syllables = ["ka", "lo", "mi", "ne", "ru", "sa", "to", "vi"]
    words: list[str] = []
    for number in numbers:
        perturbed = number % 2 == 1
        if not perturbed:
            words = ["".join(chance.choices(syllables, k=3)) for _ in range(TOKENS)]
        else:
            words = ["so", *words[1:]]
        ends = list(accumulate(len(word) + 1 for word in words))
        yield {
            "benchmark_id": benchmark.pk,
            "settings_id": settings.pk,
            "external_id": f"item-{number:07}",
            "language": "en",
            "dimension": settings.dimensions[number // 2 % len(settings.dimensions)],
            "role": "perturbed" if perturbed else "original",
            "state": "accepted",
            "round": 1,
            "mask_attempt": 0 if perturbed else 1,
            "perturbations_made": 0 if perturbed else 1,
            "mask_source": "annotator",
            "corpus": "made up",
            "source_file": "made-up.jsonl",
            "record_id": str(number),
            "licence": "CC0-1.0",
            "importer": "jsonl",
            "tokeniser": "given",
            "meta": "{}",
            "text": " ".join(words),
            "token_starts": array([0, *ends[:-1]]),
            "token_ends": array([end - 1 for end in ends]),
            "mask_start": 3,
            "mask_end": 4,
        }


def write(lines: list[str]) -> None:
    """Put the rows below the heading, instead of earlier ones of the same number of items and command."""
    text = README.read_text(encoding="utf-8") if README.exists() else "# Performance\n"
    if HEADING not in text:
        text = f"{text.rstrip()}\n\n{HEADING}\n\n{ABOUT}\n\n{COLUMNS}\n{RULE}\n"
    before, _, rest = text.partition(HEADING)
    section, mark, later = rest.partition("\n## ")
    for line in lines:
        same = re.escape(" | ".join(line.split(" | ")[:2]))
        section = re.sub(rf"^{same} \|.*\n", "", section, flags=re.MULTILINE)
    at = list(re.finditer(r"^\|.*\n", section, re.MULTILINE))[-1].end()
    section = section[:at] + "".join(f"{line}\n" for line in lines) + section[at:]
    README.write_text(before + HEADING + section + mark + later, encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
