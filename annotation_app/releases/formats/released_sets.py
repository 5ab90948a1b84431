"""The form in which interpretability sets were released: golden files of JSON lines, one a language.

The masked span is one token, [MASK], whatever it hides, as in those sets; so token indices behind it move.
sent_id counts the items of a file from 0; rel_ids of an original are the sent_ids of its perturbed items.
"""

import json
from collections.abc import Iterator
from typing import Any

from annotation_app.items.models import MASK
from annotation_app.releases.files import Line, NewFile
from annotation_app.releases.formats.frozen import Frozen
from annotation_app.releases.formats.grouping import groups_of

# What the released sets call the three types.
ADVERSARIAL = {"dispensable": "dispensable", "important": "important", "syntactic": "syntax"}


def write(frozen: Frozen) -> Iterator[NewFile]:
    for language in sorted(frozen.manifest["counts"]["by_language"]):
        yield NewFile(f"golden_{language}.jsonl", "application/jsonl", _parts(frozen, language))


def _parts(frozen: Frozen, language: str) -> Iterator[bytes]:
    number = 0
    for group in groups_of(frozen.lines()):
        if group[0]["language"] != language:
            continue
        related = list(range(number + 1, number + len(group)))
        for line in group:
            record = _record(line, number, related)
            number += 1
            yield json.dumps(record, ensure_ascii=False).encode() + b"\n"


def _record(line: Line, number: int, related: list[int]) -> dict[str, Any]:
    mask, chinese = line["mask"], line["language"].split("-")[0] == "zh"
    start, end = mask["token_start"], mask["token_end"]
    words = [word for word, _, _ in line["tokens"]]
    tokens = [*words[:start], MASK, *words[end:]]
    moved = [index if index < start else index - (end - start) + 1 for index in line["rationale"]["tokens"]]
    marked = [tokens[index] for index in moved]
    record = {
        "sent_id": number,
        "sent_text": line["masked_text"],
        "sent_token": tokens,
        "sent_token_with_idx": [[token, index] for index, token in enumerate(tokens)],
        "answers": line["golden_answer"],
        "rationale": ("" if chinese else " ").join(marked),
        "rationale_tokens": [[marked]],
        "rationale_ids": [[moved]],
        "sample_type": "ori" if line["role"] == "original" else "disturb",
        **({"pos": line["answer_pos"]} if "answer_pos" in line else {}),
        "external_id": line["external_id"],
        "dimension": line["dimension"],
    }
    if line["role"] == "original":
        record["rel_ids"] = related
    else:
        record["adv_type"] = ADVERSARIAL[line["pair"]["type"]]
    return record
