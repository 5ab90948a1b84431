"""The registry of models: who may change it, what a check-up leaves behind, and what pins the weights."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from annotation_app.runs import registry
from annotation_app.runs.models import LanguageModel
from annotation_app.runs.rules import CHECK_UP_SECONDS, CheckState
from tests.annotation_app.factories import client_of, make_person
from tests.annotation_app.runs.samples import make_model
from worker.trial_types import CheckUpReply

pytestmark = pytest.mark.django_db
BODY = {"name": "bert", "source": "models/bert", "languages": ["en", "zh-Hans"], "licence": "MIT"}


def staff():
    person = make_person()
    person.is_staff = True
    person.save()
    return client_of(person)


@pytest.fixture
def worker():
    """As if a worker had just answered that it serves the queue cpu."""
    cache.set("workers:queues", ["cpu", "web"], 60)
    cache.set("workers:by_queue", {"cpu": 1, "web": 1}, 60)


def reply(*, revision: str = "sha256:0123456789abcdef", error: dict[str, str] | None = None) -> CheckUpReply:
    facts = {
        "kind": "causal",
        "parameters": 7,
        "device": "cpu",
        "load_seconds": 0.5,
        "score_seconds": 0.25,
        "weights_bytes": 28,
        "peak_bytes": 1000,
        "sentence": "Paris is the capital of [MASK].",
        "candidates": [{"answer": "France", "pieces": [3], "probability": 0.75}],
    }
    stamp = {
        "name": "bert",
        "revision": revision,
        "dtype": "float32",
        "worker_version": "1",
        "torch_version": "2",
        "transformers_version": "5",
    }
    return CheckUpReply.from_json({"model": stamp, "facts": None if error else facts, "error": error})


def asked(taken) -> str:
    """The token of the check-up that waits in the queue."""
    (message,) = taken("cpu")
    assert message.headers["task"] == "worker.check_up"
    return str(message.headers["id"])


def test_only_people_who_run_the_server_change_the_registry():
    make_model()
    person = client_of(make_person())
    for method, url in (
        ("post", "models"),
        ("patch", "models/tiny-en"),
        ("post", "models/tiny-en/check-ups"),
    ):
        refused = getattr(person, method)(f"/api/{url}", {})
        assert refused.status_code == 403
    assert person.get("/api/models/tiny-en").json()["enabled"]
    assert person.get("/api/models/nobody").status_code == 404


def test_a_model_is_added_switched_off_and_its_check_up_sent(
    worker, taken, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        response = staff().post("/api/models", BODY)
    assert response.status_code == 201
    model = response.json()
    assert (model["enabled"], model["revision"], model["check_up"]["state"]) == (False, "", "waiting")
    (message,) = taken("cpu")
    (payload,), *_ = message.payload
    assert message.headers["task"] == "worker.check_up"
    assert payload == {
        "model": {"name": "bert", "source": "models/bert", "revision": "", "dtype": "float32"},
        "language": "en",
    }
    again = staff().post("/api/models", BODY)
    assert (again.status_code, again.json()["errors"]) == (422, {"name": ["Taken."]})


def test_without_a_worker_the_check_up_says_so():
    model = staff().post("/api/models", BODY).json()
    assert model["check_up"]["state"] == "failed"
    assert model["check_up"]["code"] == "no_worker"
    assert model["check_up"]["message"].startswith("No worker answers")


def test_a_check_up_pins_the_weights_and_lets_the_model_be_switched_on(
    worker, taken, django_capture_on_commit_callbacks
):
    client = staff()
    with django_capture_on_commit_callbacks(execute=True):
        client.post("/api/models", BODY)
    refused = client.patch("/api/models/bert", {"enabled": True})
    assert (refused.status_code, refused.json()["code"]) == (409, "not_allowed_in_state")
    assert registry.record_check_up(reply=reply(), owner=asked(taken))
    found = client.get("/api/models/bert").json()
    assert found["revision"] == "sha256:0123456789abcdef"
    assert (found["kind"], found["parameters"], found["check_up"]["state"]) == ("causal", 7, "ok")
    assert found["check_up"]["facts"]["candidates"][0]["answer"] == "France"
    assert client.patch("/api/models/bert", {"enabled": True}).json()["enabled"]
    changed = client.patch("/api/models/bert", {"licence": "Apache-2.0", "languages": ["it"]}).json()
    assert (changed["licence"], changed["languages"], changed["enabled"]) == ("Apache-2.0", ["it"], True)


def test_a_branch_is_pinned_to_its_commit_and_a_commit_stays(
    worker, taken, django_capture_on_commit_callbacks
):
    for revision, expected in (("main", "a" * 40), ("b" * 40, "b" * 40)):
        LanguageModel.objects.all().delete()
        with django_capture_on_commit_callbacks(execute=True):
            registry.add_model(name="bert", source="owner/bert", languages=["en"], revision=revision)
        registry.record_check_up(reply=reply(revision="a" * 40), owner=asked(taken))
        assert LanguageModel.objects.get().revision == expected


def test_a_failed_check_up_keeps_its_reason_and_what_was_known(
    worker, taken, django_capture_on_commit_callbacks
):
    make_model()
    with django_capture_on_commit_callbacks(execute=True):
        registry.ask_check_up(name="tiny-en")
    error = {"code": "model_changed", "message": "It is another one."}
    assert registry.record_check_up(reply=reply(error=error), owner=asked(taken))
    model = LanguageModel.objects.get()
    assert (model.check_state, model.check_code) == (CheckState.FAILED, "model_changed")
    assert (model.revision, model.check_message) == ("abc", "It is another one.")
    anew = registry.ask_check_up(name="tiny-en", anew=True)
    assert (anew.revision, anew.enabled, anew.check_state) == ("", False, CheckState.WAITING)


def test_only_the_latest_check_up_counts(worker, taken, django_capture_on_commit_callbacks):
    make_model()
    with django_capture_on_commit_callbacks(execute=True):
        registry.ask_check_up(name="tiny-en")
    first = asked(taken)
    registry.ask_check_up(name="tiny-en")
    assert not registry.record_check_up(reply=reply(), owner=first)
    registry.record_check_up_failure(owner=first)
    model = LanguageModel.objects.get()
    assert model.check_state == CheckState.WAITING
    registry.record_check_up_failure(owner=model.check_owner)
    model.refresh_from_db()
    assert (model.check_state, model.check_code) == (CheckState.FAILED, "worker_failed")
    assert model.check_owner in model.check_message


def test_a_check_up_that_nobody_answers_ends(worker):
    make_model()
    registry.ask_check_up(name="tiny-en")
    assert registry.end_lost_check_ups() == 0
    LanguageModel.objects.update(check_asked_at=timezone.now() - timedelta(seconds=CHECK_UP_SECONDS + 1))
    assert registry.end_lost_check_ups() == 1
    assert LanguageModel.objects.get().check_code == "worker_lost"
    assert registry.end_lost_check_ups() == 0
