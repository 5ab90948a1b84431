"""What a release may be called, what becomes of it, and which rows are fit to be in one."""

import re
from bisect import bisect_left
from collections.abc import Collection, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from operator import le, lt
from typing import NamedTuple

from annotation_app.core.errors import Invalid, NotAllowedInState
from annotation_app.items.rules import State


class ReleaseState(StrEnum):
    QUEUED = "queued"
    BUILDING = "building"
    PUBLISHED = "published"
    FAILED = "failed"
    WITHDRAWN = "withdrawn"


ATTEMPTS = 3
GRACE_SECONDS = 30  # between taking a release up and holding its lock

# https://semver.org, the grammar: no leading zeros, optional pre-release and build parts.
_NUMBER = r"(?:0|[1-9]\d*)"
_PART = rf"(?:{_NUMBER}|\d*[A-Za-z-][0-9A-Za-z-]*)"
_VERSION = re.compile(
    rf"{_NUMBER}\.{_NUMBER}\.{_NUMBER}(?:-{_PART}(?:\.{_PART})*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?",
    re.ASCII,
)


def check_version(version: str) -> None:
    """Raises Invalid unless this is a semantic version that fits into an address."""
    if not _VERSION.fullmatch(version) or len(version) > 60:
        raise Invalid(
            "Name the release by a semantic version such as 1.0.0 or 1.1.0-rc.1.",
            errors={"version": ["Not a semantic version."]},
        )


def check_may_publish(*, existing: ReleaseState | None, pairs: int) -> None:
    """Raises Invalid: the version is taken (a failed build gives it back), or there is nothing to release."""
    if existing is not None and existing is not ReleaseState.FAILED:
        raise Invalid(
            "There is a release of this version already. A release never changes: choose the next version.",
            errors={"version": ["Taken."]},
        )
    if not pairs:
        raise Invalid("There is no finished pair to release yet: both items of a pair must be accepted.")


class GatesNotReached(Invalid):
    code = "gates_not_reached"
    title = "Not enough pairs yet"


def check_gates(missed: Sequence[tuple[str, str]]) -> None:
    """Raises GatesNotReached with all that is short. missed: (code, sentence) of each."""
    if missed:
        sentences = " ".join(sentence for _, sentence in missed)
        raise GatesNotReached(
            f"The benchmark's settings ask for more before a release: {sentences} Finish more pairs, or let "
            "the settings only warn."
        )


def check_runs(*, asked: int, known: int) -> None:
    """Raises Invalid if a run that should go along is not one of the benchmark's."""
    if known < asked:
        raise Invalid("A run that should go along is not one here.", errors={"runs": ["Unknown run."]})


FILES_A_DAY = 10  # for a held-back part: more of them would find its answers by trying
ENOUGH_TO_SCORE = Fraction(9, 10)


def check_may_score(*, state: ReleaseState, held_back: bool, today: int) -> None:
    """Raises NotAllowedInState (not published, or withdrawn) or Invalid (nothing held back, enough today).

    today: files that the person had scored for this release within a day.
    """
    if state is not ReleaseState.PUBLISHED:
        raise NotAllowedInState(f"Only a published release scores predictions; this one is {state}.")
    if not held_back:
        raise Invalid("This release holds nothing back: its answers are in its files.")
    if today >= FILES_A_DAY:
        raise Invalid(f"You had {FILES_A_DAY} files scored within a day. Come back tomorrow.")


def is_enough_to_score(*, scored: int, items: int) -> bool:
    """Whether so many of a language's test items tell a number that tells nothing of single ones."""
    return items > 0 and Fraction(scored, items) >= ENOUGH_TO_SCORE


def check_may_withdraw(*, state: ReleaseState, reason: str) -> None:
    """Raises NotAllowedInState (never published, or withdrawn before) or Invalid (no reason)."""
    if state is not ReleaseState.PUBLISHED:
        raise NotAllowedInState(f"Only a published release can be withdrawn; this one is {state}.")
    if not reason.strip():
        raise Invalid("Say why, for those who have used it.", errors={"reason": ["Empty."]})


