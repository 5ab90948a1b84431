"""Runs over a release take exactly its pairs."""

import pytest
from django.utils import timezone

from annotation_app.releases import running
from annotation_app.runs.models import RunPair
from tests.annotation_app.factories import client_of, make_benchmark, make_member, make_original, make_pair
from tests.annotation_app.releases.samples import built, publish
from tests.annotation_app.runs.samples import make_model

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
BODY = {"models": ["tiny-en"], "methods": ["attention"]}


def test_a_run_over_a_release_leaves_out_what_was_finished_later(monkeypatch):
    monkeypatch.setattr(running, "PART", 2)
    benchmark = make_benchmark("capitals", methods=["attention"])
    admin = client_of(make_member(benchmark, "admin"))
    make_model()
    first, second = make_original(benchmark), make_original(benchmark)
    released = [make_pair(benchmark, original=original).pk for original in (first, first, first, second)]
    release = built(benchmark)
    make_pair(benchmark, original=second)
    parts = list(running.pairs_in(release))
    assert sorted(pair.pk for part in parts for pair in part) == released
    assert len(parts) == 2  # each with whole groups, however small a part may be
    for part in parts:
        assert len({pair.original_id for pair in part}) == 1
    (run,) = admin.post("/api/benchmarks/capitals/releases/1.0.0/runs", BODY).json()
    assert (run["pairs"], run["scope"]["release"]) == (4, "1.0.0")
    assert run["scope"]["release_sha256"] == release.files.get(name="items.jsonl").sha256
    kept = RunPair.objects.filter(run=run["id"]).values_list("perturbation", flat=True)
    assert sorted(kept) == released
    estimate = admin.post("/api/benchmarks/capitals/releases/1.0.0/estimates", BODY).json()
    assert [part["instances"] for part in estimate["parts"]] == [6]
    assert admin.post("/api/benchmarks/capitals/releases/2.0.0/runs", BODY).status_code == 404
    release.withdrawn_at = timezone.now()
    release.save()
    refused = admin.post("/api/benchmarks/capitals/releases/1.0.0/runs", BODY)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_allowed_in_state")


def test_a_release_that_is_not_built_yet_cannot_be_run_over():
    benchmark = make_benchmark("capitals", methods=["attention"])
    publish(benchmark)
    admin = client_of(make_member(benchmark, "admin"))
    refused = admin.post("/api/benchmarks/capitals/releases/1.0.0/runs", BODY)
    assert refused.json()["code"] == "not_allowed_in_state"
