"""The methods that need one gradient, beside captum's."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from captum.attr import LayerGradientXActivation

from worker.lm.errors import ScoringError
from worker.lm.loaded_model import Reading
from worker.lm.masked_lm import MaskedLm
from worker.saliency import gradient_norm, input_x_gradient
from worker.saliency.gradients import finite

Answer = Callable[[Reading], Callable[[torch.Tensor], torch.Tensor]]


def test_input_x_gradient_equals_captum(
    model: MaskedLm, readings: list[Reading], answer: Answer, learning_table: torch.nn.Module
) -> None:
    found = input_x_gradient.score(model, readings, input_x_gradient.DEFAULTS)
    for reading, ours in zip(readings, found, strict=True):
        method = LayerGradientXActivation(answer(reading), learning_table)
        theirs = method.attribute(torch.tensor([reading.encoding.pieces])).sum(-1)[0].detach().double()
        assert ours.scores == pytest.approx(theirs.numpy(), abs=1e-5 * float(theirs.abs().max()))
        assert ours.target == reading.predicted_pieces()


def test_gradient_norm_equals_the_length_of_captums_gradient(
    model: MaskedLm, readings: list[Reading], answer: Answer, learning_table: torch.nn.Module
) -> None:
    found = gradient_norm.score(model, readings, gradient_norm.DEFAULTS)
    for reading, ours in zip(readings, found, strict=True):
        ids = torch.tensor([reading.encoding.pieces])
        method = LayerGradientXActivation(answer(reading), learning_table, multiply_by_inputs=False)
        theirs = method.attribute(ids)[0].detach().double().norm(dim=-1)
        assert ours.scores == pytest.approx(theirs.numpy(), rel=1e-4)
        assert min(ours.scores) >= 0


@pytest.mark.parametrize("method", [gradient_norm, input_x_gradient])
def test_golden_answer_and_logit_can_be_explained(
    method: Any, model: MaskedLm, readings: list[Reading]
) -> None:
    settings = {**method.DEFAULTS, "target": "golden", "output": "logit"}
    method.check_settings(settings)
    found = method.score(model, readings, settings)
    assert [each.target for each in found] == [list(each.encoding.answer_pieces) for each in readings]
    plain = method.score(model, readings, method.DEFAULTS)
    assert not np.allclose(found[0].scores, plain[0].scores)


@pytest.mark.parametrize("method", [gradient_norm, input_x_gradient])
def test_settings_are_checked(method: Any) -> None:
    for name in ("target", "output"):
        with pytest.raises(ValueError, match=f"{name}: must be one of"):
            method.check_settings({**method.DEFAULTS, name: "loss"})


def test_a_gradient_that_is_not_finite_is_refused() -> None:
    with pytest.raises(ScoringError) as caught:
        finite(torch.tensor([1.0, float("nan")]))
    assert caught.value.code == "scores_not_finite"
