import pytest

from annotation_app.core.errors import Invalid, NotAllowedInState
from annotation_app.releases import rules
from annotation_app.releases.rules import BadRange, ReleaseState, Row

SOUND = Row(text="He ran home .", starts=[0, 3, 7, 12], ends=[2, 6, 11, 13], mask=(2, 3), rationale=[0, 1])
LONGER = Row(
    text="So he ran home .", starts=[0, 3, 6, 10, 15], ends=[2, 5, 9, 14, 16], mask=(3, 4), rationale=[1, 2]
)


@pytest.mark.parametrize("version", ["0.1.0", "1.0.0", "10.20.30", "1.1.0-rc.1", "1.0.0+build.5", "1.0.0--"])
def test_check_version_takes_semantic_versions(version):
    rules.check_version(version)


@pytest.mark.parametrize(
    "version",
    [
        "",
        "1",
        "1.0",
        "v1.0.0",
        "01.0.0",
        "1.0.0-",
        "1.0.0-01",
        "1.0.0 ",
        "1.0.0\n",
        "1.0.0/..",
        "１.0.0",
        "1.0." + "9" * 60,
    ],
)
def test_check_version_refuses_others(version):
    with pytest.raises(Invalid) as refusal:
        rules.check_version(version)
    assert list(refusal.value.errors) == ["version"]


@pytest.mark.parametrize("existing", [None, ReleaseState.FAILED])
def test_check_may_publish_takes_a_free_version(existing):
    rules.check_may_publish(existing=existing, pairs=1)


@pytest.mark.parametrize(
    ("existing", "pairs"),
    [
        (ReleaseState.QUEUED, 1),
        (ReleaseState.BUILDING, 1),
        (ReleaseState.PUBLISHED, 1),
        (ReleaseState.WITHDRAWN, 1),
        (None, 0),
    ],
)
def test_check_may_publish_refuses(existing, pairs):
    with pytest.raises(Invalid):
        rules.check_may_publish(existing=existing, pairs=pairs)


@pytest.mark.parametrize("state", [state for state in ReleaseState if state is not ReleaseState.PUBLISHED])
def test_check_may_withdraw_asks_for_a_published_release(state):
    with pytest.raises(NotAllowedInState):
        rules.check_may_withdraw(state=state, reason="a licence")


def test_check_may_withdraw_asks_for_a_reason():
    rules.check_may_withdraw(state=ReleaseState.PUBLISHED, reason="a licence")
    with pytest.raises(Invalid):
        rules.check_may_withdraw(state=ReleaseState.PUBLISHED, reason=" \n")


def test_row_fault_finds_none_in_a_sound_row():
    assert rules.row_fault(SOUND, SOUND.words()) is None
    assert rules.row_fault(LONGER, LONGER.words()) is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        pytest.param({"starts": [0, 3, 7]}, "differ in number", id="one start short"),
        pytest.param({"starts": [], "ends": []}, "differ in number", id="no tokens"),
        pytest.param({"ends": [2, 6, 11, 14]}, "leaves the text", id="behind the end"),
        pytest.param({"ends": [2, 3, 11, 13]}, "empty", id="empty token"),
        pytest.param({"starts": [0, 1, 7, 12]}, "overlap", id="overlapping"),
        pytest.param({"starts": [0, 2, 7, 12]}, "space", id="space in a token"),
        pytest.param({"text": "\u3000" * 13}, "space", id="nothing but space"),
        pytest.param({"mask": None}, "masked span", id="no mask"),
        pytest.param({"mask": (3, 3)}, "masked span", id="empty mask"),
        pytest.param({"mask": (3, 5)}, "masked span", id="mask leaves tokens"),
        pytest.param({"rationale": []}, "no accepted rationale", id="no rationale"),
        pytest.param({"rationale": [1, 0]}, "out of order", id="unsorted rationale"),
        pytest.param({"rationale": [0, 4]}, "leaves the tokens", id="rationale leaves tokens"),
        pytest.param({"rationale": [1, 2]}, "touches", id="rationale on the mask"),
    ],
)
def test_row_fault_says_what_is_wrong(change, words):
    row = SOUND._replace(**change)
    assert words in (rules.row_fault(row, row.words()) or "")


LINKS = [[0, 1], [1, 2], [2, 3], [3, 4]]


