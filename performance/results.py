"""Time a benchmark's results over many pairs: counting a run, leaderboard, tables, figures, pairs.

python -m performance.results [--pairs 100000] [--write]

The rows come straight into the database of a server of its own: 25-token items, one perturbed one to an
original, two runs with random scores. Each page is asked for twice, since numbers are kept once counted.
"""

import argparse
import os
import platform
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "performance" / "README.md"
HEADING = "## Results in the browser"
HEAD = "| pairs | what | first time | again | machine |\n| ---: | --- | ---: | ---: | --- |"
METHODS = ("attention", "random")


def main() -> int:
    parser = argparse.ArgumentParser(description="Read the results of many pairs.")
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--write", action="store_true", help="Put the result into performance/README.md.")
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    from tests.services import Services

    services = Services()
    services.start()
    try:
        lines = measure(options.pairs)
    finally:
        services.stop()
    if options.write:
        write(lines)
    return 0


def measure(pairs: int) -> list[str]:
    import django

    django.setup()
    from performance.releasing import SLUG, seed

    seed(2 * pairs)
    from rest_framework.test import APIClient

    from annotation_app.benchmarks.models import Benchmark
    from annotation_app.runs import pair_tables

    benchmark = Benchmark.objects.get(slug=SLUG)
    first, second = (make_run(benchmark, method) for method in METHODS)
    before = peak()
    lines = [line(pairs, "a run's table of pairs, made", lambda: pair_tables.make_table(first), times=1)]
    pair_tables.make_table(second)
    client = APIClient()
    client.force_authenticate(benchmark.memberships.earliest("pk").person)

    def page(path: str) -> Callable[[], None]:
        def ask() -> None:
            answer = client.get(f"/api/benchmarks/{SLUG}/results{path}", headers={"host": "localhost"})
            assert answer.status_code == 200, answer.content

        return ask

    places = [
        ("leaderboard", ""),
        ("leaderboard of one dimension", "?dimension=knowledge"),
        ("tables 3 to 11", "/tables"),
        ("figures", "/figures"),
        ("one run's distributions", f"/runs/{first.pk}/distributions"),
        ("two runs compared", f"/comparison?a={first.pk}&b={second.pk}"),
        ("50 pairs in the order of MAP", f"/runs/{first.pk}/pairs?order=map"),
    ]
    lines += [line(pairs, name, page(path)) for name, path in places]
    print(f"peak memory {peak() / 1e6:.0f} MB, {before / 1e6:.0f} MB before the first table")
    return lines


def make_run(benchmark: Any, method: str) -> Any:
    """A finished run over all pairs, its predictions and scores drawn by the database."""
    from django.db import connection

    from annotation_app.runs.models import LanguageModel, Run

    model, _ = LanguageModel.objects.get_or_create(
        name="drawn", defaults={"source": "drawn", "revision": "1", "languages": ["en"], "enabled": False}
    )
    run = Run.objects.create(
        benchmark=benchmark,
        model=model,
        source="drawn",
        revision="1",
        method=method,
        kind="requested",
        state="done",
    )
    rows = """
        INSERT INTO runs_runitem (created_at, updated_at, run_id, item_id, state, attempts, owner, error_code,
            error_message, prediction, saliency)
        SELECT now(), now(), %s, id, 'done', 0, '', '', '',
            jsonb_build_object('candidates', jsonb_build_array(jsonb_build_object('answer',
                'w' || (id %% 97), 'pieces', jsonb_build_array(7), 'probability', 0.5)), 'answer_pieces',
                jsonb_build_array(7), 'answer_probability', 0.5, 'answer_rank', 1, 'top1', random() < 0.4,
                'top3', true, 'unknown_answer', false),
            jsonb_build_object('scores', (SELECT jsonb_agg(random()) FROM generate_series(1,
                cardinality(token_starts) + id - id)), 'mask_and_special_mass', 0, 'completeness_gap', null,
                'relative_gap', null, 'target', jsonb_build_array(7), 'points', null)
        FROM items_item WHERE benchmark_id = %s ORDER BY id
    """
    pairs = """
        INSERT INTO runs_runpair (created_at, updated_at, run_id, perturbation_id, original_id, perturbed_id)
        SELECT now(), now(), %s, pair.id, original.id, perturbed.id
        FROM perturbations_perturbation pair
        JOIN runs_runitem original ON original.item_id = pair.original_id AND original.run_id = %s
        JOIN runs_runitem perturbed ON perturbed.item_id = pair.item_id AND perturbed.run_id = %s
        ORDER BY pair.id
    """
    with connection.cursor() as cursor:
        cursor.execute(rows, [run.pk, benchmark.pk])
        cursor.execute(pairs, [run.pk, run.pk, run.pk])
        cursor.execute("ANALYZE")
    return run


def line(pairs: int, what: str, work: Callable[[], Any], *, times: int = 2) -> str:
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        taken.append(f"{time.perf_counter() - began:.2f} s")
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    told = f"| {pairs:,} | {what} | {taken[0]} | {taken[1] if times > 1 else ''} | {machine} |"
    print(told, flush=True)
    return told


def peak() -> int:
    """The most this process held, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def write(lines: list[str]) -> None:
    """Put the table under its heading in the README, which must be there."""
    text = README.read_text(encoding="utf-8")
    begin = text.index(HEAD, text.index(HEADING))
    rest = text[begin:].split("\n")
    end = next((number for number, row in enumerate(rest) if not row.startswith("|")), len(rest))
    README.write_text(
        text[:begin] + "\n".join([HEAD, *lines, *rest[end:]]),
        encoding="utf-8",
    )


if __name__ == "__main__":
    sys.exit(main())
