"""A table as a value: rows of cells, with what is needed to read and to repeat it."""

from dataclasses import dataclass

DASH = "–"


@dataclass(frozen=True)
class Behind:
    """What a number was counted from: a run's pairs, narrowed by what is not empty; metric: which number."""

    run: int
    language: str
    dimension: str
    type: str
    metric: str


@dataclass(frozen=True)
class Cell:
    """A number of a table, or a word. value is None where the number does not exist or nothing was scored.

    percent: value is a fraction, shown as percent. digits: after the point. interval: 95 % bootstrap. behind:
    where a reader finds what it was counted from, if there is such a place.
    """

    value: float | int | str | None
    digits: int = 3
    percent: bool = False
    interval: tuple[float, float] | None = None
    behind: Behind | None = None

    def text(self) -> str:
        """The cell as a reader sees it."""
        if self.value is None:
            return DASH
        if isinstance(self.value, str):
            return self.value
        shown = self._number(self.value)
        if self.interval is not None:
            shown += f" [{self._number(self.interval[0])}, {self._number(self.interval[1])}]"
        return shown

    def _number(self, value: float) -> str:
        if isinstance(value, int):
            return str(value)
        return f"{value * 100:.1f}" if self.percent else f"{value:.{self.digits}f}"


@dataclass(frozen=True)
class Table:
    """A table of the first paper, by its number, or one without.

    slug: its file name. heads: how many leading columns name the row. note: what the columns mean.
    recipe: how its numbers were made.
    """

    number: int | None
    slug: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    heads: int
    note: str
    recipe: str

    @property
    def heading(self) -> str:
        """Number and title."""
        return self.title if self.number is None else f"Table {self.number}. {self.title}"
