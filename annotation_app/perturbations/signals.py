"""`suggestion_asked(suggestion=...)` is sent when words are wanted that only a worker can find."""

from django.dispatch import Signal

suggestion_asked = Signal()
