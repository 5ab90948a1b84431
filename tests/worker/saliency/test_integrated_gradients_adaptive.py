from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from worker.lm.loading import load_model
from worker.lm.masked_lm import MaskedLm
from worker.saliency import integrated_gradients, integrated_gradients_adaptive, paths
from worker.saliency.scores import PieceScores
from worker.types import Instance, ModelRef

InstanceMaker = Callable[..., Instance]

TEXTS = ["the cat sat on the mat", "she likes playing", "he ran to paris and the dog is in water"]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many points each call of slopes was asked for."""
    asked: list[int] = []
    plain = integrated_gradients_adaptive.slopes

    def slopes(model: MaskedLm, walks: list[Any], output: str) -> list[paths.Slopes]:
        asked.append(sum(len(points) for _, points in walks))
        return plain(model, walks, output)

    monkeypatch.setattr(integrated_gradients_adaptive, "slopes", slopes)
    return asked


def scored(model: MaskedLm, make_instance: InstanceMaker, method: Any, **settings: Any) -> list[PieceScores]:
    batch = [model.encode(make_instance(text, text.split(), (2, 3), text)) for text in TEXTS]
    found: list[PieceScores] = method.score(model, model.read(batch), {**method.DEFAULTS, **settings})
    return found


@pytest.mark.parametrize("name", ["tiny_bert", "tiny_roberta"])
@pytest.mark.parametrize("tolerance", [0.1, 0.01])
def test_scores_are_as_exact_as_asked(
    name: str, tolerance: float, request: pytest.FixtureRequest, make_instance: InstanceMaker
) -> None:
    model: MaskedLm = request.getfixturevalue(name)
    ours = scored(model, make_instance, integrated_gradients_adaptive, tolerance=tolerance, most=256)
    exact = scored(model, make_instance, integrated_gradients, steps=400)
    for one, other in zip(ours, exact, strict=True):
        largest = np.abs(other.scores).max()
        assert np.abs(np.subtract(one.scores, other.scores)).max() <= tolerance * largest
        assert one.target == other.target
        assert one.relative_gap is not None


def test_a_loose_tolerance_takes_few_points_and_a_strict_one_stops_at_most(
    tiny_bert: MaskedLm, make_instance: InstanceMaker, counted: list[int]
) -> None:
    scored(tiny_bert, make_instance, integrated_gradients_adaptive, tolerance=1)
    assert counted == [3 * 17]
    counted.clear()
    scored(tiny_bert, make_instance, integrated_gradients_adaptive, tolerance=1e-12, most=64)
    assert counted == [3 * 17, 3 * 16, 3 * 32]  # each point once


def test_an_input_is_refined_alone(
    tiny_bert: MaskedLm, make_instance: InstanceMaker, counted: list[int]
) -> None:
    for tolerance in np.logspace(-1, -8, 15):
        scored(tiny_bert, make_instance, integrated_gradients_adaptive, tolerance=float(tolerance))
    assert any(count in (16, 32) for count in counted)  # two of three had settled


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"tolerance": 0}, "tolerance: must be a number above 0"),
        ({"tolerance": "small"}, "tolerance: must be a number above 0"),
        ({"most": 100}, "most: must be one of 16, 32"),
        ({"target": "first"}, "target: must be one of"),
    ],
)
def test_settings_are_checked(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        integrated_gradients_adaptive.check_settings({**integrated_gradients_adaptive.DEFAULTS, **settings})


def test_a_trained_model_is_as_exact_as_asked_with_half_the_points(
    make_instance: InstanceMaker, counted: list[int]
) -> None:
    model = load_model(ModelRef("mini-mlm-en", "fixtures/models/mini-mlm-en"))
    texts = [
        ("Paris is the capital of France .", 5),
        ("The dog ran across the road because it had seen a cat .", 6),
        ("Two plus two is four , and four plus four is eight .", 4),
        ("Water turns into ice when the temperature falls far below zero .", 3),
    ]
    batch = [
        model.encode(make_instance(text, text.split(), (token, token + 1), text)) for text, token in texts
    ]
    readings = model.read(batch)
    ours = integrated_gradients_adaptive.score(model, readings, integrated_gradients_adaptive.DEFAULTS)
    exact = integrated_gradients.score(model, readings, {**integrated_gradients.DEFAULTS, "steps": 200})
    for one, other in zip(ours, exact, strict=True):
        assert np.abs(np.subtract(one.scores, other.scores)).max() <= 0.01 * np.abs(other.scores).max()
    assert sum(counted) <= 0.5 * 100 * len(texts)
