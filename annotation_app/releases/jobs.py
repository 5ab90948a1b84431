"""Rows that are jobs as well: queued until what they stand for is there, begun a few times at most."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

ATTEMPTS = 3
LOST = timedelta(minutes=2)  # after that a queued row is sent again


@transaction.atomic
def begin(waiting: QuerySet[Any]) -> bool:
    """Count an attempt, in a transaction of its own so that a maker's death leaves it counted."""
    row = waiting.select_for_update(skip_locked=True).first()
    if row is None:
        return False
    if row.attempts >= ATTEMPTS:
        row.state, row.error_message = "failed", "It was begun three times and never finished."
    row.attempts += 1
    row.save(update_fields=["state", "attempts", "error_message", "updated_at"])
    return bool(row.state == "queued")


def to_make(model: type[Model]) -> list[int]:
    """Rows whose message was lost or whose maker died."""
    late = model._default_manager.filter(state="queued", updated_at__lt=timezone.now() - LOST)
    return list(late.order_by("pk").values_list("pk", flat=True)[:10])


def first_line(error: Exception) -> str:
    """What an error says, in one line without its full stop."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return lines[0].rstrip(".")
