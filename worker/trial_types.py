"""The values of check-ups and of measurements of speed, which cross the queue like those of worker.types."""

import dataclasses

from worker.types import Candidate, Deviation, Instance, MethodRef, ModelKind, ModelRef, ModelStamp, Problem
from worker.values import Value


@dataclasses.dataclass(frozen=True)
class CheckUpRequest(Value):
    """Ask whether a model loads and what it answers in a sentence of this language."""

    model: ModelRef
    language: str


@dataclasses.dataclass(frozen=True)
class ModelFacts(Value):
    """What a worker found out about a model by loading it and letting it answer once.

    weights_bytes: what the weights hold. peak_bytes: the most that the process held so far, on a GPU the most
    allocated on it. candidates: what it answered in the sentence.
    """

    kind: ModelKind
    parameters: int
    device: str
    load_seconds: float
    score_seconds: float
    weights_bytes: int
    peak_bytes: int
    sentence: str
    candidates: tuple[Candidate, ...]


@dataclasses.dataclass(frozen=True)
class CheckUpReply(Value):
    """The answer to a CheckUpRequest: facts, or the error that stopped the check-up."""

    model: ModelStamp
    facts: ModelFacts | None
    error: Problem | None


@dataclasses.dataclass(frozen=True)
class SpeedRequest(Value):
    """Ask how long a model takes for some instances by each method, its loading left aside."""

    model: ModelRef
    methods: tuple[MethodRef, ...]
    instances: tuple[Instance, ...]


@dataclasses.dataclass(frozen=True)
class MethodSpeed(Value):
    """What one method takes. items: how many were scored; deviation: for half precision only."""

    method: MethodRef
    items: int
    seconds_per_instance: float | None
    deviation: Deviation | None
    error: Problem | None


@dataclasses.dataclass(frozen=True)
class SpeedReply(Value):
    """The answer to a SpeedRequest, a member for each of its methods, in order."""

    model: ModelStamp
    load_seconds: float | None
    speeds: tuple[MethodSpeed, ...]
