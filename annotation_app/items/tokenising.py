"""Words of a text as code-point ranges, from well-kept libraries. Tokens are fixed at import and never recomputed.

English: spaCy's rule-based tokeniser. Chinese: jieba's word segmentation (its Rust implementation). Any other
language: Unicode word boundaries through spaCy's language-neutral tokeniser.
"""

from difflib import SequenceMatcher
from functools import cache
from importlib.metadata import version
from itertools import pairwise
from typing import Any

import rjieba
import spacy

Span = tuple[int, int]


@cache
def _spacy(language: str) -> Any:
    return spacy.blank(language)


def _is_chinese(language: str) -> bool:
    return language.split("-")[0].lower() == "zh"


def tokeniser_name(language: str) -> str:
    """Which tokeniser, and which version of it, cuts texts of this language; stored with each item."""
    if _is_chinese(language):
        return f"rjieba {version('rjieba')}"
    return f"spacy {spacy.__version__} {_spacy_code(language)}"


def _spacy_code(language: str) -> str:
    return "en" if language.split("-")[0].lower() == "en" else "xx"


def tokenise(text: str, language: str) -> list[Span]:
    """Half-open code-point ranges of the words and marks of a text; white space belongs to none."""
    if _is_chinese(language):
        spans = [(start, end) for word, start, end in rjieba.tokenize(text, "default") if word.strip()]
        return spans
    document = _spacy(_spacy_code(language))(text)
    return [(token.idx, token.idx + len(token.text)) for token in document if not token.is_space]


def locate(text: str, tokens: list[str]) -> list[Span] | None:
    """Where given tokens lie in a text, or None if they don't join to it with only white space between."""
    spans, at = [], 0
    for token in tokens:
        while at < len(text) and text[at].isspace() and not text.startswith(token, at):
            at += 1
        if not token or not text.startswith(token, at):
            return None
        spans.append((at, at + len(token)))
        at += len(token)
    return None if text[at:].strip() else spans


def retokenise(text: str, language: str, *, origin: str, origin_spans: list[Span]) -> list[Span]:
    """Tokens of a reworded text that keep the origin's token boundaries wherever the words are unchanged.

    A treebank's tokens differ from any tokeniser's, and a perturbed copy whose untouched words were cut
    differently could not be compared token by token.
    """
    boundaries = {edge for span in tokenise(text, language) for edge in span}
    origin_edges = {edge for span in origin_spans for edge in span}
    matcher = SequenceMatcher(None, origin, text, autojunk=False)
    for block in matcher.get_matching_blocks():
        # A boundary at a block's rim is shared with changed text, so there the tokeniser decides too.
        inside = range(block.b + 1, block.b + block.size)
        boundaries.difference_update(inside)
        boundaries.update(at for at in inside if at - block.b + block.a in origin_edges)
        for at in (block.b, block.b + block.size):
            if at - block.b + block.a in origin_edges and block.size:
                boundaries.add(at)
    edges = sorted(boundaries | {0, len(text)})
    spans = []
    for start, end in pairwise(edges):
        word = text[start:end]
        if word.strip():
            lead = len(word) - len(word.lstrip())
            spans.append((start + lead, start + lead + len(word.strip())))
    return spans
