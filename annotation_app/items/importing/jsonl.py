"""Our own form: one JSON object a line, with the tokens and the answer's token range where they are known."""

import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO, NoReturn

from annotation_app.items.importing.records import Problem, Record

LONGEST_LINE = 4 * 1024 * 1024
# JSON can spell them with escapes, but a database's text can't hold them.
NOT_STORABLE = re.compile("[\x00\ud800-\udfff]")


def read(stream: BinaryIO) -> Iterator[Record | Problem]:
    """Records and problems, line by line; empty lines are passed over."""
    number = 0
    while raw := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(raw) > LONGEST_LINE:
            message = "The line is longer than 4 MiB. Is this a JSON Lines file?"
            yield Problem(number, "line_too_long", message, of_file=True)
            return
        if number == 1:
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        if raw.strip():
            yield _record(raw, number)
    if number == 0:
        yield Problem(1, "empty_file", "The file is empty.", of_file=True)


def _record(raw: bytes, line: int) -> Record | Problem:
    try:
        fields = json.loads(raw.decode("utf-8"), parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        message = f"Not valid UTF-8 at byte {error.start} of the line. Save the file as UTF-8."
        return Problem(line, "not_utf8", message)
    except json.JSONDecodeError as error:
        message = f"Not valid JSON: {error.msg} at column {error.colno}. Is the line cut off?"
        return Problem(line, "broken_json", message)
    except (ValueError, RecursionError):
        message = (
            "Not usable JSON: it holds NaN or Infinity, a number of thousands of digits, or is too deep."
        )
        return Problem(line, "broken_json", message)
    if not _is_storable(fields):
        message = "The record holds a NUL character or half a surrogate pair, which no database keeps."
        return Problem(line, "not_storable", message)
    if not isinstance(fields, dict):
        return Problem(line, "not_an_object", "The line is not a JSON object {...}.")
    name = fields.get("external_id")
    if not isinstance(name, str) or not name:
        return Problem(line, "no_id", "The record has no external_id.")
    text = fields.get("text")
    if not isinstance(text, str) or not text.strip():
        return Problem(line, "empty_text", "The record has no text.", name)
    tokens = fields.get("tokens")
    if tokens is not None and not (isinstance(tokens, list) and all(isinstance(t, str) for t in tokens)):
        return Problem(line, "bad_tokens", "tokens must be a list of strings.", name)
    mask = _mask(fields.get("answer"))
    if isinstance(mask, str):
        return Problem(line, "bad_answer", mask, name)
    for field in ("language", "dimension"):
        if fields.get(field) is not None and not isinstance(fields[field], str):
            return Problem(line, f"bad_{field}", f"{field} must be text.", name)
    meta = fields.get("meta") or {}
    if not isinstance(meta, dict):
        return Problem(line, "bad_meta", "meta must be an object {...}.", name)
    return Record(
        line=line,
        external_id=name,
        text=text,
        language=fields.get("language"),
        dimension=fields.get("dimension"),
        tokens=tokens,
        mask=mask,
        record_id=str(fields.get("record_id", name)),
        meta=meta,
    )


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _is_storable(fields: Any) -> bool:
    """Whether every text in a JSON value, names of fields included, can be kept by a database."""
    rest = [fields]
    while rest:
        value = rest.pop()
        if isinstance(value, str) and NOT_STORABLE.search(value):
            return False
        if isinstance(value, dict):
            rest += [*value.keys(), *value.values()]
        elif isinstance(value, list):
            rest += value
    return True


def _mask(answer: Any) -> tuple[int, int] | str | None:
    """The token range of an answer, None if there is no answer, or what is wrong with it."""
    if answer is None:
        return None
    if not isinstance(answer, dict):
        return "answer must be an object with token_start and token_end."
    start, end = answer.get("token_start"), answer.get("token_end")
    if type(start) is not int or type(end) is not int:
        return "answer needs whole numbers token_start and token_end (end exclusive)."
    return start, end
