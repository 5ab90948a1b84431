import atexit
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import django
import pytest

from annotation_app.core.embedded.processes import spawn, stop, tail
from tests.services import Services

ROOT = Path(__file__).resolve().parent.parent
WORKERS = {"web": "annotation_app.celery", "cpu": "worker.celery"}

# Django has to be ready before the conftest files further down are imported: they import models.
services = Services()
atexit.register(services.stop)
services.start()
django.setup()


@pytest.fixture(scope="session")
def service_folder() -> Path:
    """Where this session's servers keep their files and logs."""
    return services.folder


@pytest.fixture(scope="session")
def worker_environment(django_db_setup: None) -> dict[str, str]:
    """The environment of a process that is to work on the test database."""
    from django.db import connection

    server, _, _ = os.environ["DATABASE_URL"].rpartition("/")
    return {**os.environ, "DATABASE_URL": f"{server}/{connection.settings_dict['NAME']}"}


@pytest.fixture(scope="session")
def celery_workers(worker_environment: dict[str, str], service_folder: Path) -> Iterator[None]:
    """Real worker processes for the queues `web` and `cpu`, as `./start` runs them.

    A test that uses them needs `@pytest.mark.django_db(transaction=True)`: they see only committed rows.
    """
    logs = {queue: service_folder / f"worker-{queue}.log" for queue in WORKERS}
    # More threads only wait for one another where other processes want the processors too.
    environment = {**worker_environment, "WHYBENCH_THREADS": "1"}
    children: list[subprocess.Popen[bytes]] = []
    try:
        for queue, app in WORKERS.items():
            with logs[queue].open("wb") as log:
                command = [sys.executable, "-m", "celery", "-A", app, "worker", "-Q", queue, "-c", "1"]
                command += ["-n", f"{queue}@tests", "-l", "INFO", "--without-gossip", "--without-mingle"]
                children.append(spawn(command, log=log, env=environment, folder=ROOT))
        for child, log in zip(children, logs.values(), strict=True):
            _wait_for_ready(child, log)
        yield
    finally:
        for child in children:
            stop(child, signal.SIGTERM, patience=10)


def _wait_for_ready(child: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 60
    while " ready." not in log.read_text(errors="replace"):
        if child.poll() is not None or time.monotonic() > deadline:
            pytest.fail(f"A Celery worker did not start:\n{tail(log, 40)}")
        time.sleep(0.1)
