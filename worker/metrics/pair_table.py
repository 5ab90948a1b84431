"""What a report needs to know of each pair: a table of numbers, one row a pair, whatever the texts' lengths.

A table is made once from the scored pairs (pair_table_builder) and then counted any number of times, whole or
in part: by language, dimension, type of perturbation, length of the rationale. About 100 bytes a pair.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from worker.metrics.ragged import Bools, Floats, Ints
from worker.types import Prediction, Scale

Group = tuple[str, str]
Array = npt.NDArray[Any]

SYNTACTIC = "syntactic"
ROLES = ("original", "perturbed")
SCALES = (Scale.SCORES, Scale.RANKS, Scale.RATIONALE, Scale.SET)  # each tells less than the one before
SHORT = -1  # in place of a scale: a saliency of the pair is missing

PREDICTED, TOP1, TOP3_TOLD, TOP3, UNKNOWN, MULTI_PIECE, SALIENCY = (1 << bit for bit in range(7))

COLUMNS: Mapping[str, str] = {
    "original": "i4",
    "perturbed": "i4",
    "original_key": "i8",
    "perturbed_key": "i8",
    "group": "i2",
    "type": "i2",
    "marked": "i4",
    "tokens": "i4",
    "flags_original": "u1",
    "flags_perturbed": "u1",
    "token_f1_original": "f8",
    "token_f1_perturbed": "f8",
    "map": "f8",
    "map_at_k": "f8",
    "map_aligned": "f8",
    "pcc": "f8",
    "scale": "i1",
    "positions": "i4",
    "virtual": "i4",
}


def flags_of(prediction: Prediction | None, *, saliency: bool) -> int:
    """What is known of an input, as a sum of the flags above."""
    flags = SALIENCY if saliency else 0
    if prediction is None:
        return flags
    flags |= PREDICTED
    if prediction.top1:
        flags |= TOP1
    if prediction.top3 is not None:
        flags |= TOP3_TOLD | TOP3 if prediction.top3 else TOP3_TOLD
    if prediction.unknown_answer:
        flags |= UNKNOWN
    if len(prediction.answer_pieces) > 1:
        flags |= MULTI_PIECE
    return flags


@dataclass(frozen=True)
class PairTable:
    """Pairs as columns of one length.

    groups, types: what the columns of these names count into. ratios: the length ratio that each group's
    rationales were cut by. gaps: the relative completeness gaps of the inputs that have one, each once.

    Columns: original, perturbed: numbers of the inputs, in the order of their ids, perturbed ones by original
    first. original_key, perturbed_key: what the maker of the table calls them. marked, tokens: of the
    original, how many tokens its rationale marks and how many it has. flags_*: sums of flags_of. token_f1_*,
    map, map_at_k, map_aligned, pcc: NaN where undefined or not to be had. scale: the place in SCALES of the
    saliency that tells less, or SHORT. positions, virtual: how many token pairs a pcc is over, and how many
    of them face a virtual token.
    """

    groups: tuple[Group, ...]
    types: tuple[str, ...]
    ratios: tuple[float, ...]
    gaps: Floats
    columns: Mapping[str, Array] = field(repr=False)

    def __len__(self) -> int:
        return len(self.columns["original"])

    def __getitem__(self, name: str) -> Array:
        return self.columns[name]

    def length_ratio(self) -> Floats:
        """The share of the original's tokens that its rationale marks, of each pair."""
        ratio: Floats = self["marked"] / self["tokens"]
        return ratio

    def part(self, chosen: Bools | Ints) -> "PairTable":
        """Return the chosen pairs, or those of these rows in their order, as a table of their own.

        The gaps, which know no pair, stay out.
        """
        columns = {name: column[chosen] for name, column in self.columns.items()}
        return replace(self, gaps=np.empty(0), columns=columns)

    def of(self, *, language: str = "", dimension: str = "", type: str = "") -> Bools:
        """Which pairs are of a language, a dimension and a type; an empty word lets everything pass."""
        fits = [language in ("", group[0]) and dimension in ("", group[1]) for group in self.groups]
        chosen: Bools = np.array(fits, dtype=bool)[self["group"]]
        if type:
            chosen &= np.array([each == type for each in self.types], dtype=bool)[self["type"]]
        return chosen


@dataclass(frozen=True)
class Inputs:
    """The inputs of one role in a table, each once: its original by number, flags and token_f1."""

    owners: Ints
    flags: Ints
    token_f1: Floats


