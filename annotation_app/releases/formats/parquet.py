"""Parquet with a dataset card, so that `datasets.load_dataset(FOLDER)` loads it in one line.

Each part of a split is a file of its own. The same release gives the same bytes: rows, row groups and
compression are fixed, and the file names no time.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from annotation_app.releases.files import Line, NewFile, Outlet
from annotation_app.releases.formats import card
from annotation_app.releases.formats.frozen import Frozen
from annotation_app.releases.formats.grouping import part_of

ROWS = 5000
_INDICES = pa.list_(pa.int32())
SCHEMA = pa.schema(
    [
        ("id", pa.string()),
        ("external_id", pa.string()),
        ("role", pa.string()),
        ("language", pa.string()),
        ("dimension", pa.string()),
        ("text", pa.string()),
        ("masked_text", pa.string()),
        ("tokens", pa.list_(pa.string())),
        ("token_starts", _INDICES),
        ("token_ends", _INDICES),
        ("mask_start", pa.int32()),
        ("mask_end", pa.int32()),
        ("golden_answer", pa.string()),
        ("rationale_tokens", _INDICES),
        ("round", pa.int32()),
        ("sufficiency", pa.string()),
        ("compactness", pa.string()),
        ("mask_confidence", _INDICES),
        ("original", pa.string()),
        ("perturbation_type", pa.string()),
        ("links", pa.list_(_INDICES)),
        ("corpus", pa.string()),
        ("licence", pa.string()),
        ("source_file", pa.string()),
        ("record_id", pa.string()),
        ("tokeniser", pa.string()),
        ("settings_version", pa.int32()),
    ]
)


def write(frozen: Frozen) -> Iterator[NewFile]:
    """The card, and a file for each part that the release has."""
    parts = card.parts_in(frozen.manifest)
    yield NewFile("README.md", "text/markdown; charset=utf-8", [card.written(frozen.manifest)])
    for part in parts:
        lines = (line for line in frozen.lines() if part_of(line) == part)
        yield NewFile(f"{part}.parquet", "application/vnd.apache.parquet", _bytes(lines))


def _bytes(lines: Iterable[Line]) -> Iterator[bytes]:
    sink, rest = Outlet(), iter(lines)
    with pq.ParquetWriter(pa.PythonFile(sink, mode="w"), SCHEMA, compression="zstd") as writer:
        while batch := list(islice(rest, ROWS)):
            writer.write_table(pa.Table.from_pylist([_row(line) for line in batch], schema=SCHEMA))
            yield sink.taken()
    yield sink.taken()


def _row(line: Line) -> dict[str, Any]:
    rationale, pair, origin = line["rationale"], line.get("pair") or {}, line["provenance"]
    return {
        **{name: line[name] for name in ("id", "external_id", "role", "language", "dimension", "text")},
        "masked_text": line["masked_text"],
        "tokens": [word for word, _, _ in line["tokens"]],
        "token_starts": [start for _, start, _ in line["tokens"]],
        "token_ends": [end for _, _, end in line["tokens"]],
        "mask_start": line["mask"]["token_start"],
        "mask_end": line["mask"]["token_end"],
        "golden_answer": line["golden_answer"],
        "rationale_tokens": rationale["tokens"],
        "round": rationale["round"],
        "sufficiency": rationale["sufficiency"],
        "compactness": rationale["compactness"],
        "mask_confidence": line["mask_confidence"],
        "original": pair.get("original"),
        "perturbation_type": pair.get("type"),
        "links": pair.get("links"),
        **{name: origin[name] for name in ("corpus", "licence", "source_file", "record_id", "tokeniser")},
        "settings_version": line["settings_version"],
    }
