"""Words of a text as code-point ranges, from well-kept libraries. Fixed at import and never recomputed.

English: spaCy's rule-based tokeniser. Chinese: jieba's word segmentation (its Rust implementation). Any other
language: Unicode word boundaries through spaCy's language-neutral tokeniser.
"""

import sys
from difflib import SequenceMatcher
from functools import cache
from importlib.metadata import version
from itertools import pairwise
from typing import Any

import rjieba

Span = tuple[int, int]


@cache
def _spacy(language: str) -> Any:
    """A rule-based tokeniser. spaCy is loaded at the first text, and never brings torch with it.

    Where torch is installed, spaCy imports it for models that are not used here: seconds and hundreds of
    megabytes for every process of the web side. An entry of None makes that import fail, as without torch.
    """
    hidden = "torch" not in sys.modules
    if hidden:
        sys.modules["torch"] = None  # type: ignore[assignment]
    try:
        import spacy
    finally:
        if hidden:
            sys.modules.pop("torch", None)
    return spacy.blank(language)


@cache
def function_words() -> frozenset[str]:
    """English words that carry grammar rather than content, small letters."""
    return frozenset(_spacy("en").Defaults.stop_words)


def _is_chinese(language: str) -> bool:
    return language.split("-")[0].lower() == "zh"


def tokeniser_name(language: str) -> str:
    """Which tokeniser, and which version of it, cuts texts of this language; stored with each item."""
    if _is_chinese(language):
        return f"rjieba {version('rjieba')}"
    return f"spacy {version('spacy')} {_spacy_code(language)}"


def _spacy_code(language: str) -> str:
    return "en" if language.split("-")[0].lower() == "en" else "xx"


def tokenise(text: str, language: str) -> list[Span]:
    """Half-open code-point ranges of the words and marks of a text; white space belongs to none."""
    if _is_chinese(language):
        return [(start, end) for word, start, end in rjieba.tokenize(text, "default") if word.strip()]
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
    differently could not be compared token by token. Runs of unchanged words are found word by word (never
    letter by letter, which would cut words in half); inside a run the origin's boundaries count.
    """
    old, new = tokenise(origin, language), tokenise(text, language)
    edges = {edge for span in new for edge in span}
    origin_edges = {edge for span in origin_spans for edge in span}
    old_words = [origin[start:end] for start, end in old]
    new_words = [text[start:end] for start, end in new]
    for at, to, size in SequenceMatcher(None, old_words, new_words, autojunk=False).get_matching_blocks():
        if not size:
            continue
        start, end = old[at][0], old[at + size - 1][1]
        moved = new[to][0] - start
        if origin[start:end] != text[start + moved : end + moved]:
            continue  # the words are the same, but not the white space between them
        edges.difference_update(range(start + moved + 1, end + moved))
        edges.update(edge + moved for edge in origin_edges if start < edge < end)
    return [span for cut in pairwise(sorted(edges | {0, len(text)})) if (span := _trim(text, cut))]


def _trim(text: str, span: Span) -> Span | None:
    """A range without the white space at its ends; None if nothing is left."""
    word = text[span[0] : span[1]]
    start = span[0] + len(word) - len(word.lstrip())
    return (start, start + len(word.strip())) if word.strip() else None
