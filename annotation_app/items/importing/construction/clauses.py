"""The clause behind an English question's wh-phrase: its auxiliary, subject, verb and rest.

Where "did the boston red sox win the world series" parts into subject and verb is decided without a parser,
by the first word after the auxiliary that is a base form known here. Words that are nouns as often as verbs
end a subject only if nothing better follows.
"""

from dataclasses import dataclass

from annotation_app.items.importing.construction.statement import Unsure
from annotation_app.items.importing.construction.verbs import inflected, is_base

DO = frozenset({"do", "does", "did"})
MODALS = frozenset({"will", "would", "can", "could", "should", "must", "shall", "may", "might"})
BE = frozenset({"is", "are", "was", "were", "am"})
HAVE = frozenset({"has", "have", "had"})
AUXILIARIES = DO | MODALS | BE | HAVE
_PREPOSITIONS = """
in on at of for from to with by about into after before during over under through against near out off up as
until since between among per altogether
"""
PREPOSITIONS = frozenset(_PREPOSITIONS.split())
_DETERMINERS = """
the a an his her their its my your our this that these those each every all both some any no
"""
DETERMINERS = frozenset(_DETERMINERS.split())
PRONOUNS = frozenset({"he", "she", "it", "they", "we", "i", "you", "there", "one", "everyone", "everybody"})
_NOUNS_TOO = """
act air answer attack bike box call cause charge color cost count cover cut dance drink drive end exchange
fight form found group help hit host hunt import increase land lead list look love mail major measure name
need offer order own park pass place plan plant play post print purchase ride ring rise rule run sail sample
score set share ship shop show sign sleep stack stand star start stay stick stop store strike study support
swim talk taste test trade train travel trim try turn type use visit vote wait walk waste watch work wrap
yield
"""
NOUNS_TOO = frozenset(_NOUNS_TOO.split())


@dataclass(frozen=True)
class Clause:
    """auxiliary as it stands; subject; verb in its base form or participle ("" for a bare copula); rest."""

    auxiliary: str
    subject: str
    verb: str
    rest: str

    @property
    def finite(self) -> str:
        """Auxiliary and verb as they stand behind the subject in a statement. Raises: Unsure."""
        if self.auxiliary in DO:
            try:
                return inflected(self.verb, self.auxiliary)
            except KeyError as error:
                raise Unsure("needs_wording", f"The form of “{self.verb}” is not known.") from error
        return f"{self.auxiliary} {self.verb}".strip()


def split_clause(words: list[str]) -> Clause:
    """Part "did SUBJECT VERB REST". words: from the auxiliary on. Raises: Unsure."""
    auxiliary, rest = words[0].lower(), words[1:]
    if auxiliary in BE:
        raise ValueError("a copula has no base verb behind it")
    at = _verb_at(rest)
    if at is None:
        raise Unsure("needs_wording", "No known verb behind the subject was found.")
    return Clause(auxiliary, " ".join(rest[:at]), rest[at], " ".join(rest[at + 1 :]))


def _verb_at(words: list[str]) -> int | None:
    """Where the verb stands in SUBJECT VERB REST."""
    if not words:
        return None
    if words[0].lower() in PRONOUNS:
        at = 1 + (words[1:2] == ["each"]) + (words[1:2] == ["both"])
        return at if len(words) > at and is_base(words[at]) else None
    doubtful = None
    for at in range(1, len(words)):
        word = words[at]
        if not is_base(word) or word != word.lower():
            continue
        before = words[at - 1].lower()
        if before in DETERMINERS or before in PREPOSITIONS:
            continue
        if (
            word in NOUNS_TOO
            and at + 1 < len(words)
            and is_base(words[at + 1])
            and words[at + 1] not in NOUNS_TOO
        ):
            doubtful = doubtful or at
            continue
        return at
    return doubtful
