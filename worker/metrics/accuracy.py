"""Whether a model recovers the golden answer: ranks and joint candidates for one or several mask pieces."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

RankedPieces = Sequence[tuple[int, float]]


def top_pieces(probabilities: npt.NDArray[np.float64], size: int) -> list[tuple[int, float]]:
    """Return the size likeliest pieces of one mask as (piece, probability), best first, ties by id.

    probabilities: the distribution over the vocabulary, one dimension.
    """
    size = min(size, probabilities.size)
    threshold = np.partition(probabilities, -size)[-size]
    pieces = np.flatnonzero(probabilities >= threshold)  # ascending, so the stable sort leaves ties by id
    ranked = pieces[np.argsort(-probabilities[pieces], kind="stable")][:size]
    return [(int(piece), float(probabilities[piece])) for piece in ranked]


def piece_rank(probabilities: npt.NDArray[np.float64], piece: int) -> int:
    """Return the place of a piece in one mask's distribution, 1 for the likeliest, ties by id."""
    ahead = int((probabilities > probabilities[piece]).sum())
    return 1 + ahead + int((probabilities[:piece] == probabilities[piece]).sum())


def joint_candidates(per_mask: Sequence[RankedPieces], size: int) -> list[tuple[tuple[int, ...], float]]:
    """Return the size best answers for the whole span: one piece a mask, by the product of the probabilities.

    per_mask: for each mask its best pieces; the best size of each are all that is needed, since a product
    only falls when a factor is exchanged for a smaller one. Ties: the smaller ids first. Returns (pieces,
    probability), best first. Raises ValueError without a mask.
    """
    if not per_mask:
        raise ValueError("there is no mask")
    best: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    for ranked in per_mask:
        longer = [((*pieces, piece), held * share) for pieces, held in best for piece, share in ranked]
        best = sorted(longer, key=lambda candidate: (-candidate[1], candidate[0]))[:size]
    return best


def top1_correct(per_mask: Sequence[RankedPieces], answer: Sequence[int]) -> bool:
    """Tell whether every piece of the answer is the likeliest of its mask."""
    pairs = zip(per_mask, answer, strict=True)
    return all(ranked[0][0] == piece for ranked, piece in pairs)


def top3_correct(per_mask: Sequence[RankedPieces], answer: Sequence[int]) -> bool:
    """Tell whether the answer is among the three best joint candidates, pieces taken together."""
    return tuple(answer) in [pieces for pieces, _ in joint_candidates(per_mask, 3)]


def top3_per_position(per_mask: Sequence[RankedPieces], answer: Sequence[int]) -> bool:
    """Tell whether each piece is among the three likeliest of its own mask: laxer, for comparison."""
    pairs = zip(per_mask, answer, strict=True)
    return all(piece in [candidate for candidate, _ in ranked[:3]] for ranked, piece in pairs)
