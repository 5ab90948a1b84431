import pytest

from annotation_app.runs.models import Run, RunItem, RunPair
from annotation_app.runs.rules import RowState
from tests.annotation_app.factories import client_of, make_benchmark, make_member, make_original, make_pair
from tests.annotation_app.runs.samples import make_model, prediction, saliency, scores_for

FALLING, MARKED = "falling", "marked"


@pytest.fixture
def benchmark():
    return make_benchmark("capitals", methods=["attention", "lime"])


@pytest.fixture
def reader(benchmark):
    return client_of(make_member(benchmark, "senior"))


@pytest.fixture
def pairs(benchmark):
    """one: 7 tokens, rationale {1, 3}; two like it, in grammar. Perturbed: 8 tokens, rationale {2, 4}."""
    one = make_original(benchmark, external_id="one")
    two = make_original(benchmark, external_id="two", dimension="grammar")
    return [
        make_pair(benchmark, one, external_id="one-d"),
        make_pair(benchmark, one, external_id="one-e"),
        make_pair(benchmark, two, external_id="two-d"),
    ]


def scored_run(benchmark, pairs, method, *, how=FALLING, wrong=(), answer="Paris", **fields):
    """A run in which everything came back. falling: token 0 is the most salient, then 1; marked: exactly what
    people marked. wrong: external ids of the items that it answers wrongly, with another answer.
    """
    model = fields.pop("model", None) or make_model(f"model-{method}")
    run = Run.objects.create(
        benchmark=benchmark,
        model=model,
        source=model.source,
        revision=model.revision,
        method=method,
        kind="requested",
        state="done",
        **fields,
    )
    rows = {}
    for pair in pairs:
        for item in (pair.original, pair.item):
            if item.pk in rows:
                continue
            scores = scores_for(item)
            if how == MARKED:
                marked = item.rationales.get().tokens
                scores = [10.0 - index if index in marked else -index / 10 for index in range(len(scores))]
            told = prediction(top1=item.external_id not in wrong)
            told["candidates"][0]["answer"] = "Lyon" if item.external_id in wrong else answer
            rows[item.pk] = RunItem.objects.create(
                run=run, item=item, state=RowState.DONE, prediction=told, saliency=saliency(scores)
            )
        RunPair.objects.create(
            run=run, perturbation=pair, original=rows[pair.original_id], perturbed=rows[pair.item_id]
        )
    return run


@pytest.fixture
def run(benchmark, pairs):
    return scored_run(benchmark, pairs, "attention", wrong=("one-e", "two"))


@pytest.fixture
def other(benchmark, pairs):
    return scored_run(benchmark, pairs, "lime", how=MARKED)


def at(path=""):
    return f"/api/benchmarks/capitals/results{path}"
