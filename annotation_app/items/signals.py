"""`item_moved(item=..., before=..., after=...)` is sent after each change of state, inside its transaction."""

from django.dispatch import Signal

item_moved = Signal()
