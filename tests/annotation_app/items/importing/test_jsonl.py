import io
import json
from typing import Any

import pytest

from annotation_app.items.importing import jsonl
from annotation_app.items.importing.records import Problem, Record
from annotation_app.items.importing.source import LONGEST_LINE, Source


def read(*lines: str | bytes) -> list[Record | Problem]:
    content = b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines)
    return list(jsonl.read(Source(io.BytesIO(content))))


def line(**fields: Any) -> str:
    return json.dumps({"external_id": "x", "text": "It rains.", **fields})


def test_jsonl_reads_every_field_and_counts_empty_lines() -> None:
    full = line(
        language="en",
        dimension="grammar",
        tokens=["It", "rains", "."],
        answer={"token_start": 1, "token_end": 2},
        meta={"a": 1},
        record_id=7,
    )
    assert read("﻿" + full, "", line(external_id="y")) == [
        Record(1, "x", "It rains.", "en", "grammar", ["It", "rains", "."], (1, 2), "7", {"a": 1}),
        Record(3, "y", "It rains.", record_id="y"),
    ]


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        ('{"external_id":"x4","text":"cut off', "broken_json"),
        ("[1]", "not_an_object"),
        ("{}", "no_id"),
        (line(external_id=4), "no_id"),
        (line(external_id=""), "no_id"),
        (line(text=""), "empty_text"),
        (line(text=" \t"), "empty_text"),
        (line(text=None), "empty_text"),
        (line(tokens="It rains ."), "bad_tokens"),
        (line(tokens=["It", 1]), "bad_tokens"),
        (line(answer=[1, 2]), "bad_answer"),
        (line(answer={"token_start": "1", "token_end": 2}), "bad_answer"),
        (line(answer={"token_start": True, "token_end": 2}), "bad_answer"),
        (line(answer={"token_start": 1.0, "token_end": 2}), "bad_answer"),
        (line(answer={}), "bad_answer"),
        (line(language=1), "bad_language"),
        (line(dimension=["grammar"]), "bad_dimension"),
        (line(meta=[1]), "bad_meta"),
        (b'{"external_id":"x","text":"\xff"}', "undecodable"),
        (b'{"external_id":"x","text":"\x00"}', "nul_byte"),
        ("[" * 200_000, "broken_json"),
        ('{"external_id":"x","text":"It rains.","meta":{"n":' + "9" * 5000 + "}}", "broken_json"),
        ('{"external_id":"x","text":"It rains.","meta":{"n":NaN}}', "broken_json"),
        ('{"external_id":"x","text":"It rains.","meta":{"n":-Infinity}}', "broken_json"),
        (line(text="\ud800 rains."), "not_storable"),
        (line(external_id="x\ud800"), "not_storable"),
        (line(text="It\x00rains."), "not_storable"),
        (line(external_id="x\x00", text=""), "not_storable"),
        (line(meta={"a": ["\x00"]}), "not_storable"),
        (line(meta={"\x00": 1}), "not_storable"),
        (line(record_id="\x00"), "not_storable"),
    ],
)
def test_jsonl_reports_a_bad_line_and_keeps_its_neighbours(bad: str | bytes, code: str) -> None:
    first, problem, last = read(line(external_id="a"), bad, line(external_id="b"))
    assert isinstance(first, Record)
    assert isinstance(last, Record)
    assert isinstance(problem, Problem)
    assert (problem.code, problem.line) == (code, 2)
    assert problem.message.endswith((".", "?"))
    problem.record.encode()
    assert "\x00" not in problem.record


def test_jsonl_says_that_a_file_is_empty_or_has_no_lines() -> None:
    assert [entry.code for entry in read(b"") if isinstance(entry, Problem)] == ["empty_file"]
    endless = list(jsonl.read(Source(io.BytesIO(b"x" * (LONGEST_LINE + 5)))))
    assert [entry.code for entry in endless if isinstance(entry, Problem)] == ["line_too_long"]
