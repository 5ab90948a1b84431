import pytest

from annotation_app.core.version import CODE_VERSION
from annotation_app.runs import collecting
from annotation_app.runs.models import RunItem
from annotation_app.runs.queries import keyed_pair_records
from annotation_app.runs.reporting import ratios_of, report_of
from annotation_app.runs.rules import RowState
from tests.annotation_app.factories import make_benchmark, make_original, make_pair
from tests.annotation_app.runs.samples import make_model, prediction, saliency, scores_for

pytestmark = pytest.mark.django_db


def scored_run(pairs=1):
    """A run in which everything came back; token 0 is the most salient, then 1, and so on."""
    benchmark = make_benchmark(methods=["attention"])
    make_model()
    original = make_original(benchmark)
    for _ in range(pairs):
        make_pair(benchmark, original)
    (run,) = collecting.collect_pairs(benchmark=benchmark)
    for row in run.rows.select_related("item"):
        row.state = RowState.DONE
        row.prediction, row.saliency = prediction(), saliency(scores_for(row.item))
        row.save()
    return run


def test_report_of_has_the_numbers_of_a_pair_worked_out_by_hand():
    """Original: 7 tokens, rationale {1, 3}, ratio 2/7, K 2, extracted {0, 1}: F1 2 * 1 / 4.

    Perturbed: 8 tokens, rationale {2, 4}, K ceil(16/7) = 3, extracted {0, 1, 2}: F1 2 * 1 / 5.
    """
    run = scored_run()
    report = report_of(run)
    row = report["rows"][-1]
    assert (row["language"], row["dimension"]) == ("all", "all")
    assert (row["originals"], row["perturbed"], row["pairs"]) == (1, 1, 1)
    assert row["token_f1"] == {"all": pytest.approx(0.45), "original": 0.5, "perturbed": pytest.approx(0.4)}
    assert row["top1"] == {"all": 1.0, "original": 1.0, "perturbed": 1.0}
    # Ranked without the mask: The capital of France is . / The proud capital of France is .
    assert row["map"] == pytest.approx((1 + 1 / 2 + 2 / 3 + 3 / 4 + 4 / 5 + 5 / 6 + 6 / 7) / 7)
    assert report["ratios"] == [
        {"language": "en", "dimension": "knowledge", "ratio": pytest.approx(2 / 7), "items": 1}
    ]
    assert ratios_of(run) == {("en", "knowledge"): pytest.approx(2 / 7)}


def test_report_of_tells_how_it_was_made():
    run = scored_run()
    recipe = report_of(run)["recipe"]
    assert recipe["model"] == {"name": "tiny-en", "source": "fixtures/models/none", "revision": "abc"}
    assert recipe["method"] == {"name": "attention", "settings": {}}
    assert recipe["code_version"] == CODE_VERSION
    assert recipe["settings_versions"] == [1]
    assert recipe["scope"] == {}
    assert recipe["normalisation"]["words"] == "NFC, case kept"
    assert recipe["items"] == {"queued": 0, "sent": 0, "done": 2, "failed": 0}


def test_report_of_is_kept_until_more_rows_are_done():
    run = scored_run()
    first = report_of(run)
    run.refresh_from_db()
    assert report_of(run)["recipe"]["created_at"] == first["recipe"]["created_at"]
    RunItem.objects.filter(item__role="perturbed").update(state=RowState.FAILED, prediction=None)
    assert report_of(run)["rows"][-1]["missing"]["predictions"] == 1


@pytest.mark.parametrize("pairs", [1, 3])
def test_pair_records_asks_the_database_once(pairs, django_assert_num_queries):
    run = scored_run(pairs)
    with django_assert_num_queries(1):
        records = [record for record, _ in keyed_pair_records(run)]
    assert len(records) == pairs
    assert records[0].original.rationale == (1, 3)
    assert records[0].perturbed.rationale == (2, 4)
    assert records[0].links == ((0, 0), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7))


def test_an_original_in_several_pairs_counts_once_among_inputs():
    row = report_of(scored_run(3))["rows"][-1]
    assert (row["originals"], row["perturbed"], row["pairs"]) == (1, 3, 3)
