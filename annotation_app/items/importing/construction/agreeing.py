"""Whether two English sentences can stand in one: the tenses of their main verbs, and their pronouns.

Corpora that were translated by machine tell a cause in the past and its effect in the present, or call one
person he and she. The rules know the verbs of a table and the endings of the rest; what they cannot tell
they let pass.
"""

import re
from enum import StrEnum

from annotation_app.items.importing.construction.verbs import finite_forms, is_base, pasts, third

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def words_of(text: str) -> frozenset[str]:
    return frozenset(text.split())


PRESENT = words_of(
    "is are am isn't aren't has have hasn't haven't do does don't doesn't can can't cannot will won't may "
    "must keeps keep feels feel lives loves likes thinks seems needs wants looks knows means smells"
)
PAST = words_of(
    "was were wasn't weren't had hadn't did didn't could couldn't would wouldn't bent bet burst clung "
    "forgave "
    "hung lit misunderstood overslept quit rewrote shed slammed slid spat spit spread spun swung tore "
    "underwent upheld upset woke"
)
ADVERBS = words_of("also always just never no not often only still then")
AFTER_VERBS = words_of("at by down for from in into off on onto out over to up with")
# Words in -ed that stand before a noun, or after "the", more often than they tell of the past.
ADJECTIVES = words_of("bed need seed red shed speed weed feed naked wicked hundred deed breed")
DETERMINERS = words_of("a an the my your his her its our their this that these those some no")
CLITICS = ("'s", "'re", "'m", "'ve", "'ll")
SUBJECTS = words_of("i you we they it he she that there who what people everyone")
HE = words_of("he him his himself")
SHE = words_of("she her hers herself")
MALE = words_of("man boy father husband brother son uncle grandfather mr king waiter guy dad")
FEMALE = words_of(
    "woman girl mother wife sister daughter aunt grandmother mrs ms queen waitress lady mom bride"
)


class Tense(StrEnum):
    PRESENT = "present"
    PAST = "past"


def tense_of(sentence: str) -> Tense | None:
    """The tense of the first finite verb that the rules find; None where they find none.

    A word in -s before a noun phrase or a preposition counts as a verb only where nothing surer is there: it
    may as well be a plural.
    """
    words = [match[0].replace("’", "'").lower() for match in WORD.finditer(sentence)]
    places = list(zip(words, ["", *words], [*words[1:], ""], strict=False))
    sure = (_sure(*place) for place in places)
    found = next((tense for tense in sure if tense is not None), None)
    if found is None and any(_perhaps_third(*place) for place in places):
        return Tense.PRESENT
    return found


def _sure(word: str, before: str, after: str) -> Tense | None:
    if word in PAST:
        return Tense.PAST
    if word in PRESENT:
        return Tense.PRESENT
    stem, mark, ending = word.partition("'")
    if mark and stem in SUBJECTS and mark + ending in CLITICS:
        return Tense.PRESENT
    if not before or before in DETERMINERS:
        return None
    if word in pasts() or (word.endswith("ed") and word not in ADJECTIVES):
        return Tense.PAST
    if before in ("i", "you", "we", "they"):
        return None if word in ADVERBS or word.endswith("ly") else Tense.PRESENT
    third_person = word in finite_forms() and is_third(word)
    alone = before in ("he", "she", "it") and word.endswith("s") and not word.endswith("ss")
    return Tense.PRESENT if third_person or alone else None


def _perhaps_third(word: str, before: str, after: str) -> bool:
    if not word.endswith("s") or word.endswith("ss") or not before or before in DETERMINERS:
        return False
    return after in DETERMINERS or after in AFTER_VERBS


def is_third(word: str) -> bool:
    """Whether a finite form is a third person: walks, has."""
    return any(is_base(base) and third(base) == word for base in (word[:-1], word[:-2], word[:-3] + "y"))


def tenses_fit(premise: str, alternative: str, asks_for: str) -> bool:
    """Whether both may be told in one sentence: in one tense, or a present state with its cause in the past.

    False as well where the rules find no verb, in a fragment for instance.
    """
    told, other = tense_of(premise), tense_of(alternative)
    if told is None or other is None:
        return False
    return told is other or (asks_for == "cause" and told is Tense.PRESENT)


def pronouns_fit(premise: str, alternative: str) -> bool:
    """Whether nobody is called he in one sentence and she in the other, unless two people are named."""
    first, second = _words(premise), _words(alternative)
    if first & HE and second & SHE:
        return bool((first | second) & FEMALE) or second & HE != set()
    if first & SHE and second & HE:
        return bool((first | second) & MALE) or second & SHE != set()
    if second & SHE and first & MALE:
        return bool(first & (FEMALE | SHE) or second & FEMALE)
    if second & HE and first & FEMALE:
        return bool(first & (MALE | HE) or second & MALE)
    return True


def _words(sentence: str) -> set[str]:
    return {match[0].lower() for match in WORD.finditer(sentence)}
