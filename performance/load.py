"""Fifty people at once on a benchmark of 100,000 items, through the API of a real server.

    .venv/bin/python -m performance.load [--users 50] [--seconds 60] [--pace 2,4]

Brings up its own PostgreSQL and broker, seeds them, starts the web server as `./start` does, lets locust
play the people, and prints a table: requests, failures, and the server's own time by endpoint.
"""

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PORT = 8099
SENIOR_SHARE = 2 / 5


def main() -> int:
    parser = argparse.ArgumentParser(description="Load test through the API.")
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--users", type=int, default=50)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--pace", default="2,4", help="seconds somebody waits between requests: least,most")
    options = parser.parse_args()

    from tests.services import Services

    services = Services()
    services.start()
    try:
        return play(options)
    finally:
        services.stop()


def play(options: argparse.Namespace) -> int:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from annotation_app.core.supervisor.commands import commands
    from performance.load_seed import seed

    call_command("migrate", verbosity=0)
    start = time.monotonic()
    seniors = round(options.users * SENIOR_SHARE)
    plan = seed(items=options.items, annotators=options.users - seniors, seniors=seniors)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    connection.close()
    print(f"{options.items} items seeded in {time.monotonic() - start:.0f} s", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        times = Path(folder) / "times.tsv"
        plan_file = Path(folder) / "plan.json"
        plan_file.write_text(json.dumps(plan))
        environment = {
            **os.environ,
            "WHYBENCH_LOAD_PLAN": str(plan_file),
            "WHYBENCH_LOAD_TIMES": str(times),
            "WHYBENCH_LOAD_PACE": options.pace,
            "WEB_CONCURRENCY": str(min(4, os.cpu_count() or 1)),
        }
        address = f"127.0.0.1:{PORT}"
        processes = commands(
            python=sys.executable, binding=address, schedule=Path(folder) / "beat", queues={}
        )
        web = subprocess.Popen([*processes["web"], "--log-level", "warning"], cwd=ROOT, env=environment)
        try:
            wait_for(f"http://{address}/healthz")
            stats = Path(folder) / "load"
            locust = subprocess.run(
                [
                    *(sys.executable, "-m", "locust", "-f", "performance/locustfile.py", "--headless"),
                    *("-u", str(options.users), "-r", "10", "-t", f"{options.seconds}s"),
                    *("--host", f"http://{address}", "--csv", str(stats), "--only-summary"),
                ],
                cwd=ROOT,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )
            print(table(times, Path(f"{stats}_stats.csv"), seconds=options.seconds))
            if locust.returncode:
                print(locust.stdout[-3000:], locust.stderr[-3000:])
            return locust.returncode
        finally:
            web.send_signal(signal.SIGTERM)
            web.wait(10)


def wait_for(address: str) -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(address, timeout=2)  # noqa: S310 (our own server)
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("The web server did not start.")


def table(times: Path, stats: Path, *, seconds: int) -> str:
    """Server time by endpoint in milliseconds, with locust's counts of requests and failures."""
    import csv

    took: dict[str, list[float]] = defaultdict(list)
    for line in times.read_text().splitlines():
        name, value = line.split("\t")
        took[name].append(float(value))
    took["all"] = [value for values in list(took.values()) for value in values]
    with stats.open() as file:
        counts = {row["Name"]: row for row in csv.DictReader(file)}
    counts["all"] = counts.get("Aggregated", {})
    lines = ["| endpoint | requests | failed | per second | p50 ms | p95 ms | p99 ms |", "| --- " * 7 + "|"]
    for name in sorted(took, key=lambda key: (key == "all", key)):
        cuts = statistics.quantiles(took[name], n=100) if len(took[name]) > 1 else took[name] * 99
        failed = counts.get(name, {}).get("Failure Count", "?")
        lines.append(
            f"| {name} | {len(took[name])} | {failed} | {len(took[name]) / seconds:.1f} "
            f"| {cuts[49]:.0f} | {cuts[94]:.0f} | {cuts[98]:.0f} |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
