"""COPA's XML, whole, broken and hostile. Texts of our own; the published files are read where they lie."""

import io
from pathlib import Path

import pytest

from annotation_app.items.importing import copa
from annotation_app.items.importing.records import Problem, Record
from annotation_app.items.importing.source import Source

ROOT = Path(__file__).resolve().parents[4]
FIXTURES = ROOT / "fixtures" / "copa"
PUBLISHED = ROOT.parent / "shared" / "data" / "copa"


def read(content: bytes) -> tuple[list[Record], list[Problem]]:
    found = list(copa.read(Source(io.BytesIO(content))))
    records = [entry for entry in found if isinstance(entry, Record)]
    return records, [entry for entry in found if isinstance(entry, Problem)]


def item(number: int = 1, right: str = "1", asks: str = "cause", p: str = "It fell.") -> str:
    attributes = f'id="{number}" asks-for="{asks}" most-plausible-alternative="{right}"'
    return f"<item {attributes}>\n<p>{p}</p><a1>The wind blew.</a1><a2>Tom sang.</a2></item>\n"


def test_copa_sample_gives_one_sentence_each_in_order() -> None:
    records, problems = read((FIXTURES / "copa-sample.xml").read_bytes())
    assert problems == []
    assert [record.external_id for record in records] == [f"copa-{number}" for number in range(1, 21)]
    assert (
        records[0].text == "The candles on the cake went out because a gust of wind came through the window."
    )
    assert {(record.language, record.dimension, record.mask, record.tokens) for record in records} == {
        ("en", "reasoning", None, None)
    }
    assert records[0].meta["asks_for"] == "cause"
    effects = [record for record in records if record.meta["asks_for"] == "effect"]
    assert len(effects) == 10
    assert {record.meta["connective"] for record in effects} <= {"so", "and as a result", "and therefore"}
    assert all(f", {record.meta['connective']} " in record.text for record in effects)


def test_copa_broken_file_keeps_the_good_and_names_the_lines_of_the_bad() -> None:
    records, problems = read((FIXTURES / "broken.xml").read_bytes())
    assert [record.record_id for record in records] == ["1", "2", "4", "6"]
    assert [(problem.record, problem.code, problem.line) for problem in problems] == [
        ("3", "missing_part", 17),
        ("5", "no_right_alternative", 28),
    ]


@pytest.mark.parametrize(
    ("xml", "code"),
    [
        (item(right="3"), "no_right_alternative"),
        (item(right=""), "no_right_alternative"),
        (item(asks="why"), "unknown_relation"),
        (item(p="  \n "), "missing_part"),
        (item(p="?!"), "missing_part"),
        ("<item><p>x</p></item>", "no_id"),
    ],
)
def test_copa_reports_a_record_that_lacks_something(xml: str, code: str) -> None:
    records, problems = read(f"<c>\n{xml}{item(2)}</c>".encode())
    assert [record.record_id for record in records] == ["2"]
    assert [(problem.code, problem.line) for problem in problems] == [(code, 2)]


def test_copa_cut_off_keeps_what_came_before() -> None:
    whole = f"<c>\n{item(1)}{item(2)}{item(3)}</c>".encode()
    records, problems = read(whole[: whole.index(b"Tom sang", whole.index(b'id="3"'))])
    assert [record.record_id for record in records] == ["1", "2"]
    assert [problem.code for problem in problems] == ["broken_xml"]
    assert problems[0].line >= 6


@pytest.mark.parametrize(
    "declaration",
    [
        '<!DOCTYPE c [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
        '<!DOCTYPE c [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE c [<!ENTITY % x SYSTEM "http://127.0.0.1:1/x">%x;]>',
    ],
)
def test_copa_refuses_entities_before_reading_any_record(declaration: str) -> None:
    records, problems = read(f"{declaration}<c>{item(p='&b;')}</c>".encode())
    assert records == []
    assert [problem.code for problem in problems] == ["xml_entities"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "no_items"),
        (b"not xml", "broken_xml"),
        (b"\x00\x01", "broken_xml"),
        (b"<c></c>", "no_items"),
        (b'<?xml version="1.0" encoding="utf-8"?><c>\xff</c>', "undecodable"),
    ],
)
def test_copa_says_what_is_wrong_with_another_file(content: bytes, code: str) -> None:
    records, problems = read(content)
    assert (records, [problem.code for problem in problems]) == ([], [code])


@pytest.mark.skipif(not PUBLISHED.is_dir(), reason="the published COPA files are not beside this checkout")
@pytest.mark.parametrize(("name", "number"), [("copa-dev.xml", 500), ("copa-all.xml", 1000)])
def test_copa_reads_the_published_files_without_a_loss(name: str, number: int) -> None:
    records, problems = read((PUBLISHED / name).read_bytes())
    assert (len(records), problems) == (number, [])
    assert len({record.external_id for record in records}) == number
