"""The report of a run: the metrics of the first paper by language and dimension, with their uncertainty."""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import Any

import numpy as np

from worker.metrics import faithfulness, intervals, plausibility
from worker.metrics.records import PairRecord, Ratio, Report, Row, ScoredItem, Split

__all__ = ["METRIC_VERSION", "PairRecord", "Ratio", "Report", "Row", "ScoredItem", "Split", "build_report"]

METRIC_VERSION = "1"
ALL = "all"
SYNTACTIC = "syntactic"
LARGE_GAP = 0.05

SETTINGS: dict[str, Any] = {
    "rationale_size": "ceil(ratio * tokens - 1e-9), at least 1, at most the tokens outside the mask",
    "ratio": "mean share of an original's tokens in its rationale, by language and dimension",
    "map": "Eq. 2 on full ranked lists without the mask; map_at_k on the extracted rationales",
    "map_identity": "surface form, NFC, case kept; map_aligned by links",
    "map_star": "map over the pairs that have a pcc",
    "pcc": "aligned tokens outside the mask; inserted and deleted ones face a virtual token of score 0",
    "ties": "the earlier token first",
    "interval": {
        "level": intervals.LEVEL,
        "resamples": intervals.RESAMPLES,
        "unit": "original",
        "seed": intervals.SEED,
    },
}


@dataclass
class _Cluster:
    """The values of one original and all that was made from it: what a resample draws as a whole."""

    language: str
    dimension: str
    items: dict[tuple[str, str], ScoredItem] = field(default_factory=dict)
    pairs: int = 0
    values: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    counts: Counter[str] = field(default_factory=Counter)


def build_report(pairs: Iterable[PairRecord]) -> Report:
    """Compute a run's report from its pairs.

    An original shared by several pairs counts once among the inputs; each pair counts in MAP and PCC. A pair
    belongs to its original's language and dimension. What is missing or undefined is left out of means and
    counted. Raises ValueError for an item whose rationale or saliency does not fit its tokens.
    """
    records = list(pairs)
    ratios = _ratios(records)
    ratio_of = {(ratio.language, ratio.dimension): ratio.ratio for ratio in ratios}
    clusters: dict[str, _Cluster] = {}
    for record in sorted(records, key=lambda record: (record.original.id, record.perturbed.id)):
        original = record.original
        cluster = clusters.setdefault(original.id, _Cluster(original.language, original.dimension))
        _add_pair(cluster, record, ratio_of[original.language, original.dimension])
    everything = list(clusters.values())
    groups = sorted({(cluster.language, cluster.dimension) for cluster in everything})
    languages = sorted({language for language, _ in groups})
    wanted = [*groups, *((language, ALL) for language in languages), *([(ALL, ALL)] if groups else [])]
    counts = sum((cluster.counts for cluster in everything), Counter[str]())
    return Report(
        metric_version=METRIC_VERSION,
        rows=tuple(_row(language, dimension, everything) for language, dimension in wanted),
        ratios=tuple(ratios),
        counts={
            "pairs": len(records),
            "originals": len(everything),
            "pcc_positions": counts["pcc_positions"],
            "pcc_virtual_positions": counts["pcc_virtual_positions"],
            **{f"pairs_{kind}": count for kind, count in sorted(Counter(r.type for r in records).items())},
        },
        completeness=_completeness(everything),
        settings=SETTINGS,
    )


def _ratios(records: Sequence[PairRecord]) -> list[Ratio]:
    shares: dict[tuple[str, str], dict[str, float]] = defaultdict(dict)
    for record in records:
        item = record.original
        share = plausibility.length_ratio(item.rationale, len(item.tokens))
        shares[item.language, item.dimension][item.id] = share
    return [Ratio(*group, fmean(members.values()), len(members)) for group, members in sorted(shares.items())]


def _add_pair(cluster: _Cluster, record: PairRecord, ratio: float) -> None:
    for role, item in (("original", record.original), ("perturbed", record.perturbed)):
        if (role, item.id) not in cluster.items:
            cluster.items[role, item.id] = item
            _add_input(cluster, role, item, ratio)
    cluster.pairs += 1
    if record.original.saliency is None or record.perturbed.saliency is None:
        cluster.counts["missing_pairs"] += 1
        return
    _add_stability(cluster, record, record.original.saliency, record.perturbed.saliency, ratio)


def _add_input(cluster: _Cluster, role: str, item: ScoredItem, ratio: float) -> None:
    values = cluster.values
    if item.prediction is None:
        cluster.counts["missing_predictions"] += 1
    else:
        values[f"top1_{role}"].append(item.prediction.top1)
        values[f"top3_{role}"].append(item.prediction.top3)
        cluster.counts["unknown_answers"] += item.prediction.unknown_answer
        cluster.counts["multi_piece_answers"] += len(item.prediction.answer_pieces) > 1
    if item.saliency is None:
        cluster.counts["missing_saliencies"] += 1
    else:
        extracted = set(item.extracted(ratio))
        values[f"token_f1_{role}"].append(plausibility.token_f1(extracted, set(item.rationale)))


