"""Reading beside a transaction, over connections that see the database as it did when it began."""

from collections.abc import Callable
from typing import TypeVar

from django.db import connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

Answer = TypeVar("Answer")


def exported() -> str:
    """The name of what this transaction sees. It holds until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_export_snapshot()")
        (name,) = cursor.fetchone()
    return str(name)


def _statements(snapshot: str) -> tuple[str, str]:
    return (
        "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY",
        f"SET TRANSACTION SNAPSHOT '{snapshot}'",
    )


def reader_of(snapshot: str) -> BaseDatabaseWrapper:
    """A further connection that sees a snapshot. Close it at the end."""
    reader = connections.create_connection(connection.alias)
    reader.connect()
    reader.set_autocommit(False)
    for statement in _statements(snapshot):
        execute(reader, statement)
    return reader


def execute(reader: BaseDatabaseWrapper, statement: str) -> None:
    with reader.wrap_database_errors, reader.connection.cursor() as cursor:
        cursor.execute(statement)


def asked(snapshot: str, ask: Callable[[], Answer]) -> Answer:
    """The answer as a snapshot has it. For a thread of its own, whose connection is used and closed."""
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                for statement in _statements(snapshot):
                    cursor.execute(statement)
            return ask()
    finally:
        connection.close()
