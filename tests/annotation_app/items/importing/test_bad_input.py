"""Bad input, each with its file and line in the report; the good records around it are kept."""

import io
import json
import tracemalloc
from typing import Any

import pytest

from annotation_app.items.importing import passage
from annotation_app.items.importing.choices import Choices
from annotation_app.items.importing.passage import Outcome
from annotation_app.items.importing.services import run_import
from annotation_app.items.models import Item
from tests.annotation_app.factories import make_benchmark

pytestmark = pytest.mark.django_db


def bring_in(content: bytes, format: str = "jsonl", **choices: Any) -> Outcome:
    given = {"corpus": "c", "file": "f", "language": "en", "dimension": "grammar", **choices}
    return run_import(
        benchmark=make_benchmark(),
        stream=io.BytesIO(content),
        choices=Choices(format=format, **given),
        person=None,
    )


def line(name: str, **fields: Any) -> bytes:
    return json.dumps({"external_id": name, "text": "It rains on x.", **fields}).encode()


def lines(fourth: bytes) -> bytes:
    """A file of five lines whose fourth is given."""
    return b"\n".join([line("a"), line("b"), line("c"), fourth, line("e")]) + b"\n"


BOMB = b"""<?xml version="1.0"?><!DOCTYPE c [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><c>&b;</c>"""


@pytest.mark.parametrize(
    ("content", "format", "found", "stored"),
    [
        (lines(b'{"external_id": "d", "text": "It'), "jsonl", [(4, "broken_json")], 4),
        (lines(line("d"))[:-25], "jsonl", [(5, "broken_json")], 4),
        (b"", "jsonl", [(1, "empty_file")], 0),
        (lines(b'{"external_id": "d", "text": "a\x00b"}'), "jsonl", [(4, "nul_byte")], 4),
        (lines(b'{"external_id": "d", "text": "a\\u0000b"}'), "jsonl", [(4, "not_storable")], 4),
        (lines(b'{"external_id": "d", "text": "a\xffb"}'), "jsonl", [(4, "undecodable")], 4),
        (BOMB, "copa", [(1, "xml_entities")], 0),
        (lines(line("d", tokens=["It", "rains", "of"])), "jsonl", [(4, "tokens_do_not_join")], 4),
        (
            lines(line("d", answer={"token_start": 3, "token_end": 9})),
            "jsonl",
            [(4, "bad_answer")],
            4,
        ),
        (b"text,answer\nIt rains,rain\nIt snows,sun\nIt hails,hails\n", "csv", [(3, "bad_answer")], 2),
        (lines(line("d", text="It [MASK] here.")), "jsonl", [(4, "literal_mask")], 4),
        (lines(line("d", text="word " * 10_001)), "jsonl", [(4, "too_long")], 4),
    ],
    ids=[
        "broken JSON in line 4", "cut off", "empty", "NUL", "NUL escaped", "not UTF-8", "XML bomb",
        "tokens do not join", "answer out of the tokens", "answer not in the text", "literal mask",
        "over 10,000 tokens",
    ],
)  # fmt: skip
def test_bad_input_is_named_with_its_line_and_the_rest_is_kept(
    content: bytes, format: str, found: list[tuple[int, str]], stored: int
) -> None:
    encoding = "utf-8" if format == "jsonl" else None
    outcome = bring_in(content, format, encoding=encoding)
    assert [(row["line"], row["code"]) for row in outcome.report.problems] == found
    assert all(row["message"] for row in outcome.report.problems)
    assert (outcome.report.stored, Item.objects.count()) == (stored, stored)


class Endless(io.RawIOBase):
    """A file of many lines that is made as it is read."""

    def __init__(self, row: bytes, rows: int) -> None:
        self.row, self.left, self.rest = row, rows, b""

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return 0

    def seek(self, offset: int, whence: int = 0) -> int:
        return 0

    def read(self, size: int = -1) -> bytes:
        while len(self.rest) < size and self.left:
            self.left -= 1
            self.rest += self.row
        given, self.rest = self.rest[:size], self.rest[size:]
        return given


@pytest.mark.parametrize("rows", [20_000])
def test_memory_does_not_follow_the_number_of_broken_lines(
    rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passage, "MOST_LISTED", 1_000)
    bring_in(line("warm"))
    tracemalloc.start()
    outcome = run_import(
        benchmark=make_benchmark(),
        stream=Endless(b"{broken " + b"x" * 500 + b"\n", rows),  # type: ignore[arg-type]
        choices=Choices(format="jsonl", corpus="c", file="f", encoding="utf-8"),
        person=None,
    )
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert outcome.left_out == {"broken_json": rows}
    assert peak < 8_000_000  # the file has 10 MB
