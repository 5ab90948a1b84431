import pytest

from annotation_app.core.errors import Invalid, NotAllowedInState
from annotation_app.runs import rules
from annotation_app.runs.rules import Kind, LeaseVerdict, RunState


@pytest.mark.parametrize(
    ("languages", "tag", "spoken"),
    [
        pytest.param(["en"], "en", True, id="same"),
        pytest.param(["zh"], "zh-Hans", True, id="a script of it"),
        pytest.param(["zh-Hans"], "zh", False, id="not the other way"),
        pytest.param(["en"], "enm", False, id="only begins alike"),
        pytest.param([], "en", False, id="no language"),
    ],
)
def test_speaks_reads_language_tags(languages, tag, spoken):
    assert rules.speaks(languages, tag) is spoken


START = {"enabled": True, "methods": ["attention"], "offered": ["attention", "other"], "pairs": 1}


def test_check_may_start_lets_a_sound_request_pass():
    rules.check_may_start(**START)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        pytest.param({"enabled": False}, "model", id="switched off"),
        pytest.param({"methods": []}, "methods", id="no method"),
        pytest.param({"methods": ["attention", "magic"]}, "methods", id="unknown method"),
        pytest.param({"methods": ["attention", "attention"]}, "methods", id="twice"),
        pytest.param({"pairs": 0}, "model", id="nothing to score"),
    ],
)
def test_check_may_start_names_the_field(change, field):
    with pytest.raises(Invalid) as refusal:
        rules.check_may_start(**(START | change))
    assert list(refusal.value.errors) == [field]


@pytest.mark.parametrize(
    ("kind", "state"),
    [
        (Kind.STANDING, RunState.RUNNING),
        (Kind.REQUESTED, RunState.DONE),
        (Kind.REQUESTED, RunState.FAILED),
        (Kind.REQUESTED, RunState.CANCELLED),
    ],
)
def test_check_may_cancel_refuses(kind, state):
    with pytest.raises(NotAllowedInState):
        rules.check_may_cancel(kind=kind, state=state)


@pytest.mark.parametrize("state", [RunState.QUEUED, RunState.RUNNING])
def test_check_may_cancel_allows_requested_runs_that_go_on(state):
    rules.check_may_cancel(kind=Kind.REQUESTED, state=state)


@pytest.mark.parametrize(
    ("attempts", "expected"),
    [
        pytest.param([0, 0, 0, 0, 0], [[0, 1], [2, 3], [4]], id="fresh ones together"),
        pytest.param([0, 1, 0, 2], [[0, 2], [1], [3]], id="lost ones alone"),
        pytest.param([], [], id="none"),
    ],
)
def test_batches_keeps_lost_rows_apart(attempts, expected):
    assert rules.batches(list(range(len(attempts))), attempts, size=2) == expected


@pytest.mark.parametrize(
    ("alive", "at_work", "waiting", "age", "attempts", "verdict"),
    [
        pytest.param(False, False, 0, 9999, 3, LeaseVerdict.WAIT, id="no worker: late, not lost"),
        pytest.param(True, True, 0, 9999, 3, LeaseVerdict.WAIT, id="a worker has it"),
        pytest.param(True, False, 4, 100, 1, LeaseVerdict.WAIT, id="may wait in the queue"),
        pytest.param(True, False, 4, 900, 1, LeaseVerdict.RESEND, id="waited too long"),
        pytest.param(True, False, 0, 61, 1, LeaseVerdict.RESEND, id="nobody has it"),
        pytest.param(True, False, 0, 61, 2, LeaseVerdict.RESEND, id="one attempt left"),
        pytest.param(True, False, 0, 61, 3, LeaseVerdict.FAIL, id="no attempt left"),
    ],
)
def test_judge_lease_tells_lost_from_late(alive, at_work, waiting, age, attempts, verdict):
    assert (
        rules.judge_lease(
            worker_alive=alive, at_work=at_work, waiting=waiting, age_seconds=age, attempts=attempts
        )
        == verdict
    )


@pytest.mark.parametrize(
    ("done", "failed", "state"),
    [(4, 0, RunState.DONE), (1, 3, RunState.DONE), (0, 4, RunState.FAILED), (0, 0, RunState.DONE)],
)
def test_judge_run_fails_only_without_any_result(done, failed, state):
    assert rules.judge_run(done=done, failed=failed) == state


@pytest.mark.parametrize(
    ("recent", "seconds", "left", "expected"),
    [
        pytest.param(60, 120.0, 30, (0.5, 60.0), id="half an item a second"),
        pytest.param(0, 120.0, 30, (None, None), id="nothing came back lately"),
        pytest.param(0, 120.0, 0, (None, 0.0), id="nothing left"),
        pytest.param(5, 0.0, 5, (None, None), id="no time has passed"),
    ],
)
def test_estimate_follows_the_recent_rate(recent, seconds, left, expected):
    assert rules.estimate(recent=recent, seconds=seconds, left=left) == expected
