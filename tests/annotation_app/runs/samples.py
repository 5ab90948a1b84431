"""What a worker would answer, written by hand: no model runs in these tests."""

from typing import Any

from annotation_app.items.models import Item
from annotation_app.runs.models import LanguageModel, Run
from annotation_app.runs.services import register_model


def make_model(name: str = "tiny-en", languages: tuple[str, ...] = ("en",), **facts: Any) -> LanguageModel:
    return register_model(
        name=name, source="fixtures/models/none", revision=facts.pop("revision", "abc"), languages=languages
    )


def prediction(*, top1: bool = True, top3: bool = True) -> dict[str, Any]:
    return {
        "candidates": [{"answer": "Paris", "pieces": [7], "probability": 0.5}],
        "answer_pieces": [7],
        "answer_probability": 0.5,
        "answer_rank": 1 if top1 else None,
        "top1": top1,
        "top3": top3,
        "unknown_answer": False,
    }


def saliency(scores: list[float]) -> dict[str, Any]:
    return {
        "scores": scores,
        "mask_and_special_mass": 0.25,
        "completeness_gap": None,
        "relative_gap": None,
        "target": [7],
        "points": None,
    }


def scores_for(item: Item) -> list[float]:
    """Saliencies that fall from token to token, so that the first tokens are extracted."""
    return [1.0 - index / 10 for index in range(len(item.token_starts))]


def answered(item: Item, **changes: Any) -> dict[str, Any]:
    whole = {
        "instance": str(item.pk),
        "prediction": prediction(),
        "saliency": saliency(scores_for(item)),
        "error": None,
    }
    return whole | changes


def reply(run: Run, scores: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "run": str(run.pk),
        "method": {"name": run.method, "settings": {"layer": "last"}},
        "model": {
            "name": run.model.name,
            "revision": run.revision,
            "dtype": "float32",
            "worker_version": "1",
            "torch_version": "2",
            "transformers_version": "5",
        },
        "scores": scores,
        "seconds": 0.5,
    }
