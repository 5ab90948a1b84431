import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from worker.__main__ import main
from worker.types import Instance, Prediction, Saliency

InstanceMaker = Callable[..., Instance]

TEXTS = ["the cat sat on the mat", "she likes playing", "he ran to paris", "a dog is"]


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the command sets for the libraries ends with the test."""
    for name in ("WHYBENCH_DEVICE", "WHYBENCH_ALLOW_HUB", "HF_HUB_OFFLINE", "TRANSFORMERS_VERBOSITY"):
        monkeypatch.setenv(name, "")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")


@pytest.fixture
def source(tmp_path: Path, make_instance: InstanceMaker) -> Path:
    path = tmp_path / "instances.jsonl"
    instances = [make_instance(text, text.split(), (1, 2), f"item {n}") for n, text in enumerate(TEXTS)]
    path.write_text("".join(json.dumps(instance.to_json()) + "\n" for instance in instances))
    return path


class Command:
    """The command on one model and one pair of files."""

    def __init__(self, model: Path, source: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.model, self.source, self.out = model, source, source.with_name("scores.jsonl")
        self._capsys = capsys

    def __call__(self, *extra: str, method: str = "attention,occlusion") -> tuple[int, str]:
        files = ["--in", str(self.source), "--out", str(self.out)]
        status = main(["score", "--model", str(self.model), "--method", method, *files, *extra])
        return status, self._capsys.readouterr().err

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.read_text().splitlines()]


@pytest.fixture
def command(tiny_bert_folder: Path, source: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(tiny_bert_folder, source, capsys)


def test_scores_each_instance_by_each_method(command: Command) -> None:
    status, said = command()
    assert status == 0
    assert "8 scored" in said
    assert "Golden answers:" in said
    pairs = {(line["instance"], line["method"]["name"]) for line in command.lines()}
    assert pairs == {(f"item {n}", name) for n in range(4) for name in ("attention", "occlusion")}
    line = command.lines()[0]
    assert line["error"] is None
    assert Prediction.from_json(line["prediction"]).candidates
    assert Saliency.from_json(line["saliency"]).scores
    assert line["model"]["revision"].startswith("sha256:")


def test_what_is_finished_is_skipped(command: Command) -> None:
    command(method="attention")
    before = command.lines()
    status, said = command()
    assert status == 0
    assert "4 scored" in said
    assert "4 had been scored before" in said
    assert command.lines()[:4] == before
    assert len(command.lines()) == 8


def test_other_settings_and_changed_instances_are_scored_anew(command: Command) -> None:
    command(method="random")
    assert "4 scored" in command("--set", "random.seed=1", method="random")[1]
    command.source.write_text(command.source.read_text().replace("cat", "dog"))
    assert "1 scored" in command(method="random")[1]


def test_a_cut_last_line_is_repaired(command: Command) -> None:
    command(method="attention")
    whole = sorted(command.lines(), key=str)
    content = command.out.read_bytes()
    command.out.write_bytes(content[:-40])
    status, said = command(method="attention")
    assert status == 0
    assert "cut short" in said
    assert "1 scored" in said
    again = sorted(command.lines(), key=str)
    assert [line["instance"] for line in again] == [line["instance"] for line in whole]
    command.out.write_bytes(b'{"half')
    assert "4 scored" in command(method="attention")[1]


def test_bad_lines_are_named_and_the_rest_goes_on(command: Command) -> None:
    good = command.source.read_text()
    bad = ["oops", '{"id": "x", "text": "a"}', good.splitlines()[0], "[" * 100_000]
    command.source.write_bytes((good + "\n".join(bad) + "\n").encode() + b"\xff\n\n")
    status, said = command(method="attention")
    assert status == 1
    assert "line 5: is not JSON (Expecting value at character 1)" in said
    assert "line 6: tokens: is missing" in said
    assert "line 7: repeats the id item 0" in said
    assert "line 8: is nested too deeply" in said or "line 8: " in said
    assert "line 9: is not" in said
    assert len(command.lines()) == 4


def test_a_failed_instance_is_written_and_tried_again_only_if_asked(
    command: Command, make_instance: InstanceMaker
) -> None:
    long = make_instance("cat " * 60, ["cat"] * 60, (0, 1), "long")
    with command.source.open("a") as lines:
        lines.write(json.dumps(long.to_json()) + "\n")
    status, said = command(method="attention")
    assert status == 1
    assert "failed with too_many_pieces: 1" in said
    assert command(method="attention")[0] == 0
    status, said = command("--retry-failed", method="attention")
    assert status == 1
    assert "1 scored" in said


def test_a_line_of_a_release_is_an_instance(command: Command) -> None:
    line = {
        "id": "demo/1",
        "text": "the cat sat",
        "tokens": [["the", 0, 3], ["cat", 4, 7], ["sat", 8, 11]],
        "mask": {"token_start": 1, "token_end": 2, "start": 4, "end": 7},
        "golden_answer": "cat",
        "language": "en",
        "rationale": {"tokens": [2]},
    }
    command.source.write_text(json.dumps(line) + "\n" + json.dumps({**line, "id": "2", "mask": 1}) + "\n")
    status, said = command(method="attention")
    assert status == 1
    assert "line 2: mask: must be an object" in said
    assert [line["instance"] for line in command.lines()] == ["demo/1"]


def test_half_precision_is_compared_with_single(command: Command) -> None:
    status, said = command("--dtype", "bfloat16", method="attention")
    assert status == 0
    assert "bfloat16 against float32, attention: 4 items: same best answer" in said
    assert {line["model"]["dtype"] for line in command.lines()} == {"bfloat16"}


def test_batch_tokens_bound_a_forward_pass(command: Command) -> None:
    assert command("--batch-tokens", "9")[0] == 0
    single = command.lines()
    command.out.unlink()
    assert command("--batch-tokens", "2500")[0] == 0
    for one, other in zip(single, command.lines(), strict=True):
        assert one["saliency"]["scores"] == pytest.approx(other["saliency"]["scores"], abs=1e-5)


@pytest.mark.parametrize(
    ("extra", "method", "sentence"),
    [
        ((), "tea_leaves", "tea_leaves is not one of attention"),
        ((), ",", "--method: name at least one."),
        (("--set", "attention.heads=max"), "attention", "attention: heads: must be mean"),
        (("--set", "steps=3"), "attention", "write METHOD.SETTING=VALUE"),
        (("--device", "cuda:99"), "attention", "cuda:99 cannot hold the model"),
        (("--revision", "sha256:0123456789abcdef"), "attention", "not sha256:0123456789abcdef"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    command: Command, extra: tuple[str, ...], method: str, sentence: str
) -> None:
    status, said = command(*extra, method=method)
    assert status == 2
    assert sentence in said
    assert "Traceback" not in said


def test_files_and_models_that_are_not_there_are_named(command: Command, tmp_path: Path) -> None:
    command.source = tmp_path / "none.jsonl"
    assert "none.jsonl" in command(method="attention")[1]
    command.source = tmp_path / "instances.jsonl"
    command.out.write_text("{}\n")
    assert "line 1: is no line of scores" in command(method="attention")[1]
    command.model = tmp_path / "gone"
    assert "There is no model folder" in command(method="attention")[1]
