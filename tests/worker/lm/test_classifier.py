"""Classification models: their prediction and every saliency method, against plain passes and captum."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from captum.attr import LayerIntegratedGradients, Occlusion
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from transformers import (
    AutoTokenizer,
    BertConfig,
    BertForSequenceClassification,
    DistilBertConfig,
    DistilBertForSequenceClassification,
    GPT2Config,
    GPT2ForSequenceClassification,
    ModernBertConfig,
    ModernBertForSequenceClassification,
)

from worker import saliency, scoring
from worker.lm.classifier import Classifier
from worker.lm.errors import ScoringError
from worker.lm.loading import load
from worker.types import Instance, MethodRef, ModelKind, ModelRef

InstanceMaker = Callable[..., Instance]

TEXTS = ["the cat sat on the mat", "she likes playing", "he ran to paris and the dog is in water"]
SMALL = {"num_hidden_layers": 2, "num_attention_heads": 4, "hidden_size": 32, "intermediate_size": 48}
LABELS = {"id2label": {0: "NEG", 1: "POS", 2: "NEUTRAL"}, "label2id": {"NEG": 0, "POS": 1, "NEUTRAL": 2}}
QUICK = sorted(set(saliency.METHODS) - {"none", "lime", "kernel_shap", "smooth_grad"})


def made(kind: str, size: int) -> Any:
    """A random classifier; its weights are large enough for texts to differ in their class."""
    torch.manual_seed(3)
    if kind == "bert":
        config = BertConfig(vocab_size=size, initializer_range=0.25, pad_token_id=0, **SMALL, **LABELS)
        return BertForSequenceClassification(config)
    if kind == "distilbert":
        config = DistilBertConfig(
            vocab_size=size, dim=32, n_layers=2, n_heads=4, hidden_dim=48, initializer_range=0.25, **LABELS
        )
        return DistilBertForSequenceClassification(config)
    if kind == "modernbert":
        config = ModernBertConfig(
            vocab_size=size, classifier_pooling="mean", pad_token_id=0, bos_token_id=2, eos_token_id=3,
            cls_token_id=2, sep_token_id=3, initializer_range=0.25, **SMALL, **LABELS,
        )  # fmt: skip
        return ModernBertForSequenceClassification(config)
    config = GPT2Config(
        vocab_size=size, n_embd=32, n_layer=2, n_head=4, n_positions=64, pad_token_id=0, bos_token_id=2,
        eos_token_id=3, initializer_range=0.25, **LABELS,
    )  # fmt: skip
    return GPT2ForSequenceClassification(config)


@pytest.fixture(scope="module")
def folders(tiny_bert_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    tokenizer = AutoTokenizer.from_pretrained(tiny_bert_folder)
    found = {}
    for kind in ("bert", "distilbert", "modernbert", "gpt2"):
        found[kind] = tmp_path_factory.mktemp(kind)
        made(kind, len(tokenizer)).save_pretrained(found[kind])
        tokenizer.save_pretrained(found[kind])
    return found


@pytest.fixture(scope="module", params=["bert", "distilbert", "modernbert", "gpt2"])
def model(request: pytest.FixtureRequest, folders: dict[str, Path]) -> Classifier:
    found = load(ModelRef(request.param, str(folders[request.param])))
    assert isinstance(found, Classifier)
    return found


@pytest.fixture(scope="module")
def bert(folders: dict[str, Path]) -> Classifier:
    found = load(ModelRef("bert", str(folders["bert"])))
    assert isinstance(found, Classifier)
    return found


def plain_probabilities(model: Classifier, text: str) -> np.ndarray:
    ids = torch.tensor([model.tokenizer(text)["input_ids"]])
    with torch.no_grad():
        row: np.ndarray = model.model(input_ids=ids).logits[0].double().softmax(-1).numpy()
    return row


def test_where_the_classes_are_read_from_is_found_out(folders: dict[str, Path]) -> None:
    looks = {}
    for kind, folder in folders.items():
        model = load(ModelRef(kind, str(folder)))
        assert isinstance(model, Classifier)
        assert model.kind is ModelKind.CLASSIFICATION
        looks[kind] = list(model._read_places(4))
    assert looks == {"bert": [0], "distilbert": [0], "modernbert": [0, 1, 2, 3], "gpt2": [3]}


def test_prediction_is_every_class_with_its_probability(
    model: Classifier, folders: dict[str, Path], make_instance: InstanceMaker
) -> None:
    ref = ModelRef("model", str(folders[model.model.config.model_type]))
    instances = []
    for text, label in zip(TEXTS, ("pos", "NEG", None), strict=True):
        plain = make_instance(text, text.split(), None, text)
        instances.append(Instance(plain.id, plain.text, plain.tokens, None, label, "en"))
    scores = scoring.score_batch(instances, model=ref, method=MethodRef("none"))
    for instance, score in zip(instances, scores, strict=True):
        row = plain_probabilities(model, instance.text)
        assert score.prediction is not None
        found = score.prediction
        assert [each.probability for each in found.candidates] == pytest.approx(-np.sort(-row), abs=1e-6)
        assert [each.pieces[0] for each in found.candidates] == list(np.argsort(-row))
        assert found.candidates[0].answer == ["NEG", "POS", "NEUTRAL"][int(row.argmax())]
        if instance.answer is None:
            assert (found.answer_pieces, found.unknown_answer, found.answer_rank) == ((), True, None)
            assert not found.top1
        else:
            golden = ["NEG", "POS"].index(instance.answer.upper())
            assert found.answer_probability == pytest.approx(row[golden], abs=1e-6)
            assert found.answer_rank == 1 + int((row > row[golden]).sum())
            assert found.top1 == (found.answer_rank == 1)
            assert found.top3


@pytest.mark.parametrize("name", sorted(saliency.METHODS))
def test_every_method_scores_every_token(
    model: Classifier, folders: dict[str, Path], make_instance: InstanceMaker, name: str
) -> None:
    instances = [make_instance(text, text.split(), None, text) for text in TEXTS]
    ref = ModelRef("model", str(folders[model.model.config.model_type]))
    for score, text in zip(
        scoring.score_batch(instances, model=ref, method=MethodRef(name)), TEXTS, strict=True
    ):
        assert score.error is None
        assert score.prediction is not None
        if name == "none":
            continue
        assert score.saliency is not None
        assert len(score.saliency.scores) == len(text.split())
        assert score.saliency.target == score.prediction.candidates[0].pieces
        assert any(score.saliency.scores)


def test_integrated_gradients_equal_captum(bert: Classifier, make_instance: InstanceMaker) -> None:
    table = bert.model.get_input_embeddings()
    method = saliency.METHODS["integrated_gradients"]
    for text in TEXTS:
        (reading,) = bert.read([bert.encode(make_instance(text, text.split(), None, text))])
        (ours,) = method.score(bert, [reading], {**method.defaults, "steps": 40})
        ids, keep = torch.tensor([reading.encoding.pieces]), torch.tensor([reading.encoding.special])
        table.requires_grad_()  # captum's hook needs a path of gradients
        try:
            theirs = LayerIntegratedGradients(
                lambda inputs: bert.model(inputs, torch.ones_like(inputs)).logits.softmax(-1), table
            ).attribute(
                ids, torch.where(keep, ids, bert.tokenizer.pad_token_id), target=ours.target[0],
                n_steps=40, method="gausslegendre", internal_batch_size=20,
            )  # fmt: skip
        finally:
            table.requires_grad_(False)
        expected = theirs.sum(-1)[0].detach().double().numpy()
        assert ours.scores == pytest.approx(expected, abs=1e-5 * np.abs(expected).max())


def test_occlusion_equals_captum(bert: Classifier, make_instance: InstanceMaker) -> None:
    text = TEXTS[0]
    (reading,) = bert.read([bert.encode(make_instance(text, text.split(), None, text))])
    (ours,) = saliency.METHODS["occlusion"].score(bert, [reading], {"replacement": "mask"})
    ids = torch.tensor([reading.encoding.pieces])
    theirs = Occlusion(
        lambda inputs: bert.model(inputs, torch.ones_like(inputs)).logits.softmax(-1)
    ).attribute(ids, (1,), target=ours.target[0], baselines=bert.tokenizer.mask_token_id)
    assert ours.scores == pytest.approx(theirs[0, 1:-1].double().numpy(), abs=1e-6)


def test_attention_is_the_last_layers_from_where_the_classes_are_read(
    model: Classifier, make_instance: InstanceMaker
) -> None:
    text = TEXTS[2]
    encoding = model.encode(make_instance(text, text.split(), None, text))
    short = model.encode(make_instance(TEXTS[1], TEXTS[1].split(), None, "short"))
    with torch.no_grad():
        ids = torch.tensor([encoding.pieces])
        last = model.model(input_ids=ids, output_attentions=True).attentions[-1][0].double()
    _, reading = model.read([short, encoding], attentions=True)
    (found,) = saliency.METHODS["attention"].score(model, [reading], {})
    expected = last.mean(0)[list(model._read_places(len(encoding.pieces)))].mean(0)
    assert found.scores == pytest.approx(expected.tolist(), abs=1e-6)
    assert sum(found.scores) == pytest.approx(1, abs=1e-5)


words = st.lists(st.sampled_from(["the", "cat", "ran", "playing", "paris", "é"]), min_size=1, max_size=9)


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(drawn=st.lists(words, min_size=2, max_size=4), name=st.sampled_from(QUICK))
def test_a_text_alone_scores_as_in_any_batch(
    model: Classifier, make_instance: InstanceMaker, drawn: list[list[str]], name: str
) -> None:
    batch = [
        model.encode(make_instance(" ".join(each), each, None, str(number)))
        for number, each in enumerate(drawn)
    ]
    method = saliency.METHODS[name]

    def scored(encodings: list[Any]) -> list[np.ndarray]:
        readings = model.read(encodings, attentions=method.attentions)
        return [np.array(found.scores) for found in method.score(model, readings, method.defaults)]

    turned = scored(batch[::-1])[::-1]
    for encoding, together, backwards in zip(batch, scored(batch), turned, strict=True):
        (alone,) = scored([encoding])
        for other in (together, backwards):
            assert other == pytest.approx(alone, rel=1e-4, abs=5e-5 * max(np.abs(alone).max(), 0.05))


def test_a_golden_label_is_explained_where_it_is_known(
    bert: Classifier, folders: dict[str, Path], make_instance: InstanceMaker
) -> None:
    plain = make_instance(TEXTS[0], TEXTS[0].split(), None, "one")
    known = Instance("known", plain.text, plain.tokens, None, "Neutral", "en")
    other = Instance("other", plain.text, plain.tokens, None, "irony", "en")
    method = MethodRef("gradient_norm", {"target": "golden"})
    found, refused = scoring.score_batch(
        [known, other], model=ModelRef("bert", str(folders["bert"])), method=method
    )
    assert found.saliency is not None
    assert found.saliency.target == (2,)
    assert refused.error is not None
    assert refused.error.code == "label_not_known"


def test_a_masked_instance_and_one_output_are_refused(
    bert: Classifier, folders: dict[str, Path], tmp_path: Path, make_instance: InstanceMaker
) -> None:
    with pytest.raises(ScoringError) as caught:
        bert.encode(make_instance("the cat sat", ["the", "cat", "sat"], (1, 2)))
    assert caught.value.code == "instance_with_mask"
    config = BertConfig(vocab_size=80, num_labels=1, **SMALL)
    BertForSequenceClassification(config).save_pretrained(tmp_path)
    AutoTokenizer.from_pretrained(folders["bert"]).save_pretrained(tmp_path)
    with pytest.raises(ScoringError) as caught:
        load(ModelRef("regression", str(tmp_path)))
    assert caught.value.code == "model_without_classes"
