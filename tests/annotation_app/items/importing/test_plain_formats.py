"""Plain text, tables, treebanks and released sets: small records of our own in each published form."""

import json

import pytest

from tests.annotation_app.items.importing.reading import masked, read

CONLLU = """\
# sent_id = a-1
# text = Don't go, Ann!
1-2\tDon't\t_\t_\t_\t_\t_\t_\t_\t_
1\tDo\tdo\tAUX\tVB\t_\t3\taux\t_\t_
2\tn't\tnot\tPART\tRB\t_\t3\tadvmod\t_\t_
3\tgo\tgo\tVERB\tVB\t_\t0\troot\t_\tSpaceAfter=No
3.1\tgone\tgo\tVERB\tVB\t_\t_\t_\t_\t_
4\t,\t,\tPUNCT\t,\t_\t3\tpunct\t_\t_
5\tAnn\tAnn\tPROPN\tNNP\t_\t3\tvocative\t_\tSpaceAfter=No
6\t!\t!\tPUNCT\t.\t_\t3\tpunct\t_\t_

# sent_id = a-2
1-2\tdel\t_\t_\t_\t_\t_\t_\t_\t_
1\tdi\tdi\tADP\tE\t_\t3\tcase\t_\t_
2\til\til\tDET\tRD\t_\t3\tdet\t_\t_
3\tmare\tmare\tNOUN\tS\t_\t0\troot\t_\tSpaceAfter=No
4\t.\t.\tPUNCT\tFS\t_\t3\tpunct\t_\t_

# sent_id = a-3
1\tbroken\tline

1\tLast\tlast\tADJ\tJJ\t_\t0\troot\t_\t_
"""


def test_text_makes_an_item_of_each_line() -> None:
    records, problems = read("text", "\ufeffOne here.\r\n\r\nTwo here.", name="a/notes.txt")
    assert [(r.line, r.external_id, r.text) for r in records] == [
        (1, "notes-1", "One here."),
        (3, "notes-3", "Two here."),
    ]
    assert problems == []


def test_csv_follows_the_mapping_and_keeps_other_columns() -> None:
    table = 'nr,sentence,hidden,note\n7,"Ann sings, loudly.",sings,"two\nlines"\n8,Tom ran.,,\n'
    records, problems = read("csv", table, columns={"id": "nr", "text": "sentence", "answer": "hidden"})
    assert [masked(record) for record in records] == ["Ann {sings}, loudly.", "Tom ran."]
    assert [(r.external_id, r.line, r.meta) for r in records] == [
        ("7", 2, {"note": "two\nlines"}),
        ("8", 4, {"note": ""}),
    ]
    assert problems == []


@pytest.mark.parametrize(
    ("table", "columns", "codes"),
    [
        ("a,b\n1,2\n", {}, ["unknown_column"]),
        ("text,b\n1,2\n", {"wrong": "b"}, ["unknown_column"]),
        ("text,b\nx\n", {}, ["wrong_cells"]),
        ("text\n \n", {}, ["empty_text"]),
        ("text,answer\nA cat saw a cat.,cat\n", {}, ["bad_answer"]),
        ('text,b\n"open,2\n', {}, ["broken_table"]),
        ("", {}, ["empty_file"]),
    ],
)
def test_csv_says_what_is_wrong_with_a_table(table: str, columns: dict[str, str], codes: list[str]) -> None:
    records, problems = read("csv", table, columns=columns)
    assert records == []
    assert [problem.code for problem in problems] == codes


def test_tsv_is_parted_by_tabs() -> None:
    records, _ = read("tsv", "text\tlanguage\nAnn, sings.\ten\n")
    assert [(record.text, record.language) for record in records] == [("Ann, sings.", "en")]


def test_conllu_takes_words_spacing_and_tags_from_the_file() -> None:
    records, problems = read("conllu", CONLLU, language="it")
    assert [(r.external_id, r.text, r.tokens) for r in records] == [
        ("a-1", "Don't go, Ann!", ["Do", "n't", "go", ",", "Ann", "!"]),
        ("a-2", "del mare.", ["del", "mare", "."]),
        ("sample-22", "Last", ["Last"]),
    ]
    assert records[0].meta["pos"] == ["VB", "RB", "VB", ",", "NNP", "."]
    assert records[1].meta["upos"] == ["ADP+DET", "NOUN", "PUNCT"]
    assert [(problem.line, problem.code) for problem in problems] == [(20, "wrong_columns")]


def test_headings_of_english_treebanks_are_no_sentences() -> None:
    records, problems = read("conllu", CONLLU, language="en")
    assert [record.external_id for record in records] == ["a-1"]
    assert [p.code for p in problems] == ["no_verb", "wrong_columns", "no_verb"]


