from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Choices:
    """What the person who imports says about a file; a record's own fields come first.

    encoding: as confirmed; None where the file itself leaves no doubt. folder: where the file's neighbours
    lie, for formats of several files. columns: of a table. seed: picks connectives and mask places. wanted:
    how many more masks of each phenomenon of grammar to take from a file that was imported before.
    """

    format: str
    corpus: str
    file: str
    licence: str = ""
    dimension: str | None = None
    language: str | None = None
    all_or_nothing: bool = False
    encoding: str | None = None
    folder: Path | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    wanted: Mapping[str, int] | None = None
