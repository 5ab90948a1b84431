"""A whole Whybench for end-to-end tests: web server and workers as `./start` runs them, and people."""

import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command

from annotation_app.accounts.models import User
from annotation_app.core.embedded.processes import spawn, stop, tail
from annotation_app.core.supervisor.commands import commands
from scripts.steps import build_frontend
from scripts.terminal import LOG
from tests.conftest import ROOT
from tests.e2e.people import ADMIN, ANNOTATORS, PASSWORD, SENIORS, Site

pytest.register_assert_rewrite("tests.e2e.journey", "tests.e2e.release_checks", "tests.e2e.report_checks")


@pytest.fixture(scope="session")
def built_frontend() -> None:
    """The pages as their sources are now. The web server lists their files when it starts."""
    LOG.parent.mkdir(parents=True, exist_ok=True)
    build_frontend()


@pytest.fixture(scope="session")
def server(built_frontend: None, worker_environment: dict[str, str], service_folder: Path) -> Iterator[str]:
    """The address of a web server that works on the test database."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        binding = f"127.0.0.1:{probe.getsockname()[1]}"
    # Eight people sign in within a second here; the limit for it has tests of its own.
    environment = {**worker_environment, "WHYBENCH_SIGN_IN_RATE": "1000/min"}
    command = commands(python=sys.executable, binding=binding, schedule=service_folder / "beat", queues={})
    log = service_folder / "web.log"
    with log.open("wb") as stream:
        child = spawn(command["web"], log=stream, env=environment, folder=ROOT)
    try:
        _wait_until_healthy(f"http://{binding}", child, log)
        yield f"http://{binding}"
    finally:
        stop(child, signal.SIGTERM, patience=10)


def _wait_until_healthy(url: str, child: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(f"{url}/healthz", timeout=5):  # noqa: S310 (our own server)
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            if child.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"The web server did not start:\n{tail(log, 40)}")
            time.sleep(0.1)


@pytest.fixture
def site(transactional_db: None, server: str, celery_workers: None) -> Site:
    """A benchmark with an admin, four annotators and three seniors; the models that come with the code."""
    for username in (ADMIN, *ANNOTATORS, *SENIORS):
        # Accounts are made on the server's side; everything after that goes through HTTP.
        User.objects.create_user(username, password=PASSWORD, is_staff=username == ADMIN)
    call_command("register_models", verbosity=0)
    place = Site(server, f"journey-{secrets.token_hex(3)}")
    admin = place.player(ADMIN)
    admin.make_benchmark("Why they do it")
    for role, usernames in (("annotator", ANNOTATORS), ("senior", SENIORS)):
        for username in usernames:
            admin.post("members", username=username, role=role)
    return place
