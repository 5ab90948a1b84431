"""Perturbations of an English sentence with a connective, as simple edits of what stands around its answer.

Each takes an item as the API gives it and returns the texts before and after the golden answer. The sentences
are `main because clause.` or `main, so clause.`, and the answer lies in the clause or ends the main part.
"""

from typing import Any

Item = dict[str, Any]
Sides = tuple[str, str]
SMALL_WORDS = ("the", "a", "an")


def joined(tokens: list[dict[str, Any]]) -> str:
    return "".join(token["before"] + token["text"] for token in tokens)


def sides(item: Item, changed: dict[int, str | None] | None = None) -> Sides:
    """The text on either side of the answer, with some tokens replaced, or left out where it says None."""
    new = changed or {}
    kept = [
        {**token, "text": new.get(token["index"], token["text"])}
        for token in item["tokens"]
        if new.get(token["index"], token["text"]) is not None
    ]
    start, end = item["mask"]["start"], item["mask"]["end"]
    before = [token for token in kept if token["index"] < start]
    after = [token for token in kept if token["index"] >= end]
    return joined(before) + item["tokens"][start]["before"], joined(after) + item["tail"]


def lower_first(text: str) -> str:
    return text if text.split()[0] == "I" else text[0].lower() + text[1:]


def upper_first(text: str) -> str:
    return text[0].upper() + text[1:]


def open_with(item: Item, opening: str) -> Sides:
    """Dispensable: a few words put before the sentence."""
    before, after = sides(item)
    return opening + lower_first(before), after


def drop_small_word(item: Item) -> Sides:
    """Dispensable: an article left out that neither begins the sentence nor is masked; else an opening."""
    for token in item["tokens"][1:]:
        masked = item["mask"]["start"] <= token["index"] < item["mask"]["end"]
        if token["text"] in SMALL_WORDS and not masked:
            return sides(item, {token["index"]: None})
    return open_with(item, "In fact, ")


def replace_word(item: Item, index: int, word: str) -> Sides:
    """Important: another word in the place of one that the rationale holds."""
    return sides(item, {index: word})


def connective(words: list[str]) -> tuple[int, int]:
    """Where the words between a COPA item's two parts stand, a comma before them included: [start, end)."""
    for phrase in (
        ["because"],
        [",", "so"],
        [",", "and", "therefore"],
        [",", "and", "as", "a", "result"],
    ):
        for at in range(len(words)):
            if words[at : at + len(phrase)] == phrase:
                return at, at + len(phrase)
    raise AssertionError(f"no connective in {words}")


def turn_around(item: Item) -> Sides:
    """Syntactic: the clause with the answer moved to the front, the main part behind it.

    `main because clause.` becomes `Because clause, main.`; `main, so clause.` becomes `Clause because main.`
    """
    tokens, mask = item["tokens"], item["mask"]
    words = [token["text"] for token in tokens]
    start, end = connective(words)
    because = words[start] == "because"
    main, clause = tokens[:start], tokens[end:-1]
    assert mask["start"] >= end
    head = joined([token for token in clause if token["index"] < mask["start"]]).lstrip()
    rest = joined([token for token in clause if token["index"] >= mask["end"]])
    gap = tokens[mask["start"]]["before"]
    opening = f"Because {head}" if because else upper_first(head)
    link = ", " if because else " because "
    return opening + gap, rest + link + lower_first(joined(main)) + words[-1]
