"""`manage.py start`: everything Whybench needs, as one foreground command.

It runs before Django's settings are read, since it is what generates them; it needs no Django itself.
"""

import argparse
import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import FrameType
from typing import NoReturn

from annotation_app.core.embedded.broker import Broker
from annotation_app.core.embedded.postgres import Postgres
from annotation_app.core.embedded.processes import EmbeddedServiceError, tail
from annotation_app.core.supervisor import environment
from annotation_app.core.supervisor.children import Command, ErrorEcho, GaveUp, Watch, stop_together
from annotation_app.core.supervisor.commands import commands
from annotation_app.core.supervisor.environment import ROOT, Places

WEB, SCORING = "web", "scoring"
ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104
BIG_LOG = 10 * 2**20
ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# The scoring worker opens no database and signs nothing. On a machine it shares with the web server it takes
# half the cores: with all of them, torch's threads wait for each other and people wait for pages.
NOT_FOR_SCORING = {"DATABASE_URL", "WHYBENCH_SECRET_KEY"}


class CannotStart(Exception):
    """Why the start stops: a sentence for the person at the terminal."""


class Asked(Exception):
    """Somebody asked for the end, by Ctrl-C or a signal."""


def main(arguments: Sequence[str]) -> int:
    """Run until asked to stop. Returns the exit code: 0 after an asked-for end."""
    options = _parse(arguments)
    for sign in ENDINGS:
        signal.signal(sign, _ask)
    places = environment.places()
    try:
        with _only_one(places):
            return Supervisor(options, places).run()
    except CannotStart as reason:
        _say(str(reason))
        return 1


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="manage.py start", description="Start everything Whybench needs.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (8000)")
    parser.add_argument("--no-ml", action="store_true", help="start no scoring worker")
    parser.add_argument("--gpu", action="store_true", help="let the scoring worker serve the queue `gpu` too")
    parser.add_argument("--no-demo", action="store_true", help="do not load the demo benchmark")
    return parser.parse_args(arguments)


