"""What the processes of one installation share: its folders, its secret key, its services' addresses."""

import os
import secrets
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True)
class Places:
    """The folders of one installation."""

    var: Path

    @property
    def logs(self) -> Path:
        return self.var / "log"

    @property
    def shelter(self) -> Path:
        """Where PostgreSQL keeps its files if its own user may not walk down to `var`."""
        return Path("/var/lib/whybench") / sha256(str(self.var).encode()).hexdigest()[:12]


def places() -> Places:
    """The folders named by WHYBENCH_VAR, or `var` beside the code; made if missing."""
    found = Places(Path(os.environ.get("WHYBENCH_VAR") or ROOT / "var").absolute())
    found.logs.mkdir(parents=True, exist_ok=True)
    # Others may walk through, as PostgreSQL's own user must when we are root, but not look around.
    found.var.chmod(0o711)
    found.logs.chmod(0o700)
    return found


def secret_key(var: Path) -> str:
    """The key that signs sessions and tokens: made once, kept where only its owner can read it."""
    path = var / "secret-key"
    if not path.is_file():
        _write_private(path, secrets.token_urlsafe(50) + "\n")
    return path.read_text().strip()


def write_environment(var: Path, variables: dict[str, str]) -> None:
    """Leave what was generated in var/env, so that `manage.py shell` and others reach the same services."""
    lines = ["# Written by ./start at each start; what the environment says goes first."]
    lines += [f"{name}={value}" for name, value in variables.items()]
    _write_private(var / "env", "\n".join(lines) + "\n")


def _write_private(path: Path, text: str) -> None:
    """Replace a file at once; it is never readable by others, not even while it is written."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(text)
    unfinished.replace(path)
