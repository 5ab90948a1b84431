"""The JSON that crosses the queue, spelled out: whoever changes a key here breaks the other side."""

import json
from typing import Any

from worker import types

REQUEST: dict[str, Any] = {
    "run": "41",
    "model": {
        "name": "mini-mlm-en",
        "source": "fixtures/models/mini-mlm-en",
        "revision": "",
        "dtype": "float32",
    },
    "method": {"name": "attention", "settings": {}},
    "instances": [
        {
            "id": "12",
            "text": "The cat sat.",
            "tokens": [[0, 3], [4, 7], [8, 11], [11, 12]],
            "mask": [1, 2],
            "answer": "cat",
            "language": "en",
        }
    ],
}

REPLY: dict[str, Any] = {
    "run": "41",
    "method": {"name": "attention", "settings": {"layer": "last", "heads": "mean"}},
    "model": {
        "name": "mini-mlm-en",
        "revision": "sha256:0123456789abcdef",
        "dtype": "float32",
        "worker_version": "1",
        "torch_version": "2.13.0",
        "transformers_version": "5.24.0",
    },
    "scores": [
        {
            "instance": "12",
            "prediction": {
                "candidates": [{"answer": "dog", "pieces": [7], "probability": 0.5}],
                "answer_pieces": [8],
                "answer_probability": 0.25,
                "answer_rank": 2,
                "top1": False,
                "top3": True,
                "unknown_answer": False,
            },
            "saliency": {
                "scores": [0.25, -0.5, 0.125, 0.0],
                "mask_and_special_mass": -0.5,
                "completeness_gap": 0.001,
                "relative_gap": 0.01,
                "target": [7],
                "points": 20,
                "scale": "scores",
                "chosen": None,
            },
            "error": None,
        },
        {
            "instance": "13",
            "prediction": None,
            "saliency": None,
            "error": {"code": "too_many_pieces", "message": "The item has 600 pieces."},
        },
    ],
    "seconds": 0.5,
}


def test_request_is_this_json() -> None:
    assert types.ScoreRequest.from_json(json.loads(json.dumps(REQUEST))).to_json() == REQUEST


def test_reply_is_this_json() -> None:
    assert types.ScoreReply.from_json(json.loads(json.dumps(REPLY))).to_json() == REPLY


def test_names_both_sides_send_by() -> None:
    assert types.TASK_SCORE_INSTANCES == "worker.score_instances"
    assert (types.QUEUE_CPU, types.QUEUE_GPU) == ("cpu", "gpu")