class Supervisor:
    """Brings the servers and processes up in order, watches them, and ends them in the opposite order."""

    def __init__(self, options: argparse.Namespace, places: Places) -> None:
        self.options = options
        self.places = places
        self.servers: list[Watch] = []
        self.commands: list[Watch] = []
        self.env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        self.env["WHYBENCH_VAR"] = str(places.var)
        self.echo = ErrorEcho(self._log("web"), _say)

    def run(self) -> int:
        try:
            self._bring_up()
            self._watch()
        except Asked:
            _say("\nStopping ...")
        except (GaveUp, EmbeddedServiceError, CannotStart) as reason:
            _say(f"\n{reason}")
            return 1
        finally:
            self._take_down()
            _say(f"Stopped. The data stay in {self.places.var}" if self.servers else "Stopped.")
        return 0

    def _bring_up(self) -> None:
        began = float(self.env.pop("WHYBENCH_BEGAN", time.time()))
        self._start_servers()
        demo = [] if self.options.no_demo else ["--demo"]
        with _step("Database and demo" if demo else "Database"):
            people = self._manage("prepare", *demo)
        with _step("Web server"):
            self._start_commands()
        _say(f"\nWhybench is ready after {time.time() - began:.1f} s: http://{self._address()}/\n")
        if people.strip():
            _say(people)
        if self.options.no_ml:
            _say("Without the models: runs wait until Whybench is started without --no-ml.\n")
        _say("Ctrl-C stops it. Logs: " + str(self.places.logs))

    def _start_servers(self) -> None:
        """Start those servers whose address the environment does not give, and note every address."""
        generated = {}
        if "WHYBENCH_SECRET_KEY" not in self.env:
            generated["WHYBENCH_SECRET_KEY"] = environment.secret_key(self.places.var)
        if "DATABASE_URL" not in self.env:
            postgres = Postgres(
                self.places.var / "postgres", shelter=self.places.shelter, log=self._log("postgres")
            )
            with _step("PostgreSQL"):
                self._start(self.servers, "PostgreSQL", postgres)
            if postgres.folder.parent != self.places.var:
                _say(
                    f"  (PostgreSQL's own user may not enter this folder; its data lie in {postgres.folder})"
                )
            generated["DATABASE_URL"] = postgres.url
        if "CELERY_BROKER_URL" not in self.env:
            broker = Broker(self.places.var / "valkey", log=self._log("valkey"))
            with _step("Broker"):
                self._start(self.servers, "The broker", broker)
            generated["CELERY_BROKER_URL"] = broker.url
        environment.write_environment(self.places.var, generated)
        self.env.update(generated)

    def _start_commands(self) -> None:
        queues = {} if self.options.no_ml else {SCORING: "cpu,gpu" if self.options.gpu else "cpu"}
        schedule = self.places.var / "beat-schedule"
        wanted = commands(python=sys.executable, binding=self._binding(), schedule=schedule, queues=queues)
        for name, argv in wanted.items():
            hidden = NOT_FOR_SCORING if name == SCORING else set()
            env = {key: value for key, value in self.env.items() if key not in hidden}
            if name == WEB:
                env.setdefault("WEB_CONCURRENCY", str(max(1, min(4, os.cpu_count() or 1))))
            if name == SCORING:
                env.setdefault("WHYBENCH_THREADS", str(max(1, (os.cpu_count() or 2) // 2)))
            self._start(self.commands, f"The process `{name}`", Command(argv, log=self._log(name), env=env))
            if name == WEB:
                # The others load for seconds and would slow it down; a person waits for this one.
                self._wait_for_web()

    def _start(self, kept: list[Watch], name: str, server: Postgres | Broker | Command) -> None:
        kept.append(Watch(name, server, _say))
        kept[-1].start()

    def _manage(self, *arguments: str) -> str:
        """Run one of Django's commands to its end and return what it printed."""
        log = self._log("manage")
        with log.open("ab") as errors:
            done = subprocess.run(
                [sys.executable, str(ROOT / "manage.py"), *arguments],
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                cwd=ROOT,
                check=False,
                text=True,
            )
        if done.returncode != 0:
            raise CannotStart(f"manage.py {arguments[0]} failed. The end of {log}:\n{tail(log, 20)}")
        return done.stdout

    def _wait_for_web(self) -> None:
        deadline = time.monotonic() + 60
        while not self._web_answers():
            for watch in self.commands:
                watch.look()
            if time.monotonic() > deadline:
                log = self._log(WEB)
                raise CannotStart(
                    f"The web server did not answer in 60 s. The end of {log}:\n{tail(log, 20)}"
                )
            time.sleep(0.1)

    def _web_answers(self) -> bool:
        host = ANYWHERE.get(self.options.host, self.options.host)
        name = self.env.get("WHYBENCH_ALLOWED_HOSTS", "localhost").split(",")[0].lstrip("*.") or "localhost"
        connection = HTTPConnection(host, self.options.port, timeout=5)
        try:
            connection.request("GET", "/healthz", headers={"Host": name})
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()

    def _watch(self) -> NoReturn:
        while True:
            for watch in [*self.servers, *self.commands]:
                watch.look()
            self.echo.look()
            time.sleep(0.25)

    def _take_down(self) -> None:
        _ignore_further_asking()
        stop_together([watch.server for watch in self.commands], patience=10)
        for watch in reversed(self.servers):
            if isinstance(watch.server, Postgres | Broker):
                watch.server.stop()

    def _log(self, name: str) -> Path:
        log = self.places.logs / f"{name}.log"
        if log.exists() and log.stat().st_size > BIG_LOG and not self.commands:
            log.replace(log.with_suffix(".log.1"))
        return log

    def _binding(self) -> str:
        host = f"[{self.options.host}]" if ":" in self.options.host else self.options.host
        return f"{host}:{self.options.port}"

    def _address(self) -> str:
        host = ANYWHERE.get(self.options.host, self.options.host)
        return f"[{host}]:{self.options.port}" if ":" in host else f"{host}:{self.options.port}"


@contextmanager
def _only_one(places: Places) -> Iterator[None]:
    """Hold the folder: two supervisors on the same data would ruin each other."""
    with (places.var / "start.lock").open("a") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotStart(
                f"Whybench is already running from this folder (its data are in {places.var}). "
                "Stop that one first with Ctrl-C; a second one needs a checkout of its own."
            ) from None
        yield


@contextmanager
def _step(title: str) -> Iterator[None]:
    began = time.monotonic()
    print(f"  {title:<22}", end=" ", flush=True)
    yield
    print(f"{time.monotonic() - began:5.1f} s", flush=True)


def _say(text: str) -> None:
    print(text, flush=True)


def _ask(sign: int, frame: FrameType | None) -> None:
    _ignore_further_asking()
    raise Asked


def _ignore_further_asking() -> None:
    """A second Ctrl-C must not break off the orderly end; what hangs is killed after some seconds anyway."""
    for sign in ENDINGS:
        signal.signal(sign, signal.SIG_IGN)
