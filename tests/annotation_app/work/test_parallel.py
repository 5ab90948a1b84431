"""Many people at once, on real connections: never more work in hand than there are places."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from annotation_app.accounts.models import User
from annotation_app.core.errors import DomainError
from annotation_app.items.models import Assignment, HistoryEntry, Item, MaskProposal, MaskRating
from annotation_app.items.rules import Duty, MaskSource, State
from annotation_app.items.services import give_up_place, rate_mask
from annotation_app.rationales.models import Rationale, RationaleScore
from annotation_app.rationales.rules import Score
from annotation_app.rationales.services import score_rationale, submit_rationale
from annotation_app.work.services import hand_out
from tests.annotation_app.cast import make_cast, make_cup, write

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(jobs: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run jobs in a thread and on a connection each, beginning together; a refusal is its job's result."""
    barrier = Barrier(len(jobs))

    def run(job: Callable[[], Any]) -> Any:
        try:
            barrier.wait(timeout=30)
            return job()
        except DomainError as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))


def test_six_people_at_once_get_three_places_and_skips_go_to_a_fourth() -> None:
    cast = make_cast(seniors=1)

    def ask(person: User) -> Callable[[], Assignment | None]:
        return lambda: hand_out(benchmark=cast.benchmark, duty=Duty.RATE_MASK, person=person)

    for repetition in range(20):
        item = make_cup(cast, State.MASK_RATING, mask_source=MaskSource.IMPORT)
        given = [place for place in at_once([ask(person) for person in cast.annotators]) if place]
        # Whoever met the row while it was locked may have found nothing; asking again gives the rest.
        for person in cast.annotators:
            if len(given) < 3 and person not in [place.person for place in given]:
                given += [place] if (place := ask(person)()) else []
        assert len(given) == Assignment.objects.filter(item=item, state="live").count() == 3
        if repetition % 2:
            skipper = given.pop(0)
            give_up_place(assignment=skipper, skip=True, reason="too hard")
            waiting = [p for p in cast.annotators if p not in [place.person for place in given]]
            fourth = next(place for person in waiting if (place := ask(person)()))
            assert fourth.person != skipper.person
            assert hand_out(benchmark=cast.benchmark, duty=Duty.RATE_MASK, person=skipper.person) is None
            given.append(fourth)
        proposal = MaskProposal.objects.get(item=item)
        at_once([_rating(item, proposal.pk, person) for person in cast.annotators])
        raters = set(MaskRating.objects.filter(proposal=proposal).values_list("rater", flat=True))
        assert raters == {place.person_id for place in given}
        assert Item.objects.get(pk=item.pk).state == State.ANNOTATING


def _rating(item: Item, proposal: int, person: User) -> Callable[[], Any]:
    return lambda: rate_mask(item=item, proposal_id=proposal, rater=person, confidence=1)


def test_five_items_go_to_five_people_who_ask_at_once() -> None:
    cast = make_cast(seniors=1)
    for _ in range(6):
        make_cup(cast)
    jobs = [
        lambda person=person: hand_out(benchmark=cast.benchmark, duty=Duty.WRITE_RATIONALE, person=person)
        for person in cast.annotators
    ]
    given = at_once(jobs)
    assert None not in given
    assert len({place.item_id for place in given}) == 6


def test_one_person_who_asks_twice_at_once_holds_one_place() -> None:
    cast = make_cast(annotators=1, seniors=1)
    for _ in range(3):
        make_cup(cast)
    job = lambda: hand_out(  # noqa: E731
        benchmark=cast.benchmark, duty=Duty.WRITE_RATIONALE, person=cast.annotators[0]
    )
    at_once([job, job, job])
    assert Assignment.objects.filter(person=cast.annotators[0], state="live").count() == 1


def test_one_submission_of_many_at_once_is_stored() -> None:
    cast = make_cast(annotators=4, seniors=1)
    item = make_cup(cast)
    same = [lambda: submit_rationale(item=item, author=cast.annotators[0], round=1, tokens=[1, 2])] * 2
    others = [
        lambda person=person: submit_rationale(item=item, author=person, round=1, tokens=[1])
        for person in cast.annotators[1:]
    ]
    results = at_once([*same, *others])
    assert sum(isinstance(result, Rationale) for result in results) == 1
    assert Rationale.objects.count() == 1
    assert HistoryEntry.objects.filter(item=item, event="moved").count() == 1


def test_last_scores_at_once_decide_once() -> None:
    cast = make_cast(annotators=1, seniors=5)
    rationale = write(make_cup(cast), cast.annotators[0])
    jobs = [
        lambda senior=senior: score_rationale(rationale=rationale, senior=senior, score=Score(3, 4))
        for senior in (*cast.seniors, cast.seniors[0])
    ]
    results = at_once(jobs)
    assert sum(isinstance(result, RationaleScore) for result in results) == 3
    assert RationaleScore.objects.values("senior").distinct().count() == 3
    assert Item.objects.get().state == State.ACCEPTED
    assert HistoryEntry.objects.filter(after="accepted").count() == 1
