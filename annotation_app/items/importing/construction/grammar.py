"""Places in a treebank's sentence where one word shows a phenomenon of grammar: candidates for the mask.

A candidate is a word whose form the rest of the sentence determines, or nearly: the verb that agrees with its
subject, the pronoun in its case, the plural behind a numeral. Tags come from the file; nothing is parsed
here. Raters still judge every candidate, and another place may be tried after it.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

SUBJECT_PRONOUNS = frozenset({"i", "he", "she", "we", "they"})
OBJECT_PRONOUNS = frozenset({"me", "him", "us", "them"})
NUMERAL_TAGS = frozenset({"CD", "NUM", "cd"})
ASPECT = frozenset({"了", "着", "過", "过", "著"})
STRUCTURAL = frozenset({"的", "地", "得"})
DISPOSAL = frozenset({"把", "被", "将", "將"})
LONGEST = 60
SHORTEST = 5


@dataclass(frozen=True)
class Word:
    """One token with its part of speech as the file gives it; tag: the language's own, if any."""

    text: str
    tag: str
    universal: str = ""
    features: str = ""


Test = Callable[[Sequence[Word], int], bool]


def _tag(*tags: str) -> Test:
    return lambda words, at: words[at].tag in tags


def _agreeing(words: Sequence[Word], at: int) -> bool:
    """A verb in the present whose subject, a noun or pronoun, stands right before it."""
    if at == 0 or words[at].tag not in ("VBZ", "VBP", "vbz", "bez", "ber", "hvz", "doz"):
        return False
    before = words[at - 1]
    return (
        before.tag in ("NN", "NNS", "NNP", "PRP", "nn", "nns", "np", "pps", "ppss")
        and words[at].text[0] != "'"
    )


def _counted(words: Sequence[Word], at: int) -> bool:
    """A plural noun with a numeral before it."""
    numeral = at > 0 and words[at - 1].tag in NUMERAL_TAGS and words[at - 1].text.lower() not in ("one", "1")
    return numeral and words[at].tag in ("NNS", "nns")


def _one_of(words: frozenset[str]) -> Test:
    return lambda sentence, at: sentence[at].text.lower() in words


def _classifier(words: Sequence[Word], at: int) -> bool:
    """A Chinese measure word behind a number or a demonstrative."""
    if at == 0:
        return False
    return words[at].tag in ("NNB", "M", "Nfa", "CLF") or "NounType=Clf" in words[at].features


def _between(words: Sequence[Word], at: int) -> bool:
    return 0 < at < len(words) - 1


