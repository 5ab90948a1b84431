"""Words of a text as code-point ranges, from well-kept libraries. Fixed at import and never recomputed.

English: spaCy's rule-based tokeniser. Chinese: jieba's word segmentation (its Rust implementation), or single
characters where a benchmark's settings say so. Any other language: Unicode word boundaries through spaCy's
language-neutral tokeniser. No boundary ever lies inside what a reader sees as one character.
"""

import re
import sys
import unicodedata
from difflib import SequenceMatcher
from functools import cache
from importlib.metadata import version
from itertools import pairwise
from typing import Any

import rjieba

Span = tuple[int, int]
HAN = re.compile("[\u2e80-\u2fdf\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
BY_CHARACTERS = "characters"
JOINER = "\u200d"


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


@cache
def tokeniser_name(language: str, *, characters: bool = False) -> str:
    """Which tokeniser, and which version of it, cuts texts of this language; stored with each item."""
    if _is_chinese(language):
        words = f"rjieba {version('rjieba')}"
        return f"{BY_CHARACTERS} {unicodedata.unidata_version}, {words}" if characters else words
    return f"spacy {version('spacy')} {_spacy_code(language)}"


def _spacy_code(language: str) -> str:
    return "en" if language.split("-")[0].lower() == "en" else "xx"


def is_by_characters(tokeniser: str) -> bool:
    """Whether an item's Chinese was cut into characters, by the tokeniser's name that is stored with it."""
    return tokeniser.startswith(BY_CHARACTERS)


def tokenise(text: str, language: str, *, characters: bool = False) -> list[Span]:
    """Half-open code-point ranges of the words and marks of a text; white space belongs to none.

    characters: cut Chinese words into single characters; what is not Chinese script stays in words.
    """
    if _is_chinese(language):
        words = [(start, end) for word, start, end in rjieba.tokenize(text, "default") if word.strip()]
        return whole_clusters(text, _characters(text, words) if characters else words)
    document = _spacy(_spacy_code(language))(text)
    spans = [(token.idx, token.idx + len(token.text)) for token in document if not token.is_space]
    return spans if text.isascii() else whole_clusters(text, spans)


def _characters(text: str, words: list[Span]) -> list[Span]:
    return [
        part
        for start, end in words
        for part in (
            [(at, at + 1) for at in range(start, end)] if HAN.search(text, start, end) else [(start, end)]
        )
    ]


def _continues(text: str, at: int) -> bool:
    """Whether the letter at this place belongs to the one before it: marks, joiners, skin tones, flags."""
    letter, before = text[at], text[at - 1]
    if letter < "\u0300":
        return False
    if letter == JOINER or before == JOINER or unicodedata.category(letter)[0] == "M":
        return True
    if "\U0001f3fb" <= letter <= "\U0001f3ff":
        return True
    if _is_flag_letter(letter) and _is_flag_letter(before):
        first = at
        while first > 0 and _is_flag_letter(text[first - 1]):
            first -= 1
        return (at - first) % 2 == 1
    return False


def _is_flag_letter(letter: str) -> bool:
    return "\U0001f1e6" <= letter <= "\U0001f1ff"


def whole_clusters(text: str, spans: list[Span]) -> list[Span]:
    """The spans with those joined that meet inside one character as a reader sees it."""
    whole: list[Span] = []
    for start, end in spans:
        if whole and whole[-1][1] == start and _continues(text, start):
            whole[-1] = (whole[-1][0], end)
        else:
            whole.append((start, end))
    return whole


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


def retokenise(
    text: str, language: str, *, origin: str, origin_spans: list[Span], characters: bool = False
) -> list[Span]:
    """Tokens of a reworded text that keep the origin's token boundaries wherever the words are unchanged.

    A treebank's tokens differ from any tokeniser's, and a perturbed copy whose untouched words were cut
    differently could not be compared token by token. Runs of unchanged words are found word by word (never
    letter by letter, which would cut words in half); inside a run the origin's boundaries count.
    """
    old = tokenise(origin, language, characters=characters)
    new = tokenise(text, language, characters=characters)
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
