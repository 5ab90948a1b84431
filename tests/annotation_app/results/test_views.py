import csv
import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation_app.runs.models import RunItem, RunTable
from tests.annotation_app.factories import client_of, make_member, make_original, make_pair
from tests.annotation_app.results.conftest import MARKED, at, scored_run

pytestmark = pytest.mark.django_db

# Ranked without the mask: The capital of France is . / The proud capital of France is .
FALLING_MAP = (1 + 1 / 2 + 2 / 3 + 3 / 4 + 4 / 5 + 5 / 6 + 6 / 7) / 7


def system(reader, run, **filters):
    (found,) = [each for each in reader.get(at(), filters).data["systems"] if each["run"]["id"] == run.pk]
    return found


def test_the_leaderboard_has_the_numbers_worked_out_by_hand(reader, run):
    """Falling scores: of an original K 2, {0, 1} for {1, 3}: 1/2; perturbed K 3, {0, 1, 2} for {2, 4}: 2/5.

    Of five inputs one-e and two are answered wrongly.
    """
    found = system(reader, run)
    assert (found["state"], found["current"], found["error"]) == ("ready", True, None)
    assert found["run"]["model"] == "model-attention"
    row = found["row"]
    assert (row["originals"], row["perturbed"], row["pairs"]) == (2, 3, 3)
    assert row["top1"] == {"all": 3 / 5, "original": 1 / 2, "perturbed": pytest.approx(2 / 3)}
    assert row["token_f1"] == {"all": pytest.approx(0.44), "original": 0.5, "perturbed": pytest.approx(0.4)}
    assert row["map"] == pytest.approx(FALLING_MAP)
    assert found["changes"]["top1"]["value"] == pytest.approx(1 / 6)
    assert found["changes"]["token_f1"] == {
        "value": pytest.approx(-0.1),
        "interval": [pytest.approx(-0.1), pytest.approx(-0.1)],
    }


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"dimension": "grammar"}, 1),
        ({"language": "en"}, 3),
        ({"type": "dispensable"}, 3),
        ({"ratio_from": "0.3"}, None),
        ({"ratio_to": "0.285"}, None),  # 2/7 is 0.2857
        ({"ratio_from": "0.285", "ratio_to": "0.286"}, 3),
        ({"type": "important"}, None),
    ],
)
def test_filters_leave_the_pairs_that_pass(reader, run, filters, expected):
    row = system(reader, run, **filters)["row"]
    assert (row and row["pairs"]) == expected


def test_a_filtered_row_is_counted_from_its_pairs_alone(reader, run):
    row = system(reader, run, dimension="grammar")["row"]
    assert row["top1"] == {"all": 0.5, "original": 0.0, "perturbed": 1.0}


def test_there_is_to_choose_what_the_runs_hold(reader, run):
    assert reader.get(at()).data["choices"] == {
        "languages": ["en"],
        "dimensions": ["grammar", "knowledge"],
        "types": ["dispensable"],
        "releases": [],
    }


def test_an_empty_range_is_refused_in_words(reader, run):
    answer = reader.get(at(), {"ratio_from": "0.5", "ratio_to": "0.5"})
    assert answer.status_code == 422
    assert "Put the smaller number first" in answer.json()["detail"]


def test_a_release_that_is_not_there_is_not_found(reader, run):
    assert reader.get(at(), {"release": "9.9.9"}).status_code == 404


def test_what_was_taken_back_is_not_on_the_board(benchmark, reader, pairs):
    scored_run(benchmark, pairs, "attention").__class__.objects.update(state="cancelled")
    assert reader.get(at()).data["systems"] == []


def test_annotators_read_no_results(benchmark, run):
    assert client_of(make_member(benchmark, "annotator")).get(at()).status_code == 403


def test_more_scores_make_new_numbers(reader, benchmark, run):
    assert system(reader, run)["row"]["pairs"] == 3
    pair = make_pair(benchmark, make_original(benchmark, external_id="three"), external_id="three-d")
    later = scored_run(benchmark, [pair], "later")
    RunItem.objects.filter(run=later).update(run=run)
    later.pairs.update(run=run)
    assert system(reader, run)["row"]["pairs"] == 4


