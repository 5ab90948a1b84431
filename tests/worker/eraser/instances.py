"""Random instances in ERASER's forms, with all predictions but those of sentences."""

import random
from typing import Any

Lines = list[dict[str, Any]]

LABELS = ("NEG", "POS", "NONE")
THRESHOLDS = [0.01, 0.05, 0.1, 0.2, 0.5]


def instances(count: int, tokens: int, seed: int) -> tuple[Lines, Lines]:
    """Annotations and results over count documents of so many tokens, one a document."""
    source = random.Random(seed)  # noqa: S311
    annotations, results = [], []
    for number in range(count):
        name = f"d{number}"
        golden = [{"docid": name, **span} for span in _spans(source, tokens)]
        annotations.append(
            {"annotation_id": name, "classification": source.choice(LABELS), "evidences": [golden]}
        )
        flagged = {i for span in golden for i in range(span["start_token"], span["end_token"])}
        soft = [round(source.random() + 0.3 * (index in flagged), 2) for index in range(tokens)]
        scores = _distribution(source)
        results.append(
            {
                "annotation_id": name,
                "classification": max(scores, key=scores.__getitem__),
                "classification_scores": scores,
                **_reduced(source),
                "thresholded_scores": [{"threshold": each, **_reduced(source)} for each in THRESHOLDS],
                "rationales": [
                    {
                        "docid": name,
                        "hard_rationale_predictions": _spans(source, tokens),
                        "soft_rationale_predictions": soft,
                    }
                ],
            }
        )
    return annotations, results


def _spans(source: random.Random, tokens: int) -> Lines:
    cuts = sorted(source.sample(range(tokens + 1), 2 * source.randint(1, 3)))
    return [
        {"start_token": start, "end_token": end} for start, end in zip(cuts[::2], cuts[1::2], strict=True)
    ]


def _distribution(source: random.Random) -> dict[str, float]:
    weights = [source.random() + 0.01 for _ in LABELS]
    return {label: weight / sum(weights) for label, weight in zip(LABELS, weights, strict=True)}


def _reduced(source: random.Random) -> dict[str, Any]:
    sides = ("comprehensiveness", "sufficiency")
    return {f"{side}_classification_scores": _distribution(source) for side in sides}
