"""Evidence Inference's tables: a prompt becomes an item, its citations ranges of the item's tokens."""

from pathlib import Path

import pytest

from tests.annotation_app.items.importing.reading import read

HEADER = "UserID,PromptID,PMCID,Valid Label,Valid Reasoning,Label,Annotations,Label Code,In Abstract"
HEADER += ",Evidence Start,Evidence End\n"
ARTICLE = "Tea helped.\n\nSleep did not change ☕ in the tea group."
ROWS = (
    '0,7,11,True,True,no significant difference,"Sleep did not\nchange",0,1,13,33\n'
    "2,8,11,True,True,significantly increased,Tea helped.,1,1,0,11\n"
    '3,7,11,True,False,significantly decreased,"tea group",-1,1,43,52\n'
    "3,7,11,True,False,significantly decreased,lost,-1,1,-1,-1\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "txt_files").mkdir()
    (tmp_path / "txt_files" / "PMC11.txt").write_text(ARTICLE)
    (tmp_path / "prompts_merged.csv").write_text(
        "PromptID,PMCID,Outcome,Intervention,Comparator\n7,11,sleep, tea ,water\n8,11,mood,tea,no tea\n"
    )
    return tmp_path


def test_prompt_and_article_become_one_item_with_its_evidence(folder: Path) -> None:
    records, problems = read("evidence-inference", HEADER + ROWS, folder=folder)
    assert problems == []
    assert [record.external_id for record in records] == ["evidence-inference-7", "evidence-inference-8"]
    first, second = records
    assert first.text == f"sleep: tea, compared with water\n{ARTICLE}"
    assert first.tokens == first.text.split()
    assert [first.tokens[start:end] for ((start, end),) in first.meta["evidences"]] == [
        ["Sleep", "did", "not", "change"],
        ["tea", "group."],
    ]
    assert [judgement["annotator"] for judgement in first.meta["judgements"]] == ["0", "3", "3"]
    assert second.meta["evidences"] == [[[6, 8]]]
    assert second.tokens is not None
    assert second.tokens[6:8] == ["Tea", "helped."]
    assert first.mask is None


def test_what_is_missing_is_told_with_its_line(folder: Path) -> None:
    rows = ROWS + "1,9,11,True,True,x,y,0,1,0,3\n1,8,11,True,True,x,y,0,1,here,3\n"
    _, problems = read("evidence-inference", HEADER + rows, folder=folder)
    assert [(problem.line, problem.code) for problem in problems] == [
        (8, "wrong_fields"),
        (7, "missing_part"),
    ]
    (folder / "txt_files" / "PMC11.txt").unlink()
    _, problems = read("evidence-inference", HEADER + ROWS, folder=folder)
    assert [(problem.line, problem.code) for problem in problems] == [
        (2, "no_documents"),
        (4, "no_documents"),
    ]


def test_a_file_alone_or_of_other_columns_says_so(folder: Path, tmp_path: Path) -> None:
    assert [p.code for p in read("evidence-inference", HEADER + ROWS)[1]] == ["no_documents"]
    assert [p.code for p in read("evidence-inference", "a,b\n1,2\n", folder=folder)[1]] == ["unknown_column"]


def test_an_array_of_texts_becomes_an_item_each() -> None:
    records, problems = read("json-texts", '[\n "It rains.",\n "",\n 3,\n "Wind\\nblows."\n]', name="t.json")
    assert [(record.external_id, record.line, record.text) for record in records] == [
        ("t-1", 2, "It rains."),
        ("t-4", 5, "Wind\nblows."),
    ]
    assert [(problem.line, problem.code) for problem in problems] == [(4, "not_a_text")]
