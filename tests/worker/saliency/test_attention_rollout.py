from typing import Any

import numpy as np
import pytest
import torch

from worker.lm.loaded_model import Reading
from worker.lm.masked_lm import MaskedLm
from worker.saliency import attention_rollout


def test_scores_equal_the_product_of_the_plain_models_attentions(
    model: MaskedLm, readings: list[Reading]
) -> None:
    found = attention_rollout.score(model, readings, attention_rollout.DEFAULTS)
    for reading, ours in zip(readings, found, strict=True):
        with torch.no_grad():
            output = model.model(input_ids=torch.tensor([reading.encoding.pieces]), output_attentions=True)
        first, second = (layer[0].double().mean(0).numpy() for layer in output.attentions)
        same = np.eye(len(first))
        rolled = (same / 2 + second / 2) @ (same / 2 + first / 2)
        expected = rolled[list(reading.encoding.mask_positions)].sum(0)
        assert ours.scores == pytest.approx(expected, abs=1e-6)
        assert sum(ours.scores) == pytest.approx(len(reading.encoding.mask_positions))


def test_rollout_by_hand() -> None:
    look_right = np.array([[[0.0, 1.0], [0.0, 1.0]]])  # one head: both pieces look at the second
    assert attention_rollout.rollout([look_right], residual=0.5).tolist() == [[0.5, 0.5], [0, 1]]
    assert attention_rollout.rollout([look_right] * 2, residual=0.5).tolist() == [[0.25, 0.75], [0, 1]]
    assert attention_rollout.rollout([look_right] * 2, residual=0).tolist() == [[0, 1], [0, 1]]


@pytest.mark.parametrize("settings", [{"heads": "max"}, {"residual": 1}, {"residual": "half"}])
def test_settings_are_checked(settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(settings))}: must be"):
        attention_rollout.check_settings({**attention_rollout.DEFAULTS, **settings})
