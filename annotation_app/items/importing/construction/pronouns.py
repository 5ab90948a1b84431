"""An English pronoun replaced by the noun phrase it means."""

import re

from annotation_app.items.importing.construction.clauses import PREPOSITIONS
from annotation_app.items.importing.construction.statement import Statement, Unsure, upper_first

POSSESSIVE = frozenset({"his", "their", "its", "my", "our", "your"})
PERSONS = frozenset({"he", "she", "him", "her", "his"})
BARE_NAME = re.compile(r"[A-Z]\w+$")
PLURAL_VERB = re.compile(r"(?:are|were|have)\b")
DETERMINER = re.compile(r"^(The|A|An|My|His|Her|Their|This|That|These|Those|Some|Both)\b")
ENDS = re.compile(r"(?:^|[.!?;:]['\"”]?)\s*['\"“]?$")
NOT_NOUNS = PREPOSITIONS | frozenset(
    [
        "and",
        "or",
        "but",
        "because",
        "so",
        "when",
        "while",
        "that",
        "if",
        "than",
        "very",
        "so",
        "right",
        "too",
        "yesterday",
        "today",
        "again",
        "the",
        "a",
        "an",
        "any",
    ]
)


def replaced(before: str, pronoun: str, after: str, noun: str) -> Statement:
    """The text with the noun in the pronoun's place. Raises: Unsure (the pronoun's role is not known)."""
    pronoun = pronoun.strip()
    noun = noun.strip(" .")
    after = after.strip()
    low = pronoun.lower()
    if " " in pronoun or not noun:
        raise Unsure("needs_wording", f"“{pronoun}” is no single pronoun.")
    noun = DETERMINER.sub(lambda match: match[0].lower(), noun)
    noun = re.sub(r"^an? ", "the ", noun)  # it was mentioned before
    if low in PERSONS and noun.endswith(("'s", "’s")):
        noun = noun[:-2]  # some schemas name the owner where the person is meant
    if noun.lower() in PERSONS or (low == "they" and BARE_NAME.match(noun) and PLURAL_VERB.match(after)):
        raise Unsure("needs_wording", f"“{noun}” does not fit its verb.")
    if noun == noun.lower() and not DETERMINER.match(upper_first(noun)):
        noun = f"the {noun}"
    ending = ""
    if low in POSSESSIVE or (low == "her" and _noun_follows(after)):
        if "and" in noun.split() and not after:
            raise Unsure("needs_wording", "Nothing stands behind the possessive.")
        ending = "'" if noun.endswith("s") and low == "their" else "'s"
    elif low in ("hers", "theirs", "himself", "herself", "themselves", "itself"):
        raise Unsure("needs_wording", f"“{pronoun}” can't be replaced by a noun.")
    if low == "i" and re.match(r"(?:am|have|was|'|don't|do)\b", after):
        raise Unsure("needs_wording", "The verb would have to change with the pronoun.")
    if ENDS.search(before):
        noun = upper_first(noun)
    joint = "" if not before or before.endswith(("“", '"', "(")) else " "
    tail = after if re.match(r"[.,;:!?'’)]", after) else f" {after}"
    return Statement.of(before + joint, noun, ending + (tail if after else ""))


def _noun_follows(after: str) -> bool:
    match = re.match(r"[A-Za-z-]+", after)
    return match is not None and match[0].lower() not in NOT_NOUNS
