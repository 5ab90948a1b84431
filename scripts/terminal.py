"""Talking to the person at the terminal, and running commands on their behalf. Standard library only."""

import os
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VAR = Path(os.environ.get("WHYBENCH_VAR") or ROOT / "var").absolute()
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOG = VAR / "log" / "setup.log"

NO_SPACE = ("No space left on device", "ENOSPC", "os error 28")
OFFLINE = (
    "dns error",
    "Name or service not known",
    "Temporary failure in name resolution",
    "NewConnectionError",
    "NameResolutionError",
    "Connection refused",
    "ENOTFOUND",
    "EAI_AGAIN",
    "ECONNREFUSED",
    "ENETUNREACH",
    "Network is unreachable",
    "No matching distribution found",
    "error sending request",
)


class CannotStart(Exception):
    """Why the set-up stops: a sentence for the person at the terminal that says what to do."""


@contextmanager
def step(title: str) -> Iterator[None]:
    """Print a step's name when it begins and its time when it is done."""
    began = time.time()
    say(f"  {title:<22}", end=" ")
    yield
    say(f"{time.time() - began:5.1f} s")


def say(text: str, end: str = "\n") -> None:
    print(text, end=end, flush=True)


def run(command: Sequence[str], folder: Path = ROOT) -> tuple[int, str]:
    """Run a command into the set-up's log. Returns its exit code and what it said."""
    with LOG.open("a+", errors="replace") as log:
        log.write(f"\n$ {' '.join(command)}\n")
        log.flush()
        before = log.seek(0, os.SEEK_END)
        try:
            code = subprocess.run(
                command,
                cwd=folder,
                env=child_environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                check=False,
            ).returncode
        except (FileNotFoundError, PermissionError) as error:
            log.write(f"{error}\n")
            code = 127
        log.seek(before)
        return code, log.read()


def child_environment() -> dict[str, str]:
    """The environment of every command here and of the servers: our own Python and Node come first."""
    environment = dict(os.environ)
    # The first three would lead to another Python; without bytecode files every process starts slowly.
    for name in ("VIRTUAL_ENV", "PYTHONHOME", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "NODE_OPTIONS"):
        environment.pop(name, None)
    home = environment.get("HOME")
    if not home or not os.access(home, os.W_OK):
        environment["HOME"] = str(VAR / "home")
        Path(environment["HOME"]).mkdir(mode=0o700, exist_ok=True)
    environment.update(
        PATH=os.pathsep.join([str(VENV / "bin"), environment.get("PATH", os.defpath)]),
        PIP_DISABLE_PIP_VERSION_CHECK="1",
        PIP_NO_INPUT="1",
        UV_PYTHON_DOWNLOADS="never",
        NO_UPDATE_NOTIFIER="1",
    )
    return environment


def failed(title: str, words: str) -> CannotStart:
    """What to tell the person when a step fails, from what its command said."""
    if any(sign in words for sign in NO_SPACE):
        return CannotStart(no_space())
    if any(sign in words for sign in OFFLINE):
        return CannotStart(
            f'Packages are missing for the step "{title}" and the package registry cannot be reached. '
            "Connect this machine (or set up a mirror for pip, uv and npm) and run ./start again: it goes on "
            f"where it stopped. What the installer said is at the end of {LOG}"
        )
    last = "\n".join("    " + line for line in words.strip().splitlines()[-12:])
    return CannotStart(
        f'The step "{title}" failed:\n{last}\nThe whole of it is in {LOG}. '
        "Run ./start again once that is mended: it goes on where it stopped."
    )


def no_space() -> str:
    return f"The disk is full. Make room below {ROOT} and run ./start again: it goes on where it stopped."
