import pytest

from annotation_app.items.models import Item
from annotation_app.items.rules import State
from annotation_app.items.signals import item_moved
from annotation_app.runs import collecting
from annotation_app.runs.models import LanguageModel, Run, RunItem, RunPair
from annotation_app.runs.rules import Kind, RunState
from tests.annotation_app.factories import make_benchmark, make_original, make_pair
from tests.annotation_app.runs.samples import make_model

pytestmark = pytest.mark.django_db


def test_collect_pairs_opens_one_standing_run_for_each_method():
    benchmark = make_benchmark(methods=["attention", "integrated_gradients"])
    make_model()
    original = make_original(benchmark)
    make_pair(benchmark, original)
    make_pair(benchmark, original, type="important")
    grown = collecting.collect_pairs(benchmark=benchmark)
    assert sorted(run.method for run in grown) == ["attention", "integrated_gradients"]
    assert set(Run.objects.values_list("kind", "state")) == {(Kind.STANDING, RunState.QUEUED)}
    for run in grown:
        assert run.pairs.count() == 2
        assert run.rows.count() == 3


def test_collect_pairs_takes_each_pair_once_and_new_ones_later():
    benchmark = make_benchmark(methods=["attention"])
    make_model()
    make_pair(benchmark)
    assert len(collecting.collect_pairs(benchmark=benchmark)) == 1
    assert collecting.collect_pairs(benchmark=benchmark) == []
    Run.objects.update(state=RunState.DONE)
    make_pair(benchmark)
    (run,) = collecting.collect_pairs(benchmark=benchmark)
    assert Run.objects.get().state == RunState.QUEUED
    assert (run.pairs.count(), run.rows.count()) == (2, 4)


@pytest.mark.parametrize("state", [State.SCORING, State.DISCARDED, State.PERTURBATION_REVIEW])
def test_collect_pairs_waits_for_both_items(state):
    benchmark = make_benchmark()
    make_model()
    make_pair(benchmark, state=state)
    assert collecting.collect_pairs(benchmark=benchmark) == []
    assert not Run.objects.exists()


def test_collect_pairs_asks_for_the_language_and_the_switch():
    benchmark = make_benchmark()
    make_model("reads-zh", ("zh",))
    make_model("off")
    LanguageModel.objects.filter(name="off").update(enabled=False)
    make_pair(benchmark)
    assert collecting.collect_pairs(benchmark=benchmark) == []


def test_collect_pairs_scores_a_new_revision_anew():
    benchmark = make_benchmark(methods=["attention"])
    make_model(revision="one")
    make_pair(benchmark)
    collecting.collect_pairs(benchmark=benchmark)
    make_model(revision="two")
    collecting.collect_pairs(benchmark=benchmark)
    assert sorted(Run.objects.values_list("revision", flat=True)) == ["one", "two"]
    assert RunItem.objects.count() == 4


def test_collect_pairs_leaves_other_benchmarks_alone():
    make_model()
    make_pair(make_benchmark())
    assert collecting.collect_pairs(benchmark=make_benchmark()) == []
    assert not RunPair.objects.exists()


@pytest.mark.parametrize(("after", "messages"), [(State.ACCEPTED, 1), (State.MODIFYING, 0)])
def test_an_accepted_item_asks_for_collecting(after, messages, taken, django_capture_on_commit_callbacks):
    item = make_original(make_benchmark())
    with django_capture_on_commit_callbacks(execute=True):
        item_moved.send(sender=Item, item=item, before=State.SCORING, after=after)
    found = taken("web")
    assert [message.headers["task"] for message in found] == ["runs.collect"] * messages
    assert all(message.payload[0] == [item.benchmark_id] for message in found)
