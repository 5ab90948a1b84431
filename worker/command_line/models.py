"""python -m worker models: the model folders at hand and what each can be used for."""

import json
import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from worker import trial
from worker.lm.kinds import kind_of
from worker.lm.loading import REPOSITORY
from worker.revisions import folder_revision
from worker.trial_types import CheckUpRequest
from worker.types import ModelKind, ModelRef

BUNDLED = REPOSITORY / "fixtures/models"


@dataclass(frozen=True)
class Found:
    """A model folder. problem: why it cannot be used, or empty."""

    source: str
    model_type: str
    kind: ModelKind | None
    parameters: int
    revision: str
    problem: str

    def line(self) -> str:
        """Return the model as one line of a list."""
        if self.problem:
            return f"{self.source}: cannot be used: {self.problem}"
        size = f"{self.parameters / 1e6:.1f} million parameters"
        return f"{self.source}: {self.model_type}, {self.kind}, {size}, {self.revision}"


def run(*, check: bool) -> tuple[list[str], int]:
    """Return the list's lines and the exit status: 1 if one of the models cannot be used.

    check: also load each and let it score a sentence.
    """
    folders = list(model_folders())
    if not folders:
        return [f"There is no model folder in {BUNDLED} or WHYBENCH_MODELS_DIR."], 1
    lines, status = [], 0
    for source, folder in folders:
        found = look_at(source, folder)
        problem = found.problem or (_trial(source) if check else "")
        lines.append(found.line() if found.problem or not problem else f"{source}: cannot be used: {problem}")
        status = 1 if problem else status
    return lines, status


def model_folders() -> Iterator[tuple[str, Path]]:
    """Yield the folders with a config.json that the worker finds by name: that name, and the folder."""
    root = os.environ.get("WHYBENCH_MODELS_DIR")
    places = [(Path(root), "")] if root else []
    for place, prefix in [*places, (BUNDLED, "fixtures/models/")]:
        for config in sorted(place.glob("*/config.json")) + sorted(place.glob("*/*/config.json")):
            yield f"{prefix}{config.parent.relative_to(place)}", config.parent


def look_at(source: str, folder: Path) -> Found:
    """Read a model folder's description without loading the model."""
    try:
        config = json.loads((folder / "config.json").read_bytes())
        config = config if isinstance(config, dict) else {}
        model_type, architectures = str(config.get("model_type", "")), config.get("architectures") or ()
        revision = folder_revision(folder)
        parameters = sum(_parameters(path) for path in sorted(folder.glob("*.safetensors")))
    except (OSError, ValueError) as error:
        return Found(source, "", None, 0, "", str(error))
    kind = kind_of(model_type, architectures)
    return Found(source, model_type, kind, parameters, revision, "" if kind else "is no language model")


def _parameters(path: Path) -> int:
    """Count the numbers in a file of weights by its header. Raises ValueError if it has none."""
    with path.open("rb") as weights:
        try:
            (length,) = struct.unpack("<Q", weights.read(8))
            header = json.loads(weights.read(min(length, 100_000_000)))
            shapes = [tensor["shape"] for name, tensor in header.items() if name != "__metadata__"]
        except (struct.error, ValueError, KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"{path.name} is no safetensors file") from error
    total = 0
    for shape in shapes:
        count = 1
        for size in shape:
            count *= size
        total += count
    return total


def _trial(source: str) -> str:
    """Return why the model cannot score a sentence, or nothing."""
    reply = trial.check_up(CheckUpRequest(ModelRef(source, source), "en"))
    return reply.error.message if reply.error else ""
