import pytest

from annotation_app.core.errors import Unavailable
from annotation_app.runs import pair_tables, tasks
from annotation_app.runs.models import RunTable, RunTableColumn
from annotation_app.runs.reporting import report_of
from annotation_app.runs.rules import RowState
from tests.annotation_app.runs.test_reporting import scored_run

pytestmark = pytest.mark.django_db


@pytest.fixture
def large(monkeypatch):
    """No table is small, so that each is made in the background."""
    monkeypatch.setattr(pair_tables, "SMALL_TABLE", 0)


def test_a_table_is_kept_and_read_back_as_it_was_made():
    run = scored_run(pairs=2)
    made = pair_tables.make_table(run)
    found = pair_tables.table_of(run)
    assert (found.groups, found.types, found.ratios) == (made.groups, made.types, made.ratios)
    assert set(found.columns) == set(made.columns)
    for name, column in made.columns.items():
        assert found[name].tobytes() == column.tobytes(), name
        assert found[name].dtype == column.dtype
    keys = sorted(run.pairs.values_list("original__item", "perturbed__item"))
    assert sorted(zip(found["original_key"], found["perturbed_key"], strict=True)) == keys


def test_a_small_table_is_made_when_it_is_asked_for():
    run = scored_run()
    standing = pair_tables.standing_of(run)
    assert (standing.fingerprint, standing.current) == ("1/1/2/0", True)


def test_a_large_table_is_sent_for_once(large, django_capture_on_commit_callbacks, taken):
    run = scored_run()
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(3):
            assert pair_tables.standing_of(run) == ("", False, None)
    (message,) = [each for each in taken("web") if each.headers["task"] == "runs.make_table"]
    assert message.payload[0] == [run.pk]
    with pytest.raises(Unavailable, match="being made"):
        report_of(run)
    tasks.make_table(run.pk)
    assert pair_tables.standing_of(run).current
    assert report_of(run)["counts"]["pairs"] == 1


def test_the_older_table_answers_until_the_new_one_is_there(large):
    run = scored_run(pairs=2)
    row = run.rows.order_by("-pk").first()
    row.__class__.objects.filter(pk=row.pk).update(state=RowState.SENT)
    tasks.make_table(run.pk)
    before = report_of(run)
    row.__class__.objects.filter(pk=row.pk).update(state=RowState.DONE)
    standing = pair_tables.standing_of(run)
    assert (standing.fingerprint, standing.current) == ("1/2/2/0", False)
    assert report_of(run) == before
    tasks.make_table(run.pk)
    assert pair_tables.standing_of(run) == ("1/2/3/0", True, None)
    assert report_of(run)["recipe"]["items"]["done"] == 3


def test_scores_that_do_not_fit_leave_their_reason_and_the_older_table(large):
    run = scored_run()
    tasks.make_table(run.pk)
    row = run.rows.first()
    row.saliency = {**row.saliency, "scores": [1.0]}
    row.state = RowState.FAILED
    row.save()
    tasks.make_table(run.pk)
    standing = pair_tables.standing_of(run)
    assert (standing.fingerprint, standing.current) == ("1/1/2/0", False)
    assert "has 7 tokens, not 1" in standing.error["message"]
    assert pair_tables.table_of(run) is not None


def test_making_a_table_anew_leaves_no_column_behind():
    run = scored_run()
    pair_tables.make_table(run)
    number = RunTableColumn.objects.count()
    pair_tables.make_table(run)
    assert (RunTable.objects.count(), RunTableColumn.objects.count()) == (1, number)
