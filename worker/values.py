"""Values that know their JSON form: how the frozen dataclasses of worker.types are read and written.

How a form is read is worked out once; a file of scores has millions of values of the same few forms.
"""

import contextlib
import dataclasses
import functools
import math
import types
import typing
from collections.abc import Callable
from enum import StrEnum
from typing import Any, Self

Reader = Callable[[Any], object]
_WORDS: dict[type, str] = {str: "text", int: "a whole number", bool: "true or false"}


class _WrongError(Exception):
    """path: where it is, from the value that is being read; text: a colon and what must be, or a sentence of
    the value's own about one of its fields.
    """

    def __init__(self, text: str, path: str = "") -> None:
        super().__init__(path + text)
        self.text, self.path = text, path

    def under(self, step: str) -> "_WrongError":
        """The same, seen from one level higher."""
        joint = "" if not self.path or self.path.startswith("[") else "."
        return _WrongError(self.text, step + joint + self.path)

    def sentence(self, name: str) -> str:
        """The whole; name: of the value, where no field is to blame."""
        if self.text.startswith(":"):
            return (self.path or name) + self.text
        return ".".join(filter(None, (self.path, self.text)))


class Value:
    """A frozen dataclass that knows its JSON form. Field names are the JSON keys."""

    @classmethod
    def from_json(cls, payload: object) -> Self:
        """Build the value from decoded JSON. Raises ValueError naming the field that is wrong."""
        try:
            return typing.cast(Self, _reader(typing.cast(Any, cls))(payload))
        except _WrongError as error:
            raise ValueError(error.sentence(cls.__name__)) from error

    def to_json(self) -> dict[str, Any]:
        """Return the value as dicts, lists, strings, numbers, booleans and None."""
        return {name: _plain(member) for name, member in vars(self).items()}


def _plain(value: object) -> Any:
    if isinstance(value, Value):
        return value.to_json()
    if isinstance(value, dict):
        return {key: _plain(member) for key, member in value.items()}
    if isinstance(value, (tuple, list)):
        return [_plain(member) for member in value]
    return value


@functools.cache
def _reader(form: Any) -> Reader:
    """What reads decoded JSON as the annotated form. It raises _WrongError."""
    origin, arguments = typing.get_origin(form), typing.get_args(form)
    if origin in (types.UnionType, typing.Union):
        (inner,) = (_reader(argument) for argument in arguments if argument is not types.NoneType)
        return lambda payload: None if payload is None else inner(payload)
    if origin is tuple:
        return _list_reader(arguments[0]) if arguments[-1] is Ellipsis else _tuple_reader(arguments)
    if origin is dict:
        return _object_reader(arguments[1])
    if form is Any:
        return lambda payload: payload
    if isinstance(form, type) and issubclass(form, StrEnum):
        return _word_reader(form)
    if dataclasses.is_dataclass(form):
        return _value_reader(form)
    return _number_reader if form is float else _scalar_reader(form)


def _value_reader(form: Any) -> Reader:
    hints = typing.get_type_hints(form)
    readers = {field.name: _reader(hints[field.name]) for field in dataclasses.fields(form)}
    needed = [
        field.name
        for field in dataclasses.fields(form)
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    ]

    def read(payload: Any) -> object:
        if not isinstance(payload, dict):
            raise _WrongError(": must be an object")
        if not payload.keys() <= readers.keys():
            unknown = sorted(str(key) for key in payload.keys() - readers.keys())
            raise _WrongError(f": is not a field of {form.__name__}", unknown[0])
        members = {}
        for name, member in payload.items():
            try:
                members[name] = readers[name](member)
            except _WrongError as error:
                raise error.under(name) from error
        for name in needed:
            if name not in members:
                raise _WrongError(": is missing", name)
        try:
            return form(**members)
        except ValueError as error:
            raise _WrongError(str(error)) from error

    return read


def _object_reader(form: Any) -> Reader:
    inner = _reader(form)

    def read(payload: Any) -> object:
        if not isinstance(payload, dict) or not all(isinstance(key, str) for key in payload):
            raise _WrongError(": must be an object")
        found = {}
        for key, member in payload.items():
            try:
                found[key] = inner(member)
            except _WrongError as error:
                raise error.under(key) from error
        return found

    return read


def _list_reader(form: Any) -> Reader:
    inner = _reader(form)

    def read(payload: Any) -> object:
        if not isinstance(payload, (list, tuple)):
            raise _WrongError(": must be a list")
        # Long lists are of plain numbers; a sum tells whether all are finite.
        if form is float and set(map(type, payload)) == {float} and math.isfinite(sum(payload)):
            return tuple(payload)
        return _members([inner] * len(payload), payload)

    return read


def _tuple_reader(forms: tuple[Any, ...]) -> Reader:
    readers = [_reader(form) for form in forms]

    def read(payload: Any) -> object:
        if not isinstance(payload, (list, tuple)):
            raise _WrongError(": must be a list")
        if len(payload) != len(readers):
            raise _WrongError(f": must have {len(readers)} members, has {len(payload)}")
        return _members(readers, payload)

    return read


def _members(readers: list[Reader], payload: Any) -> tuple[object, ...]:
    found = []
    for index, (read, member) in enumerate(zip(readers, payload, strict=True)):
        try:
            found.append(read(member))
        except _WrongError as error:
            raise error.under(f"[{index}]") from error
    return tuple(found)


def _word_reader(form: type[StrEnum]) -> Reader:
    words = {word.value: word for word in form}

    def read(payload: Any) -> object:
        if not isinstance(payload, str) or payload not in words:
            raise _WrongError(f": must be one of {', '.join(words)}")
        return words[payload]

    return read


def _number_reader(payload: Any) -> object:
    if isinstance(payload, (int, float)) and not isinstance(payload, bool):
        with contextlib.suppress(OverflowError):  # a whole number beyond all floats
            number = float(payload)
            if math.isfinite(number):
                return number
    raise _WrongError(": must be a finite number")


def _scalar_reader(form: type) -> Reader:
    def read(payload: Any) -> object:
        if not isinstance(payload, form) or (form is int and isinstance(payload, bool)):
            raise _WrongError(f": must be {_WORDS.get(form, form.__name__)}")
        return payload

    return read
