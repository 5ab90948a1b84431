"""Agreement of a model's rationale with the annotated one, as sets of the item's token indices."""

import math
from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet

FLOAT_NOISE = 1e-9  # 0.07 * 100 is 7.000000000000001 in floating point; without this its ceiling is 8


def token_precision(predicted: AbstractSet[int], golden: AbstractSet[int]) -> float:
    """Share of the predicted tokens that are golden: P of Eq. 1, first paper.

    Returns a value in [0, 1], higher is better; 0 for an empty prediction. Raises ValueError if golden is
    empty.
    """
    _check_golden(golden)
    return len(predicted & golden) / len(predicted) if predicted else 0.0


def token_recall(predicted: AbstractSet[int], golden: AbstractSet[int]) -> float:
    """Share of the golden tokens that are predicted: R of Eq. 1, first paper.

    Returns a value in [0, 1], higher is better. Raises ValueError if golden is empty.
    """
    _check_golden(golden)
    return len(predicted & golden) / len(golden)


def token_f1(predicted: AbstractSet[int], golden: AbstractSet[int]) -> float:
    """Agreement of a model's rationale with the annotated one: the summand of Eq. 1, first paper.

    predicted: token indices, size K. golden: token indices, size at least 1.
    Returns F1 in [0, 1], higher is better; 0 for disjoint sets, where Eq. 1 is 0/0.
    Raises ValueError if golden is empty. Example: token_f1({0, 1}, {1, 2}) is 0.5.
    """
    _check_golden(golden)
    return 2 * len(predicted & golden) / (len(predicted) + len(golden))  # 2PR/(P+R), simplified


def corpus_token_f1(
    predicted: Sequence[AbstractSet[int]], golden: Sequence[AbstractSet[int]]
) -> float | None:
    """Token-F1 of a corpus: the mean of the inputs' F1, Eq. 1 of the first paper; not the F1 of mean P and R.

    Both sequences run over the same inputs. Returns a value in [0, 1], or None for no inputs.
    """
    values = [token_f1(ours, theirs) for ours, theirs in zip(predicted, golden, strict=True)]
    return sum(values) / len(values) if values else None


def multi_golden_token_f1(predicted: AbstractSet[int], goldens: Sequence[AbstractSet[int]]) -> float:
    """Token-F1 where an input has several golden rationales, as other released sets do.

    The best over the single sets and over unions grown greedily from each set for as long as F1 rises.
    Returns a value in [0, 1]. Raises ValueError if there is no golden rationale or one is empty.
    """
    if not goldens:
        raise ValueError("there is no golden rationale")
    return max(_grow(predicted, start, goldens) for start in goldens)


def _grow(predicted: AbstractSet[int], start: AbstractSet[int], goldens: Sequence[AbstractSet[int]]) -> float:
    union, best = set(start), token_f1(predicted, start)
    while True:
        value, grown = max(
            ((token_f1(predicted, union | more), union | more) for more in goldens), key=_first
        )
        if value <= best:
            return best
        union, best = grown, value


def _first(pair: tuple[float, set[int]]) -> float:
    return pair[0]


def set_iou(predicted: AbstractSet[int], golden: AbstractSet[int]) -> float:
    """Tokens in both over tokens in either.

    Returns a value in [0, 1]. Raises ValueError if golden is empty.
    """
    _check_golden(golden)
    return len(predicted & golden) / len(predicted | golden)


def length_ratio(rationale: Collection[int], length: int) -> float:
    """Share of an input's tokens that its rationale marks; masked tokens count in length.

    Raises ValueError if length is not positive.
    """
    if length <= 0:
        raise ValueError("the input has no tokens")
    return len(rationale) / length


def rationale_size(ratio: float, length: int, candidates: int | None = None) -> int:
    """Return K, the number of tokens a model's rationale takes: the ceiling of ratio times length.

    ratio: the dimension's mean length_ratio over original inputs, in [0, 1]. length: tokens of the input,
    masked ones included. candidates: tokens that may be chosen, by default all. K is at least 1, at most
    candidates. Raises ValueError if there is no candidate.
    """
    limit = length if candidates is None else candidates
    if limit < 1:
        raise ValueError("no token may be chosen")
    return max(1, min(limit, math.ceil(ratio * length - FLOAT_NOISE)))


def rank_tokens(scores: Sequence[float], mask: Collection[int] = ()) -> list[int]:
    """Return the token indices by saliency, best first, without the masked ones.

    Raw signed scores decide, the larger first; of equal scores the earlier token comes first.
    Raises ValueError if a score is not finite.
    """
    if not all(math.isfinite(score) for score in scores):
        raise ValueError("a saliency score is not finite")
    return sorted(
        (index for index in range(len(scores)) if index not in mask), key=lambda index: -scores[index]
    )


def select_rationale(scores: Sequence[float], size: int, mask: Collection[int] = ()) -> list[int]:
    """Return the top size tokens by saliency, best first, as rank_tokens has them."""
    return rank_tokens(scores, mask)[:size]


def _check_golden(golden: AbstractSet[int]) -> None:
    if not golden:
        raise ValueError("golden rationale is empty")