TREES = """
( (S
    (NP-SBJ (DT The) (NN dog) )
    (VP (VBZ barks)
      (NP (-NONE- *T*-1) )
      (PP (IN in) (NP (DT the) (NN yard) )))
    (. .) ))
( (S (`` ``) (NP (PRP They) ) (VP (VBD went) (-LRB- -LRB-) (NP (NN home) ) (-RRB- -RRB-) ) (. .) ('' '') ))
"""


def test_bracketed_trees_lose_their_traces_and_read_as_text() -> None:
    records, problems = read("penn-trees", TREES, name="w1.mrg")
    assert [(r.external_id, r.line, r.text) for r in records] == [
        ("w1-1", 2, "The dog barks in the yard."),
        ("w1-2", 8, "“They went (home).”"),
    ]
    assert all(masked(record).count("{") == 1 for record in records)
    assert {record.candidate for record in records} == {True}
    assert problems == []


@pytest.mark.parametrize("trees", ["( (S (NN dog)", "( ) )", "((()))"])
def test_brackets_that_do_not_match_are_reported(trees: str) -> None:
    records, problems = read("penn-trees", trees)
    assert (records, [problem.code for problem in problems]) == ([], ["broken_tree"])


def test_tagged_text_is_cut_behind_final_marks_and_at_rules() -> None:
    tagged = (
        "[ The/DT dog/NN ]\n\n[ that/WDT ]\nbarks/VBZ runs/VBZ ./.\n\n''/'' [ A/DT 1\\/2/CD mile/NN|JJ ]\n"
    )
    tagged += "passed/VBD\n\n======\n\n[ Notes/NNS ]\n======\n[ It/PRP ]\nrained/VBD ./.\n"
    records, problems = read("penn-tagged", tagged, name="w1.pos")
    assert [(record.line, record.text) for record in records] == [
        (1, "The dog that barks runs.”"),
        (6, "A 1/2 mile passed"),
        (13, "It rained."),
    ]
    assert records[1].meta["pos"] == ["DT", "CD", "NN", "VBD"]
    assert [(problem.line, problem.code) for problem in problems] == [(11, "no_verb")]


def test_brown_sentences_stand_one_a_line() -> None:
    records, _ = read("brown", "\n\n\tThe/at-tl dog/nn-tl barked/vbd at/in it/ppo ;/. ;/.\n", name="ca01")
    assert [(r.external_id, r.text, r.meta["pos"][0]) for r in records] == [
        ("ca01-3", "The dog barked at it;", "at")
    ]


def test_sinica_trees_become_sentences_with_their_marks() -> None:
    tree = (
        "#1:1.[77] S(agent:NP(Head:Nhaa:我)|Head:VC2:看|goal:NP(quantifier:DM:一本|Head:Nab:書))"
        "#。(PERIODCATEGORY)\n"
    )
    records, problems = read("sinica", tree + "no tree\n")
    assert [(r.text, r.tokens, r.record_id) for r in records] == [
        ("我看一本書。", ["我", "看", "一本", "書", "。"], "77")
    ]
    assert [(problem.line, problem.code) for problem in problems] == [(2, "broken_tree")]


def lines(*objects: object) -> str:
    return "\n".join(json.dumps(one, ensure_ascii=False) for one in objects)


def test_released_golden_form_puts_the_answer_in_its_mask() -> None:
    golden = {
        "sent_id": 5, "sent_text": "山上有[MASK]树。", "sent_token": ["山", "上", "有", "[MASK]", "树", "。"],
        "answers": "大", "rationale_ids": [[[0, 4]]], "sample_type": "ori",
    }  # fmt: skip
    records, _ = read("released", lines(golden), name="golden", language="zh")
    assert masked(records[0], "zh") == "山上有{大}树。"
    assert (records[0].external_id, records[0].meta["rationale_ids"]) == ("golden-5", [[[0, 4]]])


def test_released_input_form_has_one_text_or_two() -> None:
    records, problems = read(
        "released",
        lines(
            {"id": 1, "context": "It rains .", "sent_token": ["It", "rains", "."]},
            {
                "id": 2,
                "query": "山高吗",
                "title": "山不高",
                "text_q_seg": ["山", "高", "吗"],
                "text_t_seg": ["山", "不", "高"],
            },
            {"id": 3, "context": "Blank here", "sent_token": ["Blank", " ", "here"]},
            {"id": 4, "context": "An [MASK] here"},
            {"id": 5, "context": ""},
            {"context": "x"},
        ),
        language="en",
    )
    assert [(r.text, r.tokens) for r in records] == [
        ("It rains .", ["It", "rains", "."]),
        ("山高吗\n山不高", ["山", "高", "吗", "山", "不", "高"]),
        ("Blank here", ["Blank", "here"]),
    ]
    assert [problem.code for problem in problems] == ["no_answer", "empty_text", "no_id"]
