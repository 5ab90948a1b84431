"""The report of an import by line: each record that was stored, left out, or there already."""

import heapq
from collections.abc import Iterator
from typing import Any

from annotation_app.items.models import Import


def report_lines(report: Import) -> Iterator[dict[str, Any]]:
    """Records in the order of file and line. Memory does not follow their number."""
    left_out: Iterator[dict[str, Any]] = (
        {
            "file": file or report.file,
            "line": line,
            "record": record,
            "outcome": "already_there" if code == "already_there" else "left_out",
            "code": code,
            "message": message,
        }
        for file, line, record, code, message in report.rows_left_out.order_by("file", "line", "number")
        .values_list("file", "line", "record", "code", "message")
        .iterator(chunk_size=2_000)
    )
    stored: Iterator[dict[str, Any]] = (
        {
            "file": file,
            "line": line or 0,
            "record": record,
            "outcome": "stored",
            "code": "",
            "message": "",
        }
        for file, line, record in report.items.order_by("source_file", "source_line", "pk")
        .values_list("source_file", "source_line", "external_id")
        .iterator(chunk_size=2_000)
    )
    yield from heapq.merge(left_out, stored, key=lambda row: (row["file"], row["line"]))
