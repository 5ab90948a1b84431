from collections.abc import Callable

import pytest
import torch
from transformers import (
    BertForMaskedLM,
    DistilBertConfig,
    DistilBertForMaskedLM,
    ElectraConfig,
    ElectraForMaskedLM,
)

from worker.lm.masked_lm import MaskedLm
from worker.types import Instance

InstanceMaker = Callable[..., Instance]

LENGTHS = (7, 3, 5)
MASKS = [[1, 4, 5], [1], [3, 2]]  # of different number, and not in order


@pytest.fixture(params=["tiny_bert", "tiny_roberta"])
def model(request: pytest.FixtureRequest) -> MaskedLm:
    found: MaskedLm = request.getfixturevalue(request.param)
    return found


def inputs_of(model: MaskedLm) -> list[torch.Tensor]:
    return [model.embeddings(range(5, 5 + length)) for length in LENGTHS]


def test_mask_rows_alone_give_the_plain_pass(model: MaskedLm, monkeypatch: pytest.MonkeyPatch) -> None:
    assert model._encoder is not None
    ours, seen = model.row_logits(inputs_of(model), MASKS, attentions=True)
    monkeypatch.setattr(model, "_encoder", None)
    theirs, plain = model.row_logits(inputs_of(model), MASKS, attentions=True)
    assert torch.allclose(ours, theirs, atol=1e-5)
    assert seen is not None
    assert plain is not None
    assert seen.shape == (6, 4, 7)
    assert torch.allclose(seen, plain, atol=1e-6)


def test_mask_rows_alone_give_the_plain_gradient(model: MaskedLm, monkeypatch: pytest.MonkeyPatch) -> None:
    def gradients() -> list[torch.Tensor]:
        leaves = [rows.clone().requires_grad_() for rows in inputs_of(model)]
        logits, _ = model.row_logits(leaves, MASKS)
        return list(torch.autograd.grad(logits.log_softmax(-1)[:, 6].sum(), leaves))

    ours = gradients()
    monkeypatch.setattr(model, "_encoder", None)
    for one, other in zip(ours, gradients(), strict=True):
        assert torch.allclose(one, other, atol=1e-5 * float(other.abs().max()))


def test_electra_projects_its_embeddings(tiny_bert: MaskedLm) -> None:
    config = ElectraConfig(
        vocab_size=200, embedding_size=16, hidden_size=32, num_hidden_layers=2, num_attention_heads=4,
        intermediate_size=48, initializer_range=0.25,
    )  # fmt: skip
    torch.manual_seed(3)
    electra = ElectraForMaskedLM(config)
    electra.set_attn_implementation("eager")
    model = MaskedLm(electra, tiny_bert.tokenizer, revision="")
    ids = [2, 5, 4, 6, 3]
    with torch.no_grad():
        plain = model.model(input_ids=torch.tensor([ids])).logits[0, 2]
    assert torch.allclose(model.row_logits([model.embeddings(ids)], [[2]])[0][0], plain, atol=1e-5)


def test_a_layer_that_does_more_than_its_parts_is_not_driven(
    tiny_bert: MaskedLm, tiny_bert_folder: object
) -> None:
    plain = BertForMaskedLM.from_pretrained(tiny_bert_folder, attn_implementation="eager")
    plain.bert.encoder.layer[0].register_forward_hook(lambda layer, inputs, states: states * 1.5)
    model = MaskedLm(plain, tiny_bert.tokenizer, revision="")
    assert model._encoder is None
    assert model._head is not None


def test_a_model_of_another_structure_is_read_by_its_own_pass(
    tiny_bert: MaskedLm, make_instance: InstanceMaker
) -> None:
    torch.manual_seed(3)
    config = DistilBertConfig(vocab_size=200, dim=32, n_layers=2, n_heads=4, hidden_dim=48)
    distil = DistilBertForMaskedLM(config)
    distil.set_attn_implementation("eager")
    model = MaskedLm(distil, tiny_bert.tokenizer, revision="")
    assert model._encoder is None
    encoding = model.encode(make_instance("the cat sat", ["the", "cat", "sat"], (1, 2)))
    (reading,) = model.read([encoding], attentions=True)
    with torch.no_grad():
        output = distil(input_ids=torch.tensor([encoding.pieces]), output_attentions=True)
    expected = output.logits[0, list(encoding.mask_positions)].double().softmax(-1).numpy()
    assert reading.probabilities == pytest.approx(expected, abs=1e-6)
    row = output.attentions[-1][0, :, encoding.mask_positions[0]].double().numpy()
    assert reading.attention is not None
    assert reading.attention[0] == pytest.approx(row, abs=1e-6)
