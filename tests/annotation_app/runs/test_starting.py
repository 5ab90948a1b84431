"""Starting runs: several models at once, filters, half precision, and what it takes to freeze many pairs."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation_app.perturbations.models import Perturbation
from annotation_app.runs import collecting, estimating, queries, rules
from annotation_app.runs.models import Estimate, EstimatePart, Run, RunPair
from annotation_app.runs.rules import ESTIMATE_KEPT_DAYS, ESTIMATE_SECONDS, PartState, Scope
from annotation_app.runs.services import ask_estimate, start_runs
from annotation_app.runs.tasks import sweep
from tests.annotation_app.factories import (
    client_of,
    make_benchmark,
    make_member,
    make_original,
    make_pair,
    make_person,
)
from tests.annotation_app.runs.samples import make_model
from worker.trial_types import SpeedReply

pytestmark = pytest.mark.django_db
AT = "/api/benchmarks/capitals"


@pytest.fixture
def benchmark():
    return make_benchmark("capitals", methods=["attention", "occlusion"])


@pytest.fixture
def admin(benchmark):
    return client_of(make_member(benchmark, "admin"))


def speed(method: str, seconds: float | None, error: dict[str, str] | None = None) -> dict[str, object]:
    deviation = {"items": 2, "same_top1": 1.0, "probability": 0.01, "top_tokens": 0.5, "correlation": 0.99}
    return {
        "method": {"name": method, "settings": {}},
        "items": 0 if error else 2,
        "seconds_per_instance": seconds,
        "deviation": None if error else deviation,
        "error": error,
    }


def measured(*speeds: dict[str, object]) -> SpeedReply:
    stamp = {
        "name": "tiny-en",
        "revision": "abc",
        "dtype": "bfloat16",
        "worker_version": "1",
        "torch_version": "2",
        "transformers_version": "5",
    }
    return SpeedReply.from_json({"model": stamp, "load_seconds": 1.5, "speeds": list(speeds)})


def test_runs_of_several_models_start_together_or_not_at_all(benchmark, admin):
    make_model()
    make_model("second")
    make_pair(benchmark)
    body = {"models": ["tiny-en", "second"], "methods": ["attention", "occlusion"]}
    started = admin.post(f"{AT}/runs", body)
    assert started.status_code == 201
    assert [(run["model"], run["method"], run["pairs"]) for run in started.json()] == [
        ("tiny-en", "attention", 1),
        ("tiny-en", "occlusion", 1),
        ("second", "attention", 1),
        ("second", "occlusion", 1),
    ]
    refused = admin.post(f"{AT}/runs", body | {"models": ["tiny-en", "nobody"]})
    assert refused.status_code == 422
    assert Run.objects.count() == 4
    assert admin.post(f"{AT}/runs", {"methods": ["attention"]}).status_code == 422


def test_a_run_takes_the_pairs_that_its_filters_let_pass(benchmark, admin):
    make_model()
    english = make_original(benchmark, dimension="semantics")
    make_pair(benchmark, original=english)
    make_pair(benchmark, original=english)
    kept = make_pair(benchmark, original=make_original(benchmark, dimension="knowledge"))
    Perturbation.objects.filter(original=english).update(type="syntactic")
    Perturbation.objects.filter(pk=kept.pk).update(type="important")
    body = {"models": ["tiny-en"], "methods": ["attention"]}
    for filters, pairs, inputs in (
        ({}, 3, 5),
        ({"dimensions": ["semantics"]}, 2, 3),
        ({"types": ["important", "dispensable"]}, 1, 2),
        ({"dimensions": ["semantics", "knowledge"], "types": ["syntactic"], "languages": ["en"]}, 2, 3),
    ):
        (run,) = admin.post(f"{AT}/runs", body | filters).json()
        assert (run["pairs"], run["counts"]["queued"]) == (pairs, inputs), filters
        assert {name: value for name, value in run["scope"].items() if value} == filters
    nothing = admin.post(f"{AT}/runs", body | {"languages": ["zh-Hans"]})
    assert (nothing.status_code, list(nothing.json()["errors"])) == (422, ["model"])


def test_a_classification_model_fills_no_masked_words(benchmark, admin):
    model = make_model()
    make_pair(benchmark)
    model.kind = "classification"
    model.save()
    refused = admin.post(f"{AT}/runs", {"models": ["tiny-en"], "methods": ["attention"]})
    assert refused.json()["errors"] == {"model": ["Fills no masked words."]}
    assert collecting.collect_pairs(benchmark=benchmark) == []


def test_freezing_takes_the_same_number_of_queries_for_any_number_of_pairs(benchmark):
    make_model()
    original = make_original(benchmark)
    taken = []
    for more in (1, 3):
        for _ in range(more):
            make_pair(benchmark, original=original)
        with CaptureQueriesContext(
            connection,
        ) as queries_made:
            (run,) = start_runs(
                benchmark=benchmark, model_name="tiny-en", methods=["attention"], person=make_person()
            )
        taken.append(len(queries_made))
    assert taken[0] == taken[1]
    rows = list(run.rows.order_by("pk"))
    pairs = list(RunPair.objects.filter(run=run).order_by("pk").select_related("perturbation"))
    assert [row.item_id for row in rows] == [original.pk, *(pair.perturbation.item_id for pair in pairs)]
    assert [pair.perturbation_id for pair in pairs] == sorted(pair.perturbation_id for pair in pairs)
    assert {pair.original_id for pair in pairs} == {rows[0].pk}
    assert {row.state for row in rows} == {"queued"}
    assert collecting.add_pairs(run, Perturbation.objects.all()) == 0


def test_an_estimate_is_measured_and_shown(benchmark, admin, taken, django_capture_on_commit_callbacks):
    make_model()
    original = make_original(benchmark)
    for _ in range(2):
        make_pair(benchmark, original=original)
    body = {"models": ["tiny-en"], "methods": ["attention", "occlusion"], "dtype": "bfloat16"}
    with django_capture_on_commit_callbacks(execute=True):
        asked = admin.post(f"{AT}/estimates", body)
    assert asked.status_code == 201
    (message,) = taken("cpu")
    (payload,), *_ = message.payload
    assert message.headers["task"] == "worker.measure_speed"
    assert payload["model"]["dtype"] == "bfloat16"
    assert [method["name"] for method in payload["methods"]] == ["attention", "occlusion"]
    assert len(payload["instances"]) == 3
    shown = admin.get(f"{AT}/estimates/{asked.json()['id']}").json()
    assert [(part["state"], part["instances"], part["sample"]) for part in shown["parts"]] == [
        ("waiting", 3, 3)
    ] * 2
    owner = EstimatePart.objects.values_list("owner", flat=True).distinct().get()
    broken = speed("occlusion", None, {"code": "out_of_memory", "message": "Too large."})
    reply = measured(speed("attention", 0.25), broken)
    assert estimating.record_estimate(reply=reply, owner=owner) == 2
    assert estimating.record_estimate(reply=reply, owner=owner) == 0
    first, second = admin.get(f"{AT}/estimates/{asked.json()['id']}").json()["parts"]
    assert (first["state"], first["seconds_per_instance"], first["load_seconds"]) == ("ready", 0.25, 1.5)
    assert first["deviation"]["correlation"] == 0.99
    assert (second["state"], second["error"]["code"]) == ("failed", "out_of_memory")
    other = client_of(make_member(make_benchmark("rivers"), "admin"))
    assert other.get(f"/api/benchmarks/rivers/estimates/{asked.json()['id']}").status_code == 404


def test_an_estimate_that_breaks_says_so(benchmark):
    make_model()
    make_pair(benchmark)
    estimate = ask_estimate(
        benchmark=benchmark, model_names=["tiny-en"], methods=["attention"], person=make_person()
    )
    part = estimate.parts.get()
    assert estimating.record_estimate_failure(owner=part.owner) == 1
    part.refresh_from_db()
    assert (part.state, part.error_code) == (PartState.FAILED, "worker_failed")
    assert part.owner in part.error_message
    assert Estimate.objects.count() == 1


def test_an_estimate_that_nobody_answers_ends(benchmark):
    make_model()
    make_pair(benchmark)
    estimate = ask_estimate(
        benchmark=benchmark,
        model_names=["tiny-en"],
        methods=["attention", "occlusion"],
        person=make_person(),
    )
    answered, lost = estimate.parts.order_by("pk")
    EstimatePart.objects.filter(pk=answered.pk).update(state=PartState.READY, seconds_per_instance=0.25)
    assert estimating.end_lost_estimates() == 0
    asked_at = timezone.now() - timedelta(seconds=ESTIMATE_SECONDS + 1)
    estimate.parts.update(created_at=asked_at)
    sweep()
    answered.refresh_from_db()
    lost.refresh_from_db()
    assert (answered.state, answered.error_code) == (PartState.READY, "")
    assert (lost.state, lost.error_code) == (PartState.FAILED, "not_measured")
    assert lost.error_message == estimating.LOST
    assert estimating.end_lost_estimates() == 0
    assert estimating.record_estimate(reply=measured(speed("occlusion", 0.5)), owner=lost.owner) == 0


def test_old_estimates_are_forgotten_with_their_parts(benchmark):
    make_model()
    make_pair(benchmark)
    old, new = (
        ask_estimate(
            benchmark=benchmark, model_names=["tiny-en"], methods=["attention"], person=make_person()
        )
        for _ in range(2)
    )
    assert estimating.forget_old_estimates() == 0
    made = timezone.now() - timedelta(days=ESTIMATE_KEPT_DAYS, minutes=1)
    Estimate.objects.filter(pk=old.pk).update(created_at=made)
    assert estimating.forget_old_estimates() == 1
    assert list(Estimate.objects.all()) == [new]
    assert EstimatePart.objects.get().estimate_id == new.pk


def test_half_precision_is_compared_on_the_runs_first_items(
    benchmark, admin, taken, django_capture_on_commit_callbacks
):
    make_model()
    make_pair(benchmark)
    body = {"models": ["tiny-en"], "methods": ["attention"], "dtype": "float16"}
    with django_capture_on_commit_callbacks(execute=True):
        (run,) = admin.post(f"{AT}/runs", body).json()
    assert (run["dtype"], run["deviation"]) == ("float16", None)
    (message,) = taken("cpu")
    (payload,), *_ = message.payload
    assert payload["model"]["dtype"] == "float16"
    assert len(payload["instances"]) == 2
    estimating.record_deviation(reply=measured(speed("attention", 0.25)), owner=str(run["id"]))
    shown = admin.get(f"{AT}/runs/{run['id']}").json()
    assert shown["deviation"]["top_tokens"] == 0.5
    assert admin.post(f"{AT}/runs", body | {"dtype": "int8"}).status_code == 422


def test_sample_is_drawn_from_all_parts_and_is_the_same_each_time(benchmark):
    original = make_original(benchmark)
    pairs = [make_pair(benchmark, original=original).pk for _ in range(12)]
    halves = [Perturbation.objects.filter(pk__in=pairs[:6]), Perturbation.objects.filter(pk__in=pairs[6:])]
    drawn = queries.sample_of(halves, 4)
    assert drawn == queries.sample_of(halves, 4)
    assert len(set(drawn)) == 4
    assert set(drawn) & set(pairs[6:])
    assert sorted(queries.sample_of(halves, 20)) == pairs


@pytest.mark.parametrize(
    ("queue", "workers", "batch", "ahead"),
    [("cpu", 1, 8, 32), ("cpu", 10, 8, 240), ("gpu", 0, 64, 32), ("gpu", 1, 64, 192), ("gpu", 8, 64, 1536)],
)
def test_more_workers_have_more_at_hand(queue, workers, batch, ahead):
    assert rules.batch_size(queue) == batch
    assert rules.in_flight(queue, workers) == ahead


def test_scope_names_only_what_was_asked_for():
    assert Scope().to_json() == {}
    assert Scope("1.0.0", types=("important",)).to_json() == {"release": "1.0.0", "types": ["important"]}
