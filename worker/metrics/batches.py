"""The metrics of many pairs at once: the functions of plausibility and faithfulness, over arrays.

What a single pair's function says holds here too; tests compare the two. A batch is a few thousand pairs, so
that memory stays bounded however many there are.
"""

import unicodedata
from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain

import numpy as np

from worker.metrics import faithfulness, plausibility, ragged
from worker.metrics.alignments import Aligned
from worker.metrics.ragged import Bools, Floats, Ints
from worker.metrics.records import PairRecord, ScoredItem


class _Vocabulary(dict[str, int]):
    """Numbers for surface forms; forms that are the same once composed (NFC) have the same number."""

    def __init__(self) -> None:
        super().__init__()
        self._composed: dict[str, int] = {}

    def __missing__(self, word: str) -> int:
        number = self._composed.setdefault(unicodedata.normalize("NFC", word), len(self._composed))
        self[word] = number
        return number


@dataclass(frozen=True)
class Cuts:
    """What a rationale's size depends on, for each input: its tokens, and how many of them may be chosen."""

    lengths: Ints
    candidates: Ints

    def sizes(self, ratios: Floats) -> Ints:
        """Return K of each input for the ratio of its group; as plausibility.rationale_size."""
        wanted = np.ceil(ratios * self.lengths - plausibility.FLOAT_NOISE).astype(np.int64)
        return np.maximum(1, np.minimum(self.candidates, wanted))


@dataclass
class Batch:
    """Inputs with a saliency, and pairs whose two inputs both have one, to be computed at once."""

    items: list[ScoredItem] = field(default_factory=list)
    pairs: list[tuple[int, int]] = field(default_factory=list)
    _number_of: dict[int, int] = field(default_factory=dict)
    _links: "array[int]" = field(default_factory=lambda: array("q"))
    _link_counts: list[int] = field(default_factory=list)

    def add_item(self, item: ScoredItem) -> int:
        """Take an input in and return its number. The same object is taken once."""
        number = self._number_of.setdefault(id(item), len(self.items))
        if number == len(self.items):
            self.items.append(item)
        return number

    def add_pair(self, record: PairRecord) -> None:
        """Take a pair in."""
        self.pairs.append((self.add_item(record.original), self.add_item(record.perturbed)))
        links = record.links if record.links is not None else _fewest_edits(record)
        self._links.extend(chain.from_iterable(links))
        self._link_counts.append(len(links))

    def compute(self) -> "Computed":
        """Rank all inputs and compare all pairs. Raises ValueError naming an input that does not fit."""
        lengths = np.array([len(item.tokens) for item in self.items], dtype=np.int64)
        masks = np.array([item.mask or (0, 0) for item in self.items], dtype=np.int64).reshape(-1, 2)
        scores = np.fromiter(
            chain.from_iterable(item.saliency or () for item in self.items), np.float64, int(lengths.sum())
        )
        vocabulary = _Vocabulary()
        words = np.fromiter(
            map(vocabulary.__getitem__, chain.from_iterable(item.tokens for item in self.items)),
            np.int64,
            int(lengths.sum()),
        )
        self._check(scores, lengths)
        free = _outside(masks, lengths)
        order, ranks, candidates = _ranked(scores, free, lengths)
        cuts = Cuts(lengths, candidates)
        golden = np.array([len(item.rationale) for item in self.items], dtype=np.int64)
        marked = np.fromiter(
            chain.from_iterable(item.rationale for item in self.items), np.int64, int(golden.sum())
        )
        golden_ranks = ranks[marked + np.repeat(ragged.starts(lengths), golden)]
        pairs = np.array(self.pairs, dtype=np.int64).reshape(-1, 2)
        aligned = Aligned(pairs, candidates, free, scores, self._flat_links(pairs, lengths, free))
        by_word = _entry_by_word(aligned, order, ranks, words)
        sizes = candidates[pairs[:, 1]]
        return Computed(
            cuts=cuts,
            golden=golden,
            golden_ranks=golden_ranks,
            entries=by_word,
            sizes=sizes,
            map=overlap_means(by_word, sizes, sizes),
            map_aligned=overlap_means(aligned.entry_by_link(order, ranks), sizes, sizes),
            pcc=aligned.pcc(),
            positions=aligned.positions,
            virtual=aligned.positions - aligned.linked,
        )

    def _check(self, scores: Floats, lengths: Ints) -> None:
        infinite = np.flatnonzero(~np.isfinite(scores))
        if infinite.size:
            item = self.items[int(ragged.owners(lengths)[infinite[0]])]
            raise ValueError(f"saliency: a score of item {item.id} is not finite")

    def _flat_links(self, pairs: Ints, lengths: Ints, free: Bools) -> tuple[Ints, Ints, Ints]:
        """The links between tokens outside the masks: pair, original token, perturbed token."""
        links = np.frombuffer(self._links, dtype=np.int64).reshape(-1, 2)
        pair = np.repeat(np.arange(len(pairs)), self._link_counts).astype(np.int64)
        ends = lengths[pairs[pair]]
        inside = ((links >= 0) & (links < ends)).all(axis=1)
        pair, links = pair[inside], links[inside]
        flat = ragged.starts(lengths)[pairs[pair]] + links
        kept = free[flat].all(axis=1)
        pair, flat = pair[kept], flat[kept]
        for side in (0, 1):
            keys = np.sort(pair * (len(free) + 1) + flat[:, side])
            if (keys[1:] == keys[:-1]).any():
                raise ValueError("links: a token is linked twice")
        return pair, flat[:, 0], flat[:, 1]


