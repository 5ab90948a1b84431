import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from worker.revisions import folder_revision


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "model.safetensors").write_bytes(b"weights")
    return tmp_path


def test_revision_is_a_checksum_of_names_and_contents(folder: Path) -> None:
    expected = hashlib.sha256(b"config.json 2\n{}model.safetensors 7\nweights").hexdigest()
    assert folder_revision(folder) == f"sha256:{expected[:16]}"


def test_revision_changes_with_weights_and_tokenizer_but_not_with_a_readme(folder: Path) -> None:
    first = folder_revision(folder)
    (folder / "README.md").write_text("words")
    assert folder_revision(folder) == first
    (folder / "vocab.txt").write_text("a\n")
    second = folder_revision(folder)
    (folder / "model.safetensors").write_bytes(b"Weights")
    assert len({first, second, folder_revision(folder)}) == 3


def test_revision_refuses_broken_json_and_missing_weights(folder: Path) -> None:
    (folder / "tokenizer.json").write_text('{"a":')
    with pytest.raises(ValueError, match="Expecting value"):
        folder_revision(folder)
    (folder / "tokenizer.json").unlink()
    (folder / "model.safetensors").unlink()
    with pytest.raises(ValueError, match="no weights in safetensors form"):
        folder_revision(folder)


def test_the_web_side_can_ask_without_torch() -> None:
    code = "import sys, worker.revisions; sys.exit('torch' in sys.modules or 'numpy' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
