import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
import torch

from worker import saliency, scoring
from worker.lm.errors import ScoringError
from worker.lm.loaded_model import Reading
from worker.lm.loading import load_model
from worker.lm.masked_lm import MaskedLm
from worker.types import Instance, InstanceScore, MethodRef, ModelRef

InstanceMaker = Callable[..., Instance]

ENGLISH = ModelRef("mini-mlm-en", "fixtures/models/mini-mlm-en")
CHINESE = ModelRef("mini-mlm-zh", "fixtures/models/mini-mlm-zh")
TEXTS = ["the cat sat on the mat", "she likes playing", "he ran to paris and the dog is in water", "a dog is"]


@pytest.fixture
def instances(make_instance: InstanceMaker) -> list[Instance]:
    return [make_instance(text, text.split(), (1, 2), f"item {number}") for number, text in enumerate(TEXTS)]


def by_instance(scores: Sequence[InstanceScore]) -> dict[str, InstanceScore]:
    return {score.instance: score for score in scores}


def close(first: InstanceScore, second: InstanceScore) -> None:
    assert first.prediction is not None
    assert second.prediction is not None
    assert first.saliency is not None
    assert second.saliency is not None
    for ours, theirs in zip(first.prediction.candidates, second.prediction.candidates, strict=True):
        assert ours.pieces == theirs.pieces
        assert ours.probability == pytest.approx(theirs.probability, rel=1e-5)
    largest = max(map(abs, second.saliency.scores))
    assert first.saliency.scores == pytest.approx(second.saliency.scores, rel=1e-5, abs=1e-5 * largest)


@pytest.mark.parametrize("name", [name for name in saliency.METHODS if name != "none"])
def test_scores_come_in_order_and_do_not_depend_on_the_batch(
    name: str, tiny_bert_folder: Path, instances: list[Instance]
) -> None:
    model, method = ModelRef("tiny-bert", str(tiny_bert_folder)), MethodRef(name)
    together = scoring.score_batch(instances, model=model, method=method)
    assert [score.instance for score in together] == [instance.id for instance in instances]
    turned = by_instance(scoring.score_batch(instances[::-1], model=model, method=method))
    for instance, score in zip(instances, together, strict=True):
        (alone,) = scoring.score_batch([instance], model=model, method=method)
        close(score, alone)
        close(score, turned[instance.id])
        assert score.saliency is not None
        assert len(score.saliency.scores) == len(instance.tokens)
        assert score.error is None


def test_one_bad_item_leaves_the_others_alone(
    tiny_bert_folder: Path, instances: list[Instance], make_instance: InstanceMaker
) -> None:
    model, method = ModelRef("tiny-bert", str(tiny_bert_folder)), MethodRef("attention")
    words = ["cat"] * 60
    bad = [make_instance("cat " * 60, words, (0, 1), "long"), make_instance("cat", ["cat"], None, "unmasked")]
    mixed = scoring.score_batch([bad[0], *instances, bad[1]], model=model, method=method)
    codes = [score.error.code if score.error else None for score in mixed]
    assert codes == ["too_many_pieces", None, None, None, None, "instance_without_mask"]
    for score, good in zip(
        mixed[1:-1], scoring.score_batch(instances, model=model, method=method), strict=True
    ):
        close(score, good)


