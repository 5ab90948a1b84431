"""The processes of a running Whybench, and what happens when one of them ends by itself."""

import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from annotation_app.core.embedded.processes import kill_group, spawn, tail
from annotation_app.core.supervisor.environment import ROOT

STEADY = 60.0  # seconds after which an earlier fall no longer counts
MOST_FALLS = 5


class Server(Protocol):
    """What can be watched: a command, or one of the embedded servers."""

    log: Path
    process: subprocess.Popen[bytes] | None

    def start(self) -> None: ...


class Command:
    """One of Whybench's own processes, writing to its log."""

    def __init__(self, argv: Sequence[str], *, log: Path, env: dict[str, str]) -> None:
        self.argv = argv
        self.log = log
        self.env = env
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = spawn(self.argv, log=log, env=self.env, folder=ROOT)


class GaveUp(Exception):
    """A process fell again and again; the message is a sentence for the person at the terminal."""


class Watch:
    """Starts a server again when it falls: at once, then after 1, 2, 4 and 8 s, then no more."""

    def __init__(self, name: str, server: Server, say: Callable[[str], None]) -> None:
        self.name = name
        self.server = server
        self.say = say
        self.falls = 0
        self.started = 0.0
        self.due: float | None = None

    def start(self) -> None:
        self.started = time.monotonic()
        self.due = None
        self.server.start()

    def look(self) -> None:
        """Notice a fall, and start again what is due.

        Raises GaveUp after too many falls in a row; EmbeddedServiceError if a server does not come up.
        """
        now = time.monotonic()
        if self.due is not None:
            if now >= self.due:
                self.start()
            return
        process = self.server.process
        if process is None or process.poll() is None:
            return
        kill_group(process)
        self.falls = 1 if now - self.started > STEADY else self.falls + 1
        if self.falls >= MOST_FALLS:
            raise GaveUp(
                f"{self.name} ended {self.falls} times in a row, so Whybench stops. "
                f"The end of {self.server.log}:\n{tail(self.server.log)}"
            )
        wait = 0 if self.falls == 1 else 2 ** (self.falls - 2)
        self.say(f"{self.name} ended (exit code {process.returncode}); starting it again in {wait} s.")
        self.due = now + wait


def stop_together(servers: Sequence[Server], *, patience: float) -> None:
    """Ask all to end at the same time, wait for them, and kill those that do not."""
    running = [server.process for server in servers if server.process is not None]
    for process in running:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
    deadline = time.monotonic() + patience
    for process in running:
        try:
            process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            pass
        kill_group(process)
        process.wait()


class ErrorEcho:
    """Reads the lines added to a log and passes on errors, with the traceback that follows each."""

    def __init__(self, log: Path, say: Callable[[str], None]) -> None:
        self.log = log
        self.say = say
        self.position = log.stat().st_size if log.exists() else 0
        self.inside = False

    def look(self) -> None:
        if not self.log.exists():
            return
        with self.log.open(errors="replace") as file:
            file.seek(self.position)
            added = file.read()
            self.position = file.tell()
        for line in added.splitlines():
            starts_entry = line[:1].isdigit() or line.startswith("[")
            if starts_entry:
                self.inside = any(
                    mark in line[:80] for mark in (" ERROR ", " CRITICAL ", "[ERROR]", "[CRITICAL]")
                )
            if self.inside:
                self.say(f"  web: {line}")
