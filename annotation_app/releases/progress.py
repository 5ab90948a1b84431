"""How far a build is, told over a connection of its own: the builder's transaction shows at its end only."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from annotation_app.releases.models import ReleaseProgress

EVERY_SECONDS = 0.5


class Progress:
    """Counts the items written and tells the number now and then."""

    def __init__(self, release_id: int, teller: BaseDatabaseWrapper) -> None:
        self._release, self._teller = release_id, teller
        self._stage, self._written, self._total = "", 0, 0
        self._told = 0.0

    def begin(self, stage: str, total: int) -> None:
        """A stage of so many items begins."""
        self._stage, self._written, self._total = stage, 0, total
        self._tell()

    def add(self, items: int) -> None:
        self._written += items
        if time.monotonic() - self._told > EVERY_SECONDS:
            self._tell()

    def _tell(self) -> None:
        self._told = time.monotonic()
        table = connection.ops.quote_name(ReleaseProgress._meta.db_table)
        statement = f"""
            INSERT INTO {table} (release_id, stage, written, total) VALUES (%s, %s, %s, %s)
            ON CONFLICT (release_id) DO UPDATE
            SET stage = EXCLUDED.stage, written = EXCLUDED.written, total = EXCLUDED.total
        """  # noqa: S608 - the table's name is the model's
        with self._teller.wrap_database_errors, self._teller.cursor() as cursor:
            cursor.execute(statement, [self._release, self._stage, self._written, self._total])


@contextmanager
def told(release_id: int) -> Iterator[Progress]:
    """The progress of a build, over a second connection in which each statement stands at once."""
    teller = connections.create_connection(connection.alias)
    teller.connect()
    try:
        yield Progress(release_id, teller)
    finally:
        teller.close()
