from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
import torch
from captum.attr import LayerIntegratedGradients

from worker.lm.masked_lm import MaskedLm
from worker.lm.pieces import Encoding
from worker.saliency import integrated_gradients
from worker.saliency.scores import PieceScores
from worker.types import Instance

InstanceMaker = Callable[..., Instance]

TEXTS = ["the cat sat on the mat", "she likes playing", "he ran to paris and the dog is in water"]


def encodings(model: MaskedLm, make_instance: InstanceMaker) -> list[Encoding]:
    return [model.encode(make_instance(text, text.split(), (2, 3), text)) for text in TEXTS]


def scored(model: MaskedLm, batch: Sequence[Encoding], **settings: Any) -> list[PieceScores]:
    chosen = {**integrated_gradients.DEFAULTS, **settings}
    integrated_gradients.check_settings(chosen)
    return integrated_gradients.score(model, model.read(batch), chosen)


def captum_scores(model: MaskedLm, encoding: Encoding, target: list[int], steps: int) -> np.ndarray:
    """The same by captum: embeddings on the path, the input's positions, a mask of ones."""
    ids = torch.tensor([encoding.pieces])
    keep = torch.tensor([encoding.special])
    baseline = torch.where(keep, ids, model.tokenizer.pad_token_id)
    offset = model.tokenizer.pad_token_id + 1 if model.model.config.model_type == "roberta" else 0
    positions = torch.arange(offset, offset + ids.shape[1])[None]
    columns = list(encoding.mask_positions)

    def forward(inputs: torch.Tensor) -> torch.Tensor:
        rows = positions.expand(len(inputs), -1)
        logits = model.model(
            input_ids=inputs, position_ids=rows, attention_mask=torch.ones_like(inputs)
        ).logits
        return logits[:, columns].softmax(-1)[:, range(len(columns)), target].sum(-1)

    layer = LayerIntegratedGradients(forward, model.model.get_input_embeddings())
    found = layer.attribute(ids, baseline, n_steps=steps, method="gausslegendre", internal_batch_size=20)
    scores: np.ndarray = found.sum(-1)[0].detach().double().numpy()
    return scores


@pytest.mark.parametrize("name", ["tiny_bert", "tiny_roberta"])
def test_scores_equal_captum(name: str, request: pytest.FixtureRequest, make_instance: InstanceMaker) -> None:
    model: MaskedLm = request.getfixturevalue(name)
    table = model.model.get_input_embeddings()
    for encoding in encodings(model, make_instance):
        (ours,) = scored(model, [encoding], steps=40)
        table.requires_grad_()  # captum's hook needs a path of gradients
        try:
            theirs = captum_scores(model, encoding, ours.target, 40)
        finally:
            table.requires_grad_(False)
        assert ours.scores == pytest.approx(theirs, abs=1e-5 * np.abs(theirs).max())


def test_scores_do_not_depend_on_the_batch(tiny_bert: MaskedLm, make_instance: InstanceMaker) -> None:
    batch = encodings(tiny_bert, make_instance)
    together = scored(tiny_bert, batch)
    turned = scored(tiny_bert, batch[::-1])[::-1]
    alone = [scored(tiny_bert, [encoding])[0] for encoding in batch]
    for one, other, single in zip(together, turned, alone, strict=True):
        largest = np.abs(single.scores).max()
        assert one.scores == pytest.approx(single.scores, rel=1e-5, abs=1e-6 * largest)
        assert other.scores == pytest.approx(single.scores, rel=1e-5, abs=1e-6 * largest)


def test_special_pieces_get_exactly_zero_and_the_mask_something(
    tiny_bert: MaskedLm, make_instance: InstanceMaker
) -> None:
    encoding = encodings(tiny_bert, make_instance)[0]
    (found,) = scored(tiny_bert, [encoding])
    assert found.scores[0] == 0
    assert found.scores[-1] == 0
    assert found.scores[encoding.mask_positions[0]] != 0


def test_scores_add_up_to_the_difference_they_explain(
    tiny_bert: MaskedLm, make_instance: InstanceMaker
) -> None:
    for encoding in encodings(tiny_bert, make_instance):
        (reading,) = tiny_bert.read([encoding])
        (found,) = scored(tiny_bert, [encoding], steps=300)
        assert found.relative_gap is not None
        assert found.relative_gap < 1e-3
        assert found.completeness_gap is not None
        probability = sum(row[piece] for row, piece in zip(reading.probabilities, found.target, strict=True))
        pad = tiny_bert.tokenizer.pad_token_id
        blank = [
            piece if special else pad
            for piece, special in zip(encoding.pieces, encoding.special, strict=True)
        ]
        logits, _ = tiny_bert.row_logits([tiny_bert.embeddings(blank)], [encoding.mask_positions])
        start = logits.double().softmax(-1)[range(len(found.target)), found.target].sum()
        assert sum(found.scores) == pytest.approx(probability - float(start), abs=1e-3 * abs(probability))


def test_a_rough_rule_leaves_a_larger_gap(tiny_bert: MaskedLm, make_instance: InstanceMaker) -> None:
    encoding = encodings(tiny_bert, make_instance)[0]
    rough, fine = (scored(tiny_bert, [encoding], rule="right", steps=steps)[0] for steps in (2, 200))
    assert rough.completeness_gap > fine.completeness_gap  # type: ignore[operator]


def test_rules_agree_once_they_are_fine_enough(tiny_bert: MaskedLm, make_instance: InstanceMaker) -> None:
    encoding = encodings(tiny_bert, make_instance)[1]
    exact, trapezoid = (
        scored(tiny_bert, [encoding], rule=rule, steps=400)[0] for rule in ("gauss_legendre", "trapezoid")
    )
    assert trapezoid.scores == pytest.approx(exact.scores, abs=1e-3 * np.abs(exact.scores).max())


def test_target_golden_explains_the_golden_answer(tiny_bert: MaskedLm, make_instance: InstanceMaker) -> None:
    encoding = encodings(tiny_bert, make_instance)[1]
    (found,) = scored(tiny_bert, [encoding], target="golden", output="log_probability")
    assert found.target == list(encoding.answer_pieces)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"rule": "simpson"}, "rule: must be one of"),
        ({"steps": 0}, "steps: must be a whole number"),
        ({"steps": True}, "steps: must be a whole number"),
        ({"target": "first"}, "target: must be one of"),
        ({"output": "loss"}, "output: must be one of"),
        ({"baseline": "zero"}, "baseline: must be one of"),
    ],
)
def test_settings_are_checked(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        integrated_gradients.check_settings({**integrated_gradients.DEFAULTS, **settings})
