"""ERASER's folder: train, val and test annotations beside docs.jsonl.

A document is an item's tokens between spaces on one line, with [MASK] for each masked token, so that token
indices are those of the release. White space inside a token, which the form can't tell from an end, becomes a
no-break sign. The label is the golden answer; each stretch of the rationale is one span of one evidence
group. A release without a split is one test set.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from annotation_app.releases.files import Line, NewFile
from annotation_app.releases.formats.card import parts_in
from annotation_app.releases.formats.frozen import Frozen
from annotation_app.releases.formats.grouping import masked_words, part_of
from annotation_app.releases.rules import stretches

SPLITS = {"train": "train", "dev": "val", "val": "val", "test": "test"}
INSIDE = "\u2423"


def write(frozen: Frozen) -> Iterator[NewFile]:
    """The documents, and the annotations of each split; an empty one has its file too."""
    filled = {SPLITS[part] for part in parts_in(frozen.manifest)}
    yield NewFile("docs.jsonl", "application/jsonl", _documents(frozen))
    for split in ("train", "val", "test"):
        lines = frozen.lines() if split in filled else iter(())
        yield NewFile(f"{split}.jsonl", "application/jsonl", _annotations(lines, split))


def _encoded(record: dict[str, Any]) -> bytes:
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"


def _words(line: Line) -> list[str]:
    words = masked_words(line)
    if len(" ".join(words).split()) == len(words):  # no space in any of them, as mostly
        return words
    return [re.sub(r"\s+", INSIDE, word) for word in words]


def _documents(frozen: Frozen) -> Iterator[bytes]:
    for line in frozen.lines():
        yield _encoded({"docid": line["external_id"], "document": " ".join(_words(line))})


def _annotations(lines: Iterable[Line], split: str) -> Iterator[bytes]:
    for line in lines:
        if SPLITS[part_of(line)] == split:
            yield _encoded(_annotation(line))


def _annotation(line: Line) -> dict[str, Any]:
    words = _words(line)
    evidence = [
        {
            "docid": line["external_id"],
            "start_token": start,
            "end_token": end,
            "start_sentence": 0,
            "end_sentence": 1,
            "text": " ".join(words[start:end]),
        }
        for start, end in stretches(line["rationale"]["tokens"])
    ]
    return {
        "annotation_id": line["external_id"],
        "query": "",
        "query_type": line["dimension"],
        "docids": [line["external_id"]],
        "classification": line["golden_answer"],
        "evidences": [evidence],
    }
