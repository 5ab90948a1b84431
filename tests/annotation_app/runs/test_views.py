import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext, override_settings

from annotation_app.items.rules import State
from annotation_app.runs import collecting
from annotation_app.runs.models import Run
from annotation_app.runs.rules import RowState, RunState
from annotation_app.runs.services import start_runs
from tests.annotation_app.factories import (
    client_of,
    make_benchmark,
    make_member,
    make_original,
    make_pair,
    make_person,
)
from tests.annotation_app.runs.samples import make_model, prediction, saliency, scores_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def benchmark():
    return make_benchmark("capitals", methods=["attention"])


@pytest.fixture
def admin(benchmark):
    return client_of(make_member(benchmark, "admin"))


@pytest.fixture
def run(benchmark):
    """A standing run in which everything came back."""
    make_model()
    make_pair(benchmark)
    (run,) = collecting.collect_pairs(benchmark=benchmark)
    for row in run.rows.select_related("item"):
        row.state = RowState.DONE
        row.prediction, row.saliency = prediction(), saliency(scores_for(row.item))
        row.save()
    return run


def at(path=""):
    return f"/api/benchmarks/capitals/{path}"


@pytest.mark.parametrize(
    "path", ["runs", "runs/1", "runs/1/report", "runs/1/items", "runs/1/items/1", "overview"]
)
def test_reading_needs_a_role(benchmark, path):
    assert client_of(None).get(at(path)).status_code == 401
    assert client_of(make_person()).get(at(path)).status_code == 404
    refused = client_of(make_member(benchmark, "annotator")).get(at(path))
    assert (refused.status_code, refused.json()["code"]) == (403, "role_required")
    assert refused["Content-Type"] == "application/problem+json"


def test_seniors_read_runs_but_start_none(benchmark, run):
    senior = client_of(make_member(benchmark, "senior"))
    assert senior.get(at("runs")).status_code == 200
    assert senior.get(at(f"runs/{run.pk}/report")).status_code == 200
    assert senior.get(at("overview")).status_code == 403
    body = {"model": "tiny-en", "methods": ["attention"]}
    assert senior.post(at("runs"), body).status_code == 403
    assert senior.post(at(f"runs/{run.pk}/cancel")).status_code == 403


def test_a_run_of_another_benchmark_is_not_found(run):
    other = make_benchmark("rivers")
    client = client_of(make_member(other, "admin"))
    for path in ("", "/report", "/items"):
        assert client.get(f"/api/benchmarks/rivers/runs/{run.pk}{path}").status_code == 404


def test_models_are_listed_for_everybody_signed_in():
    make_model()
    assert client_of(None).get("/api/models").status_code == 401
    (model,) = client_of(make_person()).get("/api/models").json()
    assert model == {
        "name": "tiny-en",
        "source": "fixtures/models/none",
        "revision": "abc",
        "languages": ["en"],
        "licence": "",
        "parameters": None,
        "kind": "masked",
        "enabled": True,
        "check_up": {
            "state": "never",
            "asked_at": None,
            "at": None,
            "code": "",
            "message": "",
            "facts": None,
        },
    }


def test_an_admin_starts_and_cancels_a_run(benchmark, admin):
    make_model()
    make_pair(benchmark)
    response = admin.post(at("runs"), {"model": "tiny-en", "methods": ["attention"]})
    assert response.status_code == 201
    (started,) = response.json()
    assert (started["kind"], started["state"], started["pairs"]) == ("requested", "queued", 1)
    assert started["counts"] == {"queued": 2, "sent": 0, "done": 0, "failed": 0}
    cancelled = admin.post(at(f"runs/{started['id']}/cancel")).json()
    assert cancelled["state"] == "cancelled"
    again = admin.post(at(f"runs/{started['id']}/cancel"))
    assert (again.status_code, again.json()["code"]) == (409, "not_allowed_in_state")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"model": "nobody", "methods": ["attention"]}, "model"),
        ({"model": "tiny-en", "methods": ["magic"]}, "methods"),
        ({"model": "tiny-en"}, "methods"),
        ({"model": "tiny-en", "methods": ["attention"]}, "model"),
    ],
    ids=["unknown model", "unknown method", "no methods", "no finished pair"],
)
def test_a_run_that_cannot_start_leaves_nothing(admin, body, field):
    make_model()
    response = admin.post(at("runs"), body)
    assert (response.status_code, response.json()["code"]) == (422, "validation_error")
    assert list(response.json()["errors"]) == [field]
    assert not Run.objects.exists()


