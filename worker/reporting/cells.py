"""Cells of a system's tables, each with what it was counted from."""

from worker.metrics.records import Row, Split
from worker.reporting.results import ALL, Scored
from worker.reporting.tables import Behind, Cell


class Where:
    """The pairs a system's numbers are counted from; makes cells that lead to them."""

    def __init__(self, scored: Scored, language: str, dimension: str = ALL, kind: str = "") -> None:
        self._scored, self._kind = scored, kind
        self._language, self._dimension = ("" if word == ALL else word for word in (language, dimension))

    def cell(self, row: Row, name: str) -> Cell:
        """A number of the row, of all its inputs together, with its interval."""
        value = getattr(row, name)
        value = value.all if isinstance(value, Split) else value
        return self.given(value, name, interval=row.intervals[name])

    def split(self, row: Row, name: str, *, percent: bool = True) -> list[Cell]:
        """A number over all inputs, with its interval, over originals, and over perturbed inputs."""
        split: Split = getattr(row, name)
        parts = {name: split.all, f"{name}_original": split.original, f"{name}_perturbed": split.perturbed}
        return [
            self.given(value, part, percent=percent, interval=row.intervals[part])
            for part, value in parts.items()
        ]

    def change(self, row: Row, name: str) -> Cell:
        """An accuracy on perturbed inputs less the one on originals."""
        return self.given(row.change(name), name, percent=True, interval=row.intervals[f"{name}_change"])

    def given(
        self,
        value: float | None,
        name: str,
        *,
        percent: bool = False,
        interval: tuple[float, float] | None = None,
    ) -> Cell:
        """A number that was worked out already."""
        run = self._scored.run
        behind = (
            None
            if run is None or value is None
            else Behind(run, self._language, self._dimension, self._kind, name)
        )
        return Cell(value, percent=percent, interval=interval, behind=behind)
