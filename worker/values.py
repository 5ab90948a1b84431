"""Values that know their JSON form: how the frozen dataclasses of worker.types are read and written."""

import dataclasses
import functools
import math
import types
import typing
from enum import StrEnum
from typing import Any, Self


class Value:
    """A frozen dataclass that knows its JSON form. Field names are the JSON keys."""

    @classmethod
    def from_json(cls, payload: object) -> Self:
        """Build the value from decoded JSON. Raises ValueError naming the field that is wrong."""
        return typing.cast(Self, _read(cls, payload, ""))

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
    if isinstance(form, type) and issubclass(form, StrEnum):
        if not isinstance(payload, str) or payload not in list(form):
            raise ValueError(f"{path}: must be one of {', '.join(form)}")
        return form(payload)
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
