"""A reworded copy of an original: its tokens, its masked span by position, and how it faces the original."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from annotation_app.core.errors import Invalid
from annotation_app.items.models import MASK, Item, Text
from annotation_app.items.rules import check_span
from annotation_app.items.tokenising import Span, is_by_characters, retokenise
from annotation_app.perturbations import rules
from annotation_app.perturbations.rules import Link, PerturbationType

# A minimal edit looks at every pair of tokens; two texts of 2,000 take a web thread about two seconds.
MOST_PAIRS = 4_000_000


@dataclass(frozen=True)
class Wording:
    """A text made of what stands before and after an original's golden answer.

    Since only those two parts are written, the answer can't change and the mask is given by position.
    """

    kind: PerturbationType
    original: Text
    text: str
    spans: list[Span]
    mask: Span
    links: list[Link]

    @cached_property
    def tokens(self) -> list[str]:
        return [self.text[start:end] for start, end in self.spans]

    def warnings(self, rationale: Collection[int]) -> list[rules.Warning]:
        """What does not look like this type of perturbation, given the original's accepted rationale."""
        return rules.type_warnings(
            self.kind,
            original=self.original.tokens,
            perturbed=self.tokens,
            links=self.links,
            rationale=rationale,
        )

    def projection(self, rationale: Collection[int]) -> rules.Projection:
        """Where the original's rationale lies in this text."""
        return rules.project_rationale(rationale, self.links, self.original.tokens, self.tokens)

    def fields(self) -> dict[str, object]:
        """The columns of a `Text`."""
        return {
            "text": self.text,
            "token_starts": [start for start, _ in self.spans],
            "token_ends": [end for _, end in self.spans],
            "mask_start": self.mask[0],
            "mask_end": self.mask[1],
        }


def word(
    *,
    original: Item,
    language: str,
    kind: PerturbationType,
    before: str,
    after: str,
    links: Sequence[Link] | None = None,
) -> Wording:
    """Reword an original around its golden answer. links: the creator's own alignment, else it is computed.

    Raises: NothingChanged, Invalid (a literal mask in the text, links that don't fit).
    """
    span, mask = original.answer_span, original.mask
    if span is None or mask is None:
        raise Invalid("This item has no mask yet, so it can't be perturbed.")
    answer = original.text[span[0] : span[1]]
    text = before + answer + after
    rules.check_text(text, original=original.text, mask=MASK)
    old = list(zip(original.token_starts, original.token_ends, strict=True))
    characters = is_by_characters(original.tokeniser)
    head_origin = original.text[: span[0]]
    head = retokenise(
        before, language, origin=head_origin, origin_spans=old[: mask[0]], characters=characters
    )
    tail_origin = [(start - span[1], end - span[1]) for start, end in old[mask[1] :]]
    tail = retokenise(
        after, language, origin=original.text[span[1] :], origin_spans=tail_origin, characters=characters
    )
    moved = len(before) - span[0]
    middle = [(start + moved, end + moved) for start, end in old[mask[0] : mask[1]]]
    offset = len(before) + len(answer)
    spans = [*head, *middle, *((start + offset, end + offset) for start, end in tail)]
    new_mask = (len(head), len(head) + len(middle))
    check_span(*new_mask, tokens=len(spans))  # something must be left that can support the answer
    surface = [text[start:end] for start, end in spans]
    if len(old) * len(spans) > MOST_PAIRS:
        raise Invalid("The text is too long to be compared with its original word by word. Shorten it.")
    if links is None:
        links = rules.align_tokens(original.tokens, surface, masks=(mask, new_mask), kind=kind)
    else:
        links = rules.check_links(links, original=len(old), perturbed=len(spans))
    return Wording(kind, original, text, spans, new_mask, list(links))
