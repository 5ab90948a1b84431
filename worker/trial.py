"""Trying a model out: whether it can be used, what it answers, and how long it takes."""

import resource
import sys
import time
from collections.abc import Sequence

import torch

from worker import deviation, scoring
from worker.lm.errors import ScoringError
from worker.lm.loaded_model import HALF_TOLERANCE, LoadedModel
from worker.lm.loading import DTYPES, forget_models, load
from worker.trial_types import (
    CheckUpReply,
    CheckUpRequest,
    MethodSpeed,
    ModelFacts,
    SpeedReply,
    SpeedRequest,
)
from worker.types import Deviation, Instance, MethodRef, ModelKind, ModelRef, Problem

# By language: a sentence as its words, and which one of them is masked.
SENTENCES: dict[str, tuple[tuple[str, ...], int]] = {
    "en": (("Paris", " is", " the", " capital", " of", " France", "."), 5),
    "zh": (("北京", "是", "中国", "的", "首都", "。"), 2),
}
_PREDICTIONS_ONLY = MethodRef("none")


def check_up(request: CheckUpRequest) -> CheckUpReply:
    """Load a model anew and let it answer in a known sentence, English if none is in its language."""
    ref = request.model
    forget_models()
    _forget_peak()
    started = time.perf_counter()
    try:
        model = load(ref)
    except ScoringError as error:
        return CheckUpReply(scoring.stamp(ref), None, Problem(error.code, error.message))
    loaded = time.perf_counter()
    instance = known_sentence(request.language, masked=model.kind is not ModelKind.CLASSIFICATION)
    (score,) = scoring.score_batch([instance], model=ref, method=_PREDICTIONS_ONLY)
    if score.prediction is None:
        return CheckUpReply(scoring.stamp(ref), None, score.error)
    facts = ModelFacts(
        kind=model.kind,
        parameters=sum(part.numel() for part in model.model.parameters()),
        device=str(model.device),
        load_seconds=loaded - started,
        score_seconds=time.perf_counter() - loaded,
        weights_bytes=sum(part.numel() * part.element_size() for part in model.model.parameters()),
        peak_bytes=_peak_bytes(model),
        sentence=_shown(instance),
        candidates=score.prediction.candidates,
    )
    return CheckUpReply(scoring.stamp(ref), facts, None)


def measure_speed(request: SpeedRequest) -> SpeedReply:
    """Score the instances by each method and say how long each takes; for half precision also how far off.

    A method that scores none of them gives the first one's error.
    """
    started = time.perf_counter()
    try:
        load(request.model)
    except ScoringError as error:
        problem = Problem(error.code, error.message)
        refused = tuple(MethodSpeed(method, 0, None, None, problem) for method in request.methods)
        return SpeedReply(scoring.stamp(request.model), None, refused)
    load_seconds = time.perf_counter() - started
    speeds = [_speed(request.instances, request.model, method) for method in request.methods]
    apart: Sequence[Deviation | None] = [None] * len(speeds)
    if DTYPES[request.model.dtype] in HALF_TOLERANCE:
        apart = deviation.measure(request.instances, model=request.model, methods=request.methods)
    return SpeedReply(
        model=scoring.stamp(request.model),
        load_seconds=load_seconds,
        speeds=tuple(
            MethodSpeed(speed.method, speed.items, speed.seconds_per_instance, found, speed.error)
            for speed, found in zip(speeds, apart, strict=True)
        ),
    )


def known_sentence(language: str, *, masked: bool) -> Instance:
    """Return the sentence for a language tag, with or without its masked word."""
    words, hidden = SENTENCES.get(language.split("-")[0].lower(), SENTENCES["en"])
    spans, text = [], ""
    for word in words:
        start = len(text) + len(word) - len(word.lstrip())
        text += word
        spans.append((start, len(text)))
    mask = (hidden, hidden + 1) if masked else None
    return Instance("check-up", text, tuple(spans), mask, words[hidden].strip() if masked else None, language)


def _speed(instances: Sequence[Instance], model: ModelRef, method: MethodRef) -> MethodSpeed:
    scoring.score_batch(instances[:1], model=model, method=method)  # the first time is no measure
    started = time.perf_counter()
    scores = scoring.score_batch(instances, model=model, method=method)
    seconds = time.perf_counter() - started
    errors = [score.error for score in scores if score.error is not None]
    scored = len(scores) - len(errors)
    completed = scoring.completed_method(method, model)
    if not scored:
        return MethodSpeed(completed, 0, None, None, errors[0] if errors else None)
    return MethodSpeed(completed, scored, seconds / len(scores), None, None)


def _shown(instance: Instance) -> str:
    if instance.mask is None:
        return instance.text
    start, end = instance.tokens[instance.mask[0]]
    return f"{instance.text[:start]}[MASK]{instance.text[end:]}"


def _forget_peak() -> None:
    if torch.cuda.is_available():
        torch.cuda.reset_peak_memory_stats()


def _peak_bytes(model: LoadedModel) -> int:
    if model.device.type == "cuda":
        return int(torch.cuda.max_memory_allocated(model.device))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
