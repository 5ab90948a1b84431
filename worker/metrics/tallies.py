"""What a report needs to remember of the pairs it has seen: a few numbers each, whatever their length.

About 150 bytes a pair stay in memory. What waits for the length ratio, which is known only at the end, goes
to a temporary file.
"""

import math
import tempfile
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from worker.metrics import plausibility
from worker.metrics.batches import Batch, Computed, Cuts, overlap_means, token_f1s
from worker.metrics.ragged import Bools, Floats, Ints
from worker.metrics.records import PairRecord, ScoredItem

Group = tuple[str, str]

BATCH_TOKENS = 200_000
SYNTACTIC = "syntactic"
ROLES = ("original", "perturbed")
_KEPT_IN_MEMORY = 32_000_000  # bytes of the temporary file that need no disk


class Column:
    """The values of one metric, each with the number of the original it belongs to."""

    def __init__(self) -> None:
        self._values = array("d")
        self._owners = array("l")

    def append(self, owner: int, value: float) -> None:
        """Add one value."""
        self._owners.append(owner)
        self._values.append(value)

    def extend(self, owners: Ints, values: Floats) -> None:
        """Add several values."""
        self._owners.frombytes(owners.astype(np.dtype("l")).tobytes())
        self._values.frombytes(values.astype(np.float64).tobytes())

    def values(self, chosen: Bools) -> Floats:
        """Return the values of the chosen originals."""
        return np.frombuffer(self._values, np.float64)[chosen[self.owners()]]

    def owners(self) -> Ints:
        """Return the original of each value."""
        return np.frombuffer(self._owners, np.dtype("l")).astype(np.int64)

    def by_owner(self, size: int) -> tuple[Floats, Floats]:
        """Return the sum and the number of values of each original.

        Equal values in any order give the same sums, to the last bit.
        """
        owners, values = self.owners(), np.frombuffer(self._values, np.float64)
        order = np.lexsort((values, owners))
        added = np.bincount(owners[order], values[order], size)
        return added.astype(np.float64), np.bincount(owners, minlength=size).astype(np.float64)


@dataclass
class _Waiting:
    """What a batch still has to be given: the originals of its pairs and of its new inputs, by their role."""

    pairs: list[tuple[int, str]] = field(default_factory=list)
    inputs: dict[str, list[tuple[int, int]]] = field(default_factory=lambda: {role: [] for role in ROLES})


