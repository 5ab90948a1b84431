"""More masks of what a treebank's items lack so far, from sentences that have an item already."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from annotation_app.items.importing.construction.grammar import LONGEST, SHORTEST, Sampler, Word, phenomena_of

NOT_ASKED_FOR = "not_asked_for"


@dataclass
class WantedSampler(Sampler):
    """Chooses places of the wanted phenomena only, the rarest first, and none once there are enough.

    wanted: how many masks of each phenomenon are still to be found.
    """

    wanted: dict[str, int] = field(default_factory=dict)
    found: Counter[str] = field(default_factory=Counter)

    def choose(self, words: Sequence[Word], name: str) -> tuple[int, str] | None:
        """Index of the candidate and its phenomenon; None for a sentence that shows none of the wanted."""
        if not SHORTEST <= len(words) <= LONGEST:
            return None
        missing = {kind for kind, number in self.wanted.items() if self.found[kind] < number}
        for kind in sorted(missing, key=lambda kind: (self.found[kind] / self.wanted[kind], kind)):
            if kind not in phenomena_of(self.language):
                continue
            places = self.places(words, kind)
            if places:
                self.found[kind] += 1
                return min(places, key=lambda at: self._draw(name, kind, at)), kind
        return None

    def places(self, words: Sequence[Word], kind: str) -> list[int]:
        """Every word of a sentence that shows this phenomenon."""
        test = phenomena_of(self.language)[kind]
        lettered = (at for at in range(len(words)) if any(letter.isalpha() for letter in words[at].text))
        return [at for at in lettered if test(words, at)]
