import pytest

from worker.deviation import Deviation, compare
from worker.types import Candidate, InstanceScore, Prediction, Problem, Saliency


def score(piece: int, probability: float, scores: tuple[float, ...]) -> InstanceScore:
    candidates = (Candidate("word", (piece,), 0.5),)
    prediction = Prediction(candidates, (3,), probability, 2, False, True, False)
    return InstanceScore("item", prediction, Saliency(scores, 0.0, None, None, (piece,)))


def test_compare_measures_answers_and_tokens() -> None:
    plain = [score(1, 0.5, (4, 3, 2, 1)), score(1, 0.2, (1, 2, 3, 4))]
    ours = [score(1, 0.4, (4, 3, 2, 1)), score(2, 0.2, (4, 3, 2, 1))]
    found = compare(plain, ours)
    # Of 4 tokens the 2 most important count: all shared in the first, none in the second.
    assert found == Deviation(2, 0.5, pytest.approx(0.1), 0.5, pytest.approx(-1))
    assert "same best answer 50%" in found.sentence()


def test_compare_leaves_out_what_one_side_could_not_score() -> None:
    failed = InstanceScore("item", None, None, Problem("out_of_memory", "Too large."))
    found = compare([failed], [score(1, 0.5, (1, 2))])
    assert found == Deviation(0, None, None, None, None)
    assert found.sentence() == "no item could be scored in both precisions"


def test_constant_scores_have_no_correlation() -> None:
    found = compare([score(1, 0.5, (1, 1))], [score(1, 0.5, (1, 1))])
    assert found.correlation is None
    assert "correlation of scores none" in found.sentence()