def test_a_large_run_is_counted_in_the_background(reader, run, monkeypatch):
    monkeypatch.setattr("annotation_app.runs.pair_tables.SMALL_TABLE", 2)
    found = system(reader, run)
    assert (found["state"], found["current"], found["row"]) == ("waiting", False, None)
    assert RunTable.objects.get(run=run).asked == "1/3/5/0"
    assert reader.get(at(f"/runs/{run.pk}/pairs")).status_code == 503


def test_scores_that_do_not_fit_are_told_with_the_reason(reader, run):
    row = run.rows.first()
    row.saliency = {**row.saliency, "scores": [1.0]}
    row.save()
    found = system(reader, run)
    assert found["state"] == "failed"
    assert found["error"]["code"] == "report_failed"
    assert "tokens, not 1" in found["error"]["message"]


def test_the_board_takes_as_many_queries_for_many_runs(reader, benchmark, pairs, run):
    def queries():
        reader.get(at())  # the tables are made
        with CaptureQueriesContext(
            connection,
        ) as captured:
            reader.get(at())
        return len(captured)

    few = queries()
    for number in range(3):
        scored_run(benchmark, pairs, f"method-{number}")
    assert queries() == few


def test_the_papers_tables_lead_to_the_pairs_behind(reader, run, other):
    answer = reader.get(at("/tables")).data
    assert [table["number"] for table in answer["tables"]] == list(range(3, 12))
    assert answer["waiting"] == 0
    (data, quality, accuracy), f1 = answer["tables"][:3], answer["tables"][4]
    by_dimension = {row[1]["text"]: [cell["text"] for cell in row[2:]] for row in data["rows"]}
    # Originals, perturbed, dispensable, tokens, rationale tokens, ratio 2/7.
    assert by_dimension["grammar"] == ["1", "1", "1", "7.0", "2.0", "0.286"]
    assert by_dimension["all"] == ["2", "3", "3", "7.0", "2.0", "0.286"]
    # Scores (3, 4), (3, 4), (3, 3) each; ratings 2, 1, 1.
    assert [cell["text"] for cell in quality["rows"][-1][3:]] == ["3.00", "3.67", "1.33"]
    assert [row[1]["text"] for row in accuracy["rows"]] == ["model-attention", "model-lime"]
    assert accuracy["rows"][0][2]["value"] == 3 / 5
    assert accuracy["rows"][0][2]["behind"] == {
        "run": run.pk,
        "language": "en",
        "dimension": "",
        "type": "",
        "metric": "top1",
    }
    assert [cell["text"] for cell in f1["rows"][1][4:]] == ["1.000 [1.000, 1.000]", "0.800 [0.800, 0.800]"]
    assert "no release" in data["recipe"]
    assert "revision abc" in accuracy["recipe"]


def test_a_table_is_downloaded_in_three_forms(reader, run):
    answer = reader.get(at("/tables/table-05-accuracy/csv"))
    assert answer["Content-Disposition"] == 'attachment; filename="capitals-table-05-accuracy.csv"'
    (line, _) = csv.DictReader(io.StringIO(answer.content.decode()))
    assert float(line["Top1 All"]) == 3 / 5
    assert rb"\begin{tabular}" in reader.get(at("/tables/table-05-accuracy/tex")).content
    assert reader.get(at("/tables/table-05-accuracy/md")).content.startswith(b"## Table 5. ")
    assert reader.get(at("/tables/table-05-accuracy/docx")).status_code == 404
    assert reader.get(at("/tables/table-99/csv")).status_code == 404


def test_the_leaderboard_is_downloaded_as_it_is_filtered(reader, run, other):
    answer = reader.get(at("/tables/leaderboard/csv"), {"dimension": "grammar"})
    first, second, recipe = csv.DictReader(io.StringIO(answer.content.decode()))
    assert (first["Method"], second["Method"]) == ("attention", "lime")
    assert (float(first["Top1 All"]), float(second["Token-F1"])) == (0.5, pytest.approx(0.9))
    assert "Only: grammar." in recipe["Model"]


def test_two_runs_are_compared_by_originals(reader, run, other):
    """The other run marks as people did: F1 1 of an original, K 3 takes one more of a perturbed: 4/5."""
    answer = reader.get(at("/comparison"), {"a": run.pk, "b": other.pk}).data
    f1 = {each["metric"]: each for each in answer["metrics"]}["token_f1"]
    assert (f1["a"], f1["b"]) == (pytest.approx(0.44), pytest.approx(0.88))
    assert f1["difference"] == pytest.approx(0.44)
    # Of one original (0.5 + 0.4 + 0.4) / 3, of the other (0.5 + 0.4) / 2.
    assert f1["interval"] == [pytest.approx(1.3 / 3), pytest.approx(0.45)]
    assert (f1["p"], f1["originals"], f1["values"]) == (pytest.approx(0.5), 2, 5)  # two of two differ alike
    same = reader.get(at("/comparison"), {"a": run.pk, "b": run.pk}).data["metrics"][0]
    assert (same["difference"], same["p"], same["reason"]) == (0, None, "no_difference")


