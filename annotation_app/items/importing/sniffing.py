"""What a file looks like: which of the formats it may be, most likely first, and a table's columns.

A proposal for the page, never a decision: the person confirms it, and the preview shows what comes of it.
"""

import csv
import json
import re
from collections.abc import Callable
from typing import Any

from annotation_app.items.importing import IMPORTERS
from annotation_app.items.importing.archives import reads_as

HEAD = 64 * 1024
CONLLU = re.compile(r"^\d+(?:-\d+)?\t[^\t\n]*(?:\t[^\t\n]*){8}$", re.MULTILINE)
TAGGED_PENN = re.compile(r"={5,}\s+\[ \S+/[A-Z$]+ |\[ \S+/[A-Z$]+ |\S+/[A-Z]{2,4}\$? \S+/[A-Z.,]+")
TAGGED_BROWN = re.compile(r"\S+/[a-z]{2,4}[-$*a-z]* \S+/[a-z]")
ELEMENTS = (
    ("<schema", "wsc"),
    ("<asks-for", "copa"),
    ("asks-for=", "copa"),
    ("<benchmark", "webnlg"),
    ("<Machine-Reading-Corpus-File", "asdiv"),
    ("<ProblemSet", "asdiv"),
)


def _has(*names: str) -> Callable[[dict[str, Any]], bool]:
    return lambda record: set(names) <= record.keys()


def _is_ascii(record: dict[str, Any]) -> bool:
    return str(record.get("original_text") or "").isascii()


RECORDS: tuple[tuple[str, Callable[[dict[str, Any]], bool]], ...] = (
    ("jsonl", _has("external_id", "text")),
    ("freebaseqa", lambda record: "Questions" in record or "Parses" in record),
    ("webquestions", _has("qText", "answers")),
    ("eraser", _has("annotation_id", "evidences")),
    ("cluewsc", _has("target", "text")),
    ("xcopa", _has("premise", "choice1", "choice2")),
    ("duie", _has("spo_list", "text")),
    ("svamp", _has("Body", "Question", "Equation")),
    ("alg514", lambda record: isinstance(record.get("original"), dict)),
    ("math23k", _has("original_text", "segmented_text", "equation")),
    ("mawps", _has("sQuestion", "lEquations")),
    ("alg514", _has("sQuestion", "lEquations")),
    # Two sets share one form; the script of the text tells them apart.
    ("hmwp", lambda record: _has("original_text", "equation")(record) and not _is_ascii(record)),
    ("alg514", _has("original_text", "equation")),
    ("hmwp", _has("original_text", "equation")),
    ("dolphin", lambda record: "text" in record and ("equations" in record or "ans" in record)),
    (
        "released",
        lambda record: bool({"rationale", "rationales", "sent_token", "rationale_tokens"} & record.keys()),
    ),
    ("released", lambda record: "sent_id" in record or ("id" in record and "context" in record)),
)


def sniff(text: str, name: str) -> list[str]:
    """Formats that the beginning of a file may be, most likely first; plain text comes last."""
    start = text.lstrip("\ufeff \t\r\n")
    found: list[str] = []
    if start.startswith("<") and "<question id=" not in start[:2000]:
        found += [format for mark, format in ELEMENTS if mark in start]
    elif TAGGED_PENN.match(start):
        found.append("penn-tagged")
    elif start[:1] in ("{", "["):
        found += _json_formats(start)
    elif start.startswith("("):
        found.append("penn-trees")
    elif re.search(r"^#\d+:", start, re.MULTILINE):
        found.append("sinica")
    elif CONLLU.search(start) or start.startswith(("# sent_id", "# newdoc", "# text")):
        found.append("conllu")
    elif "<question id=" in start[:2000]:
        found.append("nlpcc")
    elif re.match(r"q\d+\s*[:：]", start):
        found.append("ckbqa")
    elif TAGGED_BROWN.search(start[:4000]) and not TAGGED_PENN.search(start[:4000]):
        found.append("brown")
    elif TAGGED_PENN.search(start[:4000]):
        found.append("penn-tagged")
    lower = name.lower()
    for format, ending in (("csv", ".csv"), ("tsv", ".tsv"), ("tsv", ".tab"), ("penn-tagged", ".pos")):
        if lower.endswith(ending):
            found.append(format)
    if "Reasoning" in start[:400] and "PMCID" in start[:400]:
        found.insert(0, "evidence-inference")
    return list(dict.fromkeys([*found, "text"]))


def _json_formats(text: str) -> list[str]:
    record = _first_record(text)
    if isinstance(record, str):
        return ["json-texts"]
    if not isinstance(record, dict):
        return ["jsonl"]
    return [format for format, fits in RECORDS if fits(record)] or ["jsonl"]


def _first_record(text: str) -> Any:
    """The first value of a JSON file that is no list of others, as far as its beginning tells."""
    decoder, at = json.JSONDecoder(), 0
    if text.startswith("["):
        at = len(text) - len(text[1:].lstrip())
    try:
        return decoder.raw_decode(text, at)[0]
    except (ValueError, RecursionError):
        names = re.findall(r'"([A-Za-z_-]+)"\s*:', text[:4000])
        return dict.fromkeys(names)


def sniff_names(names: list[str]) -> list[str]:
    """Formats whose files an archive holds, by their names alone, those with the most files first."""
    counts = {
        format: sum(reads_as(name, importer.files, folder=importer.folder) for name in names)
        for format, importer in IMPORTERS.items()
        if "" not in importer.files
    }
    if any("/docs/" in f"/{name}" or name.endswith("docs.jsonl") for name in names):
        counts["eraser"] = counts.get("eraser", 0) + len(names)
    if any(name.endswith("prompts_merged.csv") for name in names):
        counts["evidence-inference"] = len(names)
    return sorted((one for one, number in counts.items() if number), key=lambda one: -counts[one])


def columns_of(text: str, format: str) -> list[str]:
    """The names in a table's header, or nothing if it is no table."""
    delimiter = {"csv": ",", "tsv": "\t"}.get(format)
    if delimiter is None:
        return []
    try:
        header = next(csv.reader([text.split("\n", 1)[0].removesuffix("\r")], delimiter=delimiter), [])
    except csv.Error:
        return []
    return [name.strip().removeprefix("\ufeff") for name in header]
