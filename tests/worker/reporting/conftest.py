import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.worker.reporting.samples import ITEMS, SCORES, Lines, text_of


@pytest.fixture
def write_release(tmp_path: Path) -> Callable[[Lines], Path]:
    """Writes a release's folder."""

    def write(items: Lines) -> Path:
        folder = tmp_path / "release"
        folder.mkdir(exist_ok=True)
        content = text_of(items)
        (folder / "items.jsonl").write_text(content, encoding="utf-8")
        manifest = {
            "format": "whybench-jsonl/1",
            "release": "1.0.0",
            "benchmark": {"slug": "demo", "title": "Demo"},
            "files": [{"name": "items.jsonl", "sha256": hashlib.sha256(content.encode()).hexdigest()}],
            "code_version": "0.1.0",
        }
        (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
        return folder

    return write


@pytest.fixture
def release(write_release: Callable[[Lines], Path]) -> Path:
    return write_release(ITEMS)


@pytest.fixture
def scores(tmp_path: Path) -> Path:
    path = tmp_path / "scores.jsonl"
    path.write_text(text_of(SCORES), encoding="utf-8")
    return path