@dataclass(frozen=True)
class Computed:
    """A batch's results. What waits for the length ratio: golden_ranks of the inputs, entries of the pairs.

    cuts, golden: for each input; golden_ranks: the place of each golden token among the ranked ones, from 1,
    input after input. sizes: ranked tokens of each pair's perturbed input; entries: for each of them, best
    first, the depth at which the original's list has it, 0 if it never does. pcc is NaN where undefined.
    """

    cuts: Cuts
    golden: Ints
    golden_ranks: Ints
    entries: Ints
    sizes: Ints
    map: Floats
    map_aligned: Floats
    pcc: Floats
    positions: Ints
    virtual: Ints


def token_f1s(golden_ranks: Ints, golden: Ints, sizes: Ints) -> Floats:
    """Return token_f1 of each input, its rationale being the first sizes tokens of its ranking."""
    hits = ragged.sums(golden_ranks <= np.repeat(sizes, golden), golden)
    return 2 * hits / (sizes + golden)


def overlap_means(entries: Ints, lengths: Ints, depths: Ints, original_depths: Ints | None = None) -> Floats:
    """Return map_overlap of each pair, from the entries of Computed.

    lengths: how many entries each pair has; depths: where its perturbed list is cut; original_depths: where
    the original one is, if it is.
    """
    owner, depth = ragged.owners(lengths), ragged.places(lengths) + 1
    limit = depths[owner]
    joined = np.maximum(depth, entries)
    joins = (entries > 0) & (depth <= limit) & (joined <= limit)
    if original_depths is not None:
        joins &= entries <= original_depths[owner]
    begun = ragged.starts(lengths)
    entering = np.bincount((begun[owner] + joined - 1)[joins], minlength=len(entries))
    running = np.cumsum(entering)
    before = np.concatenate([[0], running])[begun]
    overlap = running - before[owner]
    shares = np.where(depth <= limit, overlap / depth, 0.0)
    return ragged.sums(shares, lengths) / depths


def _outside(masks: Ints, lengths: Ints) -> Bools:
    owner, place = ragged.owners(lengths), ragged.places(lengths)
    outside: Bools = (place < masks[owner, 0]) | (place >= masks[owner, 1])
    return outside


def _ranked(scores: Floats, free: Bools, lengths: Ints) -> tuple[Ints, Ints, Ints]:
    """The tokens outside the masks by input and score; each token's rank, 0 if masked; their number."""
    owner = ragged.owners(lengths)
    chosen = np.flatnonzero(free)
    order = chosen[np.lexsort((-scores[chosen], owner[chosen]))]  # stable: the earlier of equals first
    candidates = np.bincount(owner[chosen], minlength=len(lengths)).astype(np.int64)
    ranks = np.zeros(len(scores), dtype=np.int64)
    ranks[order] = ragged.places(candidates) + 1
    return order, ranks, candidates


def _entry_by_word(aligned: Aligned, order: Ints, ranks: Ints, words: Ints) -> Ints:
    """For each perturbed token by rank, the depth of its word in the original's ranking, or 0."""
    originals, perturbeds = aligned.tokens(order)
    size = int(words.max()) + 1 if len(words) else 1
    keys = aligned.owner_of_original * size + words[originals]
    known, first = np.unique(keys, return_index=True)
    wanted = aligned.owner_of_perturbed * size + words[perturbeds]
    place = np.minimum(np.searchsorted(known, wanted), max(0, len(known) - 1))
    if not len(known):
        return np.zeros(0, dtype=np.int64)
    entries: Ints = np.where(known[place] == wanted, ranks[originals[first[place]]], 0)
    return entries


def _fewest_edits(record: PairRecord) -> list[tuple[int, int]]:
    sides = (record.original, record.perturbed)
    indices = [[i for i in range(len(item.tokens)) if i not in item.masked()] for item in sides]
    words = [
        [unicodedata.normalize("NFC", item.tokens[i]) for i in chosen]
        for item, chosen in zip(sides, indices, strict=True)
    ]
    pairs: Iterable[faithfulness.AlignedPair] = faithfulness.align_tokens(*words)
    return [
        (indices[0][left], indices[1][right])
        for left, right in pairs
        if left is not None and right is not None
    ]
