"""The frozen values that cross the queue between the web side and the worker, to and from JSON.

Everything here is plain Python: the web image has no torch and the worker no database. A value that exists is
valid, so whoever receives one need not check it again. Sequences are tuples; JSON has lists in their place.
"""

import dataclasses
import hashlib
import json
from enum import StrEnum
from typing import Any

from worker.values import Value

QUEUE_CPU = "cpu"
QUEUE_GPU = "gpu"
TASK_SCORE_INSTANCES = "worker.score_instances"
TASK_CHECK_UP = "worker.check_up"
TASK_MEASURE_SPEED = "worker.measure_speed"


class ModelKind(StrEnum):
    """How a model answers: at masked places, from left to right, or with a class for the whole text."""

    MASKED = "masked"
    CAUSAL = "causal"
    CLASSIFICATION = "classification"


@dataclasses.dataclass(frozen=True)
class Instance(Value):
    """An item as a model reads it: a text, its tokens and, if there is one, the masked span.

    text holds the golden answer in place; whoever predicts replaces the span.
    tokens: [start, end) code-point spans into text, ascending, never overlapping, none empty.
    mask: [start, end) token range, or None for a task without a mask. answer: the golden answer or label.
    """

    id: str
    text: str
    tokens: tuple[tuple[int, int], ...]
    mask: tuple[int, int] | None
    answer: str | None
    language: str

    def __post_init__(self) -> None:
        _require(bool(self.id), "id", "must not be empty")
        _require(bool(self.tokens), "tokens", "must not be empty")
        reached = 0
        for index, (start, end) in enumerate(self.tokens):
            inside = reached <= start < end <= len(self.text)
            _require(inside, f"tokens[{index}]", "must ascend inside the text and not be empty")
            reached = end
        if self.mask is not None:
            start, end = self.mask
            _require(0 <= start < end <= len(self.tokens), "mask", "must be a non-empty range of tokens")

    def words(self) -> tuple[str, ...]:
        """Return the surface form of each token, the masked ones included."""
        return tuple(self.text[start:end] for start, end in self.tokens)

    def digest(self) -> str:
        """Return a checksum of all of the instance: scores of another text, mask or answer are of no use."""
        return hashlib.sha256(json.dumps(self.to_json()).encode()).hexdigest()[:16]

    def golden_answer(self) -> str:
        """Return the words under the mask as they stand in the text. Raises ValueError without a mask."""
        if self.mask is None:
            raise ValueError("mask: the instance has none")
        return self.text[self.tokens[self.mask[0]][0] : self.tokens[self.mask[1] - 1][1]]


@dataclasses.dataclass(frozen=True)
class ModelRef(Value):
    """A language model to load: source is a folder or a hub name, revision pins it, dtype is a torch name."""

    name: str
    source: str
    revision: str = ""
    dtype: str = "float32"

    def __post_init__(self) -> None:
        _require(bool(self.name), "name", "must not be empty")
        _require(bool(self.source), "source", "must not be empty")


@dataclasses.dataclass(frozen=True)
class MethodRef(Value):
    """A saliency method with its settings; what is left out takes the method's documented default."""

    name: str
    settings: dict[str, Any] = dataclasses.field(default_factory=dict)

    def __post_init__(self) -> None:
        _require(bool(self.name), "name", "must not be empty")


@dataclasses.dataclass(frozen=True)
class ModelStamp(Value):
    """The model that answered and the code that ran it."""

    name: str
    revision: str
    dtype: str
    worker_version: str
    torch_version: str
    transformers_version: str


@dataclasses.dataclass(frozen=True)
class Candidate(Value):
    """One answer the model offers for the whole masked span; probability is the product over its pieces.

    Of a classification model: a label, its number instead of pieces, and its probability. What was scored
    elsewhere may have no pieces and not tell its probability, which is None then.
    """

    answer: str
    pieces: tuple[int, ...]
    probability: float | None


@dataclasses.dataclass(frozen=True)
class Prediction(Value):
    """What a model answers for the masked span.

    candidates: best first, at most five. answer_pieces, answer_probability: the golden answer's pieces and
    the product of their probabilities. answer_rank: 1 is best; for an answer of several pieces it is None
    unless the answer is among the candidates. unknown_answer: the tokenizer has no piece for it; then it
    counts wrong. Of a classification model: every class, best first, and the label in place of the answer; an
    instance without a label, or with one that the model does not know, has answer_pieces () and
    unknown_answer. Scored elsewhere, answer_pieces may be (), answer_probability None, and top3 None where
    fewer than three answers were told and none of them is golden.
    """

    candidates: tuple[Candidate, ...]
    answer_pieces: tuple[int, ...]
    answer_probability: float | None
    answer_rank: int | None
    top1: bool
    top3: bool | None
    unknown_answer: bool


