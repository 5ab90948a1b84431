from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from captum.attr import ShapleyValues

from worker.lm.loaded_model import Reading
from worker.lm.masked_lm import MaskedLm
from worker.saliency import kernel_shap

Answer = Callable[[Reading], Callable[[torch.Tensor], torch.Tensor]]


def captum_scores(model: MaskedLm, reading: Reading, answer: Answer) -> np.ndarray:
    """Exact Shapley values of the tokens, over all orders; the masked token has none."""
    ids = torch.tensor([reading.encoding.pieces])
    hidden = torch.full_like(ids, model.tokenizer.mask_token_id)
    words = len(reading.encoding.instance.tokens)
    fixed = torch.tensor([[token in ((), (2,)) for token in reading.encoding.tokens_of]])
    groups = {token: place for place, token in enumerate(token for token in range(words) if token != 2)}
    mask = torch.tensor([[groups.get(token[0] if token else 2, 0) for token in reading.encoding.tokens_of]])
    with torch.no_grad():
        found = ShapleyValues(answer(reading)).attribute(
            ids, torch.where(fixed, ids, hidden), feature_mask=mask
        )[0]
    scores = np.zeros(words)
    for token, place in groups.items():
        position = next(i for i, group in enumerate(mask[0].tolist()) if group == place and not fixed[0, i])
        scores[token] = float(found[position])
    return scores


def test_all_coalitions_give_captums_exact_values(
    model: MaskedLm, readings: list[Reading], answer: Answer
) -> None:
    for reading in readings[:2]:
        (ours,) = kernel_shap.score(model, [reading], kernel_shap.DEFAULTS)
        theirs = captum_scores(model, reading, answer)
        assert ours.scores == pytest.approx(theirs, abs=1e-5 * np.abs(theirs).max())
        assert ours.scores[2] == 0


def test_drawn_coalitions_come_close_and_keep_the_sum(model: MaskedLm, readings: list[Reading]) -> None:
    (exact,) = kernel_shap.score(model, readings[2:], kernel_shap.DEFAULTS)
    (drawn,) = kernel_shap.score(model, readings[2:], {**kernel_shap.DEFAULTS, "samples": 128})
    assert sum(drawn.scores) == pytest.approx(sum(exact.scores), abs=1e-6)
    assert np.corrcoef(drawn.scores, exact.scores)[0, 1] > 0.8


def test_weights_are_the_kernels_mass_of_each_size() -> None:
    for samples in (40, 12):
        rows, weights = kernel_shap.coalitions(np.random.default_rng(0), 5, samples)
        assert len(rows) == min(samples, 30)
        assert not {0.0, 5.0} & set(rows.sum(1).tolist())
        assert weights.sum() == pytest.approx(4 / 4 + 4 / 6 + 4 / 6 + 4 / 4)
    assert weights[:10] == pytest.approx([0.2] * 10)  # single tokens and their complements come first


def test_an_even_number_of_tokens_lists_each_half_once() -> None:
    rows, weights = kernel_shap.coalitions(np.random.default_rng(0), 4, 100)
    assert len({tuple(row) for row in rows.tolist()}) == len(rows) == 14
    assert weights.sum() == pytest.approx(3 / 3 + 3 / 4 + 3 / 3)


def test_a_game_with_interaction_by_hand() -> None:
    rows, weights = kernel_shap.coalitions(np.random.default_rng(0), 3, 100)
    worth = rows[:, 0] + 6 * rows[:, 1] * rows[:, 2]
    assert kernel_shap.shapley_values(rows, worth, weights, 7.0) == pytest.approx([1, 3, 3])


def test_one_open_token_takes_the_whole_drop(tiny_bert: MaskedLm, make_instance: Any) -> None:
    readings = tiny_bert.read([tiny_bert.encode(make_instance("the cat", ["the", "cat"], (1, 2)))])
    (found,) = kernel_shap.score(tiny_bert, readings, kernel_shap.DEFAULTS)
    assert found.scores[0] != 0
    assert found.scores[1] == 0


@pytest.mark.parametrize("settings", [{"samples": 1}, {"replacement": "pad"}, {"seed": True}])
def test_settings_are_checked(settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(settings))}: must be"):
        kernel_shap.check_settings({**kernel_shap.DEFAULTS, **settings})
