"""What an importer yields: a record that may become an item, or a problem with the line it stands on."""

from dataclasses import dataclass, field
from typing import Any

from annotation_app.items.importing.construction.statement import Unsure


@dataclass(frozen=True)
class Record:
    """One instance as its file gives it; what is None is filled in from the import's own choices.

    tokens: the file's own words, if it has them. mask: token range of the answer, if the file gives it.
    answer: code-point range of the answer instead, where tokens are cut only later; tokens never cross its
    edges. candidate: the mask is a proposal made here, so other places may be tried after it.
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


def left_out(unsure: Unsure, line: int, what: str, name: str) -> Problem:
    """The problem that stands for a record which the rules of construction would not word."""
    return Problem(line, unsure.code, f"{what}: {unsure.why}", name)
