"""Lines without what is held back: no golden answer, no rationale, nothing that tells the answer's length."""

from typing import NamedTuple

from annotation_app.items.models import MASK
from annotation_app.releases.files import Line

PUBLIC, PRIVATE = "test.jsonl", "held-back.jsonl"
SECRET = ("golden_answer", "answer_pos", "rationale", "mask_confidence")


def public_line(line: Line, links_to: "Collapse | None" = None) -> Line:
    """A test item as everybody may have it: [MASK] stands in the text as one token.

    links_to: how the original's tokens were numbered anew, for a perturbed item.
    """
    collapse = Collapse.of(line)
    start, end = line["mask"]["start"], line["mask"]["end"]
    shift = len(MASK) - (end - start)
    first, last = line["mask"]["token_start"], line["mask"]["token_end"]
    tokens = line["tokens"]
    after = [[word, left + shift, right + shift] for word, left, right in tokens[last:]]
    shown = {name: value for name, value in line.items() if name not in SECRET}
    shown["text"] = line["masked_text"]
    shown["tokens"] = [*tokens[:first], [MASK, start, start + len(MASK)], *after]
    shown["mask"] = {
        "token_start": first,
        "token_end": first + 1,
        "start": start,
        "end": start + len(MASK),
    }
    # A record's name leads to its text in the corpus, and so to the answer.
    shown["provenance"] = line["provenance"] | {"record_id": ""}
    if "pair" in line and links_to is not None:
        links = {(links_to.public(left), collapse.public(right)) for left, right in line["pair"]["links"]}
        shown["pair"] = line["pair"] | {"links": _one_to_one(sorted(links))}
    return shown


class Collapse(NamedTuple):
    """How the tokens of an item are numbered where its masked ones are one. [start, end): the masked ones."""

    start: int
    end: int

    @classmethod
    def of(cls, line: Line) -> "Collapse":
        return cls(line["mask"]["token_start"], line["mask"]["token_end"])

    def public(self, index: int) -> int:
        """The number in public of a token of the whole item."""
        if index < self.start:
            return index
        return self.start if index < self.end else index - (self.end - self.start) + 1

    def whole(self, scores: tuple[float, ...]) -> tuple[float, ...]:
        """One score a token of the whole item, from one a token in public; masked ones share theirs."""
        masked = (scores[self.start],) * (self.end - self.start)
        return (*scores[: self.start], *masked, *scores[self.start + 1 :])


def _one_to_one(links: list[tuple[int, int]]) -> list[list[int]]:
    """Each token in one link at most: masked tokens that were linked one by one are one token here."""
    lefts, rights, kept = set[int](), set[int](), []
    for left, right in links:
        if left not in lefts and right not in rights:
            lefts.add(left)
            rights.add(right)
            kept.append([left, right])
    return kept
