"""Names and noun phrases in English statements: articles, capitals, heads, and the prepositions of times."""

import re

from annotation_app.items.importing.construction.clauses import PREPOSITIONS
from annotation_app.items.importing.construction.statement import Unsure

YEAR = re.compile(r"(?:1[0-9]|20)\d\d")
DAY = re.compile(r"\d{1,2}/\d{1,2}/\d{4}|[A-Z][a-z]+ \d{1,2}, ?\d{4}")
TIMES = frozenset({"year", "date", "day", "month", "time", "timezone", "years", "type", "kind"})
LONGEST_ANSWER = 8
NO_NAME = re.compile(r"[a-z]/|[.;] |\b(?:people|languages|Europeans|Americans|\w+ism)$|^For ")
# Words typed into a search field, and marks of a question that was never a sentence.
NOISE = re.compile(
    r"\b(?:wiki|video|answers?|yahoo|quizlet|pictures?|news|schedule|lyrics)\b|\bact(?:or|ress)$"
    r"|[()]|\b(?:tx|nc|vt|uk) |\b(?:won|win) (?!the |an? |\d|super )"
    r"|^who \w+ .* (?:shot|died|killed|fought|won)$|\bborn and died\b|\b(?:still|first|now) \w+ed$"
    r"|(?<!\bin)(?<!of)(?<!the)(?<!super bowl) (?:now )?(?:19|20)\d\d$",
    re.IGNORECASE,
)
TO_SCHOOL = ("to college", "to school", "to university", "to high school", "college", "school", "")
SCHOOLS = ("university", "college", "school", "academy", "institute")
_OBJECT_VERBS = """
play speak use write invent discover marry found start create paint win direct produce make sing coach vote
build study teach explore design develop attend sign own represent kill rule govern import export
"""
OBJECT_VERBS = frozenset(_OBJECT_VERBS.split())
# Names that take an article; clubs in the plural do too ("the Bengals").
WITH_ARTICLE = re.compile(
    r"^(?:(?:Chief|President|Speaker|King|Queen|Secretary|Church)(?: \w+)* of the "
    r"|[AN]FC |United (?:States|Kingdom|Nations|Arab)|Netherlands"
    r"|Maldives|Philippines|Bahamas|Tower of"
    r"|Church of|Temple of|Museum of|Bay of|Strait of|Republic of"
    r"|Kingdom of|University of|Isle of|Gulf of|State of|District of|Treaty of|Battle of"
    r"|Dominican|Czech Republic|Bronx)"
    r"|\b(?:Ocean|River|Sea|Islands|Mountains|Plateau|Site|Mausoleum|Empire|Area|Zone|Museum|Party|Church|Canal|Republic|Union|Desert"
    r"|[Ll]anguage|Dynasty|Valley|House|Center|Centre|Hospital|War|Peninsula|Senate|Army|Navy|Age|dollar|peso|pound"
    r"|franc|rupee|lira|yen|real|sol|krona|ruble|baht|dinar|Region|Caribbean|Euro|Ages|Coast|Prize|Award|Association|League|Galaxy)$"
)
CLUB = re.compile(r"^(?:[A-Z][\w.]+ )+(?!Orleans|Angeles|Texas)[A-Z0-9]\w*s$")


def takes_article(name: str, *, club: bool) -> bool:
    """Whether a name stands with "the" in a sentence. club: it may be a team's."""
    return bool(WITH_ARTICLE.search(name) or (club and CLUB.match(name)))


def named(answer: str) -> str:
    """An answer as it stands in a sentence: a name without capitals gets them."""
    if answer != answer.lower() or not answer[:1].isalpha():
        return answer
    small = {"of", "the", "and", "in", "on", "at", "a", "an", "to", "for", "de", "la", "von", "van"}
    words = answer.split()
    return " ".join(w if w in small and at else w[:1].upper() + w[1:] for at, w in enumerate(words))


def plural(noun: str) -> bool:
    return noun.endswith("s") and not noun.endswith(("ss", "us", "is"))


def head(phrase: list[str]) -> str:
    """The noun that a noun phrase is about: the last word before a preposition or a relative."""
    for at, word in enumerate(phrase):
        if at and word.lower() in PREPOSITIONS | {"that", "which", "who"}:
            return phrase[at - 1]
    return phrase[-1]


def time_preposition(answer: str) -> str:
    """The preposition a time takes. Raises: Unsure (an answer that is no plain year or day)."""
    if YEAR.fullmatch(answer):
        return "in"
    if DAY.fullmatch(answer):
        return "on"
    raise Unsure("needs_wording", "The answer is no plain year or day.")
