"""Makes a table of pairs from scored pairs, in one pass and with a few numbers of each in memory.

What waits for the length ratio, which is known only at the end, goes to a temporary file.
"""

import math
import tempfile
from array import array
from collections.abc import Iterable, Iterator, Mapping
from typing import IO

import numpy as np

from worker.metrics.batches import Batch, Computed, Cuts, Vocabulary, overlap_means, token_f1s
from worker.metrics.pair_table import (
    COLUMNS,
    SCALES,
    SHORT,
    SYNTACTIC,
    Array,
    Group,
    PairTable,
    flags_of,
)
from worker.metrics.ragged import Floats, Ints
from worker.metrics.records import PairRecord, ScoredItem
from worker.types import Scale

BATCH_TOKENS = 200_000
_PLACE_OF_SCALE = {scale: place for place, scale in enumerate(SCALES)}
_MOST_WORDS = 200_000  # remembered from batch to batch, some 30 MB
_KEPT_IN_MEMORY = 32_000_000  # bytes of the temporary file that need no disk
_SPOOLED = 10  # arrays of a batch in it


class _Waiting:
    """What a batch's pairs say of themselves, until they are computed together.

    numbers: of each pair's two inputs in the batch, -1 without a saliency.
    """

    def __init__(self) -> None:
        self.owners, self.perturbed, self.types = array("q"), array("q"), array("q")
        self.flags, self.numbers, self.scales, self.keys = array("q"), array("q"), array("q"), array("q")


