"""What a report needs to remember of the pairs it has seen: a few numbers each, whatever their length.

About 150 bytes a pair stay in memory. What waits for the length ratio, which is known only at the end, goes
to a temporary file.
"""

import math
import tempfile
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from worker.metrics import plausibility
from worker.metrics.batches import Batch, Computed, Cuts, Vocabulary, overlap_means, token_f1s
from worker.metrics.ragged import Bools, Floats, Ints
from worker.metrics.records import PairRecord, ScoredItem
from worker.types import Prediction, Scale

Group = tuple[str, str]

BATCH_TOKENS = 200_000
SYNTACTIC = "syntactic"
ROLES = ("original", "perturbed")
SCALES = (Scale.SCORES, Scale.RANKS, Scale.RATIONALE, Scale.SET)  # each tells less than the one before
_PLACE_OF_SCALE = {scale: place for place, scale in enumerate(SCALES)}
_MOST_WORDS = 200_000  # remembered from batch to batch, some 30 MB
_KEPT_IN_MEMORY = 32_000_000  # bytes of the temporary file that need no disk


class Column:
    """The values of one metric, each with the number of the original it belongs to."""

    def __init__(self) -> None:
        self._values = array("d")
        self._owners = array("l")

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


class _Waiting:
    """What a batch's pairs and new inputs say of themselves, until they are counted together.

    Of each input: its original, a sum of the flags below, and its number in the batch, -1 without a saliency.
    Of each pair with both saliencies: its original, whether it is syntactic, and how much the saliency that
    tells less tells, by its place in SCALES.
    """

    def __init__(self) -> None:
        self.owners, self.flags, self.numbers = array("q"), array("q"), array("q")
        self.pair_owners, self.syntactic, self.scales = array("q"), array("b"), array("b")
        self.short_pairs = array("q")  # originals of pairs that miss a saliency

    def inputs(self) -> tuple[Ints, Ints, Ints]:
        """Return owners, flags and numbers of the inputs."""
        owners, flags, numbers = (
            np.frombuffer(each, np.int64) for each in (self.owners, self.flags, self.numbers)
        )
        return owners, flags, numbers


_PERTURBED, _PREDICTED, _TOP1, _TOP3, _TOP3_TOLD, _UNKNOWN, _MULTI_PIECE = (1 << bit for bit in range(7))


