"""A release of two originals and three pairs, with two methods' scores, small enough to count by hand."""

import json
from typing import Any

from worker.command_line.instances_file import read_instance

MODEL = {
    "name": "models/en/tiny",
    "revision": "sha256:ab",
    "dtype": "float32",
    "worker_version": "1",
    "torch_version": "2",
    "transformers_version": "5",
}
Lines = list[dict[str, Any]]


def item(name: str, words: str, mask: int, rationale: list[int], **rest: Any) -> dict[str, Any]:
    tokens, position = [], 0
    for word in words.split():
        tokens.append([word, position, position + len(word)])
        position += len(word) + 1
    return {
        "id": f"demo/{name}",
        "external_id": name,
        "role": "perturbed" if "pair" in rest else "original",
        "language": "en",
        "dimension": "grammar",
        "text": words,
        "tokens": tokens,
        "mask": {"token_start": mask, "token_end": mask + 1, "start": 0, "end": 0},
        "golden_answer": words.split()[mask],
        "rationale": {"tokens": rationale, "round": 1, "sufficiency": "3", "compactness": "11/3"},
        "mask_confidence": [] if "pair" in rest else [1, 1, 2],
        **rest,
    }


def same(length: int) -> list[list[int]]:
    return [[index, index] for index in range(length)]


ITEMS: Lines = [
    item("a", "she is a tall girl", 4, [0, 3]),
    item(
        "a-1", "she is a big girl", 4, [0, 3], pair={"original": "a", "type": "important", "links": same(5)}
    ),
    item("a-2", "tall is she a girl", 4, [0], pair={"original": "a", "type": "syntactic", "links": same(5)}),
    item("b", "he has one dog", 3, [2], dimension="computation"),
    item(
        "b-1",
        "he has just one dog",
        4,
        [3],
        dimension="computation",
        pair={"original": "b", "type": "dispensable", "links": [[0, 0], [1, 1], [2, 3], [3, 4]]},
    ),
]


def score(line: dict[str, Any], method: str, saliency: list[float], *, top1: bool) -> dict[str, Any]:
    return {
        "instance": line["id"],
        "prediction": {
            "candidates": [],
            "answer_pieces": [5],
            "answer_probability": 0.5,
            "answer_rank": 1,
            "top1": top1,
            "top3": True,
            "unknown_answer": False,
        },
        "saliency": {
            "scores": saliency,
            "mask_and_special_mass": 0.0,
            "completeness_gap": None,
            "relative_gap": None,
            "target": [5],
        },
        "error": None,
        "input": read_instance(line).digest(),
        "model": MODEL,
        "method": {"name": method, "settings": {"pieces": "sum"}},
    }


SALIENCY = [[5.0, 1, 2, 4, 9], [5.0, 1, 2, 4, 9], [5.0, 1, 4, 2, 9], [1.0, 2, 3, 9], [1.0, 2, 0, 3, 9]]
SCORES: Lines = [
    score(line, "attention", saliency, top1=number % 2 == 0)
    for number, (line, saliency) in enumerate(zip(ITEMS, SALIENCY, strict=True))
]


def text_of(lines: Lines) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)
