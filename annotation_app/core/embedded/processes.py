"""Starting and ending child processes so that none outlives its parent. Standard library only."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypedDict

PR_SET_PDEATHSIG = 1


class EmbeddedServiceError(Exception):
    """A service could not be brought up; the message is a sentence for the person at the terminal."""


class Credentials(TypedDict, total=False):
    """Who a child runs as, in subprocess's words; empty: as ourselves."""

    user: int
    group: int
    extra_groups: list[int]


@dataclass(frozen=True)
class Account:
    """A system user that a service runs as."""

    uid: int
    gid: int


def spawn(
    argv: Sequence[str | Path],
    *,
    log: IO[bytes],
    account: Account | None = None,
    env: dict[str, str] | None = None,
    folder: Path | str | None = None,
    death_signal: signal.Signals = signal.SIGTERM,
) -> subprocess.Popen[bytes]:
    """Start a child in its own process group, writing to `log`.

    Ctrl-C in a terminal reaches the whole foreground group at once; with groups of their own the children
    end in the order the parent chooses. On Linux the kernel sends `death_signal` if the parent is killed.
    """
    return subprocess.Popen(
        [str(part) for part in argv],
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=subprocess.STDOUT,
        env=env,
        cwd=folder,
        process_group=0,
        preexec_fn=_die_with_parent(death_signal),
        **_credentials(account),
    )


def run_as(argv: Sequence[str | Path], account: Account | None, *, text_in: str = "") -> str:
    """Run a short command to its end and return what it printed.

    Raises EmbeddedServiceError with the command's own words if it fails.
    """
    done = subprocess.run(
        [str(part) for part in argv],
        input=text_in,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=plain_environment(),
        cwd="/",
        check=False,
        **_credentials(account),
    )
    if done.returncode != 0:
        raise EmbeddedServiceError(f"{Path(argv[0]).name} failed: {done.stdout.strip()[-800:]}")
    return done.stdout


def stop(child: subprocess.Popen[bytes], sign: signal.Signals, *, patience: float) -> None:
    """Ask a child to end, and after `patience` seconds kill it with everything in its group."""
    if child.poll() is None:
        child.send_signal(sign)
        try:
            child.wait(patience)
        except subprocess.TimeoutExpired:
            pass
    kill_group(child)
    child.wait()


def kill_group(child: subprocess.Popen[bytes]) -> None:
    """Kill whatever is left of a child's process group, such as pool processes it started itself."""
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def wait_until(
    ready: Callable[[], bool], child: subprocess.Popen[bytes], *, name: str, log: Path, seconds: float = 30
) -> None:
    """Wait for a service to answer.

    Raises EmbeddedServiceError with the end of its log if it ended or stayed silent.
    """
    deadline = time.monotonic() + seconds
    while not ready():
        if child.poll() is not None or time.monotonic() > deadline:
            state = (
                "ended while starting" if child.poll() is not None else f"did not answer in {seconds:.0f} s"
            )
            raise EmbeddedServiceError(f"{name} {state}. The end of {log}:\n{tail(log)}")
        time.sleep(0.02)


def tail(log: Path, lines: int = 12) -> str:
    """The last lines of a log, or nothing if there is none."""
    if not log.is_file():
        return ""
    return "\n".join(log.read_text(errors="replace").splitlines()[-lines:])


def plain_environment() -> dict[str, str]:
    """An environment in which a server's messages and sort order do not depend on who started it."""
    return {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"}


def _credentials(account: Account | None) -> Credentials:
    if account is None:
        return {}
    return {"user": account.uid, "group": account.gid, "extra_groups": []}


def _die_with_parent(death_signal: signal.Signals) -> Callable[[], None] | None:
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None)  # loaded here: nothing may be imported between fork and exec

    def bind() -> None:
        libc.prctl(PR_SET_PDEATHSIG, int(death_signal))

    return bind
