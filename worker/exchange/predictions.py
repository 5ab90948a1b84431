"""What a tool answered for a masked span, told in words instead of a tokenizer's pieces."""

import unicodedata
from collections.abc import Sequence

from worker.exchange.broken import BrokenScore
from worker.types import Candidate, Instance, Prediction

CANDIDATES = 5
TOP = 3


def told_prediction(answers: Sequence[tuple[str, float | None]], instance: Instance) -> Prediction | None:
    """Return the prediction that a list of answers makes, best first; None for no answer or no golden one.

    answers: words or a label, with the probability of each or None. An answer is golden if it is spelled like
    the instance's answer, once both are composed (NFC) and their blanks are single ones; case counts.
    Raises BrokenScore for an empty answer, one named twice, or a probability outside [0, 1].
    """
    golden = instance.answer if instance.mask is None else instance.golden_answer()
    if not answers or golden is None:
        return None
    spelled = [plain(answer) for answer, _ in answers]
    if not all(spelled):
        raise BrokenScore("empty_answer", "An answer is empty.")
    if len(set(spelled)) < len(spelled):
        twice = next(answer for answer in spelled if spelled.count(answer) > 1)
        raise BrokenScore("repeated_answer", f"The answer “{twice}” is named twice.")
    check_probabilities([chance for _, chance in answers])
    wanted = plain(golden)
    rank = spelled.index(wanted) + 1 if wanted in spelled else None
    return Prediction(
        candidates=tuple(Candidate(answer, (), chance) for answer, chance in answers[:CANDIDATES]),
        answer_pieces=(),
        answer_probability=None if rank is None else answers[rank - 1][1],
        answer_rank=rank,
        top1=rank == 1,
        top3=None if rank is None and len(answers) < TOP else rank is not None and rank <= TOP,
        unknown_answer=False,
    )


def check_probabilities(chances: Sequence[float | None]) -> None:
    """Raises BrokenScore for a probability outside [0, 1]; rounding in single precision is forgiven."""
    for chance in chances:
        if chance is not None and not -1e-6 <= chance <= 1 + 1e-6:
            raise BrokenScore("bad_probability", f"A probability is {chance}; it must lie between 0 and 1.")


def check_consistent(prediction: Prediction) -> None:
    """Hold what a prediction says of the golden answer against its candidates. Raises BrokenScore."""
    candidates = prediction.candidates
    check_probabilities([*(each.probability for each in candidates), prediction.answer_probability])
    if len(candidates) > CANDIDATES:
        message = f"There are {len(candidates)} candidates; keep the best {CANDIDATES}."
        raise BrokenScore("too_many_candidates", message)
    if prediction.top1 and prediction.top3 is False:
        raise BrokenScore("contradiction", "top1 is true and top3 is false.")
    if prediction.answer_rank is not None:
        rank = prediction.answer_rank
        if rank < 1 or prediction.top1 != (rank == 1) or prediction.top3 not in (None, rank <= TOP):
            raise BrokenScore("contradiction", f"answer_rank {rank} contradicts top1 or top3.")
    if not prediction.answer_pieces or prediction.unknown_answer or not candidates:
        return
    place = [each.pieces for each in candidates[:TOP]]
    golden_first = place[0] == prediction.answer_pieces
    if prediction.top1 != golden_first:
        raise BrokenScore("contradiction", "top1 is not what the first candidate's pieces say.")
    if prediction.top3 is False and prediction.answer_pieces in place:
        raise BrokenScore("contradiction", "top3 is false, yet the golden answer is among the first three.")


def plain(answer: str) -> str:
    """Return an answer as it is compared: composed (NFC), single blanks, none at its ends."""
    return " ".join(unicodedata.normalize("NFC", answer).split())