class PairTableBuilder:
    """Takes pairs in, one after the other."""

    def __init__(self, ratios: Mapping[Group, float] | None = None) -> None:
        """ratios: the length ratios to cut by, or None to find them in the pairs."""
        self._given = ratios
        self._originals: dict[str, int] = {}
        self._perturbed: dict[tuple[int, str], int] = {}
        self._groups: dict[Group, int] = {}
        self._types: dict[str, int] = {}
        self._group_of, self._marked, self._lengths = array("q"), array("q"), array("q")
        self._gaps = array("d")
        self._batch, self._waiting = Batch(), _Waiting()
        self._tokens = 0
        self._spool: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=_KEPT_IN_MEMORY)  # noqa: SIM115
        self._parts: list[dict[str, Array]] = []

    def add(self, record: PairRecord, keys: tuple[int, int] = (0, 0)) -> None:
        """Take a pair in; keys: what the caller calls its two items. Raises ValueError, now or later."""
        original, perturbed = record.original, record.perturbed
        owner = self._originals.get(original.id)
        if owner is None:
            owner = self._add_original(original)
        number = self._perturbed.setdefault((owner, perturbed.id), len(self._perturbed))
        if number == len(self._perturbed) - 1 and perturbed.relative_gap is not None:
            self._gaps.append(perturbed.relative_gap)
        waiting = self._waiting
        waiting.owners.append(owner)
        waiting.perturbed.append(number)
        waiting.types.append(self._types.setdefault(record.type, len(self._types)))
        waiting.keys.extend(keys)
        for item in (original, perturbed):
            scored = item.saliency is not None
            waiting.flags.append(flags_of(item.prediction, saliency=scored))
            waiting.numbers.append(self._batch.add_item(item) if scored else -1)
            self._tokens += len(item.tokens)
        if original.saliency is None or perturbed.saliency is None:
            waiting.scales.append(SHORT)
        else:
            self._batch.add_pair(record)
            waiting.scales.append(max(_PLACE_OF_SCALE[original.scale], _PLACE_OF_SCALE[perturbed.scale]))
        if self._tokens >= BATCH_TOKENS:
            self._compute()

    def finish(self) -> PairTable:
        """Compute what is left and return the table."""
        self._compute()
        joined = {
            name: np.concatenate([np.empty(0, dtype), *(part.pop(name) for part in self._parts)]).astype(
                dtype
            )
            for name, dtype in COLUMNS.items()
            if not self._parts or name in self._parts[0]
        }
        marked, lengths, group_of = (
            np.frombuffer(each, np.int64) for each in (self._marked, self._lengths, self._group_of)
        )
        owners = joined["original"]
        by_group = self._ratios(marked / np.maximum(1, lengths), group_of)
        waited = self._cut(by_group[group_of], owners)
        group_place, groups = _sorted(self._groups)
        type_place, types = _sorted(self._types)
        columns: dict[str, Array] = joined | waited
        place_of = _ranks(self._originals)
        columns["original"] = place_of[owners]
        columns["perturbed"] = self._perturbed_places(place_of)[joined["perturbed"]]
        columns["group"] = group_place[group_of][owners]
        columns["type"] = type_place[joined["type"]]
        columns["marked"], columns["tokens"] = marked[owners], lengths[owners]
        ratios = dict(zip(self._groups, by_group.tolist(), strict=True))
        return PairTable(
            groups=groups,
            types=types,
            ratios=tuple(ratios[group] for group in groups),
            gaps=np.array(self._gaps),
            columns={name: columns[name].astype(dtype, copy=False) for name, dtype in COLUMNS.items()},
        )

    def _add_original(self, item: ScoredItem) -> int:
        owner = self._originals[item.id] = len(self._originals)
        self._group_of.append(self._groups.setdefault((item.language, item.dimension), len(self._groups)))
        self._marked.append(len(item.rationale))
        self._lengths.append(len(item.tokens))
        if item.relative_gap is not None:
            self._gaps.append(item.relative_gap)
        return owner

    def _ratios(self, shares: Floats, group_of: Ints) -> Floats:
        """The length ratio of each group: the mean over its originals, or what was given."""
        if self._given is not None:
            return np.array([self._given[group] for group in self._groups])
        members = (shares[group_of == number].tolist() for number in range(len(self._groups)))
        return np.array([math.fsum(each) / len(each) for each in members])

    def _perturbed_places(self, place_of: Ints) -> Ints:
        """The place of each perturbed input by its original's place, then by its own name."""
        owners = np.fromiter((owner for owner, _ in self._perturbed), np.int64, len(self._perturbed))
        order = np.lexsort((_ranks(name for _, name in self._perturbed), place_of[owners]))
        places = np.empty_like(order)
        places[order] = np.arange(len(order))
        return places

    def _compute(self) -> None:
        waiting, batch = self._waiting, self._batch
        owners, perturbed, types, scales = (
            np.frombuffer(each, np.int64)
            for each in (waiting.owners, waiting.perturbed, waiting.types, waiting.scales)
        )
        flags, numbers, keys = (
            np.frombuffer(each, np.int64).reshape(-1, 2)
            for each in (waiting.flags, waiting.numbers, waiting.keys)
        )
        if len(owners):
            part: dict[str, Array] = {
                "original": owners.astype("i4"),
                "perturbed": perturbed.astype("i4"),
                "type": types.astype("i2"),
                "scale": scales.astype("i1"),
                "flags_original": flags[:, 0].astype("u1"),
                "flags_perturbed": flags[:, 1].astype("u1"),
                "original_key": keys[:, 0].copy(),
                "perturbed_key": keys[:, 1].copy(),
            }
            computed = batch.compute() if batch.items else None
            part |= self._values(computed, scales, types)
            self._parts.append(part)
            self._keep(computed, numbers, scales)
        vocabulary = batch.vocabulary
        self._batch = Batch(vocabulary=vocabulary if len(vocabulary) < _MOST_WORDS else Vocabulary())
        self._waiting, self._tokens = _Waiting(), 0

    def _values(self, computed: Computed | None, scales: Ints, types: Ints) -> dict[str, Array]:
        """What of a batch's pairs is known already, NaN where a saliency does not tell it."""
        size, here = len(scales), scales != SHORT
        found: dict[str, Array] = {name: np.full(size, np.nan) for name in ("map", "map_aligned", "pcc")}
        found |= {name: np.zeros(size, "i4") for name in ("positions", "virtual")}
        if computed is None or not here.any():
            return found
        syntactic = types == self._types.get(SYNTACTIC, -1)
        ranked = scales <= _PLACE_OF_SCALE[Scale.RANKS]
        amounts = (scales == _PLACE_OF_SCALE[Scale.SCORES]) & ~syntactic
        told = {"map": ranked, "map_aligned": ranked, "pcc": amounts}
        for name, column in found.items():
            column[here] = getattr(computed, name)
            if name in told:
                column[~told[name]] = np.nan
        return found

    def _keep(self, computed: Computed | None, numbers: Ints, scales: Ints) -> None:
        """Write down what has to wait for the ratios. numbers: each pair's inputs in the batch."""
        none = np.zeros(0, np.int64)
        kept: Iterable[Array] = (numbers, scales, *[none] * (_SPOOLED - 2))
        if computed is not None:
            kept = (
                numbers,
                scales,
                np.array(self._batch.pairs, dtype=np.int64).reshape(-1, 2),
                computed.cuts.lengths,
                computed.cuts.candidates,
                computed.cuts.chosen,
                computed.golden,
                computed.golden_ranks.astype(np.int32),
                computed.sizes,
                computed.entries.astype(np.int32),
            )
        for array_ in kept:
            np.save(self._spool, array_, allow_pickle=False)

    def _kept(self) -> Iterator[list[Array]]:
        self._spool.seek(0)
        for _ in self._parts:
            yield [np.load(self._spool, allow_pickle=False) for _ in range(_SPOOLED)]

    def _cut(self, ratio_of: Floats, owners: Ints) -> dict[str, Array]:
        """Cut the rankings to the rationales' sizes. ratio_of: by original; owners: of each pair."""
        found: dict[str, list[Floats]] = {
            name: [np.empty(0)] for name in ("token_f1_original", "token_f1_perturbed", "map_at_k")
        }
        begun = 0
        for (
            numbers,
            scales,
            pairs,
            lengths,
            candidates,
            chosen,
            golden,
            golden_ranks,
            sizes,
            entries,
        ) in self._kept():
            ratios = ratio_of[owners[begun : begun + len(scales)]]
            begun += len(scales)
            ratio_by_input = np.zeros(len(lengths))
            for side in (0, 1):
                scored = numbers[:, side] >= 0
                ratio_by_input[numbers[scored, side]] = ratios[scored]
            cut = Cuts(lengths, candidates, chosen).sizes(ratio_by_input)
            scores = np.append(token_f1s(golden_ranks.astype(np.int64), golden, cut), np.nan)
            found["token_f1_original"].append(scores[numbers[:, 0]])  # -1, the last, is NaN
            found["token_f1_perturbed"].append(scores[numbers[:, 1]])
            found["map_at_k"].append(self._at_k(scales, cut[pairs], entries.astype(np.int64), sizes))
        self._spool.close()
        return {name: np.concatenate(parts) for name, parts in found.items()}

    def _at_k(self, scales: Ints, depths: Ints, entries: Ints, sizes: Ints) -> Floats:
        at_k = np.full(len(scales), np.nan)
        here = scales != SHORT
        if here.any():
            at_k[here] = overlap_means(entries, sizes, depths[:, 1], depths[:, 0])
        at_k[scales >= _PLACE_OF_SCALE[Scale.SET]] = np.nan
        return at_k


def build_pair_table(pairs: Iterable[PairRecord], ratios: Mapping[Group, float] | None = None) -> PairTable:
    """Return the table of some pairs. ratios: as of PairTableBuilder. Raises ValueError as it does."""
    builder = PairTableBuilder(ratios)
    for record in pairs:
        builder.add(record)
    return builder.finish()


def _sorted(numbers: Mapping[Group, int] | Mapping[str, int]) -> tuple[Ints, tuple]:  # type: ignore[type-arg]
    """The place of each numbered thing once they are sorted, and the things."""
    return _ranks(numbers), tuple(sorted(numbers))


def _ranks(numbers: Iterable) -> Ints:  # type: ignore[type-arg]
    """The place of each of some names, once they are sorted."""
    names = list(numbers)
    ranks = np.empty(len(names), dtype=np.int64)
    ranks[sorted(range(len(names)), key=names.__getitem__)] = np.arange(len(names))
    return ranks
