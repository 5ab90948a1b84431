"""An item beside what each model and method made of it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation_app.runs.models import Run, RunItem
from annotation_app.runs.rules import RowState
from annotation_app.runs.services import start_runs
from tests.annotation_app.factories import (
    client_of,
    make_benchmark,
    make_item,
    make_member,
    make_original,
    make_pair,
    make_person,
)
from tests.annotation_app.runs.samples import make_model, prediction, saliency, scores_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def benchmark():
    return make_benchmark("capitals", methods=["attention", "occlusion"])


@pytest.fixture
def admin(benchmark):
    return client_of(make_member(benchmark, "admin"))


def run_of(benchmark, method: str, *, model: str = "tiny-en", done: bool = True) -> Run:
    (run,) = start_runs(benchmark=benchmark, model_name=model, methods=[method], person=make_person())
    for row in run.rows.select_related("item") if done else ():
        row.state = RowState.DONE
        row.prediction, row.saliency = prediction(), saliency(scores_for(row.item))
        row.save()
    return run


def at(item: int, **query: int) -> str:
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    return f"/api/benchmarks/capitals/scored-items/{item}?{asked}"


def test_each_model_and_method_has_its_newest_run(benchmark, admin):
    make_model()
    make_model("second")
    pair = make_pair(benchmark)
    older, newer = run_of(benchmark, "attention"), run_of(benchmark, "attention")
    other = run_of(benchmark, "occlusion", model="second")
    run_of(benchmark, "occlusion", done=False)
    found = admin.get(at(pair.original_id)).json()
    assert [(column["run"], column["model"], column["method"]) for column in found["columns"]] == [
        (other.pk, "second", "occlusion"),
        (newer.pk, "tiny-en", "attention"),
    ]
    assert (found["type"], found["links"]) == (pair.type, pair.links)
    assert found["original"]["item"]["id"] == pair.original_id
    assert found["perturbed"]["item"]["id"] == pair.item_id
    assert found["original"]["rationale"] == [1, 3]
    half = found["columns"][0]["perturbed"]
    assert half["saliency"]["scores"] == scores_for(pair.item)
    assert half["prediction"] == prediction()
    assert half["extracted"] == [0, 1, 2]  # 2 of 8 tokens of the original, of the perturbed text's 9
    named = admin.get(at(pair.original_id, run=older.pk)).json()
    assert older.pk in [column["run"] for column in named["columns"]]
    assert newer.pk not in [column["run"] for column in named["columns"]]


def test_an_original_of_several_pairs_lets_them_be_chosen(benchmark, admin):
    make_model()
    original = make_original(benchmark)
    first, second = make_pair(benchmark, original=original), make_pair(benchmark, original=original)
    unscored = make_pair(benchmark, original=original)
    run = run_of(benchmark, "attention")
    run.pairs.filter(perturbation=unscored).delete()
    other = run_of(benchmark, "occlusion")
    other.pairs.exclude(perturbation=second).delete()
    for asked, shown in (
        (at(original.pk), first),
        (at(original.pk, pair=second.item_id), second),
        (at(second.item_id), second),
        (at(original.pk, pair=unscored.item_id), first),
        (at(original.pk, run=other.pk), second),
    ):
        found = admin.get(asked).json()
        assert found["perturbed"]["item"]["id"] == shown.item_id
        assert found["original"]["item"]["id"] == original.pk
        assert [pair["id"] for pair in found["pairs"]] == [first.item_id, second.item_id]


def test_an_item_that_no_run_holds_has_no_columns(benchmark, admin):
    item = make_item(benchmark)
    found = admin.get(at(item.pk)).json()
    assert (found["columns"], found["pairs"], found["perturbed"]) == ([], [], None)
    assert client_of(make_member(benchmark, "annotator")).get(at(item.pk)).status_code == 403
    other = client_of(make_member(make_benchmark("rivers"), "admin"))
    assert other.get(f"/api/benchmarks/rivers/scored-items/{item.pk}").status_code == 404


def test_columns_with_a_report_cost_the_same_queries_however_many(benchmark, admin):
    pair = make_pair(benchmark)
    taken = []
    for model in ("first", "second", "third"):
        make_model(model)
        run_of(benchmark, "attention", model=model)
        Run.objects.update(report={"ratios": [{"language": "en", "dimension": "semantics", "ratio": 0.25}]})
        with CaptureQueriesContext(connection) as made:
            admin.get(at(pair.original_id))
        taken.append(len(made))
    assert len(set(taken)) == 1
    assert RunItem.objects.count() == 6
