"""How far saliency follows the model: ranking alike for a perturbed input, and what removing tokens does."""

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

AOPC_BINS = (0.01, 0.05, 0.1, 0.2, 0.5)

AlignedPair = tuple[int | None, int | None]


def map_overlap(original: Sequence[Hashable], perturbed: Sequence[Hashable]) -> float:
    """MAP of two token lists sorted by importance: Eq. 2 of the first paper.

    The mean over depths i of the share of the top i perturbed tokens that are among the top i original ones;
    not the average precision of retrieval. Not symmetric: depths run over the perturbed list, and a shorter
    original counts whole from its end on. Repeated tokens count each time. Returns a value in [0, 1], higher
    is better. Raises ValueError if perturbed is empty. Example: map_overlap("abcd", "bacd") is 0.75.
    """
    if not perturbed:
        raise ValueError("the perturbed list is empty")
    depth_of: dict[Hashable, int] = {}
    for depth, token in enumerate(original, start=1):
        depth_of.setdefault(token, depth)
    # A perturbed token joins the overlap once both lists reach it, and stays. Eq. 2 as written is cubic.
    entering = [0] * (len(perturbed) + 1)
    for depth, token in enumerate(perturbed, start=1):
        joined = max(depth, depth_of.get(token, len(perturbed) + 1))
        if joined <= len(perturbed):
            entering[joined] += 1
    total, overlap = 0.0, 0
    for depth in range(1, len(perturbed) + 1):
        overlap += entering[depth]
        total += overlap / depth
    return total / len(perturbed)


def map_at_k(original: Sequence[Hashable], perturbed: Sequence[Hashable], k: int) -> float:
    """MAP of the two lists cut to their first k tokens: the extracted rationales only.

    Range as map_overlap.
    """
    return map_overlap(original[:k], perturbed[:k])


def map_aligned(original: Sequence[int], perturbed: Sequence[int], links: Iterable[tuple[int, int]]) -> float:
    """MAP where tokens are the same if linked, not if spelled alike.

    original, perturbed: token indices by importance. links: (original, perturbed), one to one; a replaced
    token is linked to its replacement. Range and errors as map_overlap.
    """
    counterpart: Mapping[int, int] = {theirs: ours for ours, theirs in links}
    return map_overlap(original, [counterpart.get(token, -1 - token) for token in perturbed])


def map_sequences(originals: Sequence[Sequence[str]], perturbeds: Sequence[Sequence[str]]) -> float | None:
    """Mean of map_overlap over the sequences of one pair, or over the pairs of a corpus; None for none."""
    values = [map_overlap(ours, theirs) for ours, theirs in zip(originals, perturbeds, strict=True)]
    return sum(values) / len(values) if values else None


def align_tokens(original: Sequence[str], perturbed: Sequence[str]) -> list[AlignedPair]:
    """Align two token lists by the fewest insertions, deletions and substitutions, each of cost 1.

    Of equally short alignments: from left to right, a match or substitution before a deletion before an
    insertion, so that a replaced word faces its replacement. Returns (original index or None, perturbed index
    or None) in reading order; None is the virtual token that an inserted or deleted token faces.
    """
    rows, columns = len(original), len(perturbed)
    rest = [[0] * (columns + 1) for _ in range(rows + 1)]  # edits still needed from (row, column) to the end
    for row in range(rows, -1, -1):
        for column in range(columns, -1, -1):
            if row == rows or column == columns:
                rest[row][column] = rows - row + columns - column
                continue
            differs = original[row] != perturbed[column]
            skipped = 1 + min(rest[row + 1][column], rest[row][column + 1])
            rest[row][column] = min(differs + rest[row + 1][column + 1], skipped)
    pairs: list[AlignedPair] = []
    row = column = 0
    while row < rows or column < columns:
        both = row < rows and column < columns
        if both and rest[row][column] == (original[row] != perturbed[column]) + rest[row + 1][column + 1]:
            pairs.append((row, column))
            row, column = row + 1, column + 1
        elif row < rows and rest[row][column] == 1 + rest[row + 1][column]:
            pairs.append((row, None))
            row += 1
        else:
            pairs.append((None, column))
            column += 1
    return pairs


