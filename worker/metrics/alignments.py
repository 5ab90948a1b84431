"""Which tokens of a pair's two inputs face each other, and how their scores correlate, for many pairs."""

import numpy as np

from worker.metrics import ragged
from worker.metrics.ragged import Bools, Floats, Ints


class Aligned:
    """The pairs of a batch with their tokens facing each other."""

    def __init__(
        self,
        pairs: Ints,
        lengths: Ints,
        candidates: Ints,
        free: Bools,
        scores: Floats,
        links: tuple[Ints, Ints, Ints],
    ) -> None:
        """Take pairs of input numbers, of each input its length and candidates, by token: free, score.

        links: pair, original token, perturbed token, three arrays; no token twice in a pair.
        """
        self._pairs, self._lengths, self._candidates, self._scores = pairs, lengths, candidates, scores
        self._free = np.flatnonzero(free)
        self._link_pair, self._link_original, self._link_perturbed = links
        self._sizes = candidates[pairs]
        self.linked: Ints = np.bincount(self._link_pair, minlength=len(pairs)).astype(np.int64)
        self.positions: Ints = self._sizes.sum(axis=1) - self.linked

    def originals(self, order: Ints) -> tuple[Ints, Ints]:
        """Each original's tokens once, however many pairs it is in, with the number of their input.

        order: the tokens outside the masks, input after input.
        """
        inputs = np.unique(self._pairs[:, 0])
        return np.repeat(inputs, self._candidates[inputs]), order[ragged.picked(self._candidates, inputs)]

    def perturbeds(self, order: Ints) -> tuple[Ints, Ints]:
        """The tokens of the perturbed sides, pair after pair, with the number of their original's input."""
        originals = np.repeat(self._pairs[:, 0], self._sizes[:, 1])
        return originals, order[ragged.picked(self._candidates, self._pairs[:, 1])]

    def entry_by_link(self, order: Ints, ranks: Ints) -> Ints:
        """For each perturbed token by rank, the depth of the original token it is linked to, or 0."""
        perturbeds = order[ragged.picked(self._candidates, self._pairs[:, 1])]
        # A perturbed input may stand in several pairs, so each pair has places of its own for its tokens.
        lengths = self._lengths[self._pairs[:, 1]]
        shift = ragged.starts(lengths) - ragged.starts(self._lengths)[self._pairs[:, 1]]
        depths = np.zeros(int(lengths.sum()), dtype=np.int64)
        depths[shift[self._link_pair] + self._link_perturbed] = ranks[self._link_original]
        found: Ints = depths[np.repeat(shift, self._sizes[:, 1]) + perturbeds]
        return found

    def pcc(self) -> Floats:
        """aligned_pcc of each pair, NaN where it does not exist."""
        originals, perturbeds = (
            self._free[ragged.picked(self._candidates, self._pairs[:, side])] for side in (0, 1)
        )
        inserted, deleted = self._sizes[:, 1] - self.linked, self._sizes[:, 0] - self.linked
        left = _Centred(self._scores[originals], self._sizes[:, 0], inserted)
        right = _Centred(self._scores[perturbeds], self._sizes[:, 1], deleted)
        # Over all positions: the product of the linked, then each side against the other's virtual tokens.
        ours = left.at(self._scores[self._link_original], self._link_pair)
        theirs = right.at(self._scores[self._link_perturbed], self._link_pair)
        size = len(self._pairs)
        linked = np.bincount(self._link_pair, ours * theirs, size)
        linked_ours = np.bincount(self._link_pair, ours, size)
        linked_theirs = np.bincount(self._link_pair, theirs, size)
        product = linked + (left.total - linked_ours) * right.zero + (right.total - linked_theirs) * left.zero
        exists = (self.positions >= 2) & ~left.constant & ~right.constant
        with np.errstate(divide="ignore", invalid="ignore"):
            values = np.clip(product / (left.norm * right.norm), -1.0, 1.0)
        result: Floats = np.where(exists, values, np.nan)
        return result


class _Centred:
    """One side's scores in each pair, virtual tokens of score 0 among them, scaled and less their mean.

    total: the sum of the real tokens' centred scores. zero: the centred score of a virtual token.
    """

    def __init__(self, scores: Floats, sizes: Ints, virtual: Ints) -> None:
        some = virtual > 0
        top, bottom = ragged.largest(scores, sizes), -ragged.largest(-scores, sizes)
        top, bottom = np.where(some, np.maximum(top, 0), top), np.where(some, np.minimum(bottom, 0), bottom)
        self.constant: Bools = top == bottom
        # Squares of very small scores would underflow to 0.
        self._scale = np.where(self.constant, 1.0, np.maximum(np.abs(top), np.abs(bottom)))
        owner = ragged.owners(sizes)
        scaled = scores / self._scale[owner]
        self._mean = ragged.sums(scaled, sizes) / (sizes + virtual)
        centred = scaled - self._mean[owner]
        self.zero: Floats = -self._mean
        self.total: Floats = ragged.sums(centred, sizes)
        self.norm: Floats = np.sqrt(ragged.sums(centred**2, sizes) + virtual * self.zero**2)

    def at(self, scores: Floats, pair: Ints) -> Floats:
        """The centred form of some scores of the pairs named."""
        centred: Floats = scores / self._scale[pair] - self._mean[pair]
        return centred
