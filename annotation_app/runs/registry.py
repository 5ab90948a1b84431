"""The models this server offers: adding, switching on and off, and check-ups on a worker."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from annotation_app.celery import app
from annotation_app.core.errors import Invalid, NotAllowedInState, NotFound
from annotation_app.runs import presence, queries, rules
from annotation_app.runs.models import LanguageModel
from annotation_app.runs.rules import CheckState
from worker.trial_types import CheckUpReply, CheckUpRequest
from worker.types import QUEUE_CPU, QUEUE_GPU, TASK_CHECK_UP, ModelRef

BROKE = "The worker broke while it tried this model. Its log says why, under the task {owner}."
LOST = "No worker answered in time. See whether one runs, then check again."


@transaction.atomic
def add_model(
    *, name: str, source: str, languages: Sequence[str], revision: str = "", licence: str = ""
) -> LanguageModel:
    """Take a model into the registry, switched off until a check-up pinned its revision; ask for that one.

    Raises: Invalid (a name that is taken, no language), Unavailable (no worker that scores).
    """
    if LanguageModel.objects.filter(name=name).exists():
        message = f"There is a model called {name} already. Choose another name."
        raise Invalid(message, errors={"name": ["Taken."]})
    if not languages:
        raise Invalid("Say which languages the model speaks.", errors={"languages": ["Name at least one."]})
    model = LanguageModel.objects.create(
        name=name, source=source, revision=revision, languages=languages, licence=licence, enabled=False
    )
    return ask_check_up(name=model.name)


@transaction.atomic
def change_model(
    *, name: str, enabled: bool | None = None, licence: str | None = None, languages: Sequence[str] = ()
) -> LanguageModel:
    """Switch a model on or off, or correct what people say of it. What is left out stays.

    Raises: NotFound, NotAllowedInState (switching on what no check-up has pinned).
    """
    model = _lock(name)
    if enabled and not model.revision:
        raise NotAllowedInState("Check this model first: the check-up says which weights these are.")
    model.enabled = model.enabled if enabled is None else enabled
    model.licence = model.licence if licence is None else licence
    model.languages = list(languages) or model.languages
    model.save(update_fields=["enabled", "licence", "languages", "updated_at"])
    return model


@transaction.atomic
def ask_check_up(*, name: str, anew: bool = False) -> LanguageModel:
    """Have a worker load a model and answer a sentence, on a GPU where one serves. The latest asking counts.

    anew: take the weights that are there now for the model's, which is off until it is switched on again.
    Where no worker answers, the check-up fails at once, with that reason. Raises: NotFound.
    """
    model = _lock(name)
    if anew:
        model.revision, model.enabled = "", False
        model.save(update_fields=["revision", "enabled", "updated_at"])
    model.check_owner, model.check_asked_at = str(uuid4()), timezone.now()
    queue = next((queue for queue in (QUEUE_GPU, QUEUE_CPU) if presence.workers_on(queue)), None)
    if queue is None:
        message = "No worker answers that could try this model. Start one, then check again."
        _end(model, CheckState.FAILED, "no_worker", message)
        return model
    model.check_state = CheckState.WAITING
    model.save(update_fields=["check_owner", "check_asked_at", "check_state", "updated_at"])
    request = CheckUpRequest(
        model=ModelRef(name=model.name, source=model.source, revision=model.revision),
        language=model.languages[0],
    )
    transaction.on_commit(lambda: _send(request.to_json(), owner=model.check_owner, queue=queue), robust=True)
    return model


def _send(payload: dict[str, Any], *, owner: str, queue: str) -> None:
    app.send_task(
        TASK_CHECK_UP,
        args=[payload],
        queue=queue,
        task_id=owner,
        link=app.signature("runs.record_check_up", kwargs={"owner": owner}, queue="web"),
        link_error=app.signature("runs.record_check_up_failure", args=[owner], queue="web", immutable=True),
    )


@transaction.atomic
def record_check_up(*, reply: CheckUpReply, owner: str) -> bool:
    """Store what a check-up found, pin what was not pinned, and switch off what cannot be used.

    Returns whether it was the latest one asked for: an older one's answer counts no more.
    """
    model = LanguageModel.objects.select_for_update().filter(check_owner=owner).first()
    if model is None or model.check_state != CheckState.WAITING:
        return False
    if reply.facts is None:
        error = reply.error
        _end(
            model, CheckState.FAILED, error.code if error else "incomplete", error.message if error else LOST
        )
        return True
    model.revision = model.revision if _is_exact(model.revision) else reply.model.revision
    model.kind, model.parameters = reply.facts.kind, reply.facts.parameters
    model.check_facts = reply.facts.to_json()
    model.save(update_fields=["revision", "kind", "parameters", "check_facts", "updated_at"])
    _end(model, CheckState.OK, "", "")
    return True


@transaction.atomic
def record_check_up_failure(*, owner: str) -> None:
    """A check-up broke in the worker, without an answer."""
    model = LanguageModel.objects.select_for_update().filter(check_owner=owner).first()
    if model is not None and model.check_state == CheckState.WAITING:
        _end(model, CheckState.FAILED, "worker_failed", BROKE.format(owner=owner))


@transaction.atomic
def end_lost_check_ups() -> int:
    """Fail check-ups that nobody will answer any more. Returns how many."""
    lost = queries.overdue_check_ups(rules.CHECK_UP_SECONDS).select_for_update(skip_locked=True)
    for model in lost:
        _end(model, CheckState.FAILED, "worker_lost", LOST)
    return len(lost)


def _lock(name: str) -> LanguageModel:
    model = LanguageModel.objects.select_for_update().filter(name=name).first()
    if model is None:
        raise NotFound(f"There is no model called {name}.")
    return model


def _is_exact(revision: str) -> bool:
    """Whether a revision names weights and not, as a branch of a hub does, the latest ones."""
    digits = revision.removeprefix("sha256:")
    return len(digits) in (16, 40) and all(digit in "0123456789abcdef" for digit in digits)


def _end(model: LanguageModel, state: CheckState, code: str, message: str) -> None:
    model.check_state, model.check_code, model.check_message = state, code, message
    model.checked_at = timezone.now()
    model.save(
        update_fields=[
            "check_state",
            "check_code",
            "check_message",
            "check_owner",
            "check_asked_at",
            "checked_at",
            "updated_at",
        ]
    )