def test_runs_of_different_pairs_have_nothing_to_compare(reader, benchmark, pairs):
    one, two = (scored_run(benchmark, [pair], f"m{pair.pk}") for pair in pairs[1:])
    answer = reader.get(at("/comparison"), {"a": one.pk, "b": two.pk}).data
    assert {each["reason"] for each in answer["metrics"]} == {"nothing_common"}


def test_the_figures_have_a_point_for_each_dimension(reader, run):
    answer = reader.get(at("/figures")).data
    f1 = {each["dimension"]: each for each in answer["ratio_points"] if each["metric"] == "token_f1"}
    assert {name: point["value"] for name, point in f1.items()} == {
        "grammar": pytest.approx((0.5 + 0.4) / 2),
        "knowledge": pytest.approx((0.5 + 0.4 + 0.4) / 3),
    }
    assert f1["grammar"]["ratio"] == pytest.approx(2 / 7)
    top1 = answer["accuracy"][0]
    assert (top1["original"], top1["perturbed"]) == (0.5, pytest.approx(2 / 3))
    assert top1["change"]["value"] == pytest.approx(1 / 6)


def test_one_runs_values_spread(reader, run):
    answer = reader.get(at(f"/runs/{run.pk}/distributions")).data
    found = {each["metric"]: each for each in answer["histograms"]}
    original = found["token_f1_original"]
    assert len(original["bounds"]) == len(original["counts"]) + 1
    assert {
        bound: count for bound, count in zip(original["bounds"], original["counts"], strict=False) if count
    } == {0.5: 2}
    assert (original["mean"], original["none"]) == (0.5, 0)
    assert sum(found["map"]["counts"]) == 3
    assert answer["scatter"]["of"] == 2
    assert answer["scatter"]["points"][0]["ratio"] == pytest.approx(2 / 7)
    assert answer["confusion"] == [{"golden": "Paris", "answer": "Lyon", "inputs": 2}]
    grammar = reader.get(at(f"/runs/{run.pk}/distributions"), {"dimension": "grammar"}).data
    assert grammar["confusion"] == [{"golden": "Paris", "answer": "Lyon", "inputs": 1}]


def test_the_pairs_behind_a_number_come_in_any_order(reader, run):
    def names(**asked):
        answer = reader.get(at(f"/runs/{run.pk}/pairs"), asked)
        return [row["perturbed"]["external_id"] for row in answer.data["results"]]

    assert names() == ["one-d", "one-e", "two-d"]
    assert names(order="-name") == ["two-d", "one-e", "one-d"]
    assert names(order="top1") == ["one-e", "two-d", "one-d"]  # a half each, then both right
    assert names(order="-top1_perturbed") == ["one-d", "two-d", "one-e"]
    assert names(dimension="grammar") == ["two-d"]
    assert reader.get(at(f"/runs/{run.pk}/pairs"), {"order": "luck"}).status_code == 422


def test_a_pair_behind_a_number_shows_its_values(reader, run):
    (row,) = reader.get(at(f"/runs/{run.pk}/pairs"), {"dimension": "grammar"}).data["results"]
    assert row["original"]["external_id"] == "two"
    assert (row["top1_original"], row["top1_perturbed"]) == (False, True)
    assert (row["token_f1_original"], row["token_f1_perturbed"]) == (0.5, pytest.approx(0.4))
    assert row["map"] == pytest.approx(FALLING_MAP)
    assert row["ratio"] == pytest.approx(2 / 7)


def test_a_run_of_another_benchmark_has_no_pairs_here(reader, run):
    assert reader.get(at(f"/runs/{run.pk + 1}/pairs")).status_code == 404


def test_marked_scores_rank_what_people_marked(reader, benchmark, pairs):
    run = scored_run(benchmark, pairs, "marked", how=MARKED)
    assert system(reader, run)["row"]["token_f1"]["original"] == 1
