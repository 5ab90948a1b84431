"""Our own form: one JSON object a line, with the tokens and the answer's token range where they are known."""

import json
from collections.abc import Iterator
from typing import Any

from annotation_app.items.importing.json_values import is_storable, refuse_constant
from annotation_app.items.importing.records import Problem, Record
from annotation_app.items.importing.source import Source

# The one that loads() makes anew for each text costs more than a short text itself.
DECODER = json.JSONDecoder(parse_constant=refuse_constant)


def read(source: Source) -> Iterator[Record | Problem]:
    """Records and problems, line by line; empty lines are passed over."""
    for entry in source.lines():
        if isinstance(entry, Problem):
            yield entry
        elif entry[1].strip():
            yield _record(entry[1], entry[0])


def _record(text: str, line: int) -> Record | Problem:
    try:
        fields = DECODER.decode(text)
    except json.JSONDecodeError as error:
        message = f"Not valid JSON: {error.msg} at column {error.colno}. Is the line cut off?"
        return Problem(line, "broken_json", message)
    except (ValueError, RecursionError):
        message = (
            "Not usable JSON: it holds NaN or Infinity, a number of thousands of digits, or is too deep."
        )
        return Problem(line, "broken_json", message)
    # The line itself is checked; only an escape could still spell what no database keeps.
    if "\\u" in text and not is_storable(fields):
        message = "The record holds a NUL character or half a surrogate pair, which no database keeps."
        return Problem(line, "not_storable", message)
    if not isinstance(fields, dict):
        return Problem(line, "not_an_object", "The line is not a JSON object {...}.")
    name = fields.get("external_id")
    if not isinstance(name, str) or not name:
        return Problem(line, "no_id", "The record has no external_id.")
    written = fields.get("text")
    if not isinstance(written, str) or not written.strip():
        return Problem(line, "empty_text", "The record has no text.", name)
    tokens = fields.get("tokens")
    if tokens is not None and not (isinstance(tokens, list) and set(map(type, tokens)) <= {str}):
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
        text=written,
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
