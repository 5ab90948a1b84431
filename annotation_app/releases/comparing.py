"""Two releases compared, item by item and field by field, in one pass over both, neither in memory."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from annotation_app.releases.files import Line
from annotation_app.releases.following import NOT_CONTENT
from annotation_app.releases.reading import Placed

ADDED, REMOVED, CHANGED = "added", "removed", "changed"
KINDS = (ADDED, REMOVED, CHANGED)


class FieldChange(NamedTuple):
    """A field by its path, such as rationale.tokens; None where it is not there."""

    field: str
    before: Any
    after: Any


class Change(NamedTuple):
    """An item that differs. fields: of a changed one."""

    external_id: str
    kind: str
    role: str
    text: str
    fields: list[FieldChange]


class Found(NamedTuple):
    """Where an item that differs stands in either release; one of the two where it was added or removed."""

    kind: str
    before: Placed | None
    after: Placed | None


@dataclass
class Comparison:
    """How many items there are of each kind, and how many that were changed differ in each field."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys((*KINDS, "unchanged"), 0))
    by_field: dict[str, int] = field(default_factory=dict)


def differences(older: Iterator[Placed], newer: Iterator[Placed], comparison: Comparison) -> Iterator[Found]:
    """Yield what differs, in the order of the items, and count everything on the way.

    Both sides stand in the order of their keys, so the lower one has no counterpart.
    """
    counts = comparison.counts
    left, right = next(older, None), next(newer, None)
    while left is not None or right is not None:
        if left is None or (right is not None and left.raw != right.raw and right.key < left.key):
            counts[ADDED] += 1
            yield Found(ADDED, None, right)
            right = next(newer, None)
        elif right is None or (left.raw != right.raw and left.key < right.key):
            counts[REMOVED] += 1
            yield Found(REMOVED, left, None)
            left = next(older, None)
        else:
            # Equal bytes need no look inside, and most items of two releases are equal.
            changed = [] if left.raw == right.raw else list(field_changes(left.line, right.line))
            counts[CHANGED if changed else "unchanged"] += 1
            for name, _, _ in changed:
                comparison.by_field[name] = comparison.by_field.get(name, 0) + 1
            if changed:
                yield Found(CHANGED, left, right)
            left, right = next(older, None), next(newer, None)


def change_of(before: Line | None, after: Line | None) -> Change:
    """What a page says of an item that differs, from its lines in the two releases."""
    shown = after or before or {}
    fields = list(field_changes(before, after)) if before and after else []
    kind = CHANGED if before and after else ADDED if after else REMOVED
    return Change(shown["external_id"], kind, shown["role"], shown["text"], fields)


def field_changes(left: Line, right: Line, path: str = "") -> Iterator[FieldChange]:
    for name in sorted(left.keys() | right.keys()):
        before, after = left.get(name), right.get(name)
        if before == after or (not path and name in NOT_CONTENT):
            continue
        if isinstance(before, dict) and isinstance(after, dict):
            yield from field_changes(before, after, f"{path}{name}.")
        else:
            yield FieldChange(f"{path}{name}", before, after)
