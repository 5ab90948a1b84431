"""The real servers the tests run against: a PostgreSQL and a broker of their own for each test session.

They are up before Django's settings are read, since the settings need their addresses. `DATABASE_URL` and
`CELERY_BROKER_URL` in the environment are used instead when given.
"""

import os
import secrets
import shutil
import tempfile
from pathlib import Path

from annotation_app.core.embedded.broker import Broker
from annotation_app.core.embedded.postgres import Postgres


class Services:
    """The servers of one test session and the folder their files and the workers' logs lie in."""

    def __init__(self) -> None:
        # Not the configured temporary folder: PostgreSQL's own user must be able to walk down to it.
        self.folder = Path(tempfile.mkdtemp(prefix="whybench-tests-", dir="/tmp"))
        self.folder.chmod(0o711)
        self._running: list[Postgres | Broker] = []

    def start(self) -> None:
        """Bring up what the environment does not give, and put every address into the environment."""
        environment = {
            "DJANGO_SETTINGS_MODULE": "annotation_app.settings",
            "WHYBENCH_VAR": str(self.folder / "var"),
            "WHYBENCH_SECRET_KEY": secrets.token_urlsafe(40),
        }
        (self.folder / "var").mkdir()
        if "DATABASE_URL" not in os.environ:
            postgres = Postgres(
                self.folder / "postgres", shelter=self.folder, log=self.folder / "postgres.log", durable=False
            )
            postgres.start()
            self._running.append(postgres)
            environment["DATABASE_URL"] = postgres.url
        if "CELERY_BROKER_URL" not in os.environ:
            broker = Broker(self.folder / "broker", log=self.folder / "broker.log", durable=False)
            broker.start()
            self._running.append(broker)
            environment["CELERY_BROKER_URL"] = broker.url
        os.environ.update(environment)

    def stop(self) -> None:
        for server in reversed(self._running):
            server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
