"""The metrics of many pairs at once: the functions of plausibility and faithfulness, over arrays.

What a single pair's function says holds here too; tests compare the two. A batch is a few thousand pairs, so
that memory stays bounded however many there are.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np

from worker.metrics import faithfulness, plausibility, ragged
from worker.metrics.alignments import Aligned
from worker.metrics.ragged import Bools, Floats, Ints
from worker.metrics.records import PairRecord, ScoredItem

_WIDTH = 8  # inputs whose lengths differ by less are sorted together


class Vocabulary(dict[str, int]):
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
    """What a rationale's size depends on, for each input: its tokens, and how many of them may be chosen.

    chosen: its size, where the saliency says so itself, else 0.
    """

    lengths: Ints
    candidates: Ints
    chosen: Ints

    def sizes(self, ratios: Floats) -> Ints:
        """Return K of each input for the ratio of its group; as plausibility.rationale_size."""
        wanted = np.ceil(ratios * self.lengths - plausibility.FLOAT_NOISE).astype(np.int64)
        wanted = np.where(self.chosen > 0, self.chosen, wanted)
        return np.maximum(1, np.minimum(self.candidates, wanted))


@dataclass
class Batch:
    """Inputs with a saliency, and pairs whose two inputs both have one, to be computed at once.

    vocabulary: one that earlier batches filled spares numbering their words again.
    """

    items: list[ScoredItem] = field(default_factory=list)
    pairs: list[tuple[int, int]] = field(default_factory=list)
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    _number_of: dict[int, int] = field(default_factory=dict)
    _links: list[Sequence[tuple[int, int]]] = field(default_factory=list)

    def add_item(self, item: ScoredItem) -> int:
        """Take an input in and return its number. The same object is taken once."""
        number = self._number_of.get(id(item))
        if number is None:
            number = self._number_of[id(item)] = len(self.items)
            self.items.append(item)
        return number

    def add_pair(self, record: PairRecord) -> None:
        """Take a pair in."""
        self.pairs.append((self.add_item(record.original), self.add_item(record.perturbed)))
        self._links.append(record.links if record.links is not None else _fewest_edits(record))

    def compute(self) -> "Computed":
        """Rank all inputs and compare all pairs. Raises ValueError naming an input that does not fit."""
        lengths = np.array([len(item.tokens) for item in self.items], dtype=np.int64)
        masks = np.array([item.mask or (0, 0) for item in self.items], dtype=np.int64).reshape(-1, 2)
        scores = np.fromiter(
            chain.from_iterable(item.saliency or () for item in self.items), np.float64, int(lengths.sum())
        )
        words = np.fromiter(
            map(self.vocabulary.__getitem__, chain.from_iterable(item.tokens for item in self.items)),
            np.int64,
            int(lengths.sum()),
        )
        self._check(scores, lengths)
        free = _outside(masks, lengths)
        order, ranks, candidates = _ranked(scores, free, lengths)
        chosen = np.array([item.chosen or 0 for item in self.items], dtype=np.int64)
        cuts = Cuts(lengths, candidates, chosen)
        golden = np.array([len(item.rationale) for item in self.items], dtype=np.int64)
        marked = np.fromiter(
            chain.from_iterable(item.rationale for item in self.items), np.int64, int(golden.sum())
        )
        golden_ranks = ranks[marked + np.repeat(ragged.starts(lengths), golden)]
        pairs = np.array(self.pairs, dtype=np.int64).reshape(-1, 2)
        links = self._flat_links(pairs, lengths, free)
        aligned = Aligned(pairs, lengths, candidates, free, scores, links)
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
        counts = np.fromiter(map(len, self._links), np.int64, len(self._links))
        flat = chain.from_iterable(chain.from_iterable(self._links))
        links = np.fromiter(flat, np.int64, 2 * int(counts.sum())).reshape(-1, 2)
        pair = np.repeat(np.arange(len(pairs)), counts)
        ends = lengths[pairs]
        inside = ((links >= 0) & (links < ends[pair])).all(axis=1)
        if not inside.all():
            pair, links = pair[inside], links[inside]
        tokens = ragged.starts(lengths)[pairs][pair] + links
        kept = free[tokens].all(axis=1)
        if not kept.all():
            pair, links, tokens = pair[kept], links[kept], tokens[kept]
        for side in (0, 1):
            places = ragged.starts(ends[:, side])[pair] + links[:, side]
            if (np.bincount(places) > 1).any():
                raise ValueError("links: a token is linked twice")
        return pair, tokens[:, 0], tokens[:, 1]


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
    candidates = ragged.sums(free.astype(np.int64), lengths).astype(np.int64)
    begun, keys = ragged.starts(lengths), np.where(free, -scores, np.inf)
    order = np.empty(int(candidates.sum()), dtype=np.int64)
    # Inputs of about the same length are the rows of a table, filled up behind: rows sort many times faster.
    widths = -(-lengths // _WIDTH) * _WIDTH
    for width in np.unique(widths):
        members = np.flatnonzero(widths == width)
        columns = np.arange(width)
        table = np.full((len(members), width), np.inf)
        table[columns < lengths[members, None]] = keys[ragged.picked(lengths, members)]
        table_order = np.argsort(table, axis=1, kind="stable")  # the earlier of equals first
        tokens = (begun[members, None] + table_order)[columns < candidates[members, None]]
        order[ragged.picked(candidates, members)] = tokens
    ranks = np.zeros(len(scores), dtype=np.int64)
    ranks[order] = ragged.places(candidates) + 1
    return order, ranks, candidates


def _entry_by_word(aligned: Aligned, order: Ints, ranks: Ints, words: Ints) -> Ints:
    """For each perturbed token by rank, the depth of its word in the original's ranking, or 0."""
    inputs, originals = aligned.originals(order)
    perturbed_of, perturbeds = aligned.perturbeds(order)
    if not len(originals) or not len(perturbeds):
        return np.zeros(len(perturbeds), dtype=np.int64)
    size, deepest = int(words.max()) + 1, int(ranks.max()) + 1
    # Input, word and depth in one number: of a word's places the first is its best.
    known = np.sort((inputs * size + words[originals]) * deepest + ranks[originals])
    wanted = (perturbed_of * size + words[perturbeds]) * deepest
    found = known[np.minimum(np.searchsorted(known, wanted), len(known) - 1)] - wanted
    entries: Ints = np.where((found > 0) & (found < deepest), found, 0)
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
