"""The lines of a release by original, as formats need them that name a pair from both sides."""

from collections.abc import Iterable, Iterator

from annotation_app.items.models import MASK
from annotation_app.releases.files import Line


def groups_of(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Each original with the perturbed items that follow it; one group in memory at a time."""
    group: list[Line] = []
    for line in lines:
        if line["role"] == "original" and group:
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def part_of(line: Line) -> str:
    """The part of the split that a line is in; a release without a split is one test set."""
    return str(line.get("split") or "test")


def masked_words(line: Line) -> list[str]:
    """A line's tokens with [MASK] in the place of each masked one, so that token indices hold."""
    words = [word for word, _, _ in line["tokens"]]
    start, end = line["mask"]["token_start"], line["mask"]["token_end"]
    words[start:end] = [MASK] * (end - start)
    return words