class Totals:
    """A table's originals, in order, with the values and counts that belong to each."""

    def __init__(self, table: PairTable) -> None:
        self.table = table
        self._names, first, self.owners = np.unique(table["original"], return_index=True, return_inverse=True)
        self.group_of: Ints = table["group"][first].astype(np.int64)
        self._inputs = {"original": self._inputs_of("original", first)}
        _, perturbed = np.unique(table["perturbed"], return_index=True)
        self._inputs["perturbed"] = self._inputs_of("perturbed", perturbed)

    def __len__(self) -> int:
        return len(self._names)

    def values(self, name: str) -> tuple[Ints, Floats]:
        """The original of each value of a metric, and the value; of pooled ones with the role behind."""
        metric, _, role = name.rpartition("_")
        if role in ROLES:
            return self._of_inputs(metric, self._inputs[role])
        if name == "map_star":
            has = ~np.isnan(self.table["pcc"])
            return self.owners[has], self.table["map"][has]
        values: Floats = self.table[name]
        has = ~np.isnan(values)
        return self.owners[has], values[has]

    def by_original(self, name: str) -> tuple[Floats, Floats]:
        """The sum and the number of values of each original; equal values in any order give the same sums."""
        owners, values = self.values(name)
        order = np.lexsort((values, owners))
        added = np.bincount(owners[order], values[order], len(self))
        return added.astype(np.float64), np.bincount(owners, minlength=len(self)).astype(np.float64)

    def counted(self) -> dict[str, Ints]:
        """The original of each thing that is counted, by what it is counted as."""
        found: dict[str, list[Ints]] = {}
        for name, owners in (*self._counted_inputs(), *self._counted_pairs()):
            found.setdefault(name, []).append(owners)
        return {name: np.concatenate(parts) for name, parts in found.items()}

    def positions(self) -> dict[str, int]:
        """How many token pairs the pccs are over, and how many of them face a virtual token."""
        has = ~np.isnan(self.table["pcc"])
        return {
            "pcc_positions": int(self.table["positions"][has].sum()),
            "pcc_virtual_positions": int(self.table["virtual"][has].sum()),
        }

    def _inputs_of(self, role: str, rows: Array) -> Inputs:
        table = self.table
        flags = table[f"flags_{role}"][rows].astype(np.int64)
        return Inputs(self.owners[rows], flags, table[f"token_f1_{role}"][rows])

    def _of_inputs(self, metric: str, inputs: Inputs) -> tuple[Ints, Floats]:
        if metric == "token_f1":
            has = ~np.isnan(inputs.token_f1)
            return inputs.owners[has], inputs.token_f1[has]
        asked, hit = {"top1": (PREDICTED, TOP1), "top3": (TOP3_TOLD, TOP3)}[metric]
        has = (inputs.flags & asked) > 0
        return inputs.owners[has], ((inputs.flags[has] & hit) > 0).astype(np.float64)

    def _counted_inputs(self) -> Iterator[tuple[str, Ints]]:
        for role, (owners, flags) in (
            (role, (each.owners, each.flags)) for role, each in self._inputs.items()
        ):
            predicted = (flags & PREDICTED) > 0
            yield role, owners
            yield "undefined_top3", owners[predicted & ((flags & TOP3_TOLD) == 0)]
            yield "missing_predictions", owners[~predicted]
            yield "missing_saliencies", owners[(flags & SALIENCY) == 0]
            yield "unknown_answers", owners[(flags & UNKNOWN) > 0]
            yield "multi_piece_answers", owners[(flags & MULTI_PIECE) > 0]

    def _counted_pairs(self) -> Iterator[tuple[str, Ints]]:
        table, owners = self.table, self.owners
        scales, here = table["scale"], table["scale"] != SHORT
        syntactic = table.of(type=SYNTACTIC) & here
        amounts = scales == SCALES.index(Scale.SCORES)
        yield "pairs", owners
        yield "missing_pairs", owners[~here]
        yield "undefined_map", owners[scales > SCALES.index(Scale.RANKS)]
        yield "undefined_map_at_k", owners[scales >= SCALES.index(Scale.SET)]
        yield "undefined_pcc", owners[amounts & ~syntactic & np.isnan(table["pcc"])]
        yield "undefined_pcc_scale", owners[here & ~amounts & ~syntactic]
        yield "undefined_pcc_syntactic", owners[syntactic]
