"""Scores made elsewhere: what comes in, what is refused with its line, and what it takes part in."""

import hashlib
import io
import json
import tracemalloc
from dataclasses import replace

import pytest

from annotation_app.core.errors import Invalid
from annotation_app.runs.dispatch import instance_of
from annotation_app.runs.models import Run, RunItem, ScoresUpload
from annotation_app.runs.reporting import report_of
from annotation_app.runs.rules import Kind, RowState, RunState
from annotation_app.runs.services import cancel_run
from annotation_app.runs.uploading import MOST_PROBLEMS, Declared, upload_scores
from tests.annotation_app.factories import (
    make_item,
    make_original,
    make_pair,
)
from tests.annotation_app.runs.samples import prediction, saliency, scores_for
from worker.exchange.forms import Form
from worker.exchange.writing import write_scores

pytestmark = pytest.mark.django_db

SAID = Declared("scores.jsonl", model="their-bert", revision="7", method="lime")
STAMP = {
    "name": "their-bert",
    "revision": "7",
    "dtype": "float32",
    "worker_version": "",
    "torch_version": "",
    "transformers_version": "",
}


def own(item, name="", **changes):
    """A line of our own form about an item."""
    line = {
        "instance": name or item.external_id,
        "prediction": prediction(),
        "saliency": saliency(scores_for(item)),
        "error": None,
        "input": "",
        "method": {"name": "lime", "settings": {"samples": 100}},
        "model": STAMP,
    }
    return line | changes


def text(*lines):
    return "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines).encode()


def bring(benchmark, content, person, declared=SAID, **changes):
    declared = replace(declared, **changes)
    return upload_scores(benchmark=benchmark, stream=io.BytesIO(content), declared=declared, person=person)


def problems(upload):
    return [(each["line"], each["record"], each["code"]) for each in upload.problems]


def test_a_file_of_ours_becomes_a_run_with_a_report(benchmark, pair, admin):
    content = text(own(pair.original), own(pair.item))
    upload = bring(benchmark, content, admin)
    assert (upload.form, upload.read, upload.stored, upload.missing, upload.problems) == (
        "scores",
        2,
        2,
        0,
        [],
    )
    assert (upload.sha256, upload.size) == (hashlib.sha256(content).hexdigest(), len(content))
    run = upload.runs.get()
    assert (run.kind, run.state, run.model, run.model_name) == (
        Kind.EXTERNAL,
        RunState.DONE,
        None,
        "their-bert",
    )
    assert (run.revision, run.method, run.method_settings) == ("7", "lime", {"samples": 100})
    assert (run.person, run.pairs.count()) == (admin, 1)
    row = report_of(run)["rows"][-1]
    # The same scores as in test_reporting, where they are worked out by hand.
    assert row["token_f1"] == {"all": pytest.approx(0.45), "original": 0.5, "perturbed": pytest.approx(0.4)}
    recipe = report_of(run)["recipe"]
    assert recipe["model"] == {"name": "their-bert", "source": "", "revision": "7"}
    assert recipe["kind"] == "external"
    assert recipe["upload"] == {
        "file": "scores.jsonl",
        "sha256": upload.sha256,
        "form": "scores",
        "person": admin.username,
        "note": "",
        "missing": 0,
    }


def test_what_write_scores_makes_of_a_release_comes_in_under_the_release_ids(
    benchmark, pair, admin, tmp_path
):
    items = [pair.original, pair.item]
    instances = [replace(instance_of(item), id=f"capitals/{item.external_id}") for item in items]
    path = tmp_path / "scores.jsonl"
    write_scores(
        path,
        instances,
        [each.id for each in instances],
        model="their-bert",
        method="lime",
        saliencies=[scores_for(item) for item in items],
        candidates=[["Rome", "Paris"], ["Paris", "Rome"]],
    )
    upload = bring(benchmark, path.read_bytes(), admin)
    assert (upload.stored, upload.problems) == (2, [])
    first = upload.runs.get().rows.get(item=pair.original)
    assert (first.prediction["top1"], first.prediction["top3"], first.prediction["answer_rank"]) == (
        False,
        True,
        2,
    )


def test_scores_of_another_text_are_refused(benchmark, pair, admin):
    stale = replace(instance_of(pair.original), id="one", answer="Rome").digest()
    upload = bring(benchmark, text(own(pair.original, input=stale), own(pair.item)), admin)
    assert problems(upload) == [(1, "one", "other_input")]