@pytest.mark.parametrize(
    ("links", "same_group", "fault"),
    [
        pytest.param(LINKS, True, None, id="sound"),
        pytest.param([], True, None, id="nothing linked"),
        pytest.param(LINKS, False, "differ in language", id="another dimension"),
        pytest.param([[0, 1], [0, 2]], True, "linked twice", id="twice"),
        pytest.param([[0, 5]], True, "leaves the tokens", id="out of range"),
        pytest.param([[0, -1]], True, "not pairs", id="negative"),
        pytest.param([[0]], True, "not pairs", id="not a pair"),
        pytest.param([[0, 1], [1]], True, "not pairs", id="one not a pair"),
        pytest.param([[0, 1, 2]], True, "not pairs", id="three"),
        pytest.param([0, 1], True, "not pairs", id="not lists"),
        pytest.param([[0, 1.0]], True, "not pairs", id="a fraction"),
        pytest.param([[True, 1]], True, "not pairs", id="not a number"),
        pytest.param(None, True, "not pairs", id="none"),
    ],
)
def test_pair_fault_says_what_is_wrong(links, same_group, fault):
    found = rules.pair_fault(SOUND, LONGER, links, same_group=same_group)
    assert found is None if fault is None else fault in (found or "")


def test_pair_fault_compares_golden_answers():
    assert rules.pair_fault(SOUND, LONGER._replace(mask=(0, 1)), LINKS, same_group=True) == (
        "the two items differ in their golden answer"
    )


@pytest.mark.parametrize(
    ("rationale", "spans"),
    [
        ([0, 1], [(0, 6, "He ran")]),
        ([0, 3], [(0, 2, "He"), (12, 13, ".")]),
        ([3], [(12, 13, ".")]),
    ],
)
def test_rationale_spans_joins_neighbours(rationale, spans):
    assert rules.rationale_spans(SOUND._replace(rationale=rationale)) == spans


def test_rationale_spans_counts_code_points():
    row = Row(text="𝒳 你好吗", starts=[0, 2, 3], ends=[1, 3, 5], mask=(0, 1), rationale=[1, 2])
    assert rules.rationale_spans(row) == [(2, 5, "你好吗")]


@pytest.mark.parametrize(
    ("values", "text"), [((3, 3, 3), "3"), ((4, 4, 3), "11/3"), ((4, 4, 4, 3, 3), "18/5"), ((), None)]
)
def test_mean_text_is_exact(values, text):
    assert rules.mean_text(values) == text


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("bytes=0-4", (0, 5)),
        ("bytes=5-", (5, 10)),
        ("bytes=-3", (7, 10)),
        ("bytes=-30", (0, 10)),
        ("bytes=8-99", (8, 10)),
        ("bytes=4-2", None),
        ("bytes=-", None),
        ("bytes=0-1,4-5", None),
        ("lines=0-1", None),
        ("bytes=a-b", None),
    ],
)
def test_parse_range_reads_one_range(header, expected):
    assert rules.parse_range(header, 10) == expected


@pytest.mark.parametrize(("header", "size"), [("bytes=10-", 10), ("bytes=-0", 10), ("bytes=-1", 0)])
def test_parse_range_refuses_what_is_behind_the_end(header, size):
    with pytest.raises(BadRange):
        rules.parse_range(header, size)


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ("accepted", "counterpart_not_accepted"),
        ("rejected", "rejected"),
        ("discarded", "discarded"),
        ("scoring", "in_progress"),
    ],
)
def test_left_out_reason_names_ends_and_progress(state, reason):
    assert rules.left_out_reason(state) == reason


def test_warnings_name_types_with_few_pairs():
    found = rules.warnings(
        pairs_by_type={"important": 100, "syntactic": 99},
        types=["important", "syntactic", "dispensable"],
        quota=100,
        short=0,
        wanted=1,
    )
    assert [code for code, _ in found] == ["few_pairs", "few_pairs"]
    assert [message.split()[0] for _, message in found] == ["99", "0"]


def test_warnings_count_the_originals_that_lack_pairs():
    ((code, message),) = rules.warnings(pairs_by_type={}, types=[], quota=100, short=3, wanted=2)
    assert (code, message) == ("originals_short", "Accepted originals with fewer finished pairs than 2: 3.")
