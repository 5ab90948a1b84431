"""Results from files: a downloaded release and files of scores."""

from collections import defaultdict
from statistics import fmean

from worker.metrics.pair_table_builder import build_pair_table
from worker.metrics.report import report_on
from worker.reporting.described import Described, Group
from worker.reporting.release import Release
from worker.reporting.results import Results, Scored, names
from worker.reporting.scores import Digest, Scores


def gather(release: Release, scores: Scores, digest: Digest) -> Results:
    """Describe the release and score every system on it, a pair in memory at a time."""
    described = _describe(release)
    kinds = sorted({kind for each in described.values() for kind in each.pairs})
    scored = []
    for system in scores.systems:
        table = build_pair_table(scores.pairs(system, release, digest))
        by_type = {kind: report_on(table.part(table.of(type=kind))) for kind in kinds}
        scored.append(Scored(system, *names(system, scores.systems), report_on(table), by_type))
    return Results(release.origin, described, tuple(scored))


def _describe(release: Release) -> dict[Group, Described]:
    described: dict[Group, Described] = defaultdict(Described)
    for item in release.items():
        group = described[item.instance.language, item.dimension]
        if item.sufficiency is not None:
            group.sufficiency[item.sufficiency] += 1
        if item.compactness is not None:
            group.compactness[item.compactness] += 1
        if item.role != "original":
            group.perturbed += 1
            group.pairs[item.type or ""] += 1
            continue
        group.originals += 1
        group.lengths[len(item.rationale), len(item.instance.tokens)] += 1
        if item.mask_confidence:
            group.mask_confidence[fmean(item.mask_confidence)] += 1
    return dict(described)
