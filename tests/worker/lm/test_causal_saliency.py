"""Saliency of causal models: F is the log probability of the filled span and of what follows it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from captum.attr import LayerIntegratedGradients
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (
    GPT2Config,
    GPT2LMHeadModel,
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedTokenizerFast,
)

from worker import saliency, scoring
from worker.lm.causal_lm import CausalLm, Gap
from worker.lm.loading import load
from worker.types import Instance, MethodRef, ModelRef

InstanceMaker = Callable[..., Instance]

WORDS = ["the", "cat", "dog", "sat", "ran", "on", "mat", "a", "big", "red"]
TEXT = "the cat sat on a big mat"
QUICK = sorted(set(saliency.METHODS) - {"none", "lime", "kernel_shap", "smooth_grad"})


@pytest.fixture(scope="module", params=["gpt2", "llama"])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp(request.param)
    vocabulary = {piece: index for index, piece in enumerate(["<end>", "<unk>", *WORDS])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, "<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    torch.manual_seed(5)
    if request.param == "gpt2":
        config = GPT2Config(
            vocab_size=12, n_positions=32, n_embd=32, n_layer=2, n_head=4, bos_token_id=0, eos_token_id=0,
            initializer_range=0.4,
        )  # fmt: skip
        GPT2LMHeadModel(config).save_pretrained(path)
    else:
        config = LlamaConfig(
            vocab_size=12, hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=4,
            max_position_embeddings=32, bos_token_id=0, eos_token_id=0, initializer_range=0.4,
        )  # fmt: skip
        LlamaForCausalLM(config).save_pretrained(path)
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, model_max_length=32, unk_token="<unk>", eos_token="<end>"
    ).save_pretrained(path)
    return path


@pytest.fixture(scope="module")
def model(folder: Path) -> CausalLm:
    found = load(ModelRef("tiny", str(folder)))
    assert isinstance(found, CausalLm)
    return found


def log_probability(model: CausalLm, ids: torch.Tensor, targets: tuple[int, ...], start: int) -> torch.Tensor:
    """log p of targets in the places from start on, by the plain model, for each row of ids."""
    places = list(range(start - 1, start - 1 + len(targets)))
    rows = model.model(ids).logits[:, places].log_softmax(-1)
    return rows[:, range(len(targets)), list(targets)].sum(-1)


def gap_of(model: CausalLm, make: InstanceMaker, text: str = TEXT, mask: tuple[int, int] = (2, 3)) -> Gap:
    return model.encode(make(text, text.split(), mask, text))


@pytest.mark.parametrize("name", sorted(saliency.METHODS))
def test_every_method_scores_every_token(folder: Path, make_instance: InstanceMaker, name: str) -> None:
    instances = [
        make_instance(TEXT, TEXT.split(), (2, 4), "inside"),
        make_instance(TEXT, TEXT.split(), (6, 7), "end"),
        make_instance(TEXT, TEXT.split(), (0, 1), "start"),
    ]
    scores = scoring.score_batch(instances, model=ModelRef("tiny", str(folder)), method=MethodRef(name))
    for score in scores:
        assert score.error is None
        assert score.prediction is not None
        assert (score.saliency is None) == (name == "none")
        if score.saliency is not None:
            assert len(score.saliency.scores) == 7
            target = score.saliency.target
            assert target[: len(score.prediction.answer_pieces)] == score.prediction.candidates[0].pieces


def test_integrated_gradients_equal_captum(model: CausalLm, make_instance: InstanceMaker) -> None:
    gap = gap_of(model, make_instance)
    method = saliency.METHODS["integrated_gradients"]
    (reading,) = model.read([gap])
    (ours,) = method.score(model, [reading], {**method.defaults, "steps": 40, "output": "log_probability"})
    table = model.model.get_input_embeddings()
    ids = torch.tensor([reading.encoding.pieces])
    blank = torch.full_like(ids, model.tokenizer.eos_token_id)
    targets, start = tuple(ours.target), len(gap.before)
    assert targets == reading.ranked[0][0] + gap.after
    table.requires_grad_()  # captum's hook needs a path of gradients
    try:
        theirs = LayerIntegratedGradients(
            lambda inputs: log_probability(model, inputs, targets, start), table
        ).attribute(ids, blank, n_steps=40, method="gausslegendre", internal_batch_size=20)
    finally:
        table.requires_grad_(False)
    expected = theirs.sum(-1)[0].detach().double().numpy()
    assert ours.scores == pytest.approx(expected, abs=1e-5 * np.abs(expected).max())
    assert ours.points == 40


def test_gradients_are_those_of_the_plain_model(model: CausalLm, make_instance: InstanceMaker) -> None:
    gap = gap_of(model, make_instance, mask=(1, 3))
    method = saliency.METHODS["input_x_gradient"]
    (reading,) = model.read([gap], target="golden")
    (ours,) = method.score(
        model, [reading], {**method.defaults, "target": "golden", "output": "log_probability"}
    )
    rows = model.embeddings(gap.pieces)[None].clone().requires_grad_()
    logits = model.model(inputs_embeds=rows).logits[0].log_softmax(-1)
    total = sum(logits[place - 1, gap.pieces[place]] for place in range(1, len(gap.pieces)))
    (gradient,) = torch.autograd.grad(total, rows)
    expected = (gradient * rows).sum(-1)[0].detach().double().numpy()
    assert ours.scores == pytest.approx(expected, abs=1e-5 * np.abs(expected).max())
    assert ours.target == list(gap.answer + gap.after)


def test_occlusion_hides_a_token_from_what_is_still_asked_for(
    model: CausalLm, make_instance: InstanceMaker
) -> None:
    gap = gap_of(model, make_instance)
    (reading,) = model.read([gap])
    (ours,) = saliency.METHODS["occlusion"].score(model, [reading], {"replacement": "mask"})
    ids, start = list(reading.encoding.pieces), len(gap.before)
    with torch.no_grad():
        full = float(log_probability(model, torch.tensor([ids]), reading.explained, start))
        for token in range(7):
            hidden = [model.tokenizer.eos_token_id if place == token else ids[place] for place in range(7)]
            left = float(log_probability(model, torch.tensor([hidden]), reading.explained, start))
            expected = 0.0 if token == 2 else full - left
            assert ours.scores[token] == pytest.approx(expected, abs=1e-5)


def test_attention_is_that_of_the_places_before_the_answer(
    model: CausalLm, make_instance: InstanceMaker
) -> None:
    gap = gap_of(model, make_instance, mask=(2, 4))
    (reading,) = model.read([gap], attentions=True)
    (ours,) = saliency.METHODS["attention"].score(model, [reading], {})
    with torch.no_grad():
        ids = torch.tensor([reading.encoding.pieces])
        last = model.model(ids, output_attentions=True).attentions[-1][0].double().mean(0)
    assert ours.scores == pytest.approx((last[1] + last[2]).tolist(), abs=1e-6)
    assert ours.scores[3:] == [0, 0, 0, 0]  # what comes later cannot be looked at


words = st.lists(st.sampled_from(WORDS), min_size=2, max_size=7)


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    drawn=st.lists(st.tuples(words, st.integers(0, 6)), min_size=2, max_size=4), name=st.sampled_from(QUICK)
)
def test_an_item_alone_scores_as_in_any_batch(
    model: CausalLm, make_instance: InstanceMaker, drawn: list[tuple[list[str], int]], name: str
) -> None:
    gaps = []
    for number, (each, place) in enumerate(drawn):
        start = place % len(each)
        gaps.append(model.encode(make_instance(" ".join(each), each, (start, start + 1), str(number))))
    method = saliency.METHODS[name]
    chosen = saliency.complete(MethodRef(name), output=model.output).settings

    def scored(batch: list[Any]) -> list[np.ndarray]:
        readings = model.read(batch, attentions=method.attentions)
        return [np.array(found.scores) for found in method.score(model, readings, chosen)]

    turned = scored(gaps[::-1])[::-1]
    for gap, together, backwards in zip(gaps, scored(gaps), turned, strict=True):
        (alone,) = scored([gap])
        for other in (together, backwards):
            assert other == pytest.approx(alone, rel=1e-4, abs=5e-5 * max(np.abs(alone).max(), 0.05))


def test_the_settings_of_a_causal_result_say_what_was_explained(folder: Path) -> None:
    ref = ModelRef("tiny", str(folder))
    completed = scoring.completed_method(MethodRef("integrated_gradients"), ref)
    assert completed.settings["output"] == "log_probability"
    asked = MethodRef("integrated_gradients", {"output": "probability"})
    assert scoring.completed_method(asked, ref).settings["output"] == "probability"