class Tally:
    """Takes pairs in, one after the other; after finish it has what the rows of a report are made of."""

    def __init__(self, ratios: Mapping[Group, float] | None = None) -> None:
        """ratios: the length ratios to cut by, or None to find them in the pairs."""
        self.originals: dict[str, int] = {}
        self.groups: list[Group] = []
        self.group_of = array("l")
        self.columns: dict[str, Column] = {}
        self.counts: Counter[tuple[Group, str]] = Counter()
        self.types: Counter[str] = Counter()
        self.gaps = array("d")
        self._given = ratios
        self._accuracies = {
            role: (self.column(f"top1_{role}"), self.column(f"top3_{role}")) for role in ROLES
        }
        self._shares = array("d")
        self._group_numbers: dict[Group, int] = {}
        self._seen: set[tuple[int, str]] = set()
        self._batch, self._waiting, self._tokens = Batch(), _Waiting(), 0
        self._spool: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=_KEPT_IN_MEMORY)  # noqa: SIM115
        self._batches = 0

    def add(self, record: PairRecord) -> None:
        """Take a pair in. Raises ValueError, now or later, if its parts do not fit."""
        owner = self.originals.get(record.original.id)
        new = owner is None
        if owner is None:
            owner = self._add_original(record.original)
        group = self.groups[self.group_of[owner]]
        if new:
            self._add_input(owner, group, "original", record.original)
        if (owner, record.perturbed.id) not in self._seen:
            self._seen.add((owner, record.perturbed.id))
            self._add_input(owner, group, "perturbed", record.perturbed)
        self.counts[group, "pairs"] += 1
        self.types[record.type] += 1
        if record.original.saliency is None or record.perturbed.saliency is None:
            self.counts[group, "missing_pairs"] += 1
        else:
            self._batch.add_pair(record)
            self._waiting.pairs.append((owner, record.type))
            self._tokens += len(record.perturbed.tokens) + len(record.original.tokens)
        if self._tokens >= BATCH_TOKENS:
            self._compute()

    def _add_original(self, item: ScoredItem) -> int:
        group = (item.language, item.dimension)
        if group not in self._group_numbers:
            self._group_numbers[group] = len(self.groups)
            self.groups.append(group)
        owner = self.originals[item.id] = len(self.originals)
        self.group_of.append(self._group_numbers[group])
        self._shares.append(plausibility.length_ratio(item.rationale, len(item.tokens)))
        return owner

    def _add_input(self, owner: int, group: Group, role: str, item: ScoredItem) -> None:
        counts, prediction = self.counts, item.prediction
        counts[group, role] += 1
        if prediction is None:
            counts[group, "missing_predictions"] += 1
        else:
            top1, top3 = self._accuracies[role]
            top1.append(owner, prediction.top1)
            top3.append(owner, prediction.top3)
            if prediction.unknown_answer:
                counts[group, "unknown_answers"] += 1
            if len(prediction.answer_pieces) > 1:
                counts[group, "multi_piece_answers"] += 1
        if item.relative_gap is not None:
            self.gaps.append(item.relative_gap)
        if item.saliency is None:
            counts[group, "missing_saliencies"] += 1
        else:
            self._waiting.inputs[role].append((owner, self._batch.add_item(item)))
            self._tokens += len(item.tokens)

    def column(self, name: str) -> Column:
        """Return the values of a metric."""
        if name not in self.columns:
            self.columns[name] = Column()
        return self.columns[name]

    def finish(self) -> dict[Group, tuple[float, int]]:
        """Compute what is left. Returns each group's length ratio and the number of its originals."""
        self._compute()
        shares, group_of = np.frombuffer(self._shares, np.float64), self.group_numbers()
        ratios = {}
        for number, group in enumerate(self.groups):
            members = shares[group_of == number]
            mean = math.fsum(members.tolist()) / len(members)
            ratios[group] = (mean if self._given is None else self._given[group], len(members))
        self._cut(np.array([ratios[group][0] for group in self.groups])[group_of])
        return ratios

    def group_numbers(self) -> Ints:
        """Return the group of each original, as an index into groups."""
        return np.frombuffer(self.group_of, np.dtype("l")).astype(np.int64)

    def _compute(self) -> None:
        if not self._batch.items:
            return
        computed, waiting = self._batch.compute(), self._waiting
        owners = np.array([owner for owner, _ in waiting.pairs], dtype=np.int64)
        self.column("map").extend(owners, computed.map)
        self.column("map_aligned").extend(owners, computed.map_aligned)
        self._add_pcc(owners, np.array([kind == SYNTACTIC for _, kind in waiting.pairs], bool), computed)
        self._keep(owners, computed)
        self._batch, self._waiting, self._tokens = Batch(), _Waiting(), 0

    def _add_pcc(self, owners: Ints, syntactic: Bools, computed: Computed) -> None:
        group_of = self.group_numbers()[owners]
        undefined = np.isnan(computed.pcc) & ~syntactic
        has = ~np.isnan(computed.pcc) & ~syntactic
        self.column("pcc").extend(owners[has], computed.pcc[has])
        self.column("map_star").extend(owners[has], computed.map[has])
        totals = {
            "undefined_pcc": undefined,
            "undefined_pcc_syntactic": syntactic,
            "pcc_positions": np.where(has, computed.positions, 0),
            "pcc_virtual_positions": np.where(has, computed.virtual, 0),
        }
        for name, amounts in totals.items():
            by_group = np.bincount(group_of, amounts, len(self.groups))
            for group, amount in zip(self.groups, by_group, strict=True):
                self.counts[group, name] += int(amount)

    def _keep(self, owners: Ints, computed: Computed) -> None:
        """Write down what has to wait for the ratios."""
        inputs = [np.array(self._waiting.inputs[role], np.int64).reshape(-1, 2) for role in ROLES]
        kept: list[npt.NDArray[Any]] = [
            np.array(self._batch.pairs, dtype=np.int64).reshape(-1, 2),
            owners,
            computed.cuts.lengths,
            computed.cuts.candidates,
            computed.golden,
            computed.golden_ranks.astype(np.int32),
            computed.sizes,
            computed.entries.astype(np.int32),
            *inputs,
        ]
        for part in kept:
            np.save(self._spool, part, allow_pickle=False)
        self._batches += 1

    def _kept(self) -> Iterator[list[Ints]]:
        self._spool.seek(0)
        for _ in range(self._batches):
            yield [np.load(self._spool, allow_pickle=False) for _ in range(8 + len(ROLES))]

    def _cut(self, ratio_of: Floats) -> None:
        """Cut the rankings to the rationales' sizes; ratio_of: by original."""
        for pairs, owners, lengths, candidates, golden, golden_ranks, sizes, entries, *inputs in self._kept():
            owner_of = np.zeros(len(lengths), dtype=np.int64)
            owner_of[pairs] = owners[:, None]
            for members in inputs:
                owner_of[members[:, 1]] = members[:, 0]
            cut = Cuts(lengths, candidates).sizes(ratio_of[owner_of])
            scores = token_f1s(golden_ranks.astype(np.int64), golden, cut)
            for role, members in zip(ROLES, inputs, strict=True):
                self.column(f"token_f1_{role}").extend(members[:, 0], scores[members[:, 1]])
            depths = cut[pairs]
            at_k = overlap_means(entries.astype(np.int64), sizes, depths[:, 1], depths[:, 0])
            self.column("map_at_k").extend(owners, at_k)
        self._spool.close()
