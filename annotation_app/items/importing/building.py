"""What an item is made of: from a record, whose tokens and mask are checked, to the values of its row."""

from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from annotation_app.benchmarks.models import Settings
from annotation_app.items.importing import Importer, checks
from annotation_app.items.importing.choices import Choices
from annotation_app.items.importing.records import Problem, Record
from annotation_app.items.models import MASK
from annotation_app.items.rules import MaskSource, State
from annotation_app.items.tokenising import Span, tokeniser_name


@dataclass(slots=True)
class NewItem:
    """The values of an item's row that differ from record to record. key: once it has one."""

    external_id: str
    language: str
    dimension: str
    state: State
    text: str
    starts: list[int]
    ends: list[int]
    mask: Span | None
    mask_source: MaskSource
    record_id: str
    tokeniser: str
    meta: dict[str, Any]
    line: int
    file: str
    key: int = 0
    like: int | None = None


class Builder:
    """Makes rows of one import's records."""

    def __init__(self, settings: Settings, choices: Choices, importer: Importer) -> None:
        self.languages = frozenset(settings.languages)
        self.dimensions = frozenset(settings.dimensions)
        self.listed = {"language": settings.languages, "dimension": settings.dimensions}
        self.characters = settings.chinese_tokens == "characters"
        self.choices = choices
        self.importer = importer

    def build(self, file: str, record: Record) -> NewItem | Problem:
        """The row of a record, or why it can't become an item; nothing of the database is looked at."""
        choices, importer = self.choices, self.importer
        language = record.language or choices.language or importer.language or ""
        dimension = choices.dimension or record.dimension or importer.dimension or ""
        for name, value, known in (
            ("language", language, self.languages),
            ("dimension", dimension, self.dimensions),
        ):
            if value not in known:
                return checks.unknown_choice(record, name, value, self.listed[name])
        fitted = simply_joined(record)
        if fitted is None:
            found = checks.fitted(record, language=language, characters=self.characters)
            if isinstance(found, Problem):
                return found
            spans, mask = found
            starts, ends = [start for start, _ in spans], [end for _, end in spans]
        else:
            starts, ends, mask = fitted
        state = State.MASK_PROPOSING if mask is None else State.MASK_RATING
        given = record.tokens is not None
        return NewItem(
            record.external_id,
            language,
            dimension,
            State.NEEDS_WORDING if record.why else state,
            record.text,
            starts,
            ends,
            mask,
            MaskSource.IMPORT if mask is not None and not record.candidate else MaskSource.ANNOTATOR,
            record.record_id[:200],
            "given" if given else tokeniser_name(language, characters=self.characters),
            record.meta,
            record.line,
            file,
        )


def simply_joined(record: Record) -> tuple[list[int], list[int], Span | None] | None:
    """Tokens with one blank between them and a sound mask, or None: then they are looked at one by one."""
    tokens, text, mask = record.tokens, record.text, record.mask
    if not tokens or record.answer is not None or len(record.external_id) > checks.LONGEST_ID:
        return None
    if len(tokens) > checks.MOST_TOKENS or " ".join(tokens) != text or MASK in text or not all(tokens):
        return None
    if mask is not None and not (0 <= mask[0] < mask[1] <= len(tokens) and mask[1] - mask[0] < len(tokens)):
        return None
    lengths = list(map(len, tokens))
    ends = list(accumulate(lengths, lambda end, length: end + 1 + length))
    starts = [end - length for end, length in zip(ends, lengths, strict=True)]
    # A token with white space at its edge would join as well.
    return (
        None if any(token[0].isspace() or token[-1].isspace() for token in tokens) else (starts, ends, mask)
    )
