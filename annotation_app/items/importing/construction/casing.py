"""Whether the word that begins a sentence keeps its capital when the sentence goes on after a connective.

A file of short sentences shows its own common nouns: they stand in the middle of other sentences in small
letters. A word never seen so is a function word (a list of spaCy's), or follows one of its forms seen, or
else taken for a name.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from annotation_app.items.tokenising import function_words

WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
ALWAYS_CAPITAL = frozenset({"I", "I'm", "I'd", "I'll", "I've"})
ENDINGS = ("s", "es", "ed", "d", "ing", "er")


@dataclass
class FirstWords:
    """The words of a file that occur in small letters, and those that stand capital inside a sentence."""

    small: set[str] = field(default_factory=set)
    capital: set[str] = field(default_factory=set)

    def learn(self, sentences: Iterable[str]) -> None:
        """Take in the words of sentences; the first word of each says nothing about its capital."""
        for sentence in sentences:
            for match in list(WORD.finditer(sentence))[1:]:
                word = match[0]
                (self.small if word == word.lower() else self.capital).add(word.lower())

    def is_common(self, word: str) -> bool:
        """Whether a capitalised word would be written small inside a sentence."""
        base = re.split(r"['’]", word)[0]
        if word in ALWAYS_CAPITAL or base == "I" or (len(base) > 1 and base.isupper()):
            return False
        low = base.lower()
        if low in function_words():
            return True
        if low in self.small:
            return True
        if low in self.capital:
            return False
        return self._form_seen(low)

    def _form_seen(self, low: str) -> bool:
        """Whether another form of the word occurs in small letters: its singular, plural or stem."""
        if any(low + ending in self.small for ending in ENDINGS):
            return True
        if low.endswith("ies") and low[:-3] + "y" in self.small:
            return True
        return any(
            low.endswith(ending) and len(low) - len(ending) > 2 and low[: -len(ending)] in self.small
            for ending in ENDINGS
        )

    def lowered(self, sentence: str) -> str:
        """The sentence as it reads after a connective."""
        match = WORD.match(sentence)
        if match is None or not self.is_common(match[0]):
            return sentence
        return sentence[0].lower() + sentence[1:]
