"""Word pieces of an instance: cutting the text, masking the answer, and carrying piece scores back to tokens.

Offsets are code points of the text, start inclusive, end exclusive.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from worker.lm.errors import ScoringError
from worker.types import Instance

Offset = tuple[int, int]


@dataclass(frozen=True)
class Encoding:
    """An instance as a model's input, its golden answer replaced by mask pieces or by another answer.

    pieces: piece ids with special ones. special: for each piece, whether the tokenizer added it.
    mask_positions: where the answer's pieces stand; none without a masked span. answer_pieces: the golden
    answer's, in order, or the number of the golden label, or nothing. tokens_of: for each piece the tokens it
    covers part of; a mask piece covers what it replaced. rows: which rows of the model's output are asked for
    the answer. looks: the pieces whose last attention goes with the answer, several of one answer if there is
    no masked span.
    """

    instance: Instance
    pieces: tuple[int, ...]
    special: tuple[bool, ...]
    mask_positions: tuple[int, ...]
    answer_pieces: tuple[int, ...]
    tokens_of: tuple[tuple[int, ...], ...]
    unknown_answer: bool
    rows: tuple[int, ...]
    looks: tuple[int, ...]

    def outside_mass(self, scores: Sequence[float]) -> float:
        """Return what fell on mask pieces, special pieces and pieces that belong to no token."""
        masked = set(self.mask_positions)
        return sum(
            score
            for position, score in enumerate(scores)
            if position in masked or not self.tokens_of[position]
        )


def encode(tokenizer: Any, instance: Instance) -> Encoding:
    """Cut an instance into pieces and mask its golden answer by position.

    The golden answer is cut in context, together with the text around it, so a leading space counts where it
    matters. Special words in the text, "[MASK]" say, are plain text. Only where a piece reaches across the
    edge of the masked span is the text cut at both edges first. Raises ScoringError: instance_without_mask,
    text_not_unicode, tokenizer_without_mask, answer_without_pieces.
    """
    if instance.mask is not None and tokenizer.mask_token_id is None:
        raise ScoringError("tokenizer_without_mask", "The model's tokenizer has no mask token.")
    cut, inside = _cut_around_answer(tokenizer, instance)
    positions = tuple(position for position, held in enumerate(inside) if held)
    answer = tuple(cut.pieces[position] for position in positions)
    return Encoding(
        instance=instance,
        pieces=tuple(
            tokenizer.mask_token_id if held else piece for piece, held in zip(cut.pieces, inside, strict=True)
        ),
        special=tuple(cut.special),
        mask_positions=positions,
        answer_pieces=answer,
        tokens_of=_tokens_of(cut, instance),
        unknown_answer=tokenizer.unk_token_id is not None and tokenizer.unk_token_id in answer,
        rows=positions,
        looks=positions,
    )


def encode_unmasked(tokenizer: Any, instance: Instance) -> Encoding:
    """Cut an instance as encode does, the golden answer's pieces left in place.

    rows and looks are the places before each of them, from which a causal model reads them. Raises
    ScoringError: instance_without_mask, text_not_unicode, answer_without_pieces.
    """
    cut, inside = _cut_around_answer(tokenizer, instance)
    first = inside.index(True)
    end = len(inside) - inside[::-1].index(True)
    answer = tuple(cut.pieces[first:end])
    return Encoding(
        instance=instance,
        pieces=tuple(cut.pieces),
        special=tuple(cut.special),
        mask_positions=tuple(range(first, end)),
        answer_pieces=answer,
        tokens_of=_tokens_of(cut, instance),
        unknown_answer=tokenizer.unk_token_id is not None and tokenizer.unk_token_id in answer,
        rows=tuple(range(first - 1, len(cut.pieces) - 1)),
        looks=tuple(range(first - 1, end - 1)),
    )


def encode_whole(
    tokenizer: Any, instance: Instance, *, label: int | None, looks: Callable[[int], Iterable[int]]
) -> Encoding:
    """Cut a text without a masked span. label: the number of its golden class, if it has one that is known.

    looks: gives the pieces that the classes are read from. Raises ScoringError: text_not_unicode,
    answer_without_pieces.
    """
    cut = _cut_text(tokenizer, instance.text)
    if not cut.pieces:
        raise ScoringError("answer_without_pieces", "The tokenizer drops the whole text.")
    return Encoding(
        instance=instance,
        pieces=tuple(cut.pieces),
        special=tuple(cut.special),
        mask_positions=(),
        answer_pieces=() if label is None else (label,),
        tokens_of=_tokens_of(cut, instance),
        unknown_answer=label is None,
        rows=(0,),
        looks=tuple(looks(len(cut.pieces))),
    )


def piece_tokens(text: str, offsets: Sequence[Offset], tokens: Sequence[Offset]) -> list[tuple[int, ...]]:
    """Return for each piece the indices of the tokens it covers part of.

    A piece of nothing but space, or of no width, belongs to the token it leads into.
    """
    return [_tokens_under(_covered(offset, text), tokens) for offset in offsets]


def token_scores(
    piece_scores: Sequence[float], tokens_of: Sequence[tuple[int, ...]], tokens: int
) -> list[float]:
    """Sum the scores of each token's pieces; a piece over several tokens is shared equally among them.

    tokens: how many there are. Returns one score a token, 0 for a token without pieces.
    """
    scores = [0.0] * tokens
    for score, covered in zip(piece_scores, tokens_of, strict=True):
        for token in covered:
            scores[token] += score / len(covered)
    return scores


@dataclass(frozen=True)
class _Cut:
    pieces: list[int]
    offsets: list[Offset]
    special: list[bool]


def _cut_around_answer(tokenizer: Any, instance: Instance) -> tuple[_Cut, list[bool]]:
    """Cut an instance's text, and tell which pieces belong to the golden answer: at least one does."""
    if instance.mask is None:
        raise ScoringError("instance_without_mask", "A language model needs a masked span.")
    span = instance.tokens[instance.mask[0]][0], instance.tokens[instance.mask[1] - 1][1]
    cut = _cut_text(tokenizer, instance.text)
    covers = [_covered(offset, instance.text) for offset in cut.offsets]
    inside = [
        not special and _overlap(covered, span) for special, covered in zip(cut.special, covers, strict=True)
    ]
    if any(held and not _within(covered, span) for held, covered in zip(inside, covers, strict=True)):
        cut, inside = _cut_at_edges(tokenizer, instance.text, span, cut)
    if not any(inside):
        raise ScoringError("answer_without_pieces", "The tokenizer drops the whole golden answer.")
    return cut, inside


