"""The pairs behind a number."""

from typing import Any

import numpy as np

from annotation_app.items.models import Item
from worker.metrics.pair_table import PREDICTED, TOP1, TOP3, TOP3_TOLD, PairTable
from worker.metrics.ragged import Floats, Ints

NUMBERS = ("token_f1_original", "token_f1_perturbed", "map", "map_at_k", "map_aligned", "pcc")
HITS = {
    "top1_original": ("flags_original", PREDICTED, TOP1),
    "top1_perturbed": ("flags_perturbed", PREDICTED, TOP1),
    "top3_original": ("flags_original", TOP3_TOLD, TOP3),
    "top3_perturbed": ("flags_perturbed", TOP3_TOLD, TOP3),
}
# What a pooled metric is ordered by: the mean of what the pair's two inputs have.
POOLED = ("top1", "top3", "token_f1")
NAME = "name"
ORDERS = (NAME, "ratio", *POOLED, *HITS, *NUMBERS, "map_star")


def ordered(part: PairTable, order: str) -> Ints:
    """The rows in an order of ORDERS, downwards with - in front; those without a value last, ties by name."""
    down, name = order.startswith("-"), order.removeprefix("-")
    by_name = np.lexsort((part["perturbed"], part["original"]))
    if name == NAME:
        return by_name[::-1] if down else by_name
    values = _values(part, name)[by_name]
    keys = -values if down else values
    return by_name[np.argsort(keys, kind="stable")]  # NaN goes last


def described(part: PairTable, rows: Ints) -> list[dict[str, Any]]:
    """The fields of a ResultPairSerializer, of some rows; one query."""
    keys = np.concatenate([part["original_key"][rows], part["perturbed_key"][rows]]).tolist()
    names = dict(Item.objects.filter(pk__in=keys).values_list("pk", "external_id"))
    ratios = part.length_ratio()
    found = []
    for row in rows.tolist():
        original, perturbed = int(part["original_key"][row]), int(part["perturbed_key"][row])
        language, dimension = part.groups[part["group"][row]]
        hits = {
            name: bool(part[flags][row] & hit) if part[flags][row] & asked else None
            for name, (flags, asked, hit) in HITS.items()
        }
        numbers = {name: float(part[name][row]) for name in NUMBERS}
        found.append(
            {
                "original": {"id": original, "external_id": names[original]},
                "perturbed": {"id": perturbed, "external_id": names[perturbed]},
                "language": language,
                "dimension": dimension,
                "type": part.types[part["type"][row]],
                "ratio": float(ratios[row]),
                **hits,
                **{name: None if np.isnan(value) else value for name, value in numbers.items()},
            }
        )
    return found


def _values(part: PairTable, name: str) -> Floats:
    if name == "ratio":
        return part.length_ratio()
    if name in POOLED:
        sides = np.stack([_values(part, f"{name}_{role}") for role in ("original", "perturbed")])
        known = (~np.isnan(sides)).sum(axis=0)
        return np.where(known > 0, np.nansum(sides, axis=0) / np.maximum(known, 1), np.nan)
    if name in HITS:
        flags, asked, hit = HITS[name]
        return np.where((part[flags] & asked) > 0, ((part[flags] & hit) > 0).astype(np.float64), np.nan)
    if name == "map_star":
        return np.where(np.isnan(part["pcc"]), np.nan, part["map"])
    values: Floats = part[name]
    return values
