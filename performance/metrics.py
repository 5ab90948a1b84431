"""Time the metrics: ERASER's on 10,000 instances beside the plain way, and a report on a million pairs.

python -m performance.metrics [--instances 10000] [--pairs 1000000]

Each part runs in a process of its own, so that its memory is its own. Both ways are fed decoded lines; the
plain one checks nothing, ours is timed with and without checking what it reads. CPU seconds are given beside
wall time because a shared machine stretches the latter.
"""

import argparse
import multiprocessing
import random
import resource
import time
from collections.abc import Callable, Iterator
from typing import Any

from tests.worker.eraser import plain_scorer
from tests.worker.eraser.instances import THRESHOLDS, instances
from worker.eraser.forms import read_annotation, read_result
from worker.eraser.scoring import score_results
from worker.metrics.report import PairRecord, ScoredItem, build_report
from worker.types import Prediction

TOKENS = 100
WORDS = 25
Row = dict[str, Any]


def timed(work: Callable[[], Any]) -> tuple[Any, float, float]:
    """What came of it, wall seconds, CPU seconds."""
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    return result, time.perf_counter() - wall, time.process_time() - cpu


def eraser(count: int) -> list[Row]:
    annotations, results = instances(count, TOKENS, seed=1)
    documents = {line["annotation_id"]: [["word"] * TOKENS] for line in annotations}
    plain, plain_wall, plain_cpu = timed(lambda: plain_scorer.score(annotations, results, THRESHOLDS))
    read, read_wall, read_cpu = timed(
        lambda: ([read_annotation(each) for each in annotations], [read_result(each) for each in results])
    )
    ours, wall, cpu = timed(lambda: score_results(*read, documents))
    gap = largest_gap(plain, ours)
    rows = (
        ("the plain way", plain_wall, plain_cpu, 0.0),
        ("ours, scoring", wall, cpu, gap),
        ("ours, reading and checking too", wall + read_wall, cpu + read_cpu, gap),
    )
    return [
        {
            "what": f"ERASER, {count:,} documents of {TOKENS} tokens: {name}",
            "wall": taken,
            "cpu": used,
            "ratio": plain_cpu / used,
            "note": f"largest difference {difference:.0e}" if difference else "",
        }
        for name, taken, used, difference in rows
    ]


def largest_gap(expected: Any, found: Any) -> float:
    if isinstance(expected, dict):
        return max((largest_gap(value, found[key]) for key, value in expected.items()), default=0.0)
    if isinstance(expected, list):
        return max(largest_gap(*pair) for pair in zip(expected, found, strict=True))
    return abs(expected - found)


def pairs(count: int) -> Iterator[PairRecord]:
    """Two perturbed items to an original, 25 tokens each, in two languages and five dimensions."""
    source = random.Random(1)
    vocabulary = [f"word{number}" for number in range(5000)]
    dimensions = ("grammar", "semantics", "knowledge", "reasoning", "computation")
    predictions = [Prediction((), (7,), 0.5, 1, right, True, False) for right in (True, False)]
    pool = [random_item(source, vocabulary) for _ in range(2000)]
    cut = tuple((index, index - (index > 10)) for index in range(WORDS) if index != 10)
    whole = tuple((index, index) for index in range(WORDS))
    for number in range(count // 2):
        words, saliency, rationale = pool[number % len(pool)]
        other = pool[source.randrange(len(pool))][1]
        where = ("en" if number % 2 else "zh", dimensions[number % 5])
        prediction = predictions[number % 2]
        original = ScoredItem(f"o{number}", *where, words, (3, 4), rationale, prediction, saliency)
        shorter = words[:10] + words[11:], other[:10] + other[11:]
        one = ScoredItem(
            f"o{number}-d", *where, shorter[0], (3, 4), (6, 7, 9), predictions[number % 3 == 0], shorter[1]
        )
        two = ScoredItem(f"o{number}-s", *where, words, (3, 4), rationale, prediction, other)
        yield PairRecord(original, one, "dispensable", cut)
        yield PairRecord(original, two, ("important", "syntactic")[number % 2], whole)


def random_item(
    source: random.Random, vocabulary: list[str]
) -> tuple[tuple[str, ...], tuple[float, ...], tuple[int, ...]]:
    rationale = tuple(sorted(source.sample(range(5, WORDS), 5)))
    return tuple(source.choices(vocabulary, k=WORDS)), tuple(source.random() for _ in range(WORDS)), rationale


def report(count: int) -> list[Row]:
    _, made_wall, made_cpu = timed(lambda: sum(1 for _ in pairs(count)))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    built, wall, cpu = timed(lambda: build_report(pairs(count)))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    note = (
        f"{built.counts['originals']:,} originals, {len(built.rows)} rows; peak memory {peak / 1e6:.2f} GB "
        f"({before / 1e6:.2f} before); making the records alone: {made_wall:.1f} s, {made_cpu:.1f} CPU s"
    )
    return [{"what": f"report on {count:,} pairs of {WORDS} tokens", "wall": wall, "cpu": cpu, "note": note}]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--instances", type=int, default=10_000)
    parser.add_argument("--pairs", type=int, default=1_000_000)
    chosen = parser.parse_args()
    print("| what | wall, s | CPU, s | ratio (CPU) | note |\n| --- | ---: | ---: | ---: | --- |")
    for work, size in ((eraser, chosen.instances), (report, chosen.pairs)):
        if not size:
            continue
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            for row in pool.apply(work, (size,)):
                ratio = f"{row['ratio']:.1f}" if "ratio" in row else ""
                print(f"| {row['what']} | {row['wall']:.2f} | {row['cpu']:.2f} | {ratio} | {row['note']} |")


if __name__ == "__main__":
    main()
