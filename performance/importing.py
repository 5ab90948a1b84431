"""How fast JSON lines become items, and how much memory that takes.

    .venv/bin/python -m performance.importing [--items 1000000] [--write]

Writes a file of items of 25 made-up words with their answers, imports it into a PostgreSQL of its own through
the background job that the page starts (--command: as the command does, in one transaction), and prints items
per second and the process's peak memory.
--write puts the line into performance/README.md, below "Importing".
"""

import argparse
import json
import os
import platform
import random
import re
import resource
import sys
import tempfile
import time
from pathlib import Path

README = Path(__file__).with_name("README.md")
HEADING = "## Importing"
TOKENS = 25
ABOUT = (
    f"Items of {TOKENS} tokens in JSON lines, with their answers, into PostgreSQL on the same machine, which "
    "shares its cores: `.venv/bin/python -m performance.importing --write`."
)
COLUMNS = (
    "| items | file | time | items a second | its processor time | items a processor second "
    "| peak memory | before the import | machine |"
)
RULE = "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |"
SEED = 5
SYLLABLES = ["ka", "lo", "mi", "ne", "ru", "sa", "to", "vi", "be", "du"]


def main() -> int:
    parser = argparse.ArgumentParser(description="Import many JSON lines.")
    parser.add_argument("--items", type=int, default=1_000_000)
    parser.add_argument("--command", action="store_true", help="In one transaction, as the command does.")
    parser.add_argument("--write", action="store_true", help="Put the result into performance/README.md.")
    options = parser.parse_args()

    from tests.services import Services

    services = Services()
    services.start()
    try:
        line = measure(options.items, job=not options.command)
    finally:
        services.stop()
    print(line)
    if options.write:
        write(line)
    return 0


def make_file(path: Path, items: int) -> None:
    """A file of that many records: text, its tokens and the answer's range."""
    chance = random.Random(SEED)
    words = ["".join(chance.choices(SYLLABLES, k=chance.randint(1, 3))) for _ in range(5_000)]
    with path.open("w", encoding="utf-8") as file:
        for number in range(items):
            tokens = chance.choices(words, k=TOKENS)
            start = chance.randrange(TOKENS)
            record = {
                "external_id": f"item-{number}",
                "text": " ".join(tokens),
                "tokens": tokens,
                "answer": {"token_start": start, "token_end": start + 1},
                "language": "en",
                "dimension": "grammar",
            }
            file.write(json.dumps(record) + "\n")


def measure(items: int, *, job: bool) -> str:
    """One row of the table. job: read from the kept upload and committed batch by batch."""
    import django

    django.setup()
    from django.core.management import call_command

    from annotation_app.accounts.models import User
    from annotation_app.benchmarks.services import create_benchmark
    from annotation_app.items.importing.choices import Choices
    from annotation_app.items.importing.jobs import start_import
    from annotation_app.items.importing.services import run_import
    from annotation_app.items.importing.uploads import receive_upload
    from annotation_app.items.importing.working import work_on
    from annotation_app.items.models import Import

    call_command("migrate", verbosity=0)
    creator = User.objects.create(username="importer")
    benchmark = create_benchmark(slug="large", title="Large", description="", creator=creator, settings={})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "items.jsonl"
        make_file(path, items)
        size = path.stat().st_size
        with path.open("rb") as stream:
            upload = receive_upload(benchmark=benchmark, person=creator, stream=stream, name=path.name)
        start_import(report=upload, checks=False, chosen={"format": "jsonl", "corpus": "made up"})
        before = peak()
        began, worked = time.monotonic(), time.process_time()
        if job:
            work_on(upload.pk)
        else:
            with path.open("rb") as stream:
                choices = Choices(format="jsonl", corpus="made up", file=path.name)
                run_import(benchmark=benchmark, stream=stream, choices=choices, person=None)
        seconds, busy = time.monotonic() - began, time.process_time() - worked
    report = Import.objects.latest("pk") if not job else Import.objects.get(pk=upload.pk)
    assert report.stored == items, (report.stored, report.left_out, report.error)
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    rate = items / seconds
    return (
        f"| {items:,} | {size / 1e6:.0f} MB | {seconds:.0f} s | {rate:,.0f} | {busy:.0f} s "
        f"| {items / busy:,.0f} | {peak():.0f} MB | {before:.0f} MB | {machine} |"
    )


def peak() -> float:
    """The most memory this process has held, in MB."""
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / (1e6 if sys.platform == "darwin" else 1e3)


def write(line: str) -> None:
    """Put a row below the heading, instead of an earlier one of the same number of items."""
    text = README.read_text(encoding="utf-8") if README.exists() else "# Performance\n"
    if HEADING not in text:
        text = text.rstrip() + f"\n\n{HEADING}\n\n{ABOUT}\n\n{COLUMNS}\n{RULE}\n"
    before, _, section = text.partition(HEADING)
    section = re.sub(rf"^{re.escape(line.split(' | ')[0])} \|.*\n", "", section, flags=re.MULTILINE)
    rows = list(re.finditer(r"^\|.*\n", section, re.MULTILINE))
    at = rows[-1].end()
    README.write_text(before + HEADING + section[:at] + line + "\n" + section[at:], encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