class Scale(StrEnum):
    """What a saliency's numbers mean. Our own methods give scores; other tools may tell less.

    Scores: amounts. Ranks: only their order counts, over all tokens. Rationale: their order counts among the
    chosen tokens, the others are all alike. Set: chosen tokens are all alike, too.
    """

    SCORES = "scores"
    RANKS = "ranks"
    RATIONALE = "rationale"
    SET = "set"


@dataclasses.dataclass(frozen=True)
class Saliency(Value):
    """One number per token: how much it matters to the prediction.

    scores: signed and raw, one per token of the instance, masked tokens included. mask_and_special_mass: what
    fell on mask and special pieces. completeness_gap: |sum of scores - (F(x) - F(baseline))| and
    relative_gap, the same over max(|F(x) - F(baseline)|, 1e-6), both None for methods without a completeness
    axiom. target: the piece ids, or the number of the class, whose probability is explained. points: at how
    many points of the path a gradient was taken, None for methods without a path. Scored elsewhere,
    mask_and_special_mass may be None and target (); chosen is how many tokens outside the mask make up the
    rationale, where a tool says so itself instead of leaving it to the length ratio.
    """

    scores: tuple[float, ...]
    mask_and_special_mass: float | None
    completeness_gap: float | None
    relative_gap: float | None
    target: tuple[int, ...]
    points: int | None = None
    scale: Scale = Scale.SCORES
    chosen: int | None = None


@dataclasses.dataclass(frozen=True)
class Problem(Value):
    """Why an instance could not be scored: a stable code and a sentence for a person."""

    code: str
    message: str


@dataclasses.dataclass(frozen=True)
class InstanceScore(Value):
    """What came back for one instance: both may be None with an error, saliency if none was asked for."""

    instance: str
    prediction: Prediction | None
    saliency: Saliency | None
    error: Problem | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class ScoreLine(InstanceScore):
    """A line of a scores file: an InstanceScore that says by itself which method and model it comes from.

    input: a checksum of the instance as it was scored, or empty. The lines of a file may mix methods and
    models; of several for one instance, method and model the last counts.
    """

    input: str = ""
    method: MethodRef
    model: ModelStamp


@dataclasses.dataclass(frozen=True)
class ScoreRequest(Value):
    """Ask for the predictions and saliencies of some instances, for one run."""

    run: str
    model: ModelRef
    method: MethodRef
    instances: tuple[Instance, ...]

    def __post_init__(self) -> None:
        names = [instance.id for instance in self.instances]
        _require(len(set(names)) == len(names), "instances", "must not repeat an id")


@dataclasses.dataclass(frozen=True)
class ScoreReply(Value):
    """The answer to a ScoreRequest: scores in the order of its instances.

    seconds: wall time spent scoring.
    """

    run: str
    method: MethodRef
    model: ModelStamp
    scores: tuple[InstanceScore, ...]
    seconds: float


@dataclasses.dataclass(frozen=True)
class Deviation(Value):
    """Half and single precision compared. items: how many both could score; the rest is None where that is 0.

    same_top1: share of items with the same best candidate. probability: largest difference of the golden
    answer's probability. top_tokens: mean share that the most important tokens (3 in 10) have in common.
    correlation: smallest Pearson correlation of the scores, None where all are constant.
    """

    items: int
    same_top1: float | None
    probability: float | None
    top_tokens: float | None
    correlation: float | None

    def sentence(self) -> str:
        """Return the comparison in words."""
        if self.same_top1 is None or self.probability is None or self.top_tokens is None:
            return "no item could be scored in both precisions"
        correlation = "none" if self.correlation is None else f"{self.correlation:.5f} at least"
        return (
            f"{self.items} items: same best answer {self.same_top1:.0%}, golden answer's probability within "
            f"{self.probability:.1e}, most important tokens shared {self.top_tokens:.0%}, "
            f"correlation of scores {correlation}"
        )


def _require(holds: bool, field: str, complaint: str) -> None:
    if not holds:
        raise ValueError(f"{field}: {complaint}")