def _flags(prediction: Prediction) -> int:
    flags = _PREDICTED
    if prediction.top1:
        flags |= _TOP1
    if prediction.top3 is not None:
        flags |= _TOP3_TOLD | _TOP3 if prediction.top3 else _TOP3_TOLD
    if prediction.unknown_answer:
        flags |= _UNKNOWN
    if len(prediction.answer_pieces) > 1:
        flags |= _MULTI_PIECE
    return flags


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
        self._shares = array("d")
        self._group_numbers: dict[Group, int] = {}
        self._seen: set[tuple[int, str]] = set()
        self._batch, self._waiting = Batch(), _Waiting()
        self._tokens = 0
        self._spool: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=_KEPT_IN_MEMORY)  # noqa: SIM115
        self._batches = 0

    def add(self, record: PairRecord) -> None:
        """Take a pair in. Raises ValueError, now or later, if its parts do not fit."""
        original, perturbed = record.original, record.perturbed
        owner = self.originals.get(original.id)
        if owner is None:
            owner = self._add_original(original)
            self._add_input(owner, 0, original)
        if (owner, perturbed.id) not in self._seen:
            self._seen.add((owner, perturbed.id))
            self._add_input(owner, _PERTURBED, perturbed)
        self.types[record.type] += 1
        waiting = self._waiting
        if original.saliency is None or perturbed.saliency is None:
            waiting.short_pairs.append(owner)
        else:
            self._batch.add_pair(record)
            waiting.pair_owners.append(owner)
            waiting.syntactic.append(record.type == SYNTACTIC)
            waiting.scales.append(max(_PLACE_OF_SCALE[original.scale], _PLACE_OF_SCALE[perturbed.scale]))
            self._tokens += len(perturbed.tokens) + len(original.tokens)
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

    def _add_input(self, owner: int, flags: int, item: ScoredItem) -> None:
        waiting = self._waiting
        if item.prediction is not None:
            flags |= _flags(item.prediction)
        waiting.owners.append(owner)
        waiting.flags.append(flags)
        waiting.numbers.append(-1 if item.saliency is None else self._batch.add_item(item))
        if item.relative_gap is not None:
            self.gaps.append(item.relative_gap)
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
        waiting = self._waiting
        owners, flags, numbers = waiting.inputs()
        self._count_inputs(owners, flags, numbers)
        pair_owners = np.frombuffer(waiting.pair_owners, np.int64)
        short = np.frombuffer(waiting.short_pairs, np.int64)
        self._count("pairs", np.concatenate([pair_owners, short]))
        self._count("missing_pairs", short)
        if self._batch.items:
            computed = self._batch.compute()
            scales = np.frombuffer(waiting.scales, np.int8)
            ranked, ordered = scales <= _PLACE_OF_SCALE[Scale.RANKS], scales < _PLACE_OF_SCALE[Scale.SET]
            for name, values in (("map", computed.map), ("map_aligned", computed.map_aligned)):
                self.column(name).extend(pair_owners[ranked], values[ranked])
            self._count("undefined_map", pair_owners[~ranked])
            self._count("undefined_map_at_k", pair_owners[~ordered])
            self._add_pcc(pair_owners, np.frombuffer(waiting.syntactic, np.int8) > 0, scales == 0, computed)
            scored = numbers >= 0
            perturbed = (flags & _PERTURBED) > 0
            inputs = [
                np.stack([owners[chosen], numbers[chosen]], axis=1)
                for chosen in (scored & ~perturbed, scored & perturbed)
            ]
            self._keep(pair_owners, ordered, computed, inputs)
        vocabulary = self._batch.vocabulary
        self._batch = Batch(vocabulary=vocabulary if len(vocabulary) < _MOST_WORDS else Vocabulary())
        self._waiting, self._tokens = _Waiting(), 0

    def _count_inputs(self, owners: Ints, flags: Ints, numbers: Ints) -> None:
        perturbed, predicted = (flags & _PERTURBED) > 0, (flags & _PREDICTED) > 0
        for role, chosen in zip(ROLES, (~perturbed, perturbed), strict=True):
            self._count(role, owners[chosen])
            told = chosen & ((flags & _TOP3_TOLD) > 0)
            for name, answered, flag in (("top1", chosen & predicted, _TOP1), ("top3", told, _TOP3)):
                hits = ((flags[answered] & flag) > 0).astype(np.float64)
                self.column(f"{name}_{role}").extend(owners[answered], hits)
        self._count("undefined_top3", owners[predicted & ((flags & _TOP3_TOLD) == 0)])
        self._count("missing_predictions", owners[~predicted])
        self._count("missing_saliencies", owners[numbers < 0])
        self._count("unknown_answers", owners[(flags & _UNKNOWN) > 0])
        self._count("multi_piece_answers", owners[(flags & _MULTI_PIECE) > 0])

    def _count(self, name: str, owners: Ints, amounts: Ints | None = None) -> None:
        """Add to a count of the groups of some originals, one each or so many."""
        by_group = np.bincount(self.group_numbers()[owners], amounts, len(self.groups))
        for group, amount in zip(self.groups, by_group, strict=True):
            self.counts[group, name] += int(amount)

    def _add_pcc(self, owners: Ints, syntactic: Bools, amounts: Bools, computed: Computed) -> None:
        """amounts: whether both saliencies of a pair are scores, whose distances mean something."""
        asked = amounts & ~syntactic
        has = asked & ~np.isnan(computed.pcc)
        self.column("pcc").extend(owners[has], computed.pcc[has])
        self.column("map_star").extend(owners[has], computed.map[has])
        self._count("undefined_pcc", owners[asked & ~has])
        self._count("undefined_pcc_scale", owners[~amounts & ~syntactic])
        self._count("undefined_pcc_syntactic", owners[syntactic])
        self._count("pcc_positions", owners[has], computed.positions[has])
        self._count("pcc_virtual_positions", owners[has], computed.virtual[has])

    def _keep(self, owners: Ints, ordered: Bools, computed: Computed, inputs: Sequence[Ints]) -> None:
        """Write down what has to wait for the ratios.

        ordered: whether a pair has a map_at_k. inputs: original and number, of each role.
        """
        kept: list[npt.NDArray[Any]] = [
            np.array(self._batch.pairs, dtype=np.int64).reshape(-1, 2),
            owners,
            ordered,
            computed.cuts.lengths,
            computed.cuts.candidates,
            computed.cuts.chosen,
            computed.golden,
            computed.golden_ranks.astype(np.int32),
            computed.sizes,
            computed.entries.astype(np.int32),
            *inputs,
        ]
        for part in kept:
            np.save(self._spool, part, allow_pickle=False)
        self._batches += 1

    def _kept(self) -> Iterator[list[npt.NDArray[Any]]]:
        self._spool.seek(0)
        for _ in range(self._batches):
            yield [np.load(self._spool, allow_pickle=False) for _ in range(10 + len(ROLES))]

    def _cut(self, ratio_of: Floats) -> None:
        """Cut the rankings to the rationales' sizes; ratio_of: by original."""
        for pairs, owners, ordered, *rest in self._kept():
            (golden, golden_ranks, sizes, entries), inputs = rest[3:7], rest[7:]
            cuts = Cuts(*rest[:3])
            owner_of = np.zeros(len(cuts.lengths), dtype=np.int64)
            owner_of[pairs] = owners[:, None]
            for members in inputs:
                owner_of[members[:, 1]] = members[:, 0]
            cut = cuts.sizes(ratio_of[owner_of])
            scores = token_f1s(golden_ranks.astype(np.int64), golden, cut)
            for role, members in zip(ROLES, inputs, strict=True):
                self.column(f"token_f1_{role}").extend(members[:, 0], scores[members[:, 1]])
            depths = cut[pairs]
            at_k = overlap_means(entries.astype(np.int64), sizes, depths[:, 1], depths[:, 0])
            self.column("map_at_k").extend(owners[ordered], at_k[ordered])
        self._spool.close()
