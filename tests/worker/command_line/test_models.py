import json
import shutil
from pathlib import Path

import pytest

from worker.__main__ import main


def test_bundled_models_are_listed_with_size_and_revision(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WHYBENCH_DEVICE", "cpu")
    monkeypatch.delenv("WHYBENCH_MODELS_DIR", raising=False)
    assert main(["models", "--check"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("fixtures/models/mini-mlm-en: bert, masked, 12.7 million parameters, sha256:")
    assert second.startswith("fixtures/models/mini-mlm-zh: bert, masked, 7.6 million parameters, sha256:")


def test_models_that_cannot_be_used_say_why(
    tiny_bert_folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("WHYBENCH_DEVICE", "cpu")
    monkeypatch.setenv("WHYBENCH_MODELS_DIR", str(tmp_path))
    shutil.copytree(tiny_bert_folder, tmp_path / "owner/good")
    for name in ("broken", "cut", "other", "weightless"):
        shutil.copytree(tiny_bert_folder, tmp_path / name)
    (tmp_path / "broken/config.json").write_text("{")
    (tmp_path / "cut/model.safetensors").write_bytes(b"\x00" * 8)
    (tmp_path / "other/config.json").write_text(json.dumps({"model_type": "vit"}))
    (tmp_path / "weightless/model.safetensors").unlink()
    assert main(["models"]) == 1
    said = dict(line.split(": ", 1) for line in capsys.readouterr().out.splitlines())
    assert said["owner/good"].startswith("bert, masked, 0.0 million parameters, sha256:")
    assert said["broken"].startswith("cannot be used: Expecting")
    assert said["cut"] == "cannot be used: model.safetensors is no safetensors file"
    assert said["other"] == "cannot be used: is no language model"
    assert said["weightless"] == "cannot be used: the folder has no weights in safetensors form"


def test_a_model_that_does_not_load_fails_its_check(
    tiny_bert_folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("WHYBENCH_DEVICE", "cpu")
    monkeypatch.setenv("WHYBENCH_MODELS_DIR", str(tmp_path))
    shutil.copytree(tiny_bert_folder, tmp_path / "untold")
    (tmp_path / "untold/tokenizer.json").unlink()
    assert main(["models"]) == 0
    capsys.readouterr()
    assert main(["models", "--check"]) == 1
    assert capsys.readouterr().out.startswith("untold: cannot be used: untold does not load")
