"""Whether a record can become an item: its text, its tokens, its mask. Values in, a sentence out."""

import re
from collections.abc import Collection

from annotation_app.items.importing.records import Problem, Record
from annotation_app.items.models import MASK, spans_ascend
from annotation_app.items.tokenising import Span, locate, tokenise

MOST_TOKENS = 10_000
LONGEST_ID = 200
# What PostgreSQL and a reader of UTF-8 can hold.
STORABLE = re.compile("[^\x00\ud800-\udfff]*")


def fitted(
    record: Record, *, language: str, characters: bool = False
) -> tuple[list[Span], Span | None] | Problem:
    """A record's tokens as code-point ranges and its mask as a token range, or why it can't be used."""

    def problem(code: str, message: str) -> Problem:
        return Problem(record.line, code, message, record.external_id)

    if len(record.external_id) > LONGEST_ID:
        return problem("long_id", f"The external_id is longer than {LONGEST_ID} characters.")
    if MASK in record.text:
        return problem("literal_mask", f"The text already contains {MASK}. Give the answer by its tokens.")
    if record.tokens is None:
        spans: list[Span] | None = tokenise(record.text, language, characters=characters)
    else:
        spans = locate(record.text, record.tokens)
    if spans is None:
        return problem("tokens_do_not_join", first_gap(record.text, record.tokens or []))
    if record.answer is not None:
        spans = cut_at(record.answer, spans)
    if not spans_ascend([s for s, _ in spans], [e for _, e in spans], len(record.text)):
        return problem("no_tokens", "The text has no words.")
    if len(spans) > MOST_TOKENS:
        return problem("too_long", f"The text has {len(spans)} tokens; at most {MOST_TOKENS} can be shown.")
    mask = record.mask if record.answer is None else tokens_within(record.answer, spans)
    if mask is not None:
        start, end = mask
        if not 0 <= start < end <= len(spans) or end - start == len(spans):
            return problem(
                "bad_answer", f"The answer's token range {start}-{end} does not fit {len(spans)} tokens."
            )
    return spans, mask


def cut_at(answer: Span, spans: list[Span]) -> list[Span]:
    """Tokens of which none crosses an edge of the answer."""
    for edge in answer:
        spans = [
            part
            for start, end in spans
            for part in ([(start, edge), (edge, end)] if start < edge < end else [(start, end)])
        ]
    return spans


def tokens_within(answer: Span, spans: list[Span]) -> Span:
    """The range of tokens that lie in a range of code points; empty if none does."""
    start = sum(end <= answer[0] for _, end in spans)
    return start, start + sum(answer[0] <= s and e <= answer[1] for s, e in spans)


def first_gap(text: str, tokens: list[str]) -> str:
    """Which token does not follow in the text."""
    at = 0
    for index, token in enumerate(tokens):
        found = text.find(token, at) if token else -1
        if found < 0 or text[at:found].strip():
            return f"Token {index} (“{token}”) does not follow at character {at} of the text."
        at = found + len(token)
    return f"The tokens end at character {at}, but the text goes on."


def unknown_choice(record: Record, name: str, value: str, known: Collection[str]) -> Problem:
    """The problem of a record whose language or dimension is not one of the benchmark's."""
    listed = ", ".join(known)
    message = f"The {name} “{value}” is not one of this benchmark's: {listed}."
    return Problem(record.line, f"unknown_{name}", message, record.external_id)
