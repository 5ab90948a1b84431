"""Question sets, schemas, word problems, triples and ERASER folders: small records of our own."""

import json
from pathlib import Path

import pytest

from tests.annotation_app.items.importing.reading import Found, masked, read, read_file

FIXTURES = Path(__file__).resolve().parents[4] / "fixtures" / "corpora"


def told(found: Found, language: str = "en") -> tuple[list[str], list[str]]:
    """Texts with their answers in braces, and codes of what was left out."""
    records, problems = found
    return [masked(record, language) for record in records], [problem.code for problem in problems]


@pytest.mark.parametrize(
    ("format", "file", "texts", "codes"),
    [
        (
            "webquestions", "webquestions.json",
            ["The capital of elmland is {Oakton}.", "The old mill was built in {1871}."],
            ["several_answers", "needs_wording", "no_answer", "wrong_fields"],
        ),
        (
            "freebaseqa", "freebaseqa.json",
            ["{Ann Roe} wrote the novel The Mill.", "The film is based on {The Grey Mill}."],
            ["several_answers", "wrong_fields"],
        ),
        (
            "ckbqa", "ckbqa.txt",
            ["《灰磨坊》的作者是{安若}。", "安若出生在{橡树镇}。"],
            ["several_answers", "wrong_fields"],
        ),
        (
            "nlpcc", "nlpcc.testing-data",
            ["《灰磨坊》是{橡树出版社}出版的。"],
            ["several_answers", "wrong_fields"],
        ),
        (
            "wsc", "wsc.xml",
            [
                "The jug does not fit into the bag because {the jug} is too big.",
                "Ann asked Eve for a pen. {Eve} had two.",
            ],
            ["no_answer", "missing_part"],
        ),
        (
            "cluewsc", "cluewsc.json",
            ["小猫看见老鼠，{小猫}马上跑了过去。"],
            ["not_the_referent", "no_label", "bad_answer", "wrong_fields"],
        ),
        ("xcopa", "xcopa.jsonl", 2, ["unknown_relation", "no_right_alternative", "missing_part"]),
        (
            "alg514", "alg514.json",
            ["The sum of 5 and a number is 20. The number is {15}."],
            ["several_answers", "many_operators"],
        ),
        ("dolphin", "dolphin.json", ["Twice a number is 18. The number is {9}."], ["several_answers"]),
        (
            "math23k", "math23k.json",
            ["一桶油用去9千克，还剩6千克，这桶油原来有{15}千克。", "今年比去年增产{25%}。"],
            ["wrong_answer", "many_operators", "unread_equation"],
        ),
        ("hmwp", "hmwp.json", ["车上有10人，下去3人，车上还有{7}人。"], ["several_answers"]),
        ("mawps", "mawps.json", ["Jo has 4 pears. She buys 5 more. Jo has {9} pears now."], ["wrong_fields"]),
        ("svamp", "svamp.json", ["If each hat costs 5 dollars, 3 hats cost {15} dollars."], ["wrong_answer"]),
        (
            "asdiv", "asdiv.xml",
            [
                "Jo ate two figs and four plums. Jo ate {6} fruits.",
                "A rope is cut in two. The rope was {8} meters long.",
            ],
            ["several_answers", "no_answer"],
        ),
        (
            "webnlg", "webnlg.xml",
            ["Ann Roe is the {author} of The Mill.", "The Mill was written by {Ann Roe}."],
            ["bad_answer"],
        ),
        (
            "duie", "duie.json",
            ["《灰磨坊》的{作者}是安若。", "灰磨坊由{橡树出版社}出版"],
            ["wrong_fields"],
        ),
    ],
)  # fmt: skip
def test_published_form_becomes_items_and_reasons(
    format: str, file: str, texts: list[str] | int, codes: list[str]
) -> None:
    language = "zh" if format == "xcopa" else None
    records, problems = read_file(format, FIXTURES / file, language=language)
    made = told((records, problems))
    assert made[1] == codes
    assert len(made[0]) == texts if isinstance(texts, int) else made[0] == texts
    assert all(record.external_id and record.meta for record in records)


@pytest.mark.parametrize("format", ["webquestions", "math23k", "released", "cluewsc"])
def test_json_sets_survive_cut_empty_and_broken_files(format: str) -> None:
    assert [p.code for p in read(format, "")[1]] == ["empty_file"]
    assert [p.code for p in read(format, "[]")[1]] == ["empty_file"]
    assert [p.code for p in read(format, '[{"a": 1')[1]] == ["broken_json"]
    assert [p.code for p in read(format, "[1, 2]")[1]] == ["not_an_object"] * 2
    assert [p.code for p in read(format, '{"a": "\\u0000"}')[1]] == ["not_storable"]
    assert [p.code for p in read(format, b'{"a": "\xff"}')[1]] == ["undecodable"]


def test_json_reading_goes_on_behind_a_broken_record() -> None:
    good = {"id": 1, "context": "It rains."}
    text = f"{json.dumps(good)}\n{{'id': 2}}\n{json.dumps({**good, 'id': 3})}\n"
    records, problems = read("released", text)
    assert [record.record_id for record in records] == ["1", "3"]
    assert [(problem.line, problem.code) for problem in problems] == [(2, "broken_json")]


def test_json_objects_may_be_long_and_lie_across_pieces() -> None:
    long = {"id": 1, "context": "It rains. " * 20_000}
    records, problems = read("released", json.dumps([long, {**long, "id": 2}], indent=4))
    assert ([record.record_id for record in records], problems) == (["1", "2"], [])
    assert [record.line for record in records] == [2, 6]


@pytest.mark.parametrize("together", [False, True])
def test_eraser_joins_query_and_documents_and_moves_the_evidence(tmp_path: Path, together: bool) -> None:
    documents = {"d1": "It rained all day .\nAnn sang .", "d2": "Tom slept ."}
    if together:
        text = "\n".join(json.dumps({"docid": k, "document": v}) for k, v in documents.items())
        (tmp_path / "docs.jsonl").write_text(text)
    else:
        (tmp_path / "docs").mkdir()
        for name, text in documents.items():
            (tmp_path / "docs" / name).write_text(text)
    span = {"docid": "d2", "start_token": 0, "end_token": 2, "start_sentence": -1, "end_sentence": -1}
    lines = [
        {
            "annotation_id": 7,
            "classification": 1,
            "query": "Who slept ?",
            "docids": ["d1", "d2"],
            "evidences": [[span]],
        },
        {"annotation_id": "d1", "classification": "NEG", "query": "", "docids": None, "evidences": []},
        {"annotation_id": "x", "query": "q", "docids": ["../secret"]},
    ]
    (tmp_path / "secret").write_text("not for you")
    content = "\n".join(json.dumps(line) for line in lines)
    records, problems = read("eraser", content, folder=tmp_path, name="val.jsonl", language="en")
    assert [record.text for record in records] == [
        "Who slept ?\nIt rained all day .\nAnn sang .\nTom slept .",
        "It rained all day .\nAnn sang .",
    ]
    (evidence,) = records[0].meta["evidences"]
    assert records[0].tokens is not None
    assert [records[0].tokens[start:end] for start, end in evidence] == [["Tom", "slept"]]
    assert {record.mask for record in records} == {None}
    assert [problem.code for problem in problems] == ["no_documents"]


def test_eraser_without_its_folder_says_so() -> None:
    assert [problem.code for problem in read("eraser", "{}")[1]] == ["no_documents"]
