import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation_app.core.errors import AlreadyJudged, ConfirmationNeeded, Invalid, NotEligible, NothingChanged
from annotation_app.perturbations import rules
from annotation_app.perturbations.rules import Outcome, PerturbationType, ReviewVerdict


def words(text: str) -> list[str]:
    return text.split()


CUP = words("The cup fell on the stone floor , so it broke .")
CUP_MASK, CUP_RATIONALE = (10, 11), {1, 2, 5, 6}
DISPENSABLE = words("Unfortunately , the cup fell on the stone floor , so it broke .")
IMPORTANT = words("The cup dropped on the stone floor , so it broke .")
SYNTACTIC = words("So it broke , because the cup fell on the stone floor .")
CASES = [
    pytest.param(
        PerturbationType.DISPENSABLE,
        DISPENSABLE,
        (12, 13),
        [(index, index + 2) for index in range(12)],
        ([3, 4, 7, 8], []),
        id="dispensable",
    ),
    pytest.param(
        PerturbationType.IMPORTANT,
        IMPORTANT,
        (10, 11),
        [(index, index) for index in range(12)],
        ([1, 5, 6], [2]),
        id="important",
    ),
    pytest.param(
        PerturbationType.SYNTACTIC,
        SYNTACTIC,
        (2, 3),
        # The first "the" faces "the" before cup; the comma and the full stop face their like.
        [(0, 5), (1, 6), (2, 7), (3, 8), (4, 9), (5, 10), (6, 11), (7, 3), (8, 0), (9, 1), (10, 2), (11, 12)],
        ([6, 7, 10, 11], []),
        id="syntactic",
    ),
]


@pytest.mark.parametrize(("kind", "perturbed", "mask", "links", "projection"), CASES)
def test_perturbation_keeps_its_links_and_projects_the_rationale(
    kind: PerturbationType,
    perturbed: list[str],
    mask: tuple[int, int],
    links: list[tuple[int, int]],
    projection: tuple[list[int], list[int]],
) -> None:
    found = rules.align_tokens(CUP, perturbed, masks=(CUP_MASK, mask), kind=kind)
    assert found == links
    assert rules.project_rationale(CUP_RATIONALE, found, CUP, perturbed) == projection


@pytest.mark.parametrize(
    ("kind", "perturbed", "mask", "codes"),
    [
        pytest.param(PerturbationType.DISPENSABLE, DISPENSABLE, (12, 13), [], id="dispensable as such"),
        pytest.param(
            PerturbationType.IMPORTANT,
            DISPENSABLE,
            (12, 13),
            ["rationale_unchanged", "looks_like_insertion"],
            id="an insertion called important",
        ),
        pytest.param(PerturbationType.IMPORTANT, IMPORTANT, (10, 11), [], id="important as such"),
        pytest.param(
            PerturbationType.DISPENSABLE, IMPORTANT, (10, 11), ["rationale_changed"], id="called dispensable"
        ),
        pytest.param(PerturbationType.SYNTACTIC, SYNTACTIC, (2, 3), [], id="syntactic as such"),
        pytest.param(
            PerturbationType.SYNTACTIC,
            [word.lower() for word in CUP],
            CUP_MASK,
            ["order_unchanged"],
            id="only a small letter",
        ),
    ],
)
def test_type_warnings_follow_the_alignment(
    kind: PerturbationType, perturbed: list[str], mask: tuple[int, int], codes: list[str]
) -> None:
    links = rules.align_tokens(CUP, perturbed, masks=(CUP_MASK, mask), kind=kind)
    found = rules.type_warnings(kind, original=CUP, perturbed=perturbed, links=links, rationale=CUP_RATIONALE)
    assert [warning.code for warning in found] == codes
    rules.check_confirmed(found, codes)
    if codes:
        with pytest.raises(ConfirmationNeeded) as refusal:
            rules.check_confirmed(found, codes[1:])
        assert refusal.value.errors == {"confirmed_warnings": codes[:1]}


WORDS = st.lists(st.sampled_from(["a", "A", "b", "c", "的"]), max_size=8)


