from django.db import transaction
from django.utils import timezone

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark
from annotation_app.core.errors import PlaceTaken
from annotation_app.items.models import Assignment, Item
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
        candidates = open_items(benchmark, duty, person, now).filter(**filters).exclude(pk__in=passed)
        item = candidates.first()
        if item is None:
            return None
        locked = (
            Item.objects.select_for_update(of=("self",), skip_locked=True)
            .select_related("settings")
            .filter(pk=item.pk)
            .first()
        )
        passed.append(item.pk)
        # Between reading and locking somebody may have taken the last place or moved the item on.
        still_open = open_items(benchmark, duty, person, now).filter(pk=item.pk).first()
        if locked is None or still_open is None:
            continue
        try:
            return take_place(locked, duty, turn=still_open.turn, places=still_open.places, person=person)
        except PlaceTaken:
            continue
    return None
