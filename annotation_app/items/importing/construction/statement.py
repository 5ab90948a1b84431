"""A text made from a record, and where in it the answer stands."""

import re
from dataclasses import dataclass, replace

NO_BLANK_BEFORE = re.compile(r" +([,.;:?!%)\]’]|'s\b|n't\b|'(?:re|ve|ll|d|m)\b)")
NO_BLANK_AFTER = re.compile(r"([(\[$€£]) +")
BLANKS = re.compile(r"\s+")


@dataclass(frozen=True)
class Statement:
    """text with the answer in place; answer: its half-open range of code points."""

    text: str
    answer: tuple[int, int]

    @property
    def masked(self) -> str:
        return self.text[: self.answer[0]] + "[MASK]" + self.text[self.answer[1] :]

    @classmethod
    def of(cls, before: str, answer: str, after: str) -> "Statement":
        return cls(before + answer + after, (len(before), len(before) + len(answer)))

    def after(self, text: str) -> "Statement":
        """The same with a text before it."""
        start, end = self.answer
        return replace(self, text=text + self.text, answer=(start + len(text), end + len(text)))

    def capitalised(self) -> "Statement":
        """The same with its first letter a capital."""
        return replace(self, text=upper_first(self.text))


def upper_first(text: str) -> str:
    """A capital for the first letter, where capitalising keeps the text's length."""
    big = text[:1].upper()
    return big + text[1:] if len(big) == 1 else text


def untokenised(text: str) -> str:
    """An English text whose marks stand apart, as a tokeniser leaves them, with the usual spacing."""
    text = BLANKS.sub(" ", text).strip()
    text = text.replace("`` ", "“").replace(" ''", "”")
    return NO_BLANK_AFTER.sub(r"\1", NO_BLANK_BEFORE.sub(r"\1", text))


class Unsure(Exception):
    """The rules don't know how to word this record. code: stable; why: for who reads the report."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why
