"""The values of a question for related words, which cross the queue like those of worker.types."""

import dataclasses

from worker.types import Problem
from worker.values import Value

TASK_RELATED_WORDS = "worker.related_words"


@dataclasses.dataclass(frozen=True)
class RelatedRequest(Value):
    """Ask for words related to one: only English has a dictionary here."""

    word: str
    language: str


@dataclasses.dataclass(frozen=True)
class RelatedWord(Value):
    """A word and how it is related: synonym, similar, broader or narrower."""

    word: str
    relation: str


@dataclasses.dataclass(frozen=True)
class RelatedReply(Value):
    """Words, the nearest first, and the dictionary they are from; or why there are none."""

    source: str
    words: tuple[RelatedWord, ...]
    error: Problem | None
