"""`item_moved(item=..., before=..., after=...)` is sent inside the transaction of each change of state."""

from django.dispatch import Signal

item_moved = Signal()
