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
    format's own standard prescribes it, so that nothing is left to detect. group: under which the page lists
    it. files: how the names of its files end, by which they are found in an archive. folder: it needs the
    files beside it.
    """

    read: Callable[[Source], Iterator[Record | Problem]]
    title: str
    dimension: str | None = None
    language: str | None = None
    encoding: str | None = None
    group: str = "general"
    files: tuple[str, ...] = (".json", ".jsonl")
    folder: bool = False


IMPORTERS: dict[str, Importer] = {
    "jsonl": Importer(
        jsonl.read, "our own JSON lines", encoding="utf-8", files=(".jsonl", ".ndjson", ".json")
    ),
    "text": Importer(plain_text.read, "plain text, one item a line", files=(".txt", ".text")),
    "json-texts": Importer(plain_text.read_array, "a JSON array of texts"),
    "csv": Importer(tables.reader(","), "a table, comma-separated, with a header", files=(".csv",)),
    "tsv": Importer(tables.reader("\t"), "a table, tab-separated, with a header", files=(".tsv", ".tab")),
    "conllu": Importer(
        conllu.read, "CoNLL-U, Universal Dependencies", "grammar", group="grammar", files=(".conllu",)
    ),
    "penn-trees": Importer(
        penn.trees,
        "Penn Treebank, bracketed trees (.mrg)",
        "grammar",
        group="grammar",
        files=(".mrg", ".prd"),
    ),
    "penn-tagged": Importer(
        penn.tagged, "Penn Treebank, tagged text (.pos)", "grammar", group="grammar", files=(".pos",)
    ),
    "brown": Importer(penn.brown, "Brown corpus, tagged text", "grammar", group="grammar", files=("",)),
    "sinica": Importer(
        sinica.read, "Sinica Treebank, parsed", "grammar", group="grammar", files=("", ".txt")
    ),
    "released": Importer(
        released.read,
        "released interpretability sets, golden or input form",
        group="evidence",
        files=("", ".json", ".jsonl", ".txt"),
    ),
    "eraser": Importer(
        eraser.read,
        "ERASER, annotations with their folder of documents",
        group="evidence",
        files=(".jsonl",),
        folder=True,
    ),
    "evidence-inference": Importer(
        evidence_inference.read,
        "Evidence Inference, annotations with their prompts and articles",
        language="en",
        group="evidence",
        files=("annotations.csv", "annotations_merged.csv"),
        folder=True,
    ),
    "webnlg": Importer(triples.webnlg, "WebNLG, XML", group="semantics", files=(".xml",)),
    "duie": Importer(triples.duie, "DuIE, JSON lines", group="semantics"),
    "copa": Importer(copa.read, "COPA and Balanced COPA, XML", group="reasoning", files=(".xml",)),
    "xcopa": Importer(xcopa.read, "XCOPA, JSON lines", group="reasoning"),
    "webquestions": Importer(questions.webquestions, "WebQuestions, JSON", group="knowledge"),
    "freebaseqa": Importer(questions.freebaseqa, "FreebaseQA, JSON", group="knowledge"),
    "ckbqa": Importer(questions.ckbqa, "CKBQA, blocks of three lines", group="knowledge", files=(".txt",)),
    "nlpcc": Importer(
        questions.nlpcc,
        "NLPCC-KBQA, blocks of question, triple and answer",
        group="knowledge",
        files=(".training-data", ".testing-data", ".training-data.lf", ""),
    ),
    "wsc": Importer(winograd.wsc, "Winograd Schema Challenge, XML", group="reasoning", files=(".xml",)),
    "cluewsc": Importer(winograd.cluewsc, "CLUEWSC, JSON lines", group="reasoning"),
    "alg514": Importer(word_problems.alg514, "Alg514, JSON", group="computation"),
    "dolphin": Importer(word_problems.dolphin, "Dolphin, JSON", group="computation"),
    "math23k": Importer(word_problems.math23k, "Math23K, JSON", group="computation"),
    "hmwp": Importer(word_problems.hmwp, "HMWP, JSON", group="computation"),
    "mawps": Importer(word_problems.mawps, "MAWPS, JSON", group="computation"),
    "svamp": Importer(word_problems.svamp, "SVAMP, JSON", group="computation"),
    "asdiv": Importer(word_problems.asdiv, "ASDiv, XML", group="computation", files=(".xml",)),
}
GROUPS = ("general", "grammar", "semantics", "knowledge", "reasoning", "computation", "evidence")
