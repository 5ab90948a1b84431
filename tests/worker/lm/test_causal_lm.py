from collections.abc import Callable
from itertools import product
from pathlib import Path

import numpy as np
import pytest
import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

from worker import scoring
from worker.lm.causal_lm import CausalLm
from worker.lm.errors import ScoringError
from worker.lm.loading import load, load_model
from worker.types import Instance, MethodRef, ModelRef

InstanceMaker = Callable[..., Instance]

WORDS = ["the", "cat", "dog", "sat", "ran", "on", "mat", "a", "big", "red"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random GPT-2 of ten words: fewer than a beam holds, so that every answer is considered."""
    path = tmp_path_factory.mktemp("gpt2")
    vocabulary = {piece: index for index, piece in enumerate(["<end>", "<unk>", *WORDS])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, "<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, model_max_length=16, unk_token="<unk>", eos_token="<end>"
    )
    torch.manual_seed(5)
    config = GPT2Config(
        vocab_size=12, n_positions=16, n_embd=32, n_layer=2, n_head=4, bos_token_id=0, eos_token_id=0,
        initializer_range=0.4,
    )  # fmt: skip
    GPT2LMHeadModel(config).save_pretrained(path)
    fast.save_pretrained(path)
    return path


@pytest.fixture(scope="module")
def model(folder: Path) -> CausalLm:
    found = load(ModelRef("tiny-gpt2", str(folder)))
    assert isinstance(found, CausalLm)
    return found


def log_probability(model: CausalLm, pieces: list[int], start: int) -> float:
    """log p of pieces[start:] after pieces[:start], by the plain model, one piece after another."""
    with torch.no_grad():
        rows = model.model(torch.tensor([pieces])).logits[0].double().log_softmax(-1)
    return sum(float(rows[place - 1, pieces[place]]) for place in range(start, len(pieces)))


def test_answers_rank_by_the_probability_of_the_whole_filled_text(
    model: CausalLm, make_instance: InstanceMaker
) -> None:
    gap = model.encode(make_instance("the cat sat on", ["the", "cat", "sat", "on"], (1, 2)))
    expected = {
        (piece,): log_probability(model, [*gap.before, piece, *gap.after], 1) for piece in range(2, 12)
    }
    ranked = model.ranked(gap)
    assert [answer for answer, _ in ranked] == sorted(expected, key=lambda answer: -expected[answer])
    shares = np.exp([expected[answer] for answer, _ in ranked])
    assert [share for _, share in ranked] == pytest.approx(shares / shares.sum(), rel=1e-5)
    prediction = scoring.predict_causally(model, gap)
    assert prediction.answer_probability == dict(ranked)[gap.answer]
    assert prediction.candidates[0].answer in WORDS
    assert prediction.top1 == (ranked[0][0] == gap.answer)


def test_at_the_end_an_answer_has_its_probability_after_the_text(
    model: CausalLm, make_instance: InstanceMaker
) -> None:
    gap = model.encode(make_instance("the cat sat", ["the", "cat", "sat"], (2, 3)))
    assert gap.after == ()
    for answer, share in model.ranked(gap):
        assert share == pytest.approx(np.exp(log_probability(model, [*gap.before, *answer], 2)), rel=1e-5)


def test_an_answer_of_two_pieces_is_found_by_its_beam(model: CausalLm, make_instance: InstanceMaker) -> None:
    words = ["the", "big", "cat", "sat"]
    gap = model.encode(make_instance(" ".join(words), words, (1, 3)))
    pairs = list(product(range(2, 12), repeat=2))
    prefix = {pair: log_probability(model, [*gap.before, *pair], 1) for pair in pairs}
    beam = sorted(pairs, key=lambda pair: -prefix[pair])[:20]
    considered = {answer for answer, _ in model.ranked(gap)}
    assert considered == {*beam, gap.answer}


def test_an_answer_at_the_beginning_follows_the_start_piece(
    model: CausalLm, make_instance: InstanceMaker
) -> None:
    assert model.encode(make_instance("cat sat", ["cat", "sat"], (0, 1))).before == (0,)


def test_items_that_do_not_fit_are_refused(model: CausalLm, make_instance: InstanceMaker) -> None:
    with pytest.raises(ScoringError) as caught:
        model.encode(make_instance("cat " * 17, ["cat"] * 17, (0, 1)))
    assert caught.value.code == "too_many_pieces"


def test_causal_models_predict_and_are_not_explained(folder: Path, make_instance: InstanceMaker) -> None:
    ref = ModelRef("tiny-gpt2", str(folder))
    instances = [
        make_instance("the cat sat", ["the", "cat", "sat"], (1, 2), "good"),
        make_instance("the zebra sat", ["the", "zebra", "sat"], (1, 2), "unknown"),
        make_instance("the cat", ["the", "cat"], None, "unmasked"),
    ]
    good, unknown, unmasked = scoring.score_batch(instances, model=ref, method=MethodRef("none"))
    assert good.error is None
    assert good.saliency is None
    assert good.prediction is not None
    assert len(good.prediction.candidates) == 5
    assert unknown.prediction is not None
    assert unknown.prediction.unknown_answer
    assert (unknown.prediction.answer_probability, unknown.prediction.answer_rank) == (0, None)
    assert unmasked.error is not None
    assert unmasked.error.code == "instance_without_mask"
    assert scoring.stamp(ref).revision.startswith("sha256:")
    with pytest.raises(ScoringError) as caught:
        load_model(ref)
    assert caught.value.code == "model_not_masked"


def test_memory_that_runs_out_halves_the_batch(
    model: CausalLm, make_instance: InstanceMaker, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The model asks for more memory than there is whenever it gets more than three texts."""
    plain = model.model.base_model.forward

    def forward(inputs_embeds: torch.Tensor, **rest: object) -> object:
        if len(inputs_embeds) > 3:
            torch.empty(1 << 46)
        return plain(inputs_embeds=inputs_embeds, **rest)

    instance = make_instance("the cat sat", ["the", "cat", "sat"], (1, 2))
    ref, method = ModelRef("tiny-gpt2", str(folder)), MethodRef("none")
    (whole,) = scoring.score_batch([instance], model=ref, method=method)
    monkeypatch.setattr(model.model.base_model, "forward", forward)
    monkeypatch.setattr(model, "budget", 30)
    (halved,) = scoring.score_batch([instance], model=ref, method=method)
    assert halved.prediction is not None
    assert whole.prediction is not None
    assert halved.prediction.candidates[0].pieces == whole.prediction.candidates[0].pieces
    assert model.budget < 12