def test_an_item_that_breaks_its_batch_is_found(
    tiny_bert_folder: Path, instances: list[Instance], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A method that fails for one input stands for whatever shows only while scoring."""
    plain = saliency.METHODS["attention"]

    def score(model: MaskedLm, readings: Sequence[Reading], settings: object) -> object:
        if any(reading.encoding.instance.id == "item 2" for reading in readings):
            raise ScoringError("scores_not_finite", "Not finite.")
        return plain.score(model, readings, {})

    broken = dataclasses.replace(plain, score=score)
    monkeypatch.setattr(saliency, "METHODS", {"attention": broken})
    model = ModelRef("tiny-bert", str(tiny_bert_folder))
    scores = scoring.score_batch(instances, model=model, method=MethodRef("attention"))
    assert [score.error.code if score.error else None for score in scores] == [
        None,
        None,
        "scores_not_finite",
        None,
    ]


@pytest.mark.parametrize(("most", "codes"), [(2, {None}), (0, {"out_of_memory"})])
def test_batches_are_halved_when_memory_runs_out(
    tiny_bert_folder: Path,
    instances: list[Instance],
    monkeypatch: pytest.MonkeyPatch,
    most: int,
    codes: set[str],
) -> None:
    """A method that asks for more memory than there is, if it gets more than a few inputs at once."""
    plain, sizes = saliency.METHODS["attention"], []

    def score(model: MaskedLm, readings: Sequence[Reading], settings: object) -> object:
        sizes.append(len(readings))
        if len(readings) > most:
            torch.empty(1 << 46)
        return plain.score(model, readings, {})

    monkeypatch.setattr(saliency, "METHODS", {"attention": dataclasses.replace(plain, score=score)})
    model = ModelRef("tiny-bert", str(tiny_bert_folder))
    monkeypatch.setattr(load_model(model), "budget", 48)
    scores = scoring.score_batch(instances, model=model, method=MethodRef("attention"))
    assert [score.instance for score in scores] == [instance.id for instance in instances]
    assert {score.error.code if score.error else None for score in scores} == codes
    assert max(sizes) > 2
    assert load_model(model).budget < 48


def test_a_model_that_does_not_load_is_every_items_error(instances: list[Instance], tmp_path: Path) -> None:
    model = ModelRef("gone", str(tmp_path / "gone"), "r1")
    scores = scoring.score_batch(instances, model=model, method=MethodRef("attention"))
    assert [score.error.code for score in scores if score.error] == ["model_not_found"] * 4
    assert scoring.stamp(model).revision == "r1"


@pytest.mark.parametrize(
    ("method", "code"),
    [
        (MethodRef("tea_leaves"), "method_not_known"),
        (MethodRef("attention", {"colour": 1}), "settings_not_valid"),
        (MethodRef("attention", {"heads": "max"}), "settings_not_valid"),
        (MethodRef("integrated_gradients", {"steps": "many"}), "settings_not_valid"),
    ],
)
def test_a_method_that_is_not_valid_is_every_items_error(
    instances: list[Instance], method: MethodRef, code: str
) -> None:
    scores = scoring.score_batch(instances, model=ENGLISH, method=method)
    assert {score.error.code for score in scores if score.error} == {code}
    assert scoring.completed_method(method, ENGLISH) == method


def test_settings_left_out_take_their_defaults() -> None:
    completed = scoring.completed_method(MethodRef("integrated_gradients", {"steps": 7}), ENGLISH)
    assert completed.settings == {
        "rule": "gauss_legendre",
        "steps": 7,
        "target": "predicted",
        "output": "probability",
        "baseline": "pad",
    }


def test_prediction_of_one_piece_has_its_exact_rank(
    tiny_bert: MaskedLm, make_instance: InstanceMaker
) -> None:
    (reading,) = tiny_bert.read(
        [tiny_bert.encode(make_instance("the cat sat", ["the", "cat", "sat"], (1, 2)))]
    )
    prediction = scoring.predict(tiny_bert, reading)
    row = reading.probabilities[0]
    piece = prediction.answer_pieces[0]
    order = np.argsort(-row, kind="stable").tolist()
    assert prediction.answer_rank == order.index(piece) + 1
    assert prediction.answer_probability == row[piece]
    assert [candidate.pieces for candidate in prediction.candidates] == [(index,) for index in order[:5]]
    assert prediction.top1 == (prediction.answer_rank == 1)
    assert prediction.top3 == (prediction.answer_rank <= 3)


def test_prediction_of_several_pieces_ranks_joint_candidates(
    tiny_bert: MaskedLm, make_instance: InstanceMaker
) -> None:
    instance = make_instance("she likes playing", ["she", "likes", "playing"], (2, 3))
    (reading,) = tiny_bert.read([tiny_bert.encode(instance)])
    prediction = scoring.predict(tiny_bert, reading)
    first, second = reading.probabilities
    joint = np.outer(first, second)
    best = np.sort(joint, axis=None)[::-1][:5]
    assert [candidate.probability for candidate in prediction.candidates] == pytest.approx(best)
    assert prediction.answer_probability == pytest.approx(joint[prediction.answer_pieces])
    assert prediction.answer_rank is None or prediction.answer_rank <= 5


def test_an_unknown_answer_is_wrong_even_if_the_model_says_unknown(
    tiny_bert: MaskedLm, make_instance: InstanceMaker
) -> None:
    encoding = tiny_bert.encode(make_instance("the 猫 sat", ["the", "猫", "sat"], (1, 2)))
    sure = np.zeros((1, len(tiny_bert.tokenizer)))
    sure[0, tiny_bert.tokenizer.unk_token_id] = 1
    prediction = scoring.predict(tiny_bert, Reading(encoding, sure, None))
    assert prediction.unknown_answer
    assert not prediction.top1
    assert not prediction.top3
    assert (prediction.answer_rank, prediction.answer_probability) == (None, 0)


def test_the_small_english_model_finds_a_capital(make_instance: InstanceMaker) -> None:
    words = ["Paris", "is", "the", "capital", "of", "France", "."]
    instance = make_instance("Paris is the capital of France.", words, (5, 6))
    (score,) = scoring.score_batch([instance], model=ENGLISH, method=MethodRef("integrated_gradients"))
    assert score.prediction is not None
    assert score.saliency is not None
    assert score.prediction.top3
    assert score.saliency.scores.index(max(score.saliency.scores)) == 0
    assert score.saliency.relative_gap is not None
    assert score.saliency.relative_gap < 0.01


def test_chinese_candidates_are_written_without_spaces(make_instance: InstanceMaker) -> None:
    instance = make_instance("我在学校学习中文。", ["我", "在", "学校", "学习", "中文", "。"], (2, 3))
    (score,) = scoring.score_batch([instance], model=CHINESE, method=MethodRef("attention"))
    assert score.prediction is not None
    assert len(score.prediction.answer_pieces) == 2
    assert all(" " not in candidate.answer for candidate in score.prediction.candidates)


def test_half_of_an_emoji_is_refused_and_an_emoji_is_not(make_instance: InstanceMaker) -> None:
    good = make_instance("I 👩‍🚀 like cats.", ["I", "👩‍🚀", "like", "cats", "."], (3, 4), "good")
    bad = make_instance("I \ud83d like.", ["I", "\ud83d", "like", "."], (2, 3), "bad")
    scores = scoring.score_batch([bad, good], model=ENGLISH, method=MethodRef("attention"))
    assert scores[0].error is not None
    assert scores[0].error.code == "text_not_unicode"
    assert scores[1].error is None
