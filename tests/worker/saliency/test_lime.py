from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import Ridge

from worker.lm.loaded_model import Reading
from worker.lm.masked_lm import MaskedLm
from worker.saliency import lime
from worker.saliency.draws import generator
from worker.saliency.hiding import drops


def test_scores_equal_a_ridge_regression_on_the_same_draw(model: MaskedLm, readings: list[Reading]) -> None:
    settings = {**lime.DEFAULTS, "samples": 60, "seed": 4}
    for reading, found in zip(readings, lime.score(model, readings, settings), strict=True):
        words = len(reading.encoding.instance.tokens)
        tokens = [token for token in range(words) if token != 2]
        kept = lime.neighbours(generator(reading, 4), len(tokens), 60)
        hidden = [[token for token, there in zip(tokens, row, strict=True) if not there] for row in kept]
        values = -drops(model, reading, found.target, hidden)
        cosines = kept.sum(1) / np.sqrt(kept.sum(1).clip(1) * len(tokens))
        weights = np.exp(-((1 - cosines) ** 2) / (2 * 0.25**2))
        expected = Ridge(alpha=1.0).fit(kept, values, sample_weight=weights).coef_
        assert found.scores[2] == 0
        assert [found.scores[token] for token in tokens] == pytest.approx(expected, abs=1e-9)


def test_a_linear_answer_is_found() -> None:
    kept = lime.neighbours(np.random.default_rng(0), 4, 200)
    slope = np.array([0.5, -0.25, 0.0, 0.125])
    found = lime.ridge_coefficients(kept, 3 + kept @ slope, lime.closeness(kept, 0.25), 1e-9)
    assert found == pytest.approx(slope, abs=1e-9)
    assert kept[0].tolist() == [1, 1, 1, 1]
    assert (kept[1:].sum(1) < 4).all()


def test_an_item_of_nothing_but_its_answer_scores_zero(tiny_bert: MaskedLm, make_instance: Any) -> None:
    readings = tiny_bert.read([tiny_bert.encode(make_instance("cat", ["cat"], (0, 1)))])
    assert lime.score(tiny_bert, readings, lime.DEFAULTS)[0].scores == [0]


@pytest.mark.parametrize(
    "settings", [{"samples": 1}, {"width": 0}, {"ridge": "much"}, {"replacement": "pad"}, {"seed": 0.5}]
)
def test_settings_are_checked(settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(settings))}: must be"):
        lime.check_settings({**lime.DEFAULTS, **settings})
