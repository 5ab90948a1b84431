from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation_app.core.errors import AlreadyJudged, Invalid, MaskedToken, NotEligible, NothingChanged
from annotation_app.rationales import rules
from annotation_app.rationales.rules import Score, Verdict, decide


def scores(compactness: list[int], sufficiency: int = 3) -> list[Score]:
    return [Score(sufficiency, value) for value in compactness]


@pytest.mark.parametrize(
    ("given", "round", "verdict"),
    [
        pytest.param(scores([4, 4, 3]), 1, Verdict.ACCEPT, id="compactness 3.67"),
        pytest.param(scores([4, 3, 3]), 1, Verdict.MODIFY, id="compactness 3.33"),
        pytest.param(scores([4, 3]), 1, Verdict.MODIFY, id="two reviewers, 3.5"),
        pytest.param(scores([4, 4, 4, 3, 3]), 1, Verdict.ACCEPT, id="exactly 3.6"),
        pytest.param(scores([4] * 5 + [3] * 4), 1, Verdict.MODIFY, id="nine reviewers, 3.556"),
        pytest.param(scores([4, 4, 4]), 1, Verdict.ACCEPT, id="sufficiency 3, 3, 3"),
        pytest.param([Score(3, 4), Score(3, 4), Score(2, 4)], 1, Verdict.MODIFY, id="sufficiency 3, 3, 2"),
        pytest.param([Score(2, 4), Score(3, 4), Score(3, 4)], 2, Verdict.MODIFY, id="a round is left"),
        pytest.param([Score(2, 4), Score(3, 4), Score(3, 4)], 3, Verdict.DISCARD, id="no round left"),
        pytest.param(scores([4, 4, 3]), 3, Verdict.ACCEPT, id="passes in the last round"),
        pytest.param(scores([3, 3, 3]), 3, Verdict.DISCARD, id="not compact in the last round"),
    ],
)
def test_decide_compares_each_mean_with_its_threshold(
    given: list[Score], round: int, verdict: Verdict
) -> None:
    assert decide(given, round=round) is verdict


def test_decide_holds_the_threshold_as_a_database_gives_it() -> None:
    limits = rules.Thresholds(Fraction(Decimal("3.000")), Fraction(Decimal("3.600")), 3)
    assert limits == rules.PAPER
    assert decide(scores([4, 4, 4, 3, 3]), round=1, limits=limits) is Verdict.ACCEPT


ANY_SCORES = st.lists(st.builds(Score, st.integers(1, 3), st.integers(1, 4)), min_size=1, max_size=9)


@given(ANY_SCORES, st.data(), st.integers(1, 3))
def test_decide_never_punishes_a_higher_score(given: list[Score], data: st.DataObject, round: int) -> None:
    at = data.draw(st.integers(0, len(given) - 1))
    better = list(given)
    better[at] = Score(min(3, given[at].sufficiency + 1), min(4, given[at].compactness + 1))
    if decide(given, round=round) is Verdict.ACCEPT:
        assert decide(better, round=round) is Verdict.ACCEPT


@given(ANY_SCORES, st.integers(1, 3))
def test_decide_agrees_with_whole_numbers_and_ignores_order(given: list[Score], round: int) -> None:
    number = len(given)
    passes = sum(s.sufficiency for s in given) >= 3 * number
    passes = passes and 10 * sum(s.compactness for s in given) >= 36 * number
    expected = Verdict.ACCEPT if passes else Verdict.MODIFY if round < 3 else Verdict.DISCARD
    assert decide(given, round=round) is decide(given[::-1], round=round) is expected


@pytest.mark.parametrize(
    ("marked", "refusal"),
    [
        ([], Invalid),
        ([0, 0], Invalid),
        ([-1], Invalid),
        ([5], Invalid),
        ([10**30], Invalid),
        ([2], MaskedToken),
        ([0, 3], MaskedToken),
    ],
)
def test_check_tokens_refuses(marked: list[int], refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        rules.check_tokens(marked, tokens=5, mask=(2, 4))


def test_check_tokens_puts_them_in_order_up_to_the_edges_of_the_mask() -> None:
    assert rules.check_tokens([4, 0, 1], tokens=5, mask=(2, 4)) == [0, 1, 4]


def test_check_changed_refuses_the_rejected_rationale() -> None:
    rules.check_changed([1, 2], previous=[1])
    with pytest.raises(NothingChanged):
        rules.check_changed([1, 2], previous=[1, 2])


@pytest.mark.parametrize("score", [(0, 1), (4, 1), (1, 0), (1, 5), (2.5, 1), (1, 3.6)])
def test_check_scores_refuses_what_is_off_the_scale(score: tuple[int, int]) -> None:
    with pytest.raises(Invalid):
        rules.check_scores(Score(*score))


def test_check_may_score_refuses_own_work_and_a_second_score() -> None:
    rules.check_may_score(own=False, scored=False)
    with pytest.raises(NotEligible):
        rules.check_may_score(own=True, scored=False)
    with pytest.raises(AlreadyJudged):
        rules.check_may_score(own=False, scored=True)
