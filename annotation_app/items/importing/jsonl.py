"""Our own form: one JSON object a line, with the tokens and the answer's token range where they are known."""

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from annotation_app.items.importing.records import Problem, Record

LONGEST_LINE = 4 * 1024 * 1024


def read(stream: BinaryIO) -> Iterator[Record | Problem]:
    """Records and problems, line by line; empty lines are passed over."""
    number = 0
    while raw := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(raw) > LONGEST_LINE:
            yield Problem(
                number, "line_too_long", "The line is longer than 4 MiB. Is this a JSON Lines file?"
            )
            return
        if number == 1:
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        if raw.strip():
            yield _record(raw, number)
    if number == 0:
        yield Problem(1, "empty_file", "The file is empty.")


def _record(raw: bytes, line: int) -> Record | Problem:
    try:
        fields = json.loads(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        message = f"Not valid UTF-8 at byte {error.start} of the line. Save the file as UTF-8."
        return Problem(line, "not_utf8", message)
    except json.JSONDecodeError as error:
        message = f"Not valid JSON: {error.msg} at column {error.colno}. Is the line cut off?"
        return Problem(line, "broken_json", message)
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