def _tokens_of(cut: _Cut, instance: Instance) -> tuple[tuple[int, ...], ...]:
    return tuple(
        () if special else _tokens_under(_covered(offset, instance.text), instance.tokens)
        for special, offset in zip(cut.special, cut.offsets, strict=True)
    )


def _cut_text(tokenizer: Any, text: str) -> _Cut:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ScoringError("text_not_unicode", "The text holds half of a surrogate pair.") from error
    return _cut(tokenizer, text)


def _cut(tokenizer: Any, text: str, *, add_special: bool = True) -> _Cut:
    encoded = tokenizer(
        text,
        add_special_tokens=add_special,
        return_offsets_mapping=True,
        return_special_tokens_mask=True,
        split_special_tokens=True,
        truncation=False,
        verbose=False,
    )
    return _Cut(
        pieces=list(encoded["input_ids"]),
        offsets=[(start, end) for start, end in encoded["offset_mapping"]],
        special=[bool(flag) for flag in encoded["special_tokens_mask"]],
    )


def _cut_at_edges(tokenizer: Any, text: str, span: Offset, whole: _Cut) -> tuple[_Cut, list[bool]]:
    """Cut the text before, in and after the span apart, with the special pieces of the whole around them."""
    first = whole.special.index(False)
    last = len(whole.special) - whole.special[::-1].index(False)
    answer_start = len(text[: span[0]].rstrip())  # the space before a word belongs to its pieces
    parts = [
        _Cut(whole.pieces[:first], whole.offsets[:first], whole.special[:first]),
        _shifted(tokenizer, text, 0, answer_start),
        _shifted(tokenizer, text, answer_start, span[1]),
        _shifted(tokenizer, text, span[1], len(text)),
        _Cut(whole.pieces[last:], whole.offsets[last:], whole.special[last:]),
    ]
    joined = _Cut(
        [piece for part in parts for piece in part.pieces],
        [offset for part in parts for offset in part.offsets],
        [flag for part in parts for flag in part.special],
    )
    return joined, [index == 2 for index, part in enumerate(parts) for _ in part.pieces]


def _shifted(tokenizer: Any, text: str, start: int, end: int) -> _Cut:
    cut = _cut(tokenizer, text[start:end], add_special=False)
    offsets = [(left + start, right + start) for left, right in cut.offsets]
    return _Cut(cut.pieces, offsets, [False] * len(cut.pieces))


def _covered(offset: Offset, text: str) -> Offset:
    """Trim space off a piece's offsets; what is then empty takes the first character after it."""
    start, end = offset
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    if start < end:
        return start, end
    while end < len(text) and text[end].isspace():
        end += 1
    return end, min(end + 1, len(text))


def _overlap(covered: Offset, span: Offset) -> bool:
    return covered[0] < span[1] and span[0] < covered[1]


def _within(covered: Offset, span: Offset) -> bool:
    return span[0] <= covered[0] and covered[1] <= span[1]


def _tokens_under(covered: Offset, tokens: Sequence[Offset]) -> tuple[int, ...]:
    return tuple(index for index, token in enumerate(tokens) if _overlap(covered, token))