@given(WORDS, WORDS, WORDS, WORDS, st.integers(1, 2), st.sampled_from(PerturbationType), st.data())
def test_align_tokens_is_one_to_one_in_range_and_projects_a_subset(
    head: list[str],
    tail: list[str],
    new_head: list[str],
    new_tail: list[str],
    width: int,
    kind: PerturbationType,
    data: st.DataObject,
) -> None:
    answer = ["b"] * width
    old, new = head + answer + tail, new_head + answer + new_tail
    masks = ((len(head), len(head) + width), (len(new_head), len(new_head) + width))
    links = rules.align_tokens(old, new, masks=masks, kind=kind)
    assert rules.check_links(links, original=len(old), perturbed=len(new)) == links
    assert set(zip(range(*masks[0]), range(*masks[1]), strict=True)) <= set(links)
    if kind is PerturbationType.SYNTACTIC:
        assert all(old[left].casefold() == new[right].casefold() for left, right in links)
    rationale = data.draw(st.sets(st.integers(0, len(old) - 1)))
    kept, changed = rules.project_rationale(rationale, links, old, new)
    assert not set(kept) & set(changed)
    assert set(kept) | set(changed) == {right for left, right in links if left in rationale}
    assert kept == sorted(kept)
    assert len(kept) + len(changed) <= len(rationale)


@given(WORDS, WORDS, st.sampled_from(PerturbationType))
def test_align_tokens_of_equal_texts_links_each_token_to_itself(
    head: list[str], tail: list[str], kind: PerturbationType
) -> None:
    tokens, mask = [*head, "b", *tail], (len(head), len(head) + 1)
    links = rules.align_tokens(tokens, tokens, masks=(mask, mask), kind=kind)
    assert [old for old, _ in links] == list(range(len(tokens)))
    if kind is not PerturbationType.SYNTACTIC:
        assert all(old == new for old, new in links)


@pytest.mark.parametrize("links", [[(0, 0), (0, 1)], [(0, 0), (1, 0)], [(-1, 0)], [(0, 3)], [(2, 0)]])
def test_check_links_refuses_double_links_and_strangers(links: list[tuple[int, int]]) -> None:
    with pytest.raises(Invalid):
        rules.check_links(links, original=2, perturbed=3)


def test_check_text_refuses_the_original_and_a_literal_mask() -> None:
    rules.check_text("It is so.", original="It is.", mask="[MASK]")
    with pytest.raises(NothingChanged):
        rules.check_text("It  is. ", original="It is.", mask="[MASK]")
    with pytest.raises(Invalid):
        rules.check_text("It [MASK] is.", original="It is.", mask="[MASK]")


YES, CHANGES, NO = ReviewVerdict


@pytest.mark.parametrize(
    ("verdicts", "rewordings", "outcome"),
    [
        ([], 0, Outcome.PENDING),
        ([YES], 0, Outcome.PENDING),
        ([NO], 0, Outcome.PENDING),
        ([YES, YES], 0, Outcome.ACCEPT),
        ([YES, CHANGES], 1, Outcome.ACCEPT),
        ([CHANGES, CHANGES], 1, Outcome.ACCEPT),
        ([CHANGES, CHANGES], 2, Outcome.SPLIT),
        ([YES, NO], 0, Outcome.SPLIT),
        ([NO, CHANGES], 1, Outcome.SPLIT),
        ([NO, NO], 0, Outcome.REJECT),
    ],
)
def test_decide_wants_the_reviewers_to_agree(
    verdicts: list[ReviewVerdict], rewordings: int, outcome: Outcome
) -> None:
    assert rules.decide(verdicts, reviewers=2, changed_versions=rewordings) is outcome


@pytest.mark.parametrize(
    ("own", "sibling", "reviewed", "refusal"),
    [
        (True, False, False, NotEligible),
        (False, True, False, NotEligible),
        (False, False, True, AlreadyJudged),
    ],
)
def test_check_may_review(own: bool, sibling: bool, reviewed: bool, refusal: type[Exception]) -> None:
    rules.check_may_review(own=False, sibling=False, reviewed=False)
    with pytest.raises(refusal):
        rules.check_may_review(own=own, sibling=sibling, reviewed=reviewed)
