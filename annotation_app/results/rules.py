"""Which pairs a reader of results looks at."""

from typing import Any, NamedTuple

from annotation_app.core.errors import Invalid
from worker.metrics.pair_table import PairTable
from worker.metrics.ragged import Bools


class Filters(NamedTuple):
    """Empty parts let everything pass.

    release: its version; runs over that release alone. language, dimension: of the original; type: of the
    perturbation. ratio_from, ratio_to: the original's rationale length ratio, from <= ratio < to; 1 takes
    in what is marked whole.
    """

    release: str = ""
    language: str = ""
    dimension: str = ""
    type: str = ""
    ratio_from: float = 0.0
    ratio_to: float = 1.0

    def part(self, table: PairTable) -> PairTable:
        """Return the pairs of a table that pass."""
        if self.everything():
            return table
        chosen = table.of(language=self.language, dimension=self.dimension, type=self.type)
        return table.part(chosen & self._long_enough(table))

    def everything(self) -> bool:
        """Whether all pairs of a run pass."""
        return self._replace(release="") == Filters()

    def words(self) -> str:
        """What is left out, in words; empty if nothing is."""
        parts = [word for word in (self.language, self.dimension, self.type) if word]
        if (self.ratio_from, self.ratio_to) != (0.0, 1.0):
            parts.append(f"rationale length ratio from {self.ratio_from:g} to below {self.ratio_to:g}")
        return ", ".join(parts)

    def to_json(self) -> dict[str, Any]:
        return self._asdict()

    def _long_enough(self, table: PairTable) -> Bools:
        ratio = table.length_ratio()
        below: Bools = ratio < self.ratio_to
        return (ratio >= self.ratio_from) & (below | (self.ratio_to >= 1))


def check_range(ratio_from: float, ratio_to: float) -> None:
    """Raises Invalid if nothing could lie between the bounds."""
    if ratio_from >= ratio_to:
        message = "The range ends before it begins. Put the smaller number first."
        raise Invalid(message, errors={"ratio_to": ["Must be above ratio_from."]})
