"""Scores from arrays: how a tool of any kind hands over what it predicted and which tokens mattered."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from worker.exchange.broken import BrokenScore
from worker.exchange.forms import Form, read_score
from worker.exchange.predictions import told_prediction
from worker.types import Instance, MethodRef, ModelStamp, Prediction, Saliency, ScoreLine


def write_scores(
    path: Path,
    instances: Iterable[Instance],
    ids: Sequence[str],
    *,
    model: str,
    method: str,
    revision: str = "",
    settings: Mapping[str, Any] | None = None,
    saliencies: Sequence[npt.ArrayLike] | npt.NDArray[Any] | None = None,
    candidates: Sequence[Sequence[str]] | npt.NDArray[Any] | None = None,
    probabilities: npt.ArrayLike | None = None,
) -> int:
    """Write a file of scores in the form of python -m worker score, from arrays of any tool.

    path: the file, which appears whole or not at all; one of that name is replaced.
    instances: what was scored, as InstancesFile yields them; those without a score are passed over.
    ids: N texts, the instance of each row; each once.
    model, revision, method, settings: what made the scores, for recipes and leaderboards.
    saliencies: N rows, row i with one finite number a token of its instance, masked tokens included, signed,
    in any unit; longer rows must be filled up with NaN behind. None if no token was scored.
    candidates: N rows of answers for the masked span, best first unless probabilities say otherwise; an empty
    text stands for none. None if nothing was predicted.
    probabilities: N by C, in [0, 1], of the candidates; NaN where it is not known. They put the candidates in
    order, unknown ones last, the earlier of equals first. None if none is known.

    What follows from the golden answer (top1, top3, its rank) is worked out here. Five candidates are kept.
    Returns the number of lines. Raises OSError, or ValueError naming the id and what is wrong: nothing to
    write, lengths that differ, an id that is repeated or that no instance has, or a line that the reader of
    uploads would refuse; nothing is left on disk then.
    """
    if not model:
        raise ValueError("model: must not be empty")
    rows = _rows(ids, saliencies, candidates, probabilities)
    stamp = ModelStamp(model, revision, "", "", "", "")
    ref = MethodRef(method, dict(settings or {}))
    chances = None if probabilities is None else np.asarray(probabilities, dtype=np.float64)
    unfinished = path.with_name(f"{path.name}.part")
    written = 0
    try:
        with unfinished.open("w", encoding="utf-8") as file:
            for instance in instances:
                row = rows.pop(instance.id, None)
                if row is None:
                    continue
                answers = [] if candidates is None else _answers(candidates[row], chances, row)
                saliency = None if saliencies is None else _saliency(saliencies[row], instance)
                line = _line(instance, answers, saliency, stamp, ref)
                file.write(json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n")
                written += 1
        if rows:
            raise ValueError(f"{next(iter(rows))}: no instance has this id; {len(rows)} ids are unknown")
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return written


def _rows(
    ids: Sequence[str],
    saliencies: Sequence[npt.ArrayLike] | npt.NDArray[Any] | None,
    candidates: Sequence[Sequence[str]] | npt.NDArray[Any] | None,
    probabilities: npt.ArrayLike | None,
) -> dict[str, int]:
    if not len(ids) or (saliencies is None and candidates is None):
        raise ValueError("there is nothing to write: give ids, and saliencies or candidates")
    if probabilities is not None and candidates is None:
        raise ValueError("probabilities: belong to candidates, which are missing")
    chances = None if probabilities is None else np.atleast_1d(np.asarray(probabilities))
    given = {"saliencies": saliencies, "candidates": candidates, "probabilities": chances}
    for name, rows in given.items():
        if rows is not None and len(rows) != len(ids):
            raise ValueError(f"{name}: has another number of rows than there are ids ({len(ids)})")
    found: dict[str, int] = {}
    for row, name in enumerate(map(str, ids)):
        if name in found:
            raise ValueError(f"{name}: is named twice")
        found[name] = row
    return found


def _answers(
    words: Sequence[str], chances: npt.NDArray[np.float64] | None, row: int
) -> list[tuple[str, float | None]]:
    if chances is None:
        return [(str(word), None) for word in words if word]
    if chances.ndim != 2 or chances.shape[1] != len(words):
        raise ValueError(f"probabilities: must be one for each of the {len(words)} candidates")
    order = np.argsort(-chances[row], kind="stable")  # NaN comes last
    return [
        (str(words[place]), None if np.isnan(chances[row, place]) else float(chances[row, place]))
        for place in order
        if words[place]
    ]


def _saliency(row: npt.ArrayLike, instance: Instance) -> Saliency:
    scores = np.asarray(row, dtype=np.float64)
    length = len(instance.tokens)
    if scores.ndim != 1:
        raise ValueError(f"{instance.id}: saliencies must be rows of numbers")
    if len(scores) > length and np.isnan(scores[length:]).all():
        scores = scores[:length]
    if not np.isfinite(scores).all():
        raise ValueError(f"{instance.id}: a saliency is not finite")
    return Saliency(tuple(scores.tolist()), None, None, None, ())


def _line(
    instance: Instance,
    answers: Sequence[tuple[str, float | None]],
    saliency: Saliency | None,
    model: ModelStamp,
    method: MethodRef,
) -> dict[str, Any]:
    try:
        prediction: Prediction | None = told_prediction(answers, instance)
        line = ScoreLine(
            instance.id, prediction, saliency, input=instance.digest(), method=method, model=model
        ).to_json()
        read_score(Form.SCORES, line, instance)
    except BrokenScore as error:
        raise ValueError(f"{instance.id}: {error}") from error
    return line
