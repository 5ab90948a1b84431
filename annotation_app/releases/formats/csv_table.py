"""One row an item, for people and spreadsheets. UTF-8 with a byte order mark, which spreadsheets ask for.

A cell that a spreadsheet would take for a formula gets an apostrophe in front; programs should read another
format. Token indices, spans and links are JSON.
"""

import csv
import io
import json
from collections.abc import Iterable, Iterator

from annotation_app.releases.files import Line, NewFile
from annotation_app.releases.formats.frozen import Frozen

FORMULA = ("=", "+", "-", "@", "\t", "\r")
COLUMNS = (
    "external_id", "role", "original", "perturbation_type", "language", "dimension", "split", "text",
    "masked_text", "golden_answer", "rationale", "rationale_tokens", "sufficiency", "compactness", "round",
    "mask_confidence", "links", "corpus", "licence", "source_file", "record_id",
)  # fmt: skip
TOGETHER = 1000


def write(frozen: Frozen) -> Iterator[NewFile]:
    yield NewFile("items.csv", "text/csv; charset=utf-8", _parts(frozen.lines()))


def _parts(lines: Iterable[Line]) -> Iterator[bytes]:
    buffer = io.StringIO()
    rows = csv.writer(buffer, lineterminator="\r\n")
    rows.writerow(COLUMNS)
    yield "\ufeff".encode()
    for number, line in enumerate(lines, 1):
        rows.writerow([_safe(cell) for cell in _row(line)])
        if number % TOGETHER == 0:
            yield buffer.getvalue().encode()
            buffer.seek(0)
            buffer.truncate()
    yield buffer.getvalue().encode()


def _row(line: Line) -> list[str]:
    rationale, pair, origin = line["rationale"], line.get("pair") or {}, line["provenance"]
    return [
        line["external_id"],
        line["role"],
        pair.get("original", ""),
        pair.get("type", ""),
        line["language"],
        line["dimension"],
        str(line.get("split") or ""),
        line["text"],
        line["masked_text"],
        line["golden_answer"],
        " … ".join(words for _, _, words in rationale["spans"]),
        json.dumps(rationale["tokens"]),
        rationale["sufficiency"] or "",
        rationale["compactness"] or "",
        str(rationale["round"]),
        json.dumps(line["mask_confidence"]),
        json.dumps(pair["links"]) if pair else "",
        origin["corpus"],
        origin["licence"],
        origin["source_file"],
        origin["record_id"],
    ]


def _safe(cell: str) -> str:
    return f"'{cell}" if cell.startswith(FORMULA) else cell
