"""What the tables are made of: a release's own numbers, and each system's reports."""

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

from worker.metrics.plausibility import length_ratio
from worker.metrics.report import METRIC_VERSION, Report, Row, build_report
from worker.reporting.release import Release
from worker.reporting.scores import Digest, Scores, System

ALL = "all"
TYPES = ("dispensable", "important", "syntactic")
DIMENSIONS = ("grammar", "semantics", "knowledge", "reasoning", "computation")

Group = tuple[str, str]


@dataclass
class Described:
    """What a release holds of one language and dimension; lists have one entry an item."""

    originals: int = 0
    perturbed: int = 0
    pairs: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    tokens: list[int] = field(default_factory=list)
    rationale: list[int] = field(default_factory=list)
    ratios: list[float] = field(default_factory=list)
    sufficiency: list[float] = field(default_factory=list)
    compactness: list[float] = field(default_factory=list)
    mask_confidence: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Scored:
    """A system with its report over all pairs, and over those of each perturbation type.

    model, method: what tables and figures call them.
    """

    system: System
    model: str
    method: str
    report: Report
    by_type: dict[str, Report]

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
    """A release with all systems scored on it."""

    release: Release
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


def gather(release: Release, scores: Scores, digest: Digest) -> Results:
    """Describe the release and score every system on it, a pair in memory at a time."""
    described = _describe(release)
    kinds = sorted({kind for each in described.values() for kind in each.pairs})
    scored = []
    for system in scores.systems:
        report = build_report(scores.pairs(system, release, digest))
        by_type = {
            kind: build_report(scores.pairs(system, release, digest, kind), report.ratios) for kind in kinds
        }
        scored.append(Scored(system, *_names(system, scores.systems), report, by_type))
    return Results(release, described, tuple(scored))


def _describe(release: Release) -> dict[Group, Described]:
    described: dict[Group, Described] = defaultdict(Described)
    for item in release.items():
        group = described[item.instance.language, item.dimension]
        if item.sufficiency is not None:
            group.sufficiency.append(item.sufficiency)
        if item.compactness is not None:
            group.compactness.append(item.compactness)
        if item.role != "original":
            group.perturbed += 1
            group.pairs[item.type or ""] += 1
            continue
        group.originals += 1
        group.tokens.append(len(item.instance.tokens))
        group.rationale.append(len(item.rationale))
        group.ratios.append(length_ratio(item.rationale, len(item.instance.tokens)))
        if item.mask_confidence:
            group.mask_confidence.append(fmean(item.mask_confidence))
    return dict(described)


def _names(system: System, every: Sequence[System]) -> tuple[str, str]:
    """Short names of a model and a method, longer where another one would be called the same."""
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


def merged(groups: Iterable[Described]) -> Described:
    """Several groups as one."""
    total = Described()
    for group in groups:
        total.originals += group.originals
        total.perturbed += group.perturbed
        for kind, count in group.pairs.items():
            total.pairs[kind] += count
        for name in ("tokens", "rationale", "ratios", "sufficiency", "compactness", "mask_confidence"):
            getattr(total, name).extend(getattr(group, name))
    return total


def _row(report: Report, language: str, dimension: str) -> Row | None:
    for row in report.rows:
        if (row.language, row.dimension) == (language, dimension):
            return row
    return None


def release_recipe(results: Results) -> str:
    """How a table about the release alone was made."""
    release = results.release
    return (
        f"Benchmark {release.benchmark}, release {release.version} (items.jsonl sha256 {release.sha256}, "
        f"made with Whybench {release.code_version}); tables with Whybench {code_version()}."
    )


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
                f"{total.missing['saliencies']} saliencies; {len(scored.system.stale)} scores of another text"
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
        f"Metric version {METRIC_VERSION}; words compared as NFC, case kept; K from each dimension's mean "
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
