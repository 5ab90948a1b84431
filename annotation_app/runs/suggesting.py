"""Suggested words that only a worker can find: sent to one at once, never waited for in vain.

A language model is asked as in any run: for the masked words of an instance, here the words to be replaced.
"""

from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from annotation_app.celery import app
from annotation_app.perturbations.models import Suggestion
from annotation_app.perturbations.rules import SuggestionKind
from annotation_app.perturbations.suggesting import fail, finish
from annotation_app.runs import presence, queries
from annotation_app.runs.models import LanguageModel
from worker.types import (
    QUEUE_CPU,
    QUEUE_GPU,
    TASK_SCORE_INSTANCES,
    Instance,
    MethodRef,
    ModelRef,
    ScoreReply,
    ScoreRequest,
)
from worker.word_types import TASK_RELATED_WORDS, RelatedReply, RelatedRequest

NO_WORKER = "No worker answers that could find words. Ask an admin to start one, then try again."
NO_MODEL = "No model for this language is switched on. Ask an admin to enable one."
BROKE = "The worker broke while it looked for words. Its log says why."
LOST = "No worker answered in time. See whether one runs, then ask again."
LOST_SECONDS = 120
# What stands at the place while a model fills it; one piece of a vocabulary, so that it offers single words.
PLACEHOLDERS = {"en": "the", "zh": "的"}


def send_suggestion(*, suggestion: Suggestion, **_: Any) -> None:
    """Receiver of `suggestion_asked`: have a worker find the words, or say at once why none can."""
    queue = next((queue for queue in (QUEUE_CPU, QUEUE_GPU) if presence.workers_on(queue)), None)
    if queue is None:
        fail(suggestion, "no_worker", NO_WORKER)
        return
    if suggestion.kind == SuggestionKind.RELATED:
        request = RelatedRequest(suggestion.chosen.strip(), suggestion.original.language)
        payload, task = request.to_json(), TASK_RELATED_WORDS
    else:
        model = queries.model_for(suggestion.original.language)
        if model is None:
            fail(suggestion, "no_model", NO_MODEL)
            return
        payload, task = _request(suggestion, model).to_json(), TASK_SCORE_INSTANCES
    transaction.on_commit(lambda: _send(task, payload, queue, suggestion.pk), robust=True)


def _send(task: str, payload: dict[str, Any], queue: str, pk: int) -> None:
    app.send_task(
        task,
        args=[payload],
        queue=queue,
        priority=0,
        task_id=str(uuid4()),
        link=app.signature("runs.record_suggestion", kwargs={"suggestion": pk}, queue="web"),
        link_error=app.signature("runs.record_suggestion_failure", args=[pk], queue="web", immutable=True),
    )


def _request(row: Suggestion, model: LanguageModel) -> ScoreRequest:
    return ScoreRequest(
        run=f"suggestion-{row.pk}",
        model=ModelRef(name=model.name, source=model.source, revision=model.revision),
        method=MethodRef("none"),
        instances=(masked_instance(row),),
    )


def masked_instance(row: Suggestion) -> Instance:
    """The wording with the golden answer in place and the words to be replaced as its masked span.

    One token before the place, one after: a prediction needs no more.
    """
    language = row.original.language.split("-")[0].lower()
    answer = row.original.golden_answer or ""
    text = row.before + answer + row.after
    shift = 0 if row.part == "before" else len(row.before) + len(answer)
    start, end = row.start + shift, row.end + shift
    head, chosen, tail = text[:start], text[start:end], text[end:]
    word = chosen.strip()
    spaced = language != "zh"
    standing = PLACEHOLDERS.get(language, word or "a")
    if language == "zh":
        standing *= max(1, len(word))
    if not word and spaced:
        head = head if not head or head[-1].isspace() else head + " "
        tail = tail if not tail or not tail[0].isalnum() else " " + tail
    else:
        head += chosen[: len(chosen) - len(chosen.lstrip())]
        tail = chosen[len(chosen.rstrip()) :] + tail
    parts = [(0, len(head)), (len(head), len(head) + len(standing)), (len(head) + len(standing), None)]
    whole = head + standing + tail
    spans = [_trimmed(whole, begin, len(whole) if stop is None else stop) for begin, stop in parts]
    tokens = tuple(span for span in spans if span is not None)
    place = 0 if spans[0] is None else 1
    return Instance(str(row.pk), whole, tokens, (place, place + 1), standing, row.original.language)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    part = text[start:end]
    if not part.strip():
        return None
    return start + len(part) - len(part.lstrip()), start + len(part.rstrip())


def record_suggestion(*, reply: dict[str, Any], pk: int) -> None:
    """Store what a worker found. Running twice is harmless."""
    row = Suggestion.objects.select_related("original").get(pk=pk)
    if row.kind == SuggestionKind.RELATED:
        related = RelatedReply.from_json(reply)
        if related.error is not None:
            fail(row, related.error.code, related.error.message)
        else:
            related_words = [{"word": found.word, "note": found.relation} for found in related.words]
            finish(row, source=related.source, words=related_words)
        return
    answer = ScoreReply.from_json(reply)
    (score,) = answer.scores
    if score.prediction is None:
        message = score.error.message if score.error else BROKE
        fail(row, score.error.code if score.error else "worker_broke", message)
        return
    words = [
        {"word": candidate.answer, "probability": candidate.probability}
        for candidate in score.prediction.candidates
        if candidate.answer.casefold() != row.chosen.strip().casefold() and candidate.answer.strip()
    ]
    finish(row, source=f"{answer.model.name}, {answer.model.revision[:19]}", words=words)


def record_failure(*, pk: int) -> None:
    fail(Suggestion.objects.get(pk=pk), "worker_broke", BROKE)


def end_lost_suggestions() -> int:
    """Fail questions that nobody will answer any more, so that no page waits for ever. Returns how many."""
    asked_before = timezone.now() - timedelta(seconds=LOST_SECONDS)
    lost = Suggestion.objects.filter(state="waiting", created_at__lt=asked_before)
    return lost.update(state="failed", error_code="worker_lost", error_message=LOST)
