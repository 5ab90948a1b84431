"""Parquet with a dataset card, so that `datasets.load_dataset(FOLDER)` loads it in one line.

Each part of a split is a file of its own. The same release gives the same bytes: rows, row groups and
compression are fixed, and the file names no time.
"""

from collections.abc import Iterable, Iterator, Sequence
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
        while (table := _table(islice(rest, ROWS))).num_rows:
            writer.write_table(table)
            yield sink.taken()
    yield sink.taken()


def _table(lines: Iterable[Line]) -> pa.Table:
    """Some lines as one table. Each is forgotten once its values are in their columns."""
    columns = [_column(field.type) for field in SCHEMA]
    adds = [column.add for column in columns]
    for line in lines:
        for add, value in zip(adds, _row(line), strict=True):
            add(value)
    return pa.Table.from_arrays([column.array() for column in columns], schema=SCHEMA)


class _Values:
    """The values of a column, one a row."""

    def __init__(self, kind: pa.DataType) -> None:
        self._kind, self._values = kind, list[Any]()

    def add(self, value: Any) -> None:
        self._values.append(value)

    def extend(self, values: Iterable[Any]) -> None:
        self._values.extend(values)

    def array(self) -> pa.Array:
        return pa.array(self._values, self._kind)


class _Lists:
    """The lists of a column, their members one after the other, which pyarrow takes many times as fast."""

    def __init__(self, kind: pa.DataType) -> None:
        self._kind, self._members = kind, _column(kind.value_type)
        self._starts, self._end = list[int | None](), 0

    def add(self, members: Sequence[Any] | None) -> None:
        """None: there is no list in this row."""
        self._starts.append(None if members is None else self._end)
        if members:
            self._members.extend(members)
            self._end += len(members)

    def extend(self, lists: Iterable[Sequence[Any]]) -> None:
        for members in lists:
            self.add(members)

    def array(self) -> pa.Array:
        starts = pa.array([*self._starts, self._end], pa.int32())
        return pa.ListArray.from_arrays(starts, self._members.array(), type=self._kind)


def _column(kind: pa.DataType) -> _Values | _Lists:
    return _Lists(kind) if pa.types.is_list(kind) else _Values(kind)


def _row(line: Line) -> tuple[Any, ...]:
    """A line's values in the order of SCHEMA."""
    mask, rationale, origin = line["mask"], line["rationale"], line["provenance"]
    pair = line.get("pair") or {}
    words, starts, ends = zip(*line["tokens"], strict=True)
    return (
        line["id"],
        line["external_id"],
        line["role"],
        line["language"],
        line["dimension"],
        line["text"],
        line["masked_text"],
        words,
        starts,
        ends,
        mask["token_start"],
        mask["token_end"],
        line["golden_answer"],
        rationale["tokens"],
        rationale["round"],
        rationale["sufficiency"],
        rationale["compactness"],
        line["mask_confidence"],
        pair.get("original"),
        pair.get("type"),
        pair.get("links"),
        origin["corpus"],
        origin["licence"],
        origin["source_file"],
        origin["record_id"],
        origin["tokeniser"],
        line["settings_version"],
    )
