"""Bringing scores in through the API: the form, who may, and what is answered."""

import io

import pytest

from annotation_app.runs.models import Run, ScoresUpload
from tests.annotation_app.factories import client_of, make_member, make_person
from tests.annotation_app.runs.uploads.test_uploading import own, text

pytestmark = pytest.mark.django_db


def post(benchmark, person, content=None, **fields):
    file = io.BytesIO(content if content is not None else b"{}")
    file.name = "scores.jsonl"
    address = f"/api/benchmarks/{benchmark.slug}/scores-uploads"
    return client_of(person).post(address, {"file": file, **fields}, format="multipart")


def test_api_answers_with_what_came_of_the_file(benchmark, pair, admin):
    lines = [{"id": "one", "rationale": [[1]]}, {"id": "nobody", "rationale": [[1]]}]
    fields = {"model": "m", "method": "x", "method_settings": '{"steps": 3}', "note": "from a notebook"}
    answer = post(benchmark, admin, text(*lines), **fields)
    assert answer.status_code == 201, answer.content
    body = answer.json()
    run = Run.objects.get()
    assert (body["form"], body["read"], body["stored"], body["runs"]) == ("released", 2, 1, [run.pk])
    assert (body["note"], body["person"]["username"]) == ("from a notebook", admin.username)
    assert [each["line"] for each in body["problems"]] == [2]
    assert run.method_settings == {"steps": 3}
    client = client_of(admin)
    listed = client.get(f"/api/benchmarks/{benchmark.slug}/scores-uploads").json()
    assert listed["results"] == [body]
    (shown,) = client.get(f"/api/benchmarks/{benchmark.slug}/runs").json()
    assert (shown["kind"], shown["model"], shown["upload"]["file"]) == ("external", "m", "scores.jsonl")
    item = client.get(f"/api/benchmarks/{benchmark.slug}/runs/{run.pk}/items/{pair.original_id}").json()
    assert (item["saliency"]["scale"], item["saliency"]["mask_and_special_mass"]) == ("rationale", None)
    assert item["extracted"] == [1]


def test_api_repeats_its_answer_for_a_request_sent_twice(benchmark, pair, admin):
    client = client_of(admin)
    answers = []
    for _ in range(2):
        file = io.BytesIO(text(own(pair.original), own(pair.item)))
        file.name = "scores.jsonl"
        address = f"/api/benchmarks/{benchmark.slug}/scores-uploads"
        answers.append(
            client.post(address, {"file": file}, format="multipart", headers={"Idempotency-Key": "k1"})
        )
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert Run.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"form": "csv"}, "form"),
        ({"mode": "some"}, "mode"),
        ({"method_settings": "{"}, "method_settings"),
        ({"method_settings": "[1]"}, "method_settings"),
        ({"model": "m" * 201}, "model"),
    ],
)
def test_api_refuses_a_form_that_is_not_filled_in(benchmark, admin, fields, field):
    answer = post(benchmark, admin, **fields)
    assert answer.status_code == 422
    assert field in answer.json()["errors"]
    assert ScoresUpload.objects.count() == 0


def test_api_refuses_a_file_that_is_too_large(benchmark, admin, settings):
    settings.SCORES_MAX_BYTES = 1
    assert post(benchmark, admin).status_code == 422


@pytest.mark.parametrize("method", ["get", "post"])
def test_only_admins_bring_scores_in(benchmark, method):
    address = f"/api/benchmarks/{benchmark.slug}/scores-uploads"
    assert getattr(client_of(None), method)(address).status_code == 401
    assert getattr(client_of(make_person()), method)(address).status_code == 404
    refused = getattr(client_of(make_member(benchmark, "senior")), method)(address)
    assert (refused.status_code, refused.json()["code"]) == (403, "role_required")
