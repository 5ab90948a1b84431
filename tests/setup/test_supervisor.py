"""`manage.py start` as a person uses it: a real start of everything, on data of its own."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg2
import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at processes through /proc"),
]


class Run:
    """One running `manage.py start`."""

    def __init__(self, var: Path, *arguments: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.var = var
        generated = ("DATABASE_URL", "CELERY_BROKER_URL", "WHYBENCH_SECRET_KEY")
        environment = {name: value for name, value in os.environ.items() if name not in generated}
        command = [sys.executable, ROOT / "manage.py", "start", "--port", str(self.port), *arguments]
        self.process = subprocess.Popen(
            command,
            env={**environment, "WHYBENCH_VAR": str(var)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd="/",
        )
        self.output = ""

    def wait_for(self, words: str) -> None:
        for line in self.process.stdout:
            self.output += line
            if words in line:
                return
        pytest.fail(f"`manage.py start` ended before it said {words!r}:\n{self.output}")

    def end(self, sign: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(sign)
        self.output += self.process.communicate(timeout=40)[0]
        return self.process.returncode

    def connect(self):
        address = re.search(r"DATABASE_URL=postgres://(\w+)@/(.+)/(\w+)", (self.var / "env").read_text())
        return psycopg2.connect(user=address[1], host=address[2], dbname=address[3])


def processes_of(var: Path) -> dict[int, str]:
    """The command lines, by number, of all processes that name this folder or whose environment does."""
    found = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            command = (entry / "cmdline").read_bytes()
            environment = (entry / "environ").read_bytes()
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue
        if str(var).encode() in command + environment:
            found[int(entry.name)] = command.replace(b"\0", b" ").decode()
    return found


def beat_of(var: Path) -> int | None:
    return next((number for number, words in processes_of(var).items() if " beat " in words), None)


def wait_until_gone(var: Path) -> None:
    deadline = time.monotonic() + 20
    while processes_of(var) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert processes_of(var) == {}


@pytest.fixture(scope="module")
def start(service_folder) -> Iterator[Callable[..., Run]]:
    """Start Whybench on data in a folder of that name, and wait until it is ready."""
    runs: list[Run] = []

    def begin(name: str) -> Run:
        # Short, since sockets lie in it, and below a folder that PostgreSQL's own user may walk through.
        run = Run(service_folder / name, "--no-demo", "--no-ml")
        runs.append(run)
        run.wait_for("Ctrl-C stops it")
        return run

    yield begin
    for run in runs:
        if run.process.poll() is None:
            run.process.kill()
            run.process.wait()


@pytest.fixture(scope="module")
def running(start) -> Run:
    """One start for the tests that leave it running."""
    return start("running")


def test_start_serves_at_the_address_it_prints(running):
    assert f"http://127.0.0.1:{running.port}/" in running.output
    with urllib.request.urlopen(f"http://127.0.0.1:{running.port}/healthz") as answer:
        assert answer.status == 200
    assert len(processes_of(running.var)) >= 5


@pytest.mark.parametrize("name", ["env", "secret-key"])
def test_start_keeps_secrets_to_its_owner(running, name):
    assert (running.var / name).stat().st_mode & 0o077 == 0


def test_second_start_beside_a_running_one_is_refused(running):
    second = Run(running.var, "--no-demo", "--no-ml")
    second.output = second.process.communicate(timeout=20)[0]
    assert second.process.returncode == 1
    assert "already running from this folder" in second.output


def test_start_brings_back_a_process_that_was_killed(running):
    killed = beat_of(running.var)
    os.kill(killed, signal.SIGKILL)
    running.wait_for("The process `beat` ended")
    deadline = time.monotonic() + 20
    while beat_of(running.var) in (None, killed) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert beat_of(running.var) not in (None, killed)


def test_data_and_key_outlive_a_clean_end_and_no_process_does(start):
    first = start("twice")
    connection = first.connect()
    with connection, connection.cursor() as cursor:
        cursor.execute("CREATE TABLE kept (word text); INSERT INTO kept VALUES ('猫')")
    connection.close()
    key = (first.var / "secret-key").read_text()
    assert first.end(signal.SIGTERM) == 0
    assert first.output.rstrip().endswith(f"Stopped. The data stay in {first.var}")
    assert processes_of(first.var) == {}

    second = start("twice")
    connection = second.connect()
    with connection, connection.cursor() as cursor:
        cursor.execute("SELECT word FROM kept")
        assert cursor.fetchall() == [("猫",)]
    connection.close()
    assert (second.var / "secret-key").read_text() == key
    assert second.end(signal.SIGINT) == 0
    assert processes_of(second.var) == {}


def test_nothing_outlives_a_supervisor_that_was_killed(running):
    running.process.kill()
    running.process.wait()
    wait_until_gone(running.var)
