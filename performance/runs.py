"""What the server needs to freeze, send and record a run, by the number of its pairs.

    .venv/bin/python -m performance.runs [--pairs 10000,100000] [--messages 200]

The rows come straight into the database of a server of its own. The worker's part is played by replies made
here, so that only the server's work is timed; each message is recorded and the next one sent, as its
background worker does. Each number of pairs is measured in a process of its own, for its peak memory.
"""

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
HEAD = "| pairs | what | queries | time | peak memory |\n| ---: | --- | ---: | ---: | ---: |"


def main() -> int:
    parser = argparse.ArgumentParser(description="Freeze, send and record large runs.")
    parser.add_argument("--pairs", default="10000,100000")
    parser.add_argument("--messages", type=int, default=200, help="replies recorded at each stage of a run")
    options = parser.parse_args()
    sizes = options.pairs.split(",")
    if len(sizes) > 1:
        print(HEAD, flush=True)
        for size in sizes:
            command = [sys.executable, "-m", "performance.runs", "--pairs", size]
            subprocess.run([*command, "--messages", str(options.messages)], cwd=ROOT, check=True)
        return 0
    sys.path.insert(0, str(ROOT))
    from tests.services import Services

    services = Services()
    services.start()
    try:
        measure(int(sizes[0]), options.messages)
    finally:
        services.stop()
    return 0


def measure(pairs: int, messages: int) -> None:
    """Print a row for each step of a run over so many pairs."""
    import django

    django.setup()
    from performance.releasing import SLUG, seed

    seed(2 * pairs)
    from django.core.cache import cache

    from annotation_app.benchmarks.models import Benchmark
    from annotation_app.runs import collecting, queries, recording
    from annotation_app.runs.models import LanguageModel
    from annotation_app.runs.rules import RowState
    from annotation_app.runs.services import start_runs

    benchmark = Benchmark.objects.get(slug=SLUG)
    person = benchmark.memberships.earliest("pk").person
    method = benchmark.settings.methods[0]
    LanguageModel.objects.create(
        name="drawn", source="drawn", revision="1", languages=["en", "zh"], enabled=True
    )
    cache.set("workers:by_queue", {"cpu": 4, "web": 1}, 3600)
    cache.set("workers:queues", ["cpu", "web"], 3600)
    print(f"| {pairs:,} | before the run | | | {peak()} |", flush=True)
    (run,) = row(
        pairs,
        "a run frozen",
        lambda: start_runs(benchmark=benchmark, model_name="drawn", methods=[method], person=person),
    )
    row(pairs, "a standing run's next 1,000 pairs", lambda: collecting.collect_pairs(benchmark=benchmark))
    row(pairs, "its first messages", lambda: recording.advance(run_id=run.pk))
    row(pairs, "a reply recorded, the next sent: at the start", lambda: replies(run, messages), messages)
    late = run.rows.filter(state=RowState.QUEUED).order_by("-pk").values_list("pk", flat=True)
    last = late[min(len(late) - 1, 20 * messages)]
    run.rows.filter(state=RowState.QUEUED, pk__lt=last).update(state=RowState.DONE)
    row(pairs, "a reply recorded, the next sent: near the end", lambda: replies(run, messages), messages)
    row(pairs, "progress for the run's page", lambda: queries.with_progress([run]))


def replies(run: Any, messages: int) -> None:
    """Answer so many of the messages that are under way, one after another."""
    from annotation_app.runs import recording
    from annotation_app.runs.rules import RowState
    from tests.annotation_app.runs.samples import answered, reply
    from worker.types import ScoreReply

    for _ in range(messages):
        owner = run.rows.filter(state=RowState.SENT).order_by("pk").values_list("owner", flat=True)[0]
        rows = run.rows.filter(owner=owner, state=RowState.SENT).select_related("item")
        answer = ScoreReply.from_json(reply(run, [answered(each.item) for each in rows]))
        recording.record_scores(reply=answer, owner=owner)
        recording.advance(run_id=run.pk)


def row(pairs: int, what: str, work: Callable[[], Any], times: int = 1) -> Any:
    """Do something, print what each time took, and return its answer."""
    from django.db import connection

    count = 0

    def counted(execute: Any, *rest: Any) -> Any:
        nonlocal count
        count += 1
        return execute(*rest)

    began = time.perf_counter()
    with connection.execute_wrapper(counted):
        answer = work()
    seconds = (time.perf_counter() - began) / times
    print(f"| {pairs:,} | {what} | {count / times:.0f} | {seconds:.3f} s | {peak()} |", flush=True)
    return answer


def peak() -> str:
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB"


if __name__ == "__main__":
    sys.exit(main())