ENGLISH: dict[str, Test] = {
    "subject_verb_number": _agreeing,
    "plural_after_numeral": _counted,
    "comparative": _tag("JJR", "RBR", "jjr", "rbr"),
    "superlative": _tag("JJS", "RBS", "jjt", "rbt"),
    "subject_pronoun": lambda w, at: _tag("PRP", "pps", "ppss")(w, at) and _one_of(SUBJECT_PRONOUNS)(w, at),
    "object_pronoun": lambda w, at: _tag("PRP", "ppo")(w, at) and _one_of(OBJECT_PRONOUNS)(w, at),
    "possessive_pronoun": _tag("PRP$", "pp$"),
    "reflexive": lambda w, at: w[at].text.lower().endswith(("self", "selves")),
    "past_tense": _tag("VBD", "vbd"),
    "participle": _tag("VBN", "vbn"),
    "gerund": _tag("VBG", "vbg"),
    "infinitive": lambda w, at: at > 0 and w[at].tag in ("VB", "vb") and w[at - 1].text.lower() == "to",
    "modal": _tag("MD", "md"),
    "relative": _tag("WDT", "WP", "WRB", "wdt", "wps", "wrb"),
    "conjunction": lambda w, at: w[at].tag in ("CC", "cc") and _between(w, at),
    "article": lambda w, at: w[at].tag in ("DT", "at") and w[at].text.lower() in ("a", "an", "the"),
    "preposition": lambda w, at: w[at].tag in ("IN", "in") and _between(w, at),
    "adverb": _tag("RB", "rb"),
    "plural_noun": _tag("NNS", "nns"),
    "adjective": _tag("JJ", "jj"),
    "singular_noun": _tag("NN", "nn"),
}
CHINESE: dict[str, Test] = {
    "measure_word": _classifier,
    "aspect": lambda w, at: at > 0 and w[at].text in ASPECT,
    "structural_particle": lambda w, at: w[at].text in STRUCTURAL and _between(w, at),
    "disposal_or_passive": lambda w, at: w[at].text in DISPOSAL,
    "negation": _one_of(frozenset({"不", "没", "没有", "沒", "沒有", "未", "別", "别"})),
    "modal": lambda w, at: w[at].universal == "AUX" and w[at].text not in ASPECT and _between(w, at),
    "localizer": lambda w, at: w[at].tag in ("LC", "Ncda", "Ng") and _between(w, at),
    "conjunction": lambda w, at: (
        (w[at].universal == "CCONJ" or w[at].tag in ("Caa", "Cbb", "Cbba", "CC")) and _between(w, at)
    ),
    "pronoun": lambda w, at: w[at].universal == "PRON" or w[at].tag in ("Nhaa", "Nhab", "Nhac", "PRP"),
    "preposition": lambda w, at: (
        w[at].universal == "ADP" or (w[at].tag[:1] == "P" and w[at].tag[1:].isdigit())
    ),
    "adverb": lambda w, at: w[at].universal == "ADV" or (w[at].tag[:1] == "D" and len(w[at].tag) > 1),
    "verb": lambda w, at: w[at].universal == "VERB" or w[at].tag[:1] == "V",
    "adjective": lambda w, at: w[at].universal == "ADJ" or w[at].tag.startswith("VH"),
    "noun": lambda w, at: w[at].universal == "NOUN" or w[at].tag[:2] == "Na",
}
# Treebanks of other languages: what Universal Dependencies tell about any of them.
UNIVERSAL: dict[str, Test] = {
    "auxiliary": lambda w, at: w[at].universal == "AUX",
    "pronoun": lambda w, at: w[at].universal == "PRON",
    "determiner": lambda w, at: w[at].universal == "DET",
    "preposition": lambda w, at: w[at].universal == "ADP" and _between(w, at),
    "conjunction": lambda w, at: w[at].universal in ("CCONJ", "SCONJ") and _between(w, at),
    "plural_noun": lambda w, at: w[at].universal == "NOUN" and "Number=Plur" in w[at].features,
    "past_tense": lambda w, at: w[at].universal == "VERB" and "Tense=Past" in w[at].features,
    "verb": lambda w, at: w[at].universal == "VERB",
    "adjective": lambda w, at: w[at].universal == "ADJ",
    "adverb": lambda w, at: w[at].universal == "ADV",
    "noun": lambda w, at: w[at].universal == "NOUN",
}


def phenomena_of(language: str) -> dict[str, Test]:
    code = language.split("-")[0].lower()
    return {"en": ENGLISH, "zh": CHINESE}.get(code, UNIVERSAL)


# How a verb's tag begins, by language: Penn's and Brown's for English, Sinica's for Chinese.
VERB_TAGS = {"en": ("VB", "MD", "vb", "md", "be", "hv", "do"), "zh": ("V",)}
UNTAGGED = frozenset({"", "_"})


def lacks_verb(words: Sequence[Word], language: str) -> bool:
    """Whether an English or Chinese sentence is a heading, a name or a greeting rather than a clause.

    Other languages may leave the verb out of a clause, and a sentence without tags says nothing.
    """
    starts = VERB_TAGS.get(language.split("-")[0].lower())
    if starts is None or all({word.tag, word.universal} <= UNTAGGED for word in words):
        return False
    return not any(
        word.tag.startswith(starts) or {"VERB", "AUX"} & set(word.universal.split("+")) for word in words
    )


@dataclass
class Sampler:
    """Chooses one candidate a sentence so that the phenomena of a file come out as even as it allows.

    seed: breaks ties, the same way on every machine.
    """

    language: str
    seed: int = 0
    taken: Counter[str] = field(default_factory=Counter)

    def choose(self, words: Sequence[Word], name: str) -> tuple[int, str] | None:
        """Index of the candidate and its phenomenon; None for a sentence too short, too long, or without."""
        if not SHORTEST <= len(words) <= LONGEST:
            return None
        found = [
            (phenomenon, at)
            for phenomenon, test in phenomena_of(self.language).items()
            for at in range(len(words))
            if any(letter.isalpha() for letter in words[at].text) and test(words, at)
        ]
        if not found:
            return None
        phenomenon, at = min(found, key=lambda pair: (self.taken[pair[0]], self._draw(name, *pair)))
        self.taken[phenomenon] += 1
        return at, phenomenon

    def _draw(self, name: str, phenomenon: str, at: int) -> bytes:
        return hashlib.blake2b(f"{self.seed} {name} {phenomenon} {at}".encode(), digest_size=8).digest()