def _add_stability(
    cluster: _Cluster, record: PairRecord, ours: Sequence[float], theirs: Sequence[float], ratio: float
) -> None:
    original, perturbed, values = record.original, record.perturbed, cluster.values
    original_rank = plausibility.rank_tokens(ours, original.masked())
    perturbed_rank = plausibility.rank_tokens(theirs, perturbed.masked())
    overlap = faithfulness.map_overlap(_words(original, original_rank), _words(perturbed, perturbed_rank))
    values["map"].append(overlap)
    cut = _words(original, original.extracted(ratio)), _words(perturbed, perturbed.extracted(ratio))
    values["map_at_k"].append(faithfulness.map_overlap(*cut))
    pairs = _aligned(record, sorted(original_rank), sorted(perturbed_rank))
    links = [(left, right) for left, right in pairs if left is not None and right is not None]
    values["map_aligned"].append(faithfulness.map_aligned(original_rank, perturbed_rank, links))
    if record.type == SYNTACTIC:
        cluster.counts["undefined_pcc_syntactic"] += 1
        return
    pcc = faithfulness.aligned_pcc(ours, theirs, pairs)
    if pcc is None:
        cluster.counts["undefined_pcc"] += 1
        return
    values["pcc"].append(pcc)
    values["map_star"].append(overlap)
    cluster.counts["pcc_positions"] += len(pairs)
    cluster.counts["pcc_virtual_positions"] += len(pairs) - len(links)


def _words(item: ScoredItem, indices: Iterable[int]) -> list[str]:
    return [unicodedata.normalize("NFC", item.tokens[index]) for index in indices]


def _aligned(
    record: PairRecord, originals: Sequence[int], perturbeds: Sequence[int]
) -> list[faithfulness.AlignedPair]:
    if record.links is not None:
        return faithfulness.align_links(originals, perturbeds, record.links)
    words = _words(record.original, originals), _words(record.perturbed, perturbeds)
    return [
        (None if left is None else originals[left], None if right is None else perturbeds[right])
        for left, right in faithfulness.align_tokens(*words)
    ]


def _row(language: str, dimension: str, everything: Sequence[_Cluster]) -> Row:
    clusters = [
        cluster
        for cluster in everything
        if language in (ALL, cluster.language) and dimension in (ALL, cluster.dimension)
    ]
    roles = Counter(role for cluster in clusters for role, _ in cluster.items)
    counts: Mapping[str, int] = sum((cluster.counts for cluster in clusters), Counter[str]())
    return Row(
        language=language,
        dimension=dimension,
        originals=roles["original"],
        perturbed=roles["perturbed"],
        pairs=sum(cluster.pairs for cluster in clusters),
        top1=_split(clusters, "top1"),
        top3=_split(clusters, "top3"),
        token_f1=_split(clusters, "token_f1"),
        map=_mean(clusters, "map"),
        map_at_k=_mean(clusters, "map_at_k"),
        map_aligned=_mean(clusters, "map_aligned"),
        map_star=_mean(clusters, "map_star"),
        pcc=_mean(clusters, "pcc"),
        undefined={name: counts[f"undefined_{name}"] for name in ("pcc", "pcc_syntactic")},
        missing={name: counts[f"missing_{name}"] for name in ("predictions", "saliencies", "pairs")},
        unknown_answers=counts["unknown_answers"],
        multi_piece_answers=counts["multi_piece_answers"],
        intervals=_intervals(clusters),
    )


def _split(clusters: Sequence[_Cluster], metric: str) -> Split:
    original, perturbed = f"{metric}_original", f"{metric}_perturbed"
    return Split(_mean(clusters, original, perturbed), _mean(clusters, original), _mean(clusters, perturbed))


def _mean(clusters: Sequence[_Cluster], *names: str) -> float | None:
    values = [value for cluster in clusters for name in names for value in cluster.values.get(name, ())]
    return fmean(values) if values else None


def _intervals(clusters: Sequence[_Cluster]) -> dict[str, tuple[float, float] | None]:
    pooled = {name: (f"{name}_original", f"{name}_perturbed") for name in ("top1", "top3", "token_f1")}
    single = {name: (name,) for name in ("map", "map_at_k", "map_aligned", "map_star", "pcc")}
    metrics: dict[str, tuple[str, ...]] = {**pooled, **single}
    held = [
        [[value for name in names for value in cluster.values.get(name, ())] for names in metrics.values()]
        for cluster in clusters
    ]
    sums = np.array([[sum(values) for values in row] for row in held], dtype=np.float64)
    counts = np.array([[len(values) for values in row] for row in held], dtype=np.float64)
    return dict(zip(metrics, intervals.bootstrap_intervals(sums, counts), strict=True))


def _completeness(everything: Sequence[_Cluster]) -> dict[str, float] | None:
    items = (item for cluster in everything for item in cluster.items.values())
    gaps = [item.relative_gap for item in items if item.relative_gap is not None]
    if not gaps:
        return None
    above = sum(gap > LARGE_GAP for gap in gaps) / len(gaps)
    return {"median": median(gaps), "maximum": max(gaps), "share_above_5_percent": above}
