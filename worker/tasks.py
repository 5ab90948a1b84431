"""The worker's tasks: they translate JSON and delegate."""

import time
from typing import Any

from worker import scoring, trial
from worker.celery import app
from worker.related_words import related_words
from worker.trial_types import CheckUpRequest, SpeedRequest
from worker.types import (
    TASK_CHECK_UP,
    TASK_MEASURE_SPEED,
    TASK_SCORE_INSTANCES,
    ScoreReply,
    ScoreRequest,
)
from worker.word_types import TASK_RELATED_WORDS, RelatedRequest


@app.task(name=TASK_SCORE_INSTANCES, acks_late=True, reject_on_worker_lost=True)
def score_instances(payload: dict[str, Any]) -> dict[str, Any]:
    """Predict the masked span and score the tokens of each instance. Running twice is harmless.

    payload: a ScoreRequest as JSON; ValueError names a field that is wrong. Returns a ScoreReply as JSON.
    """
    request = ScoreRequest.from_json(payload)
    started = time.perf_counter()
    scores = scoring.score_batch(request.instances, model=request.model, method=request.method)
    reply = ScoreReply(
        run=request.run,
        method=scoring.completed_method(request.method, request.model),
        model=scoring.stamp(request.model),
        scores=tuple(scores),
        seconds=time.perf_counter() - started,
    )
    return reply.to_json()


@app.task(name=TASK_CHECK_UP, acks_late=True, reject_on_worker_lost=True)
def check_up(payload: dict[str, Any]) -> dict[str, Any]:
    """Load a model and let it answer once: a CheckUpRequest in, a CheckUpReply out, as JSON."""
    return trial.check_up(CheckUpRequest.from_json(payload)).to_json()


@app.task(name=TASK_RELATED_WORDS, acks_late=True, reject_on_worker_lost=True)
def find_related_words(payload: dict[str, Any]) -> dict[str, Any]:
    """Look a word up in the dictionary of related words: a RelatedRequest in, a RelatedReply out, as JSON."""
    return related_words(RelatedRequest.from_json(payload)).to_json()


@app.task(name=TASK_MEASURE_SPEED, acks_late=True, reject_on_worker_lost=True)
def measure_speed(payload: dict[str, Any]) -> dict[str, Any]:
    """Time a model's methods on some instances: a SpeedRequest in, a SpeedReply out, as JSON."""
    return trial.measure_speed(SpeedRequest.from_json(payload)).to_json()