def align_links(
    originals: Sequence[int], perturbeds: Sequence[int], links: Iterable[tuple[int, int]]
) -> list[AlignedPair]:
    """Align token indices by explicit links; a token without one faces the virtual token.

    originals, perturbeds: the indices that take part, so without the masked ones; a link to another is
    dropped. Raises ValueError if a token stands in two links.
    """
    ours, theirs = set(originals), set(perturbeds)
    kept = [(left, right) for left, right in links if left in ours and right in theirs]
    linked_ours, linked_theirs = {left for left, _ in kept}, {right for _, right in kept}
    if len(linked_ours) < len(kept) or len(linked_theirs) < len(kept):
        raise ValueError("links: a token is linked twice")
    deleted: list[AlignedPair] = [(index, None) for index in originals if index not in linked_ours]
    inserted: list[AlignedPair] = [(None, index) for index in perturbeds if index not in linked_theirs]
    return [*kept, *deleted, *inserted]


def aligned_pcc(
    original: Sequence[float], perturbed: Sequence[float], pairs: Iterable[AlignedPair]
) -> float | None:
    """PCC of a pair of inputs: Eq. 3 of the first paper, over the aligned tokens, virtual ones scoring 0.

    Returns a value in [-1, 1] (the paper's "0 to 1" is a slip), or None where pearson is undefined.
    """
    listed = list(pairs)
    ours = [0.0 if left is None else original[left] for left, _ in listed]
    theirs = [0.0 if right is None else perturbed[right] for _, right in listed]
    return pearson(ours, theirs)


def pearson(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Pearson correlation of two equally long vectors, in [-1, 1].

    None for fewer than two positions or a constant vector, where it does not exist. Constant means max ==
    min: the standard deviation of [0.2, 0.2, 0.2] is not 0 in floating point.
    """
    left, right = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if left.shape != right.shape:
        raise ValueError("the vectors differ in length")
    if left.size < 2 or left.max() == left.min() or right.max() == right.min():
        return None
    unit_left, unit_right = _unit(left), _unit(right)
    return float(np.clip(unit_left @ unit_right, -1.0, 1.0))


def _unit(vector: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    scaled = vector / np.abs(vector).max()  # squares of very small scores would underflow to 0
    centred = scaled - scaled.mean()
    unit: npt.NDArray[np.float64] = centred / np.linalg.norm(centred)
    return unit


def comprehensiveness(full: float, without_rationale: float) -> float:
    """p(full input) - p(input without the rationale), of the class predicted in full; second paper.

    Returns a value in [-1, 1], higher is better, sign kept.
    """
    return full - without_rationale


def sufficiency(full: float, rationale_only: float) -> float:
    """p(full input) - p(rationale alone), second paper.

    Returns a value in [-1, 1], lower is better, sign kept.
    """
    return full - rationale_only


def aopc(values: Sequence[float]) -> float | None:
    """Mean of comprehensiveness or sufficiency over the bins, one value a bin; None without bins.

    Divides by the number of bins, as the second paper's code does; its formula has one more term, which is 0.
    """
    return sum(values) / len(values) if values else None


def aopc_bin_sizes(length: int, bins: Sequence[float] = AOPC_BINS) -> list[int]:
    """Return how many tokens each bin takes of an input: the ceiling of share times length, at least 1."""
    return [max(1, math.ceil(share * length - 1e-9)) for share in bins]


def entropy(probabilities: Sequence[float]) -> float:
    """Shannon entropy in nats of a distribution; weights are normalised first. Zeros add nothing."""
    weights = np.asarray(probabilities, dtype=np.float64)
    weights = weights[weights > 0] / weights.sum()
    return float(-(weights * np.log(weights)).sum())


def kl_divergence(reduced: Sequence[float], full: Sequence[float]) -> float:
    """KL(reduced || full) in nats; both are normalised first. Infinite where full is 0 and reduced is not."""
    ours, theirs = (np.asarray(side, dtype=np.float64) / np.sum(side) for side in (reduced, full))
    held = ours > 0
    if (theirs[held] == 0).any():
        return math.inf
    return float((ours[held] * np.log(ours[held] / theirs[held])).sum())


def kendall_tau(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Kendall's tau-b of two equally long vectors, in [-1, 1]; None where a vector is constant or too short.

    Compares saliency with the drops that leaving out each token causes. Quadratic in the length.
    """
    left, right = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if left.shape != right.shape:
        raise ValueError("the vectors differ in length")
    upper = np.triu_indices(left.size, 1)
    signs_left = np.sign(left[:, None] - left[None, :])[upper]
    signs_right = np.sign(right[:, None] - right[None, :])[upper]
    untied = math.sqrt(np.abs(signs_left).sum() * np.abs(signs_right).sum())
    return float(signs_left @ signs_right / untied) if untied else None
