"""Two releases compared, item by item and field by field, in one pass over both, neither in memory."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

from annotation_app.releases.files import Line
from annotation_app.releases.following import NOT_CONTENT
from annotation_app.releases.reading import Key, key_of

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


@dataclass
class Comparison:
    """How many items there are of each kind, and how many that were changed differ in each field."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys((*KINDS, "unchanged"), 0))
    by_field: dict[str, int] = field(default_factory=dict)


def changes(older: Iterator[Line], newer: Iterator[Line], comparison: Comparison) -> Iterator[Change]:
    """Yield what differs, in the order of the items, and count everything on the way.

    Both sides stand in the order of their keys, so the lower one has no counterpart.
    """
    left, right = next(older, None), next(newer, None)
    while left is not None or right is not None:
        first, second = _key(left), _key(right)
        if left is not None and (second is None or (first is not None and first < second)):
            yield _whole(left, REMOVED, comparison)
            left = next(older, None)
        elif right is not None and (first is None or (second is not None and second < first)):
            yield _whole(right, ADDED, comparison)
            right = next(newer, None)
        elif left is not None and right is not None:
            yield from _both(left, right, comparison)
            left, right = next(older, None), next(newer, None)


def page_of(
    older: Iterator[Line], newer: Iterator[Line], *, start: int, size: int, kinds: frozenset[str]
) -> tuple[Comparison, list[Change], int]:
    """The comparison, a stretch of the changes of some kinds, and how many of these there are."""
    comparison = Comparison()
    wanted = (change for change in changes(older, newer, comparison) if change.kind in kinds)
    skipped = sum(1 for _ in islice(wanted, start))
    page = list(islice(wanted, size))
    rest = sum(1 for _ in wanted)
    return comparison, page, skipped + len(page) + rest


def _key(line: Line | None) -> Key | None:
    return None if line is None else key_of(line)


def _whole(line: Line, kind: str, comparison: Comparison) -> Change:
    comparison.counts[kind] += 1
    return Change(line["external_id"], kind, line["role"], line["text"], [])


def _both(left: Line, right: Line, comparison: Comparison) -> Iterator[Change]:
    if left == right:
        comparison.counts["unchanged"] += 1
        return
    found = list(_field_changes(left, right))
    if not found:
        comparison.counts["unchanged"] += 1
        return
    comparison.counts[CHANGED] += 1
    for change in found:
        comparison.by_field[change.field] = comparison.by_field.get(change.field, 0) + 1
    yield Change(right["external_id"], CHANGED, right["role"], right["text"], found)


def _field_changes(left: Line, right: Line, path: str = "") -> Iterator[FieldChange]:
    for name in sorted(left.keys() | right.keys()):
        before, after = left.get(name), right.get(name)
        if before == after or (not path and name in NOT_CONTENT):
            continue
        if isinstance(before, dict) and isinstance(after, dict):
            yield from _field_changes(before, after, f"{path}{name}.")
        else:
            yield FieldChange(f"{path}{name}", before, after)
