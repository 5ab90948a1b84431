from collections.abc import Callable

import pytest
import torch

from worker.lm.masked_lm import MaskedLm
from worker.saliency import occlusion
from worker.types import Instance

InstanceMaker = Callable[..., Instance]


@pytest.mark.parametrize("budget", [7, 2_500])
def test_scores_are_the_drops_of_the_models_own_answer(
    tiny_bert: MaskedLm, make_instance: InstanceMaker, monkeypatch: pytest.MonkeyPatch, budget: int
) -> None:
    monkeypatch.setattr(tiny_bert, "budget", budget)
    words = ["she", "likes", "playing", "water"]
    (reading,) = tiny_bert.read([tiny_bert.encode(make_instance(" ".join(words), words, (1, 2)))])
    (found,) = occlusion.score(tiny_bert, [reading], occlusion.DEFAULTS)
    mask, pieces = tiny_bert.tokenizer.mask_token_id, reading.encoding.pieces
    positions = list(reading.encoding.mask_positions)
    for token in (0, 2, 3):
        ids = [
            mask if token in tokens else piece
            for piece, tokens in zip(pieces, reading.encoding.tokens_of, strict=True)
        ]
        with torch.no_grad():
            logits = tiny_bert.model(input_ids=torch.tensor([ids])).logits[0, positions].double()
        left = sum(float(row[piece]) for row, piece in zip(logits.softmax(-1), found.target, strict=True))
        whole = sum(row[piece] for row, piece in zip(reading.probabilities, found.target, strict=True))
        assert found.scores[token] == pytest.approx(whole - left, abs=1e-6)
    assert found.scores[1] == 0


def test_settings_are_checked() -> None:
    with pytest.raises(ValueError, match="replacement: must be mask"):
        occlusion.check_settings({"replacement": "pad"})
