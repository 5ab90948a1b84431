"""Predictions for a test part whose answers are held back: read line by line, and told as numbers only.

A line names its item as test.jsonl does and counts tokens as test.jsonl does, with the mask as one token.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Any, BinaryIO

from django.db import transaction
from django.utils import timezone

from annotation_app.accounts.models import User
from annotation_app.core.errors import Invalid
from annotation_app.items.importing.json_values import is_storable, refuse_constant
from annotation_app.items.importing.source import LONGEST_LINE
from annotation_app.releases import companions, held_back, queries, rules
from annotation_app.releases.files import Line, lines_of
from annotation_app.releases.held_back import Collapse, public_line
from annotation_app.releases.models import HeldBackScoring, Release
from annotation_app.releases.rules import ReleaseState
from annotation_app.releases.statistics import ALL
from worker.exchange.answers import name_of, read_answers
from worker.exchange.broken import BrokenScore
from worker.exchange.forms import GivenScore
from worker.metrics.records import PairRecord, Ratio, ScoredItem
from worker.metrics.report import build_report
from worker.types import Instance, Scale

MOST_PROBLEMS = 500


def score_held_back(
    *, release: Release, stream: BinaryIO, file: str, note: str, person: User
) -> HeldBackScoring:
    """Score a file of predictions and keep the numbers.

    A language counts only if nearly all of its test items are scored: numbers of a few items would tell their
    answers. Raises: NotAllowedInState (withdrawn), Invalid (nothing is held back, too many files today).
    """
    with transaction.atomic():
        # One file at a time, so that two windows can't send more of them than a day allows.
        Release.objects.select_for_update(no_key=True).get(pk=release.pk)
        since = timezone.now() - timedelta(days=1)
        earlier = HeldBackScoring.objects.filter(release=release, person=person, created_at__gt=since)
        rules.check_may_score(
            state=ReleaseState(release.state),
            held_back=bool((release.manifest or {}).get("held_back")),
            today=earlier.count(),
        )
        reading = _Reading(release, stream)
        report = reading.report()
        return HeldBackScoring.objects.create(
            release=release,
            person=person,
            file=file[:300],
            sha256=reading.sha256,
            size=reading.size,
            note=note,
            read=reading.read,
            scored=reading.scored.total(),
            missing=reading.items.total() - reading.scored.total(),
            problems=sorted(reading.problems, key=_order)[:MOST_PROBLEMS],
            report=report,
        )


def _order(problem: dict[str, Any]) -> int:
    return problem["line"] or 0


class _Reading:
    """A file of predictions: where each item's line stands, and what is wrong with lines."""

    def __init__(self, release: Release, stream: BinaryIO) -> None:
        secret = queries.private_file(release, held_back.PRIVATE)
        if secret is None:
            raise Invalid("This release holds nothing back.")
        self._stream, self._secret, self._ratios = stream, secret, _ratios(release)
        self._places: dict[str, tuple[int, int]] = {}
        self.read = self.size = 0
        self.items: Counter[str] = Counter()
        self.scored: Counter[str] = Counter()
        self.problems: list[dict[str, Any]] = []
        self.sha256 = self._index()

    def _index(self) -> str:
        """Note where each item's line begins; memory follows the number of lines. Returns the checksum."""
        digest = hashlib.sha256()
        lines = iter(partial(self._stream.readline, LONGEST_LINE), b"")
        for number, raw in enumerate(lines, start=1):
            digest.update(raw)
            if raw.strip():
                self.read += 1
                try:
                    self._place(name_of(_fields(raw)), number)
                except BrokenScore as error:
                    self._note(number, error)
            self.size += len(raw)
        return digest.hexdigest()

    def _place(self, name: str, number: int) -> None:
        if name in self._places:
            raise BrokenScore("repeated_item", f"Line {self._places[name][0]} is about {name} as well.")
        self._places[name] = number, self.size

    def report(self) -> dict[str, Any] | None:
        """The numbers, or None if no language is scored far enough."""
        good: dict[str, tuple[int, int]] = {}
        for line in lines_of(self._secret):
            self.items[line["language"]] += 1
            place = self._places.pop(line["id"], None)
            if place is not None and self._is_sound(line, place):
                good[line["id"]] = place
                self.scored[line["language"]] += 1
        for number, _ in self._places.values():
            self._note(number, BrokenScore("unknown_item", "The test part has no such item."))
        enough = {language for language in self.items if self._is_enough(language)}
        return build_report(self._pairs(good, enough), self._ratios).to_json() if enough else None

    def _is_sound(self, line: Line, place: tuple[int, int]) -> bool:
        try:
            self._given(line, place)
        except BrokenScore as error:
            self._note(place[0], error)
            return False
        return True

    def _is_enough(self, language: str) -> bool:
        scored, items = self.scored[language], self.items[language]
        if rules.is_enough_to_score(scored=scored, items=items):
            return True
        message = f"{scored} of {items} test items in {language} are scored: too few to tell a number."
        self.problems.append({"line": None, "code": "too_few_items", "message": message})
        return False

    def _given(self, line: Line, place: tuple[int, int]) -> GivenScore:
        self._stream.seek(place[1])
        fields = _fields(self._stream.readline(LONGEST_LINE))
        return read_answers(fields, _instance(public_line(line)), _instance(line))

    def _pairs(self, good: dict[str, tuple[int, int]], languages: set[str]) -> Iterator[PairRecord]:
        original: ScoredItem | None = None
        for line in lines_of(self._secret):
            if line["language"] not in languages:
                continue
            place = good.get(line["id"])
            scored = _scored_item(line, self._given(line, place) if place else None)
            if "pair" not in line:
                original = scored
            elif original is not None:
                links = tuple((left, right) for left, right in line["pair"]["links"])
                yield PairRecord(original, scored, line["pair"]["type"], links)

    def _note(self, number: int, error: BrokenScore) -> None:
        self.problems.append({"line": number, "code": error.code, "message": str(error)})