def test_eraser_results_come_in_under_the_name_of_the_uploader(benchmark, pair, admin):
    lines = [
        {
            "annotation_id": item.external_id,
            "rationales": [{"docid": "x", "soft_rationale_predictions": scores_for(item)}],
            "classification": "Paris",
            "classification_scores": {"Paris": 0.75, "Rome": 0.25},
        }
        for item in (pair.original, pair.item)
    ]
    upload = bring(benchmark, text(*lines), admin, method_settings={"samples": 5})
    assert (upload.form, upload.stored) == ("eraser", 2)
    run = upload.runs.get()
    assert (run.model_name, run.revision, run.method, run.method_settings) == (
        "their-bert",
        "7",
        "lime",
        {"samples": 5},
    )
    row = report_of(run)["rows"][-1]
    assert (row["top1"]["all"], row["token_f1"]["all"]) == (1.0, pytest.approx(0.45))


def test_released_predictions_tell_an_order_and_no_more(benchmark, pair, admin):
    """Original: golden {1, 3}, chosen 3 and 1. Perturbed: golden {2, 4}, chosen 0 and 2: P and R 1/2."""
    lines = [
        {
            "id": "one",
            "rationale": [[3, 1]],
            "rationale_tokens": [["France", "capital"]],
            "pred_label": "Paris",
        },
        {"id": "one-d", "rationale": [["0", "2"]], "pred_label": 8566},
    ]
    upload = bring(benchmark, text(*lines), admin)
    assert (upload.form, upload.stored, upload.problems) == ("released", 2, [])
    row = report_of(upload.runs.get())["rows"][-1]
    assert row["token_f1"] == {"all": 0.75, "original": 1.0, "perturbed": 0.5}
    assert (row["map"], row["pcc"]) == (None, None)
    # France, capital against The, capital: nothing in common at depth 1, one of two at depth 2.
    assert row["map_at_k"] == pytest.approx((0 + 1 / 2) / 2)
    assert row["undefined"] == {"pcc": 0, "pcc_syntactic": 0, "pcc_scale": 1, "map": 1}
    assert (row["top1"]["all"], row["missing"]["predictions"]) == (1.0, 1)


def test_a_released_number_finds_the_item_imported_from_its_record(benchmark, admin):
    original = make_original(benchmark, external_id="set-100", record_id="100")
    pair = make_pair(benchmark, original, record_id="7")
    make_pair(benchmark, original, record_id="7")
    lines = [{"id": 100, "rationale": [[1]]}, {"id": 7, "rationale": [[1]]}, {"id": 8, "rationale": [[1]]}]
    upload = bring(benchmark, text(*lines), admin)
    assert problems(upload) == [(2, "7", "ambiguous_item"), (3, "8", "unknown_item")]
    assert [row.item for row in upload.runs.get().rows.filter(state="done")] == [original]
    assert pair.item.record_id == "7"


def test_each_broken_line_is_named_and_the_good_ones_are_kept(benchmark, pair, admin):
    short = saliency([1.0])
    unfinished = make_item(benchmark, external_id="alone")
    endless = json.dumps(own(pair.item)).replace("0.25", "NaN")
    lines = [
        own(pair.original),
        "{broken",
        own(pair.item, saliency=short),
        own(pair.item, "nobody"),
        own(unfinished),
        endless,
        own(pair.original),
        own(pair.item, method={"name": "x" * 41}),
        own(pair.item, prediction=None, saliency=None),
        [1],
        "",
        own(pair.item, model=STAMP | {"name": ""}),
        {"instance": 5},
        own(
            pair.item,
            prediction=prediction() | {"candidates": [{"answer": "\0", "pieces": [], "probability": 1}]},
        ),
        own(pair.item),
    ]
    upload = bring(benchmark, text(*lines), admin)
    assert problems(upload) == [
        (2, "", "broken_json"),
        (3, "one-d", "wrong_length"),
        (4, "nobody", "unknown_item"),
        (5, "alone", "not_finished"),
        (6, "", "broken_json"),
        (7, "one", "repeated_item"),
        (8, "one-d", "long_name"),
        (9, "one-d", "nothing_said"),
        (10, "", "not_an_object"),
        (12, "one-d", "wrong_field"),
        (13, "", "no_id"),
        (14, "", "not_storable"),
    ]
    assert (upload.read, upload.stored, upload.missing) == (14, 2, 0)
    assert upload.runs.get().rows.filter(state=RowState.DONE).count() == 2


def test_all_or_nothing_keeps_nothing_of_a_file_with_a_broken_line(benchmark, pair, admin):
    content = text(own(pair.original), own(pair.item), "{")
    upload = bring(benchmark, content, admin, all_or_nothing=True)
    assert (upload.stored, problems(upload)) == (0, [(3, "", "broken_json")])
    assert (Run.objects.count(), RunItem.objects.count(), ScoresUpload.objects.count()) == (0, 0, 1)
    assert bring(benchmark, text(own(pair.original)), admin, all_or_nothing=True).stored == 1


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty_file"),
        (b'{"words": 1}', "unknown_form"),
        (b"\x89PNG\r\n\x1a\n", "undecodable"),
        (b"[]", "empty_file"),
    ],
)
def test_a_file_that_is_none_makes_no_run(benchmark, admin, content, code):
    upload = bring(benchmark, content, admin)
    assert code in {each["code"] for each in upload.problems} or upload.problems[0]["code"] == "broken_json"
    assert (upload.stored, upload.runs.count()) == (0, 0)


