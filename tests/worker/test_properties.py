"""What holds for any items on random models: batches, padding and order change nothing, and sums agree."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from worker import saliency
from worker.lm.masked_lm import MaskedLm
from worker.lm.pieces import Encoding
from worker.types import Instance

InstanceMaker = Callable[..., Instance]

VOCABULARY = ["the", "cat", "dog", "sat", "ran", "playing", "waters", "paris", "likes", "zebra", "é"]
sentences = st.lists(st.sampled_from(VOCABULARY), min_size=2, max_size=9)
batches = st.lists(st.tuples(sentences, st.integers(0, 8)), min_size=2, max_size=5)
few = settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
FAST = ["attention", "attention_rollout", "gradient_norm", "input_x_gradient", "occlusion"]


@pytest.fixture(scope="module", params=["tiny_bert", "tiny_roberta"])
def model(request: pytest.FixtureRequest) -> MaskedLm:
    found: MaskedLm = request.getfixturevalue(request.param)
    return found


def encoded(model: MaskedLm, make: InstanceMaker, drawn: list[tuple[list[str], int]]) -> list[Encoding]:
    found = []
    for number, (words, place) in enumerate(drawn):
        start = place % len(words)
        found.append(model.encode(make(" ".join(words), words, (start, start + 1), str(number))))
    return found


def scores_of(
    model: MaskedLm, batch: list[Encoding], name: str, **changed: Any
) -> list[tuple[np.ndarray, np.ndarray]]:
    """Probabilities and scores of each item, all in one padded batch."""
    method = saliency.METHODS[name]
    readings = model.read(batch, attentions=method.attentions)
    found: Any = method.score(model, readings, method.defaults | changed)
    return [
        (reading.probabilities, np.array(scored.scores))
        for reading, scored in zip(readings, found, strict=True)
    ]


@few
@given(drawn=batches, name=st.sampled_from(FAST))
def test_an_item_alone_scores_as_in_any_batch(
    model: MaskedLm, make_instance: InstanceMaker, drawn: list[tuple[list[str], int]], name: str
) -> None:
    batch = encoded(model, make_instance, drawn)
    turned = scores_of(model, batch[::-1], name)[::-1]
    for encoding, together, backwards in zip(batch, scores_of(model, batch, name), turned, strict=True):
        (alone,) = scores_of(model, [encoding], name)
        for other in (together, backwards):
            assert other[0] == pytest.approx(alone[0], abs=1e-6)
            # Drops and inner products are small differences of numbers up to 1.
            assert other[1] == pytest.approx(alone[1], rel=1e-5, abs=2e-5 * max(np.abs(alone[1]).max(), 0.05))


@few
@given(drawn=batches, budget=st.integers(1, 60))
def test_points_of_a_path_may_share_batches_in_any_way(
    model: MaskedLm, make_instance: InstanceMaker, drawn: list[tuple[list[str], int]], budget: int
) -> None:
    batch, roomy = encoded(model, make_instance, drawn), model.budget
    together = scores_of(model, batch, "integrated_gradients", steps=10)
    model.budget = budget
    try:
        turned = scores_of(model, batch[::-1], "integrated_gradients", steps=10)[::-1]
    finally:
        model.budget = roomy
    for encoding, one, other in zip(batch, together, turned, strict=True):
        ((_, alone),) = scores_of(model, [encoding], "integrated_gradients", steps=10)
        within = 2e-5 * max(np.abs(alone).max(), 0.05)
        assert one[1] == pytest.approx(alone, rel=1e-5, abs=within)
        assert other[1] == pytest.approx(alone, rel=1e-5, abs=within)


@few
@given(drawn=batches)
def test_integrated_gradients_add_up(
    model: MaskedLm, make_instance: InstanceMaker, drawn: list[tuple[list[str], int]]
) -> None:
    batch = encoded(model, make_instance, drawn)
    for name in ("integrated_gradients", "integrated_gradients_adaptive"):
        method = saliency.METHODS[name]
        for found in method.score(model, model.read(batch), method.defaults):
            largest = max(map(abs, found.scores))
            assert found.completeness_gap <= 0.02 * largest + 1e-6
            assert found.scores[0] == found.scores[-1] == 0