class Row(NamedTuple):
    """An item as it would stand in a release, seen by its checks."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]
    mask: tuple[int, int] | None
    rationale: Sequence[int]

    def words(self) -> list[str]:
        """The tokens as they stand in the text; of unsound ones, as many as have both ends."""
        text = self.text
        return [text[start:end] for start, end in zip(self.starts, self.ends, strict=False)]


def row_fault(row: Row, words: Sequence[str]) -> str | None:
    """Why an item is unfit to be released, or None: text, tokens, mask and rationale against each other.

    words: the row's own, which callers need as well.
    """
    if len(row.starts) != len(row.ends) or not row.starts:
        return "token starts and ends differ in number, or there are none"
    starts, ends, text = row.starts, row.ends, row.text
    if starts[0] < 0 or ends[-1] > len(text) or not all(map(lt, starts, ends)):
        return "a token is empty or leaves the text"
    if not all(map(le, ends, starts[1:])):
        return "tokens overlap or are out of order"
    # Mostly there is no space in any of them, which is quickly seen of all together.
    if len("".join(words).split()) != 1 and list(words) != list(map(str.strip, words)):
        return "a token's offsets take in space around a word"
    if row.mask is None or not 0 <= row.mask[0] < row.mask[1] <= len(starts):
        return "the masked span is not a range of the tokens"
    if not row.rationale:
        return "there is no accepted rationale"
    if not all(map(lt, row.rationale, row.rationale[1:])):
        return "the rationale repeats a token or is out of order"
    if row.rationale[0] < 0 or row.rationale[-1] >= len(starts):
        return "the rationale leaves the tokens"
    if bisect_left(row.rationale, row.mask[0]) < bisect_left(row.rationale, row.mask[1]):
        return "the rationale touches the masked span"
    return None


def pair_fault(original: Row, perturbed: Row, links: object, *, same_group: bool) -> str | None:
    """Why a pair of sound items is unfit, or None. same_group: both have one language and dimension."""
    if not same_group:
        return "the two items differ in language or dimension"
    if answer(original) != answer(perturbed):
        return "the two items differ in their golden answer"
    sides = _sides(links)
    if sides is None:
        return "the links are not pairs of token indices"
    lefts, rights = sides
    if len(set(lefts)) < len(lefts) or len(set(rights)) < len(rights):
        return "a token is linked twice"
    if lefts and (max(lefts) >= len(original.starts) or max(rights) >= len(perturbed.starts)):
        return "a link leaves the tokens"
    return None


def _sides(links: object) -> tuple[Sequence[int], Sequence[int]] | None:
    """The left and right tokens of links, or None if these are not lists of two whole numbers from 0."""
    if not isinstance(links, list) or not set(map(type, links)) <= {list}:
        return None
    if not links:
        return (), ()
    try:
        lefts, rights = zip(*links, strict=True)
    except ValueError:  # one of them has not two members
        return None
    # Types and the lowest are seen of all at once: there are many links.
    if not {*map(type, lefts), *map(type, rights)} <= {int} or min(lefts) < 0 or min(rights) < 0:
        return None
    return lefts, rights


def answer(row: Row) -> str:
    """The golden answer of a row with a sound mask."""
    start, end = row.mask or (0, 0)
    return row.text[row.starts[start] : row.ends[end - 1]]


def stretches(tokens: Sequence[int]) -> list[tuple[int, int]]:
    """Ascending token indices as stretches [first, end); neighbours make one. tokens: at least one."""
    found = []
    first = last = tokens[0]
    for index in [*tokens[1:], -1]:
        if index == last + 1:
            last = index
            continue
        found.append((first, last + 1))
        first = last = index
    return found


def rationale_spans(row: Row) -> list[tuple[int, int, str]]:
    """The rationale as stretches of text, [start, end) in code points; neighbouring tokens make one."""
    text, starts, ends = row.text, row.starts, row.ends
    return [
        (start := starts[first], end := ends[behind - 1], text[start:end])
        for first, behind in stretches(row.rationale)
    ]


@lru_cache(maxsize=4096)
def mean_text(values: tuple[int, ...]) -> str | None:
    """The exact mean as a fraction in lowest terms ("3", "11/3"); None of nothing."""
    return str(Fraction(sum(values), len(values))) if values else None


def left_out_reason(state: str) -> str:
    """Why an item that is in no finished pair stays out of a release."""
    if state == State.ACCEPTED:
        return "counterpart_not_accepted"
    return state if state in (State.REJECTED, State.DISCARDED) else "in_progress"


def warnings(
    *, pairs_by_type: dict[str, int], types: Collection[str], quota: int, short: int, wanted: int
) -> list[tuple[str, str]]:
    """What an admin should know before publishing, as (code, sentence).

    quota: finished pairs each type should reach. short: accepted originals with fewer finished pairs than
    `wanted`, the settings' number for each original.
    """
    found = [
        ("few_pairs", f"{pairs_by_type.get(kind, 0)} finished pairs are {kind}; aim at {quota}.")
        for kind in types
        if pairs_by_type.get(kind, 0) < quota
    ]
    if short:
        sentence = f"Accepted originals with fewer finished pairs than {wanted}: {short}."
        found.append(("originals_short", sentence))
    return found


class Range(NamedTuple):
    """A stretch of a file's bytes, [start, end)."""

    start: int
    end: int


class BadRange(ValueError):
    """A range that starts behind the file's end."""


def parse_range(header: str, size: int) -> Range | None:
    """The one range a Range header asks for (RFC 9110, 14.1.2), or None where the whole file is the answer.

    Several ranges and malformed headers are ignored, as the standard allows. Raises BadRange.
    """
    match = re.fullmatch(r"bytes=(\d*)-(\d*)", header.strip(), re.ASCII)
    if not match or match.group(0).endswith("=-"):
        return None
    first, last = match.groups()
    if not first:
        if int(last) == 0 or size == 0:
            raise BadRange(header)
        return Range(max(0, size - int(last)), size)
    if last and int(last) < int(first):
        return None
    if int(first) >= size:
        raise BadRange(header)
    return Range(int(first), min(size, int(last) + 1) if last else size)