def test_a_half_that_the_file_lacks_counts_as_missing(benchmark, pair, admin):
    make_pair(benchmark)
    upload = bring(benchmark, text(own(pair.original)), admin)
    run = upload.runs.get()
    # Four items are in finished pairs, one is scored; the other pair is no part of the run.
    assert (upload.missing, run.pairs.count(), run.rows.count()) == (3, 1, 2)
    other = run.rows.get(item=pair.item)
    assert (other.state, other.error_code) == (RowState.FAILED, "not_in_file")
    row = report_of(run)["rows"][-1]
    assert row["missing"] == {"predictions": 1, "saliencies": 1, "pairs": 1}
    assert row["token_f1"] == {"all": 0.5, "original": 0.5, "perturbed": None}


def test_methods_and_models_of_one_file_are_runs_of_their_own(benchmark, pair, admin):
    other = {"name": "attention", "settings": {}}
    lines = [own(item, **more) for item in (pair.original, pair.item) for more in ({}, {"method": other})]
    upload = bring(benchmark, text(*lines), admin)
    assert sorted(upload.runs.values_list("method", flat=True)) == ["attention", "lime"]
    assert [run.rows.count() for run in upload.runs.all()] == [2, 2]
    assert upload.stored == 4


@pytest.mark.parametrize("apart", [0, 300])
def test_a_failure_that_was_scored_again_is_replaced(benchmark, pair, admin, apart):
    failed = own(
        pair.original, prediction=None, saliency=None, error={"code": "too_long", "message": "Long."}
    )
    between = [own(pair.item, "nobody")] * apart
    upload = bring(benchmark, text(failed, *between, own(pair.original)), admin)
    assert (upload.stored, upload.runs.get().rows.get(item=pair.original).state) == (1, RowState.DONE)


def test_a_failure_is_kept_with_its_reason(benchmark, pair, admin):
    failed = own(
        pair.original, prediction=None, saliency=None, error={"code": "too_long", "message": "Long."}
    )
    run = bring(benchmark, text(failed), admin).runs.get()
    assert (run.state, run.error) == (RunState.FAILED, {"code": "too_long", "message": "Long."})


@pytest.mark.parametrize("missing", ["model", "method"])
def test_a_form_that_names_nobody_needs_the_uploaders_word(benchmark, pair, admin, missing):
    line = {"id": "one", "rationale": [[1]]}
    with pytest.raises(Invalid) as refused:
        bring(benchmark, text(line), admin, **{missing: ""})
    assert list(refused.value.errors) == [missing]
    assert ScoresUpload.objects.count() == 0


def test_a_chosen_form_is_the_only_one_read(benchmark, pair, admin):
    upload = bring(benchmark, text(own(pair.original)), admin, form=Form.ERASER)
    assert problems(upload) == [(1, "", "no_id")]


def test_the_same_scores_come_in_once_unless_withdrawn(benchmark, pair, admin):
    content = text(own(pair.original), own(pair.item))
    run = bring(benchmark, content, admin).runs.get()
    with pytest.raises(Invalid, match=f"as run {run.pk}"):
        bring(benchmark, content, admin)
    assert ScoresUpload.objects.count() == 1
    assert cancel_run(run=run).state == RunState.CANCELLED
    assert bring(benchmark, content, admin).runs.count() == 1


def test_a_grown_benchmark_takes_the_same_file_again(benchmark, pair, admin):
    content = text(own(pair.original), own(pair.item), own(pair.original, "two"))
    bring(benchmark, content, admin)
    make_pair(benchmark, make_original(benchmark, external_id="two"))
    assert bring(benchmark, content, admin).stored == 3


def test_a_file_of_nothing_but_broken_lines_fills_neither_report_nor_memory(benchmark, pair, admin):
    line = json.dumps(own(pair.item, "nobody"))
    content = "\n".join([line] * (MOST_PROBLEMS + 500)).encode()
    tracemalloc.start()
    upload = bring(benchmark, content, admin)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (upload.read, upload.stored, len(upload.problems)) == (MOST_PROBLEMS + 500, 0, MOST_PROBLEMS + 1)
    assert upload.problems[-1]["code"] == "more_problems"
    assert peak < 3 * len(content) + 8_000_000


@pytest.mark.parametrize("pairs", [1, 3])
def test_upload_asks_the_database_as_often_for_one_pair_as_for_three(
    benchmark, admin, pairs, django_assert_num_queries
):
    made = [make_pair(benchmark) for _ in range(pairs)]
    content = text(*(own(item) for pair in made for item in (pair.original, pair.item)))
    with django_assert_num_queries(17):
        upload = bring(benchmark, content, admin)
    assert upload.stored == 2 * pairs
