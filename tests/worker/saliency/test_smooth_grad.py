from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from worker.lm.loaded_model import Reading
from worker.lm.masked_lm import MaskedLm
from worker.saliency import gradient_norm, input_x_gradient, smooth_grad
from worker.saliency.draws import generator

Answer = Callable[[Reading], Callable[[torch.Tensor], torch.Tensor]]


def scored(model: MaskedLm, readings: list[Reading], **settings: Any) -> list[list[float]]:
    chosen = {**smooth_grad.DEFAULTS, **settings}
    smooth_grad.check_settings(chosen)
    return [found.scores for found in smooth_grad.score(model, readings, chosen)]


def test_next_to_no_noise_leaves_the_plain_gradient(model: MaskedLm, readings: list[Reading]) -> None:
    for read_as, method in (("norm", gradient_norm), ("input_x_gradient", input_x_gradient)):
        plain = method.score(model, readings, method.DEFAULTS)
        smooth = scored(model, readings, noise=1e-7, samples=3, read_as=read_as)
        for ours, theirs in zip(smooth, plain, strict=True):
            assert ours == pytest.approx(theirs.scores, abs=1e-4 * np.abs(theirs.scores).max())


def test_scores_are_the_mean_over_noisy_inputs(
    model: MaskedLm, readings: list[Reading], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One input at a time through the plain model; batches of ours hold two."""
    reading = readings[0]
    pieces = len(reading.encoding.pieces)
    monkeypatch.setattr(model, "budget", 2 * pieces)
    (ours,) = scored(model, [reading], samples=5, noise=0.2, seed=3)
    rows = model.embeddings(reading.encoding.pieces)
    chance = generator(reading, 3)
    deviation = 0.2 * float(rows.max() - rows.min())
    columns, target = list(reading.encoding.mask_positions), reading.predicted_pieces()
    total = torch.zeros_like(rows)
    for _ in range(5):
        noise = torch.from_numpy(chance.normal(0, deviation, rows.shape)).float()
        noisy = (rows + noise)[None].requires_grad_()
        logits = model.model(inputs_embeds=noisy, attention_mask=torch.ones(1, pieces)).logits
        value = logits[0, columns].softmax(-1)[range(len(columns)), target].sum()
        total += torch.autograd.grad(value, noisy)[0][0]
    assert ours == pytest.approx((total / 5).norm(dim=-1).tolist(), rel=1e-4)


def test_draw_changes_with_the_seed(model: MaskedLm, readings: list[Reading]) -> None:
    first, again, other = (scored(model, readings[:1], samples=2, seed=seed) for seed in (0, 0, 1))
    assert first == again
    assert first != other


@pytest.mark.parametrize(
    "settings", [{"samples": 0}, {"noise": 0}, {"noise": True}, {"read_as": "sum"}, {"seed": -1}]
)
def test_settings_are_checked(settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(settings))}: must be"):
        smooth_grad.check_settings({**smooth_grad.DEFAULTS, **settings})
