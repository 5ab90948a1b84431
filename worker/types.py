"""The frozen values that cross the queue between the web side and the worker, to and from JSON.

Everything here is plain Python: the web image has no torch and the worker no database. A value that exists is
valid, so whoever receives one need not check it again. Sequences are tuples; JSON has lists in their place.
"""

import dataclasses
import functools
import math
import types
import typing
from typing import Any, Self

QUEUE_CPU = "cpu"
QUEUE_GPU = "gpu"
TASK_SCORE_INSTANCES = "worker.score_instances"


class Value:
    """A frozen dataclass that knows its JSON form. Field names are the JSON keys."""

    @classmethod
    def from_json(cls, payload: object) -> Self:
        """Build the value from decoded JSON. Raises ValueError naming the field that is wrong."""
        return typing.cast(Self, _read(cls, payload, ""))

    def to_json(self) -> dict[str, Any]:
        """Return the value as dicts, lists, strings, numbers, booleans and None."""
        return {name: _plain(member) for name, member in vars(self).items()}


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
    """One answer the model offers for the whole masked span; probability is the product over its pieces."""

    answer: str
    pieces: tuple[int, ...]
    probability: float


@dataclasses.dataclass(frozen=True)
class Prediction(Value):
    """What a model answers for the masked span.

    candidates: best first, at most five. answer_pieces, answer_probability: the golden answer's pieces and
    the product of their probabilities. answer_rank: 1 is best; for an answer of several pieces it is None
    unless the answer is among the candidates. unknown_answer: the tokenizer has no piece for it; then it
    counts wrong.
    """

    candidates: tuple[Candidate, ...]
    answer_pieces: tuple[int, ...]
    answer_probability: float
    answer_rank: int | None
    top1: bool
    top3: bool
    unknown_answer: bool


@dataclasses.dataclass(frozen=True)
class Saliency(Value):
    """One number per token: how much it matters to the prediction.

    scores: signed and raw, one per token of the instance, masked tokens included. mask_and_special_mass: what
    fell on mask and special pieces. completeness_gap: |sum of scores - (F(x) - F(baseline))| and
    relative_gap, the same over max(|F(x) - F(baseline)|, 1e-6), both None for methods without a completeness
    axiom. target: the piece ids whose probability is explained.
    """

    scores: tuple[float, ...]
    mask_and_special_mass: float
    completeness_gap: float | None
    relative_gap: float | None
    target: tuple[int, ...]


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


def _require(holds: bool, field: str, complaint: str) -> None:
    if not holds:
        raise ValueError(f"{field}: {complaint}")


def _plain(value: object) -> Any:
    if isinstance(value, Value):
        return value.to_json()
    if isinstance(value, dict):
        return {key: _plain(member) for key, member in value.items()}
    if isinstance(value, (tuple, list)):
        return [_plain(member) for member in value]
    return value


def _read(form: Any, payload: object, path: str) -> object:
    """Read payload as the annotated form; path is where it stands, for the error."""
    origin, arguments = typing.get_origin(form), typing.get_args(form)
    if origin in (types.UnionType, typing.Union):
        (inner,) = (argument for argument in arguments if argument is not types.NoneType)
        return None if payload is None else _read(inner, payload, path)
    if origin is tuple:
        return _read_tuple(arguments, payload, path)
    if origin is dict:
        if not isinstance(payload, dict) or not all(isinstance(key, str) for key in payload):
            raise ValueError(f"{path}: must be an object")
        return {key: _read(arguments[1], member, f"{path}.{key}") for key, member in payload.items()}
    if form is Any:
        return payload
    if dataclasses.is_dataclass(form):
        return _read_value(form, payload, path)
    return _read_scalar(form, payload, path)


@functools.cache
def _type_hints(form: Any) -> dict[str, Any]:
    """Evaluating annotations takes longer than reading the value."""
    return typing.get_type_hints(form)


def _read_value(form: Any, payload: object, path: str) -> object:
    prefix = f"{path}." if path else ""
    if not isinstance(payload, dict):
        raise ValueError(f"{path or form.__name__}: must be an object")
    hints = _type_hints(form)
    unknown = sorted(str(key) for key in payload.keys() - hints.keys())
    if unknown:
        raise ValueError(f"{prefix}{unknown[0]}: is not a field of {form.__name__}")
    members = {}
    for field in dataclasses.fields(form):
        if field.name in payload:
            members[field.name] = _read(hints[field.name], payload[field.name], prefix + field.name)
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise ValueError(f"{prefix}{field.name}: is missing")
    try:
        return form(**members)
    except ValueError as error:
        raise ValueError(f"{prefix}{error}") from error


def _read_tuple(arguments: tuple[Any, ...], payload: object, path: str) -> tuple[object, ...]:
    if not isinstance(payload, (list, tuple)):
        raise ValueError(f"{path}: must be a list")
    if arguments[-1] is Ellipsis:
        arguments = (arguments[0],) * len(payload)
    if len(payload) != len(arguments):
        raise ValueError(f"{path}: must have {len(arguments)} members, has {len(payload)}")
    pairs = zip(arguments, payload, strict=True)
    return tuple(_read(form, member, f"{path}[{index}]") for index, (form, member) in enumerate(pairs))


def _read_scalar(form: type, payload: object, path: str) -> object:
    if form is float:
        if isinstance(payload, bool) or not isinstance(payload, (int, float)) or not math.isfinite(payload):
            raise ValueError(f"{path}: must be a finite number")
        return float(payload)
    if not isinstance(payload, form) or (form is int and isinstance(payload, bool)):
        words = {str: "text", int: "a whole number", bool: "true or false"}
        raise ValueError(f"{path}: must be {words.get(form, form.__name__)}")
    return payload
