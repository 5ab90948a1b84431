"""Released interpretability sets in JSON lines: the golden form (rationales) and the input form.

A text with [MASK] and its answer becomes an item with that mask; others come without one. Two texts (a query
and a title) become one, a line each. Rationales, sample type and links to the other form are kept in `meta`.
"""

from collections.abc import Iterator
from typing import Any

from annotation_app.items.importing.json_values import json_objects
from annotation_app.items.importing.records import Problem, Record
from annotation_app.items.importing.source import Source
from annotation_app.items.models import MASK
from annotation_app.items.tokenising import locate

SINGLE = ("sent_text", "context")
PAIRS = (("query", "title"), ("sentence1", "sentence2"))
PAIR_TOKENS = ("text_q_seg", "text_t_seg")


def read(source: Source) -> Iterator[Record | Problem]:
    for entry in json_objects(source):
        yield entry if isinstance(entry, Problem) else _record(*entry, source)


def _record(line: int, fields: dict[str, Any], source: Source) -> Record | Problem:
    number = fields.get("sent_id", fields.get("id"))
    if number is None:
        return Problem(line, "no_id", "The record has neither sent_id nor id.")
    name = f"{source.name.rsplit('/', 1)[-1]}-{number}"
    text, tokens = _text(fields)
    if not text.strip():
        return Problem(line, "empty_text", "The record has no text.", name)
    mask = None
    if MASK in text:
        answer = fields.get("answers")
        if isinstance(answer, list) and len(answer) == 1:
            answer = answer[0]
        if not isinstance(answer, str) or not answer or text.count(MASK) != 1:
            message = f"The text has {text.count(MASK)} {MASK} and no single answer. Import the golden form."
            return Problem(line, "no_answer", message, name)
        at = text.index(MASK)
        text = text.replace(MASK, answer)
        if tokens is not None and tokens.count(MASK) == 1:
            index = tokens.index(MASK)
            tokens = [*tokens[:index], answer, *tokens[index + 1 :]]
        mask = (at, at + len(answer))
    if tokens is not None:
        # Reference tokens may be blanks, or run on into the title: then the text is cut anew.
        tokens = [token for token in tokens if token.strip()]
        tokens = tokens if locate(text, tokens) is not None else None
    meta = {key: value for key, value in fields.items() if key not in (*SINGLE, "sent_token_with_idx")}
    return Record(
        line,
        name,
        text,
        language=source.language,
        tokens=tokens,
        record_id=str(number),
        meta=meta,
        answer=mask,
    )


def _text(fields: dict[str, Any]) -> tuple[str, list[str] | None]:
    for first, second in PAIRS:
        if isinstance(fields.get(first), str) and isinstance(fields.get(second), str):
            segments = [fields.get(key) for key in PAIR_TOKENS]
            both = all(isinstance(one, list) and all(isinstance(t, str) for t in one) for one in segments)
            tokens = [token for one in segments for token in one or []] if both else None
            return f"{fields[first]}\n{fields[second]}", tokens
    for key in SINGLE:
        if isinstance(fields.get(key), str):
            tokens = fields.get("sent_token")
            listed = isinstance(tokens, list) and all(isinstance(token, str) for token in tokens)
            return fields[key], list(tokens) if listed and tokens else None
    return "", None