def test_a_standing_run_cannot_be_cancelled(admin, run):
    assert admin.post(at(f"runs/{run.pk}/cancel")).status_code == 409
    run.refresh_from_db()
    assert run.state == RunState.QUEUED


def test_the_report_comes_with_its_recipe(admin, run):
    report = admin.get(at(f"runs/{run.pk}/report")).json()
    assert report["rows"][-1]["token_f1"]["original"] == 0.5
    assert report["recipe"]["method"]["name"] == "attention"


def test_run_items_show_what_came_of_each(admin, run):
    body = admin.get(at(f"runs/{run.pk}/items")).json()
    assert body["count"] == 2
    original, perturbed = body["results"]
    assert original["item"]["role"] == "original"
    assert (original["state"], original["top1"], original["token_f1"]) == ("done", True, 0.5)
    assert perturbed["token_f1"] == pytest.approx(0.4)
    only = admin.get(at(f"runs/{run.pk}/items"), {"role": "perturbed"}).json()
    assert [row["item"]["role"] for row in only["results"]] == ["perturbed"]


def test_one_item_comes_with_the_other_half_of_its_pair(admin, run):
    original = run.rows.select_related("item").get(item__role="original").item
    body = admin.get(at(f"runs/{run.pk}/items/{original.pk}")).json()
    assert body["item"]["external_id"] == original.external_id
    assert body["rationale"] == [1, 3]
    assert body["extracted"] == [0, 1]
    assert body["prediction"]["candidates"][0]["answer"] == "Paris"
    assert body["counterpart"]["item"]["role"] == "perturbed"
    assert body["counterpart"]["extracted"] == [0, 1, 2]
    assert body["counterpart"]["links"][1] == [1, 2]
    back = admin.get(at(f"runs/{run.pk}/items/{body['counterpart']['item']['id']}")).json()
    assert back["counterpart"]["item"]["id"] == original.pk
    assert admin.get(at(f"runs/{run.pk}/items/999999")).status_code == 404


def test_the_overview_opens_with_the_broker_down(admin, settings):
    nowhere = {**settings.CACHES["default"], "LOCATION": "redis://127.0.0.1:1/0"}
    with override_settings(CACHES={"default": nowhere}):
        response = admin.get(at("overview"))
    assert (response.status_code, response.json()["worker"]["alive"]) == (200, False)


def more_pairs(benchmark, number):
    original = make_original(benchmark)
    for _ in range(number):
        make_pair(benchmark, original)
    start_runs(benchmark=benchmark, model_name="tiny-en", methods=["attention"], person=make_person())


@pytest.mark.parametrize("path", ["runs", "overview", "runs/{run}/items"])
def test_lists_ask_the_same_number_of_queries_for_more_rows(
    admin, benchmark, run, path, django_assert_num_queries
):
    address = at(path.format(run=run.pk))
    admin.get(address)
    with CaptureQueriesContext(
        connection,
    ) as before:
        admin.get(address)
    asked = len(before)
    more_pairs(benchmark, 3)
    collecting.collect_pairs(benchmark=benchmark)
    with django_assert_num_queries(asked):
        assert admin.get(address).status_code == 200


def test_the_overview_counts_every_stage(admin, benchmark):
    original = make_original(benchmark)
    make_pair(benchmark, original)
    make_pair(benchmark, original, type="important", state=State.SCORING)
    make_pair(benchmark, original, type="important", state=State.REJECTED)
    make_original(benchmark, dimension="grammar", state=State.DISCARDED)
    body = admin.get(at("overview")).json()
    assert body["states"] == {
        **dict.fromkeys([state.value for state in State], 0),
        "accepted": 2,
        "scoring": 1,
        "rejected": 1,
        "discarded": 1,
    }
    assert body["by_dimension"] == [
        {"dimension": "grammar", "language": "en", "states": {"discarded": 1}},
        {"dimension": "knowledge", "language": "en", "states": {"accepted": 2, "rejected": 1, "scoring": 1}},
    ]
    quota = benchmark.settings.perturbations_per_type
    assert body["perturbations"][0] == {
        "type": "dispensable",
        "accepted": 1,
        "waiting": 0,
        "rejected": 0,
        "quota": quota,
    }
    assert body["perturbations"][1]["waiting"] == body["perturbations"][1]["rejected"] == 1
    assert body["finished_pairs"] == 1
    assert body["rounds"] == {"accepted_by_round": {"1": 2}, "discarded": 1}
    assert body["worker"] == {"alive": False, "last_seen": None}
    assert {person["person"]["username"]: person["roles"] for person in body["people"]} == {
        member.person.username: [member.role] for member in benchmark.memberships.select_related("person")
    }
