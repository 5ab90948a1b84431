"""What an upload looks like: the format it most likely is, and a table's columns."""

from pathlib import Path

import pytest

from annotation_app.items.importing.sniffing import columns_of, sniff, sniff_names

FIXTURES = Path(__file__).resolve().parents[4] / "fixtures" / "corpora"
PUBLISHED = Path(__file__).resolve().parents[5] / "shared" / "data"
OWN = sorted(path for path in FIXTURES.iterdir() if path.is_file())


@pytest.mark.parametrize("path", OWN, ids=[path.name for path in OWN])
def test_sniff_knows_each_corpus(path: Path) -> None:
    wanted = path.name.split(".")[0]
    assert wanted in sniff(path.read_text(encoding="utf-8"), path.name)[:2]


@pytest.mark.parametrize(
    ("text", "name", "format"),
    [
        ('{"external_id": "a", "text": "b"}\n', "a.jsonl", "jsonl"),
        ('["It rains.", "It snows."]', "a.json", "json-texts"),
        ("id,text\n1,It rains\n", "a.csv", "csv"),
        ("id\ttext\n1\tIt rains\n", "a.tsv", "tsv"),
        ("# sent_id = 1\n1\tIt\tit\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n", "a.conllu", "conllu"),
        ("( (S (NP (PRP It)) (VP (VBZ rains))) )", "a.mrg", "penn-trees"),
        ("[ The/DT rain/NN ]\nfell/VBD", "a.pos", "penn-tagged"),
        ("The/at rain/nn fell/vbd ./.", "a01", "brown"),
        ("It rains.\nIt snows.\n", "a.txt", "text"),
        ("", "a.txt", "text"),
        ('{"external_id": "a", "text": "cut off', "a.jsonl", "jsonl"),
    ],
)
def test_sniff_looks_at_the_beginning(text: str, name: str, format: str) -> None:
    found = sniff(text, name)
    assert (found[0], found[-1]) == (format, "text")


def test_columns_are_those_of_the_header() -> None:
    assert columns_of('\ufeffid,"the text",answer\r\n1,2,3', "csv") == ["id", "the text", "answer"]
    assert columns_of("id\ttext\n", "tsv") == ["id", "text"]
    assert columns_of("id,text\n", "text") == []


def test_archives_are_known_by_what_lies_in_them() -> None:
    assert sniff_names(["val.jsonl", "docs/a", "docs/b"])[0] == "eraser"
    assert sniff_names(["README.md", "a.conllu", "b.conllu"]) == ["conllu"]
    assert "webnlg" in sniff_names(["a.xml", "b.xml"])
    assert sniff_names(["photo.png"]) == []


@pytest.mark.skipif(not PUBLISHED.is_dir(), reason="the published corpora are not beside this checkout")
@pytest.mark.parametrize(
    ("file", "format"),
    [
        ("alg514/alg514_fold2_test.orig.jsonl", "alg514"),
        ("alg514/trainset.json", "alg514"),
        ("brown-sample/ca01", "brown"),
        ("ckbqa/ccks2019-test.txt", "ckbqa"),
        ("cluewsc2020/test_public.json", "cluewsc"),
        ("dolphin1878/testset.json", "dolphin"),
        ("duie-sample/dev_data.json", "duie"),
        ("dutrust-inputs/senti_ch", "released"),
        ("eraser-movies/val.jsonl", "eraser"),
        ("evidence-inference/v2_annotations.csv", "evidence-inference"),
        ("freebaseqa/FreebaseQA-eval.json", "freebaseqa"),
        ("hmwp/testset.json", "hmwp"),
        ("lm-interpretability-released-sample/senti_ch_golden", "released"),
        ("math23k/testset.json", "math23k"),
        ("mawps/mawps_source.json", "mawps"),
        ("nlpcc2016-kbqa/nlpcc-iccpol-2016.kbqa.testing-data", "nlpcc"),
        ("penn-treebank-sample/wsj_0007.mrg", "penn-trees"),
        ("penn-treebank-sample/wsj_0007.pos", "penn-tagged"),
        ("sinica-treebank-sample/parsed", "sinica"),
        ("svamp/SVAMP.json", "svamp"),
        ("wsc/WSCollection.xml", "wsc"),
    ],
)
def test_sniff_knows_the_published_files(file: str, format: str) -> None:
    path = PUBLISHED / file
    if not path.is_file():
        path = next(PUBLISHED.joinpath(file.split("/")[0]).rglob(path.name))
    head = path.read_bytes()[: 64 * 1024].decode("utf-8", errors="replace")
    assert sniff(head, path.name)[0] == format
