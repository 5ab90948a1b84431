"""What an importer yields: a record that may become an item, or a problem with the line it stands on."""

from dataclasses import dataclass, field
from typing import Any

from annotation_app.items.importing.construction.statement import Unsure


# Not frozen: setting the fields of a frozen one takes longer than reading a line of JSON.
@dataclass(slots=True)
class Record:
    """One instance as its file gives it; what is None is filled in from the import's own choices.

    tokens: the file's own words, if it has them. mask: token range of the answer, if the file gives it.
    answer: code-point range of the answer instead, where tokens are cut only later; tokens never cross its
    edges. candidate: the mask is a proposal made here, so other places may be tried after it. why: the rules
    are not sure how to word it, and this is why; the text is then what a person starts from, and `meta` holds
    the question and the answer under `wording`.
    """

    line: int
    external_id: str
    text: str
    language: str | None = None
    dimension: str | None = None
    tokens: list[str] | None = None
    mask: tuple[int, int] | None = None
    record_id: str = ""
    meta: dict[str, Any] = field(default_factory=dict)
    answer: tuple[int, int] | None = None
    candidate: bool = False
    why: str = ""


@dataclass(frozen=True)
class Problem:
    """A record that was left out, and why. of_file: the file itself is at fault, not one record in it."""

    line: int
    code: str
    message: str
    record: str = ""
    of_file: bool = False

    def to_json(self) -> dict[str, Any]:
        return {"line": self.line, "record": self.record, "code": self.code, "message": self.message}


NEEDS_WORDING = "needs_wording"


def to_word(record: Record, *, why: str, question: str, answer: str) -> Record:
    """The record as one that a person has to word: the question as its text, the answer beside it."""
    record.meta = {**record.meta, "wording": {"question": question, "answer": answer, "why": why}}
    record.text, record.why = question, why
    record.mask = record.answer = record.tokens = None
    return record


def not_worded(unsure: Unsure, record: Record, *, what: str, question: str, answer: str) -> Record | Problem:
    """What stands for a record that the rules of construction would not word.

    Where only the wording is not sure, a person can do it; anything else leaves the record out.
    """
    if unsure.code == NEEDS_WORDING and question.strip() and answer.strip():
        return to_word(record, why=unsure.why, question=question, answer=answer)
    return Problem(record.line, unsure.code, f"{what}: {unsure.why}", record.external_id)
