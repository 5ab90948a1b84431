"""What a saliency method returns for one input."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PieceScores:
    """One signed score a piece, special and mask pieces included; target: the piece ids that are explained.

    completeness_gap, relative_gap, points: as in worker.types.Saliency, None for methods without a path.
    """

    scores: list[float]
    target: list[int]
    completeness_gap: float | None = None
    relative_gap: float | None = None
    points: int | None = None


@dataclass(frozen=True)
class TokenScores:
    """One signed score a token of the instance, for methods that work on whole tokens; target as above."""

    scores: list[float]
    target: list[int]
