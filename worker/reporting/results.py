"""What the tables are made of: what there is to score, and the report of each system."""

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from worker.metrics.report import METRIC_VERSION, Report, Row
from worker.reporting.described import Described, Group
from worker.types import MethodRef, ModelStamp

ALL = "all"
TYPES = ("dispensable", "important", "syntactic")
DIMENSIONS = ("grammar", "semantics", "knowledge", "reasoning", "computation")


@dataclass(frozen=True)
class Origin:
    """Where the items are from: a release, held against the checksum of its items.jsonl.

    Without a release version and sha256 are empty: the benchmark as it stood at a moment, as_of.
    code_version: of the Whybench that made the release, or answers for the items.
    """

    benchmark: str
    version: str
    sha256: str
    code_version: str
    as_of: str = ""


@dataclass
class System:
    """A model with a saliency method. inputs: how many it was given; stale: how many scores are of a text
    that has changed since.
    """

    model: ModelStamp
    method: MethodRef
    inputs: int = 0
    stale: int = 0

    @property
    def settings(self) -> str:
        """The method's settings in one line."""
        return ", ".join(f"{name}={value}" for name, value in sorted(self.method.settings.items()))


@dataclass(frozen=True)
class Scored:
    """A system with its report over all pairs, and over those of each perturbation type.

    model, method: what tables and figures call them. run: the number of the run that made the scores, if it
    has one.
    """

    system: System
    model: str
    method: str
    report: Report
    by_type: dict[str, Report]
    run: int | None = None

    def row(self, language: str, dimension: str = ALL) -> Row | None:
        """The report's row, or None if the release has no such pairs."""
        return _row(self.report, language, dimension)

    def has(self, language: str) -> bool:
        """Whether anything of a language was scored."""
        row = self.row(language)
        if row is None:
            return False
        return row.missing["predictions"] < row.originals + row.perturbed or row.token_f1.all is not None

    def type_row(self, kind: str, language: str) -> Row | None:
        """The row of one perturbation type."""
        return _row(self.by_type[kind], language, ALL)


@dataclass(frozen=True)
class Results:
    """Items with all systems scored on them."""

    origin: Origin
    described: dict[Group, Described]
    scored: tuple[Scored, ...]

    @property
    def languages(self) -> list[str]:
        """The languages, and all if there are several."""
        found = sorted({language for language, _ in self.described})
        return found if len(found) < 2 else [*found, ALL]

    @property
    def dimensions(self) -> list[str]:
        """The dimensions in the paper's order, then others by name."""
        found = {dimension for _, dimension in self.described}
        return [*(each for each in DIMENSIONS if each in found), *sorted(found - set(DIMENSIONS))]

    @property
    def types(self) -> list[str]:
        """The perturbation types that there are pairs of."""
        found = {kind for each in self.described.values() for kind in each.pairs}
        return [*(each for each in TYPES if each in found), *sorted(found - set(TYPES))]


def names(system: System, every: Sequence[System]) -> tuple[str, str]:
    """Return short names of a model and a method, longer where another one would be called the same."""
    model = _short(system.model.name)
    alike = {each.model for each in every if _short(each.model.name) == model}
    if len(alike) > 1:
        model = f"{system.model.name} {system.model.revision[:19]} {system.model.dtype}".replace("  ", " ")
    method = system.method.name
    if sum(each.model == system.model and each.method.name == method for each in every) > 1:
        method += f" ({system.settings})"
    return model, method


def _short(name: str) -> str:
    """A folder's last part; a hub's name as it is."""
    return name if name.count("/") < 2 and name[:1] not in "./" else name.rstrip("/").rpartition("/")[2]


def _row(report: Report, language: str, dimension: str) -> Row | None:
    for row in report.rows:
        if (row.language, row.dimension) == (language, dimension):
            return row
    return None


def release_recipe(results: Results) -> str:
    """How a table about the items alone was made."""
    origin = results.origin
    where = f"as it stood at {origin.as_of}, no release; "
    if origin.version:
        where = (
            f"release {origin.version} (items.jsonl sha256 {origin.sha256}, made with Whybench "
            f"{origin.code_version}); "
        )
    return f"Benchmark {origin.benchmark}, {where}tables with Whybench {code_version()}."


def scores_recipe(results: Results, systems: Iterable[Scored]) -> str:
    """How a table about systems was made: everything that is needed to get the same numbers again."""
    parts = [release_recipe(results)]
    for scored in systems:
        model, method = scored.system.model, scored.system.method
        settings = f" ({scored.system.settings})" if method.settings else ""
        total = _row(scored.report, ALL, ALL)
        counts = ""
        if total is not None:
            counts = (
                f"; PCC undefined {total.undefined['pcc']}, not asked of {total.undefined['pcc_syntactic']} "
                f"syntactic pairs; missing {total.missing['predictions']} predictions, "
                f"{total.missing['saliencies']} saliencies; {scored.system.stale} scores of another text"
            )
        code = "scored by another tool"
        if model.worker_version:
            code = (
                f"{model.dtype}, worker {model.worker_version}, torch {model.torch_version}, "
                f"transformers {model.transformers_version}"
            )
        parts.append(
            f"Model {model.name}, revision {model.revision or 'not given'}, {code}; "
            f"method {method.name}{settings}{counts}."
        )
    interval = results.scored[0].report.settings["interval"] if results.scored else {}
    parts.append(
        f"Metric version {METRIC_VERSION}; words compared as NFC, case kept; answers compared piece by "
        "piece, those of other tools as NFC with single blanks, case kept; K from each dimension's mean "
        f"rationale length ratio; 95 % intervals: {interval.get('resamples')} resamples over originals, seed "
        f"{interval.get('seed')}."
    )
    return " ".join(parts)


def code_version() -> str:
    """The version of this code, from pyproject.toml; an image without it does not know."""
    path = Path(__file__).resolve().parents[2] / "pyproject.toml"
    if not path.exists():
        return "of unknown version"
    return str(tomllib.loads(path.read_text(encoding="utf-8"))["project"]["version"])
