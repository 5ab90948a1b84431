"""A perturbed item that is rejected or discarded gives its original's place back to the queue."""

from typing import Any

from django.db.models import F

from annotation_app.items.models import Item
from annotation_app.items.rules import ItemRole, State
from annotation_app.perturbations.models import Perturbation

LOST = (State.REJECTED, State.DISCARDED)


def lose_perturbation(*, item: Item, after: State, **_: Any) -> None:
    """Receives `item_moved`, in the transaction of the move."""
    if item.role != ItemRole.PERTURBED or after not in LOST:
        return
    lost = Perturbation.objects.filter(item=item, lost=False)
    original = lost.values_list("original", flat=True).first()
    if original is not None and lost.update(lost=True):
        Item.objects.filter(pk=original).update(perturbations_made=F("perturbations_made") - 1)
