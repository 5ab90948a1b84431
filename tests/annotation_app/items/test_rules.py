from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation_app.core.errors import (
    AlreadyJudged,
    Invalid,
    NotAllowedInState,
    NotEligible,
    PlaceTaken,
    Stale,
)
from annotation_app.items import rules
from annotation_app.items.rules import MaskSource, MaskVerdict, State, judge_mask

# Written out again from the paper and the architecture guide, so that a slip in the source shows here.
MOVES = {
    ("needs_wording", "mask_rating"),
    ("needs_wording", "mask_proposing"),
    ("needs_wording", "rejected"),
    ("mask_proposing", "mask_rating"),
    ("mask_rating", "annotating"),
    ("mask_rating", "mask_proposing"),
    ("mask_rating", "rejected"),
    ("perturbation_review", "annotating"),
    ("perturbation_review", "rejected"),
    ("annotating", "scoring"),
    ("scoring", "accepted"),
    ("scoring", "modifying"),
    ("scoring", "discarded"),
    ("modifying", "scoring"),
}


@pytest.mark.parametrize(("before", "after"), list(product(State, State)))
def test_check_move_allows_exactly_the_moves_of_the_machine(before: State, after: State) -> None:
    if (before.value, after.value) in MOVES:
        rules.check_move(before, after)
    else:
        with pytest.raises(NotAllowedInState):
            rules.check_move(before, after)


def test_every_state_is_entered_left_or_final() -> None:
    final = {state for state, following in rules.MOVES.items() if not following}
    assert final == {State.ACCEPTED, State.REJECTED, State.DISCARDED}
    entered = {after for following in rules.MOVES.values() for after in following}
    assert set(State) - entered == {State.PERTURBATION_REVIEW, State.NEEDS_WORDING}
    assert set(rules.DUTY_STATE) == set(rules.DUTY_ROLE) == set(rules.Duty)


@pytest.mark.parametrize(
    ("confidences", "verdict"),
    [
        pytest.param([1, 2, 2], MaskVerdict.ACCEPT, id="all at most 2"),
        pytest.param([2, 2, 2], MaskVerdict.ACCEPT, id="all exactly at the gate"),
        pytest.param([1, 1, 3], MaskVerdict.REJECT, id="one 3"),
        pytest.param([2, 2], MaskVerdict.PENDING, id="third missing"),
        pytest.param([4, 4], MaskVerdict.PENDING, id="two high, third missing"),
        pytest.param([4, 1, 1], MaskVerdict.REJECT, id="a 4, although the mean is 2.0"),
        pytest.param([], MaskVerdict.PENDING, id="none yet"),
    ],
)
def test_judge_mask_wants_every_rating_at_most_the_gate(confidences: list[int], verdict: MaskVerdict) -> None:
    given = judge_mask(confidences, raters=3, gate=2, attempt=1, proposals=3, source=MaskSource.IMPORT)
    assert given is verdict


@pytest.mark.parametrize(
    ("attempt", "source", "verdict"),
    [
        (1, MaskSource.ANNOTATOR, MaskVerdict.PROPOSE_AGAIN),
        (2, MaskSource.ANNOTATOR, MaskVerdict.PROPOSE_AGAIN),
        (3, MaskSource.ANNOTATOR, MaskVerdict.REJECT),
        (1, MaskSource.IMPORT, MaskVerdict.REJECT),
    ],
)
def test_judge_mask_offers_another_place_while_there_is_one(
    attempt: int, source: MaskSource, verdict: MaskVerdict
) -> None:
    assert judge_mask([1, 2, 3], raters=3, gate=2, attempt=attempt, proposals=3, source=source) is verdict


def test_mask_reason_names_the_ratings_above_the_gate() -> None:
    assert rules.mask_reason([1, 1, 3], gate=2) == "rating 3 is above the gate of 2"
    assert rules.mask_reason([4, 2, 3], gate=2) == "rating 3, 4 is above the gate of 2"


