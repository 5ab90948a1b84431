from django.db import transaction
from django.utils import timezone

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark
from annotation_app.core.errors import PlaceTaken
from annotation_app.items.models import Assignment
from annotation_app.items.queries import live_assignments
from annotation_app.items.rules import Duty
from annotation_app.items.services import take_place
from annotation_app.work.queries import open_items

TRIES = 20


@transaction.atomic
def hand_out(
    *,
    benchmark: Benchmark,
    duty: Duty,
    person: User,
    dimension: str = "",
    language: str = "",
    after: int | None = None,
) -> Assignment | None:
    """The next item for a person: what they hold already, else the first with a free place, else None.

    after: an item the person is done with or wants to leave aside, so that it is not offered first again.
    """
    # Somebody who asks from two windows at once is served one after the other, and so holds one place.
    User.objects.select_for_update(no_key=True).get(pk=person.pk)
    now = timezone.now()
    held = live_assignments(person, benchmark, now).filter(duty=duty)
    filters = {name: value for name, value in (("dimension", dimension), ("language", language)) if value}
    mine = held.filter(**{f"item__{name}": value for name, value in filters.items()})
    if after is not None:
        mine = mine.exclude(item=after)
    if (kept := mine.order_by("pk").first()) is not None:
        return kept
    passed: list[int] = [] if after is None else [after]
    for _ in range(TRIES):
        # Rows that somebody else is taking this moment are passed over; of the one that is locked the places
        # are counted again, since the first count may be older than the lock.
        candidates = open_items(benchmark, duty, person, now).filter(**filters).exclude(pk__in=passed)
        item = candidates.select_for_update(of=("self",), skip_locked=True).first()
        if item is None:
            return None
        passed.append(item.pk)
        try:
            return take_place(item, duty, turn=item.turn, places=item.places, person=person)
        except PlaceTaken:
            continue
    return None