def _fields(raw: bytes) -> dict[str, Any]:
    """A line's object. Raises BrokenScore."""
    try:
        fields = json.loads(raw, parse_constant=refuse_constant)
    except (ValueError, RecursionError) as error:
        raise BrokenScore("not_json", f"The line is not JSON: {error}.") from error
    if not isinstance(fields, dict) or not is_storable(fields):
        raise BrokenScore("not_an_object", "The line is not a JSON object {...} of readable text.")
    return fields


def _instance(line: Line) -> Instance:
    return Instance(
        id=line["id"],
        text=line["text"],
        tokens=tuple((start, end) for _, start, end in line["tokens"]),
        mask=(line["mask"]["token_start"], line["mask"]["token_end"]),
        answer=line.get("golden_answer"),
        language=line["language"],
    )


def _scored_item(line: Line, given: GivenScore | None) -> ScoredItem:
    saliency = given.saliency if given else None
    return ScoredItem(
        id=line["id"],
        language=line["language"],
        dimension=line["dimension"],
        tokens=tuple(word for word, _, _ in line["tokens"]),
        mask=(line["mask"]["token_start"], line["mask"]["token_end"]),
        rationale=tuple(line["rationale"]["tokens"]),
        prediction=given.prediction if given else None,
        saliency=Collapse.of(line).whole(saliency.scores) if saliency else None,
        relative_gap=saliency.relative_gap if saliency else None,
        scale=saliency.scale if saliency else Scale.SCORES,
        chosen=saliency.chosen if saliency else None,
    )


def _ratios(release: Release) -> list[Ratio]:
    """The length ratios of the whole release, by which a rationale is as long here as anywhere."""
    file = queries.files_of(release).get(name=companions.STATISTICS)
    content = b"".join(queries.chunks_of(file, 0, file.size))
    return [
        Ratio(row["language"], row["dimension"], row["rationale_length_ratio"], row["originals"])
        for row in json.loads(content)["table_3"]
        if ALL not in (row["language"], row["dimension"])
    ]
