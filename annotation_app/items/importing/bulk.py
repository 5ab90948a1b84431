"""Rows written through PostgreSQL's COPY, several times as fast as through statements of INSERT."""

import io
import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import JSONField, Model

ESCAPED = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})


def new_keys(model: type[Model], number: int) -> list[int]:
    """That many primary keys of a model, taken from its sequence."""
    query = "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)"
    with connection.cursor() as cursor:
        cursor.execute(query, [model._meta.db_table, model._meta.pk.column, number])
        return [key for (key,) in cursor.fetchall()]


def copy_rows(model: type[Model], names: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write rows of a model. names: attributes in the order of each row's values, the primary key among them.

    Raises: IntegrityError, as a save does; nothing of the rows is kept then.
    """
    fields = [model._meta.get_field(name) for name in names]
    is_json = [isinstance(field, JSONField) for field in fields]
    lines = [
        "\t".join(_written(value, as_json) for value, as_json in zip(row, is_json, strict=True))
        for row in rows
    ]
    if not lines:
        return
    quote = connection.ops.quote_name
    columns = ", ".join(quote(str(field.column)) for field in fields)  # type: ignore[union-attr]
    statement = f"COPY {quote(model._meta.db_table)} ({columns}) FROM STDIN"
    with connection.wrap_database_errors, connection.cursor() as cursor:
        cursor.copy_expert(statement, io.StringIO("\n".join(lines) + "\n"))


def _written(value: Any, as_json: bool) -> str:
    """A value in COPY's text form."""
    if as_json:
        return json.dumps(value, ensure_ascii=False).translate(ESCAPED)
    if value is None:
        return "\\N"
    if isinstance(value, str):
        return str(value).translate(ESCAPED)
    if isinstance(value, list):
        return "{" + ",".join(map(str, value)) + "}"
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value)
