from collections.abc import Callable

import numpy as np
import pytest
import torch
from transformers import AutoModelForMaskedLM

from worker.lm.errors import ScoringError
from worker.lm.masked_lm import MaskedLm
from worker.saliency import attention
from worker.types import Instance

InstanceMaker = Callable[..., Instance]

TEXTS = ["she likes playing water", "he ran to paris and the dog is in the water", "the cat sat"]


@pytest.mark.parametrize("name", ["tiny_bert", "tiny_roberta"])
def test_scores_equal_the_models_own_attentions(
    name: str, request: pytest.FixtureRequest, make_instance: InstanceMaker
) -> None:
    model: MaskedLm = request.getfixturevalue(name)
    plain = AutoModelForMaskedLM.from_pretrained(
        request.getfixturevalue(f"{name}_folder"), attn_implementation="eager"
    ).eval()
    batch = [model.encode(make_instance(text, text.split(), (2, 3), text)) for text in TEXTS]
    found = attention.score(model, model.read(batch, attentions=True), attention.DEFAULTS)
    for encoding, scores in zip(batch, found, strict=True):
        with torch.no_grad():
            output = plain(input_ids=torch.tensor([encoding.pieces]), output_attentions=True)
        last = output.attentions[-1][0].double().numpy()
        expected = np.zeros(len(encoding.pieces))
        for position in encoding.mask_positions:
            expected += last[:, position].mean(0)
        assert scores.scores == pytest.approx(expected, rel=1e-5, abs=1e-7)
        assert sum(scores.scores) == pytest.approx(len(encoding.mask_positions), abs=1e-5)
        assert scores.completeness_gap is None


def test_attention_that_was_not_read_is_refused(tiny_bert: MaskedLm, make_instance: InstanceMaker) -> None:
    reading = tiny_bert.read([tiny_bert.encode(make_instance("the cat", ["the", "cat"], (1, 2)))])
    with pytest.raises(ScoringError) as caught:
        attention.score(tiny_bert, reading, attention.DEFAULTS)
    assert caught.value.code == "attentions_missing"


def test_model_that_keeps_its_attentions_to_itself_is_refused(
    tiny_bert: MaskedLm, make_instance: InstanceMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoding = tiny_bert.encode(make_instance("the cat", ["the", "cat"], (1, 2)))
    monkeypatch.setattr(tiny_bert, "_encoder", None)  # as for a model of unknown structure
    tiny_bert.model.set_attn_implementation("sdpa")
    try:
        with pytest.raises(ScoringError) as caught:
            tiny_bert.read([encoding], attentions=True)
    finally:
        tiny_bert.model.set_attn_implementation("eager")
    assert caught.value.code == "attentions_missing"


def test_heads_are_averaged_and_masks_summed() -> None:
    rows = np.array([[[0.5, 0.5], [0.0, 1.0]], [[1.0, 0.0], [1.0, 0.0]]])  # [masks, heads, pieces]
    assert attention.attention_scores(rows).tolist() == [1.25, 0.75]
