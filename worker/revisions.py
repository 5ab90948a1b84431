"""What pins a model folder: a checksum of all that a model is loaded from. Needs neither torch nor Django."""

import hashlib
import json
from pathlib import Path

PREFIX = "sha256:"
_PARTS = ("*.json", "*.safetensors", "*.txt", "*.model")
_BLOCK = 1 << 20


def folder_revision(folder: Path) -> str:
    """Return "sha256:" and 16 hexadecimal digits over the names and contents of a model folder's files.

    Configuration, tokenizer and weights count: other weights under the same name are another revision. Raises
    OSError; ValueError where the folder has no safetensors or a JSON file of it is broken.
    """
    digest = hashlib.sha256()
    parts = sorted({path for pattern in _PARTS for path in folder.glob(pattern)})
    if not any(path.suffix == ".safetensors" for path in parts):
        raise ValueError("the folder has no weights in safetensors form")
    for path in parts:
        if path.suffix == ".json":
            json.loads(path.read_bytes())  # the tokenizer library answers broken JSON with a bare Exception
        digest.update(f"{path.name} {path.stat().st_size}\n".encode())
        with path.open("rb") as content:
            while block := content.read(_BLOCK):
                digest.update(block)
    return f"{PREFIX}{digest.hexdigest()[:16]}"
