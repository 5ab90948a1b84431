"""Importers by the name of their format. Each reads one published format and yields records or problems."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from annotation_app.items.importing import (
    conllu,
    copa,
    eraser,
    evidence_inference,
    jsonl,
    penn,
    plain_text,
    questions,
    released,
    sinica,
    tables,
    triples,
    winograd,
    word_problems,
    xcopa,
)
from annotation_app.items.importing.records import Problem, Record
from annotation_app.items.importing.source import Source


@dataclass(frozen=True)
class Importer:
    """A reader with what its format says by itself.

    title: what the published file is. dimension, language: of records that name none. encoding: where the
    format's own standard prescribes it, so that nothing is left to detect.
    """

    read: Callable[[Source], Iterator[Record | Problem]]
    title: str
    dimension: str | None = None
    language: str | None = None
    encoding: str | None = None


IMPORTERS: dict[str, Importer] = {
    "jsonl": Importer(jsonl.read, "our own JSON lines", encoding="utf-8"),
    "text": Importer(plain_text.read, "plain text, one item a line"),
    "json-texts": Importer(plain_text.read_array, "a JSON array of texts"),
    "csv": Importer(tables.reader(","), "a table, comma-separated, with a header"),
    "tsv": Importer(tables.reader("\t"), "a table, tab-separated, with a header"),
    "conllu": Importer(conllu.read, "CoNLL-U, Universal Dependencies", "grammar"),
    "penn-trees": Importer(penn.trees, "Penn Treebank, bracketed trees (.mrg)", "grammar"),
    "penn-tagged": Importer(penn.tagged, "Penn Treebank, tagged text (.pos)", "grammar"),
    "brown": Importer(penn.brown, "Brown corpus, tagged text", "grammar"),
    "sinica": Importer(sinica.read, "Sinica Treebank, parsed", "grammar"),
    "released": Importer(released.read, "released interpretability sets, golden or input form"),
    "eraser": Importer(eraser.read, "ERASER, annotations with their folder of documents"),
    "evidence-inference": Importer(
        evidence_inference.read,
        "Evidence Inference, annotations with their prompts and articles",
        language="en",
    ),
    "webnlg": Importer(triples.webnlg, "WebNLG, XML"),
    "duie": Importer(triples.duie, "DuIE, JSON lines"),
    "copa": Importer(copa.read, "COPA and Balanced COPA, XML"),
    "xcopa": Importer(xcopa.read, "XCOPA, JSON lines"),
    "webquestions": Importer(questions.webquestions, "WebQuestions, JSON"),
    "freebaseqa": Importer(questions.freebaseqa, "FreebaseQA, JSON"),
    "ckbqa": Importer(questions.ckbqa, "CKBQA, blocks of three lines"),
    "nlpcc": Importer(questions.nlpcc, "NLPCC-KBQA, blocks of question, triple and answer"),
    "wsc": Importer(winograd.wsc, "Winograd Schema Challenge, XML"),
    "cluewsc": Importer(winograd.cluewsc, "CLUEWSC, JSON lines"),
    "alg514": Importer(word_problems.alg514, "Alg514, JSON"),
    "dolphin": Importer(word_problems.dolphin, "Dolphin, JSON"),
    "math23k": Importer(word_problems.math23k, "Math23K, JSON"),
    "hmwp": Importer(word_problems.hmwp, "HMWP, JSON"),
    "mawps": Importer(word_problems.mawps, "MAWPS, JSON"),
    "svamp": Importer(word_problems.svamp, "SVAMP, JSON"),
    "asdiv": Importer(word_problems.asdiv, "ASDiv, XML"),
}
# What the import page offers; the other formats come in through the command.
ON_PAGE = ("copa", "jsonl")
