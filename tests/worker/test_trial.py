import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from worker import scoring, trial
from worker.lm.errors import ScoringError
from worker.lm.loading import load
from worker.trial_types import CheckUpReply, CheckUpRequest, SpeedReply, SpeedRequest
from worker.types import Instance, MethodRef, ModelKind, ModelRef

InstanceMaker = Callable[..., Instance]

ENGLISH = ModelRef("mini-mlm-en", "fixtures/models/mini-mlm-en")


@pytest.fixture(autouse=True)
def on_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WHYBENCH_DEVICE", "cpu")


def test_check_up_says_what_a_model_is_and_what_it_answers() -> None:
    reply = trial.check_up(CheckUpRequest(ENGLISH, "en"))
    assert reply.error is None
    assert reply.facts is not None
    facts = reply.facts
    assert facts.kind is ModelKind.MASKED
    assert round(facts.parameters, -5) == 12_700_000
    assert facts.weights_bytes == 4 * facts.parameters
    assert facts.peak_bytes > facts.weights_bytes
    assert (facts.device, facts.sentence) == ("cpu", "Paris is the capital of [MASK].")
    assert len(facts.candidates) == 5
    assert facts.load_seconds > 0
    assert facts.score_seconds > 0
    assert reply.model.revision.startswith("sha256:")
    assert CheckUpReply.from_json(reply.to_json()) == reply


@pytest.mark.parametrize(
    ("language", "masked", "text", "words"),
    [
        (
            "en",
            True,
            "Paris is the capital of France.",
            ("Paris", "is", "the", "capital", "of", "France", "."),
        ),
        ("zh-Hans", True, "北京是中国的首都。", ("北京", "是", "中国", "的", "首都", "。")),
        ("it", False, "Paris is the capital of France.", None),
    ],
)
def test_known_sentence_is_whole_and_masked(
    language: str, masked: bool, text: str, words: tuple[str, ...] | None
) -> None:
    found = trial.known_sentence(language, masked=masked)
    assert found.text == text
    assert (found.mask is not None) is masked
    if words is not None:
        assert found.words() == words
        assert found.golden_answer() == found.answer


def test_check_up_gives_the_reason_why_a_model_cannot_be_used(tiny_bert_folder: Path, tmp_path: Path) -> None:
    for name in ("broken", "maskless"):
        shutil.copytree(tiny_bert_folder, tmp_path / name)
    (tmp_path / "broken/config.json").write_text("{")
    for part in ("tokenizer_config.json", "tokenizer.json"):
        path = tmp_path / "maskless" / part
        path.write_text(path.read_text().replace('"mask_token": "[MASK]"', '"mask_token": null'))
    codes = {}
    for name in ("broken", "maskless", "missing"):
        reply = trial.check_up(CheckUpRequest(ModelRef(name, str(tmp_path / name)), "en"))
        assert reply.facts is None
        assert reply.error is not None
        assert reply.error.message.endswith(".") or name == "broken"
        codes[name] = reply.error.code
    assert codes == {
        "broken": "model_not_loaded",
        "maskless": "tokenizer_without_mask",
        "missing": "model_not_found",
    }


def test_check_up_sees_that_a_folder_changed(tiny_bert_folder: Path, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(tiny_bert_folder, folder)
    first = trial.check_up(CheckUpRequest(ModelRef("model", str(folder)), "en"))
    pinned = ModelRef("model", str(folder), first.model.revision)
    assert trial.check_up(CheckUpRequest(pinned, "en")).error is None
    (folder / "notes.txt").write_text("other")
    changed = trial.check_up(CheckUpRequest(pinned, "en"))
    assert changed.error is not None
    assert changed.error.code == "model_changed"


def test_a_hub_that_cannot_be_reached_is_named_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offline, as a worker is that may ask no hub: a refused connection ends there too, after its retries."""
    monkeypatch.setenv("WHYBENCH_ALLOW_HUB", "1")
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(ScoringError) as caught:
        load(ModelRef("model", "nobody/nothing-of-this-name"))
    assert caught.value.code == "hub_not_reached"
    assert caught.value.message == (
        "The hub with nobody/nothing-of-this-name cannot be reached from this worker, and it holds no copy."
    )


def test_speed_is_measured_for_each_method(tiny_bert_folder: Path, make_instance: InstanceMaker) -> None:
    ref = ModelRef("tiny", str(tiny_bert_folder))
    instances = tuple(
        make_instance(text, text.split(), (1, 2), text) for text in ("the cat sat", "he likes water")
    )
    methods = (MethodRef("attention"), MethodRef("integrated_gradients"), MethodRef("astrology"))
    reply = trial.measure_speed(SpeedRequest(ref, methods, instances))
    assert SpeedReply.from_json(reply.to_json()) == reply
    assert reply.load_seconds is not None
    quick, slow, unknown = reply.speeds
    assert quick.items == slow.items == 2
    assert quick.seconds_per_instance is not None
    assert slow.seconds_per_instance is not None
    assert 0 < quick.seconds_per_instance < slow.seconds_per_instance
    assert slow.method == scoring.completed_method(methods[1], ref)
    assert slow.deviation is None
    assert unknown.error is not None
    assert unknown.error.code == "method_not_known"


def test_half_precision_is_measured_with_how_far_it_is_off(
    tiny_bert_folder: Path, make_instance: InstanceMaker
) -> None:
    ref = ModelRef("tiny", str(tiny_bert_folder), dtype="bfloat16")
    instances = tuple(
        make_instance(text, text.split(), (1, 2), text) for text in ("the cat sat", "he likes water")
    )
    reply = trial.measure_speed(SpeedRequest(ref, (MethodRef("input_x_gradient"),), instances))
    (speed,) = reply.speeds
    assert speed.deviation is not None
    assert speed.deviation.items == 2
    assert speed.deviation.correlation is not None
    assert 0.9 < speed.deviation.correlation < 1


def test_a_model_that_does_not_load_gives_each_method_its_reason(make_instance: InstanceMaker) -> None:
    instances = (make_instance("the cat", ["the", "cat"], (1, 2)),)
    request = SpeedRequest(ModelRef("model", "fixtures/no-such"), (MethodRef("attention"),), instances)
    reply = trial.measure_speed(request)
    assert reply.load_seconds is None
    assert [speed.error.code for speed in reply.speeds if speed.error] == ["model_not_found"]