@given(st.lists(st.integers(1, 4), min_size=3, max_size=3), st.integers(1, 4))
def test_judge_mask_is_the_maximum_whatever_the_order(confidences: list[int], gate: int) -> None:
    verdicts = {
        judge_mask(order, raters=3, gate=gate, attempt=1, proposals=1, source=MaskSource.ANNOTATOR)
        for order in (confidences, sorted(confidences), confidences[::-1])
    }
    assert verdicts == {MaskVerdict.ACCEPT if max(confidences) <= gate else MaskVerdict.REJECT}


def words(text: str) -> list[str]:
    return text.split()


LENA = words("Lena saves 4 coins a day . After 4 days she has 16 coins .")


@pytest.mark.parametrize(
    ("tokens", "start", "end", "found"),
    [
        pytest.param(LENA, 8, 9, True, id="4 a second time"),
        pytest.param(LENA, 12, 13, False, id="16 only once"),
        pytest.param(words("The cat saw the dog"), 3, 4, True, id="case ignored"),
        pytest.param(words("a b a b a"), 0, 2, True, id="two tokens again"),
        pytest.param(words("a b a"), 0, 2, False, id="an overlap is not elsewhere"),
        pytest.param(words("b a"), 0, 2, False, id="whole text"),
    ],
)
def test_answer_elsewhere_looks_for_the_answers_tokens(
    tokens: list[str], start: int, end: int, found: bool
) -> None:
    assert rules.answer_elsewhere(tokens, start, end) is found


@pytest.mark.parametrize(("start", "end"), [(-1, 1), (1, 1), (2, 1), (0, 4), (3, 4), (0, 3)])
def test_check_span_refuses_what_hides_nothing_or_everything(start: int, end: int) -> None:
    with pytest.raises(Invalid):
        rules.check_span(start, end, tokens=3)


@pytest.mark.parametrize(("start", "end"), [(0, 1), (2, 3), (0, 2), (1, 3)])
def test_check_span_takes_any_other_range(start: int, end: int) -> None:
    rules.check_span(start, end, tokens=3)


def test_check_new_place_refuses_a_place_that_was_rejected() -> None:
    rules.check_new_place((1, 2), tried={(1, 3)})
    with pytest.raises(Invalid):
        rules.check_new_place((1, 3), tried={(1, 3)})


@pytest.mark.parametrize(
    ("facts", "refusal"),
    [
        ({"mine": False, "skipped": False, "taken": 2, "places": 3, "given_away": False}, None),
        ({"mine": False, "skipped": False, "taken": 3, "places": 3, "given_away": False}, PlaceTaken),
        ({"mine": True, "skipped": False, "taken": 3, "places": 3, "given_away": True}, None),
        ({"mine": False, "skipped": True, "taken": 0, "places": 3, "given_away": False}, NotEligible),
        ({"mine": False, "skipped": False, "taken": 1, "places": 1, "given_away": True}, PlaceTaken),
        ({"mine": False, "skipped": False, "taken": 0, "places": 1, "given_away": True}, None),
    ],
)
def test_check_may_take_place(facts: dict[str, int], refusal: type[Exception] | None) -> None:
    if refusal is None:
        rules.check_may_take_place(**facts)
    else:
        with pytest.raises(refusal) as caught:
            rules.check_may_take_place(**facts)
        assert ("ran out" in str(caught.value)) == (refusal is PlaceTaken and facts["given_away"])


@pytest.mark.parametrize(
    ("own", "rated", "current", "refusal"),
    [(True, False, True, NotEligible), (False, True, True, AlreadyJudged), (False, False, False, Stale)],
)
def test_check_may_rate_mask(own: bool, rated: bool, current: bool, refusal: type[Exception]) -> None:
    rules.check_may_rate_mask(own=False, rated=False, current=True)
    with pytest.raises(refusal):
        rules.check_may_rate_mask(own=own, rated=rated, current=current)


def test_check_state_and_round_refuse_what_has_moved_on() -> None:
    rules.check_state(State.SCORING, State.SCORING)
    rules.check_round(2, 2)
    with pytest.raises(NotAllowedInState, match="accepted"):
        rules.check_state(State.ACCEPTED, State.SCORING)
    with pytest.raises(Stale, match="round 1"):
        rules.check_round(1, 2)
