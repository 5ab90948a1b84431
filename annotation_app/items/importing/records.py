"""What an importer yields: a record that may become an item, or a problem with the line it stands on."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Record:
    """One instance as its file gives it; what is None is filled in from the import's own choices.

    tokens: the file's own words, if it has them. mask: token range of the answer, if the file gives it.
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
