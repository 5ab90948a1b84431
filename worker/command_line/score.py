"""python -m worker score: predictions and saliency for a file of instances, without a server.

Imported only once the environment says which device and whether a hub may be asked.
"""

import argparse
import math
import statistics
import sys
import time
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from tqdm import tqdm  # type: ignore[import-untyped]

from worker import saliency, scoring
from worker.command_line.instances_file import InstancesFile
from worker.command_line.scores_file import ScoresFile
from worker.deviation import measure
from worker.lm.errors import ScoringError
from worker.lm.loading import load
from worker.types import Instance, InstanceScore, MethodRef, ModelRef, ModelStamp

CHUNK = 256  # instances read before any is scored: enough to make batches of equal length
MEASURED_ITEMS = 20
HALF = ("bfloat16", "float16")


@dataclass
class Summary:
    """What was done, counted while it was."""

    scored: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    skipped: int = 0
    top1: int = 0
    top3: int = 0
    predictions: int = 0
    gaps: "dict[str, array[float]]" = field(default_factory=dict)
    points: dict[str, Counter[int]] = field(default_factory=dict)

    def add(self, method: str, score: InstanceScore) -> None:
        if score.error is not None:
            self.failed[score.error.code] += 1
            return
        self.scored[method] += 1
        if score.prediction is not None:
            self.predictions += 1
            self.top1 += score.prediction.top1
            self.top3 += bool(score.prediction.top3)
        if score.saliency is not None and score.saliency.relative_gap is not None:
            self.gaps.setdefault(method, array("d")).append(score.saliency.relative_gap)
        if score.saliency is not None and score.saliency.points is not None:
            self.points.setdefault(method, Counter())[score.saliency.points] += 1

    def sentences(self, seconds: float) -> list[str]:
        """Return the summary, a line a fact."""
        done = self.scored.total() + self.failed.total()
        rate = f", {done / seconds:.1f} a second" if done and seconds > 0 else ""
        lines = [f"{done} scored in {seconds:.1f} s{rate}; {self.skipped} had been scored before."]
        lines += [f"  {method}: {count}" for method, count in self.scored.items()]
        lines += [f"  failed with {code}: {count}" for code, count in self.failed.items()]
        if self.predictions:
            shares = (
                f"{self.top1 / self.predictions:.1%} first, {self.top3 / self.predictions:.1%} in the top 3"
            )
            lines.append(f"Golden answers: {shares}.")
        for method, gaps in self.gaps.items():
            wide = sum(gap > 0.05 for gap in gaps) / len(gaps)
            lines.append(
                f"Relative completeness gap of {method}: median {statistics.median(gaps):.1e}, "
                f"largest {max(gaps):.1e}, above 5% in {wide:.0%}."
            )
        for method, points in self.points.items():
            if len(points) > 1:
                shares = ", ".join(
                    f"{count} in {points[count] / points.total():.0%}" for count in sorted(points)
                )
                lines.append(f"Points of {method}: {shares}.")
        return lines


def run(options: argparse.Namespace) -> int:
    """Score a file and return the exit status: 0, 1 if an instance or a line failed, 2 if it could not go on.

    options: model, revision, dtype, methods (MethodRefs), input, output, batch_tokens, retry_failed.
    """
    model = ModelRef(str(options.model), str(options.model), options.revision, options.dtype)
    instances = InstancesFile(options.input)
    try:
        for method in options.methods:
            saliency.complete(method)  # refuses before anything is read or loaded
        lines = instances.count()
        deviations = _deviations(instances, model, options.methods)
        loaded = load(model)
        methods = [saliency.complete(method, output=loaded.output) for method in options.methods]
        if options.batch_tokens is not None:
            loaded.budget = options.batch_tokens
        with ScoresFile(options.output, retry_failed=options.retry_failed) as scores:
            if scores.repaired:
                _say(f"{options.output} ended in a line that was cut short; that line was taken off.")
            started = time.perf_counter()
            stamp = scoring.stamp(model)
            with tqdm(total=lines * len(methods), disable=None, unit="score") as bar:
                summary = _score_all(instances, scores, model, methods, stamp, bar)
    except (ScoringError, ValueError, OSError) as error:
        _say(error.message if isinstance(error, ScoringError) else str(error))
        return 2
    except RuntimeError as error:  # a device that vanished, for example; torch has no narrower exception
        _say(
            f"{error}\nStopped. What was scored is in {options.output}; the same command goes on from there."
        )
        return 2
    except KeyboardInterrupt:
        _say(f"Stopped. What was scored is in {options.output}; the same command goes on from there.")
        return 130
    for sentence in [*instances.problems, *deviations, *summary.sentences(time.perf_counter() - started)]:
        _say(sentence)
    if instances.further:
        _say(f"{instances.further} more lines were passed over.")
    return 1 if instances.problems or summary.failed else 0


def _deviations(instances: InstancesFile, model: ModelRef, methods: Sequence[MethodRef]) -> list[str]:
    """Say how far half precision deviates on the first instances; nothing for other precisions."""
    if model.dtype not in HALF:
        return []
    first = list(islice(instances, MEASURED_ITEMS))
    found = measure(first, model=model, methods=methods)
    return [
        f"{model.dtype} against float32, {method.name}: {deviation.sentence()}."
        for method, deviation in zip(methods, found, strict=True)
    ]


def _score_all(
    instances: InstancesFile,
    scores: ScoresFile,
    model: ModelRef,
    methods: Sequence[MethodRef],
    stamp: ModelStamp,
    bar: "tqdm[None]",
) -> Summary:
    summary = Summary()
    for chunk in _chunks(iter(instances)):
        for method in methods:
            waiting = [instance for instance in chunk if (instance, stamp, method) not in scores]
            summary.skipped += len(chunk) - len(waiting)
            bar.update(len(chunk) - len(waiting))
            # In order of length, so that parts of the chunk are batches of their own and the bar moves.
            waiting.sort(key=lambda instance: len(instance.text))
            for start in range(0, len(waiting), size := max(1, math.ceil(len(waiting) / 8))):
                part = waiting[start : start + size]
                found = scoring.score_batch(part, model=model, method=method)
                scores.add(part, found, model=stamp, method=method)
                for score in found:
                    summary.add(method.name, score)
                bar.update(len(part))
    return summary


def _chunks(instances: Iterator[Instance]) -> Iterator[list[Instance]]:
    while chunk := list(islice(instances, CHUNK)):
        yield chunk


def _say(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")
