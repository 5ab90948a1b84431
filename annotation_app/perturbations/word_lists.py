"""Words that most sentences can take or leave: what may be put in or left out without touching a rationale.

Written for this purpose, by hand; NAME goes into the log of suggestions and changes with the lists.
"""

from typing import NamedTuple

NAME = "Whybench word list 1"


class WordList(NamedTuple):
    """openers: for the beginning of a sentence, with their mark. fillers: for a place between words."""

    openers: tuple[str, ...]
    fillers: tuple[str, ...]


LISTS = {
    "en": WordList(
        openers=(
            "Actually,", "As expected,", "Clearly,", "Fortunately,", "In fact,", "Indeed,", "Naturally,",
            "Of course,", "Once again,", "Sadly,", "Surprisingly,", "That day,", "Unfortunately,",
        ),
        fillers=(
            "actually", "again", "apparently", "certainly", "completely", "definitely", "finally", "indeed",
            "just", "later", "now", "obviously", "perhaps", "probably", "quickly", "quite", "really",
            "simply", "slowly", "soon", "suddenly", "surely", "then", "today", "very",
        ),
    ),
    "zh": WordList(
        openers=("其实，", "事实上，", "显然，", "当然，", "不幸的是，", "幸好，", "众所周知，", "那天，"),
        fillers=(
            "其实", "确实", "非常", "十分", "的确", "已经", "终于", "突然", "立刻", "渐渐", "大概", "也许",
            "当然", "显然", "果然", "居然", "真的", "一直", "后来", "现在",
        ),
    ),
}  # fmt: skip


def words_to_add(language: str, *, opens: bool) -> tuple[str, ...] | None:
    """Words for the beginning of a sentence or for a place inside it; None for a language without a list."""
    found = LISTS.get(language.split("-")[0].lower())
    if found is None:
        return None
    return found.openers if opens else found.fillers


def is_dispensable(word: str, language: str) -> bool:
    """Whether a list says that this word can be left out."""
    found = LISTS.get(language.split("-")[0].lower())
    if found is None:
        return False
    known = {entry.rstrip(",，").casefold() for entry in (*found.openers, *found.fillers)}
    return word.strip().rstrip(",，").casefold() in known
