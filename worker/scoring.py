"""Predict the masked span of each instance and score its tokens."""

import re
from collections.abc import Sequence
from typing import Any

import torch
import transformers

from worker import saliency
from worker.lm.causal_lm import Answer, CausalLm, CausalReading, Gap
from worker.lm.errors import ScoringError, ran_out_of_memory
from worker.lm.loaded_model import LoadedModel, Reading
from worker.lm.loading import load
from worker.lm.pieces import Encoding, token_scores
from worker.metrics import accuracy
from worker.saliency.scores import PieceScores, TokenScores
from worker.types import (
    Candidate,
    Instance,
    InstanceScore,
    MethodRef,
    ModelRef,
    ModelStamp,
    Prediction,
    Problem,
    Saliency,
)

WORKER_VERSION = "1"
CANDIDATES = 5
_SPACE_IN_CHINESE = re.compile(r"(?<=[\u3400-\u9fff\uf900-\ufaff])\s+(?=[\u3400-\u9fff\uf900-\ufaff])")


def score_batch(instances: Sequence[Instance], *, model: ModelRef, method: MethodRef) -> list[InstanceScore]:
    """Return predictions and saliencies in the order of the instances.

    An instance that cannot be scored gets an error and leaves the others alone; where the model does not load
    or the method is not known, each instance gets that error. Scores do not depend on what else is in the
    batch.
    """
    try:
        saliency.complete(method)  # refuses before a model is loaded in vain
        loaded = load(model)
        completed = saliency.complete(method, output=loaded.output)
    except ScoringError as error:
        return [_refusal(instance.id, error) for instance in instances]
    scored: dict[str, InstanceScore] = {}
    encodings: list[Any] = []  # of the kind that the model makes
    for instance in instances:
        try:
            encodings.append(loaded.encode(instance))
        except ScoringError as error:
            scored[instance.id] = _refusal(instance.id, error)
    for batch in loaded.batches(encodings):
        for result in _score_encodings(loaded, batch, completed):
            scored[result.instance] = result
    return [scored[instance.id] for instance in instances]


def warm_up(threads: int | None = None) -> None:
    """Load the classes that transformers imports on first use, and set torch's threads."""
    if threads is not None:
        torch.set_num_threads(threads)
    for name in ("BertForMaskedLM", "RobertaForMaskedLM"):
        getattr(transformers, name)


def completed_method(method: MethodRef, model: ModelRef) -> MethodRef:
    """Return the method with its defaults for a model filled in, or as asked where either is not valid."""
    try:
        return saliency.complete(method, output=load(model).output)
    except ScoringError:
        return method


def stamp(model: ModelRef) -> ModelStamp:
    """Say which model answers, by the revision found, or asked for if it fails, and with which code."""
    try:
        revision = load(model).revision
    except ScoringError:
        revision = model.revision
    return ModelStamp(
        name=model.name,
        revision=revision,
        dtype=model.dtype,
        worker_version=WORKER_VERSION,
        torch_version=torch.__version__,
        transformers_version=transformers.__version__,
    )


def predict(model: LoadedModel, reading: Reading) -> Prediction:
    """Turn what a model read into ranked answers for the whole span, or ranked classes for the whole text."""
    if isinstance(reading, CausalReading):
        return _ranked_answers(model, reading.encoding, reading.ranked)
    return _classes(model, reading) if model.labels else _joint_answers(model, reading)


def _joint_answers(model: LoadedModel, reading: Reading) -> Prediction:
    """Turn the distributions at the masks into ranked answers.

    Several masks count as independent. An answer the tokenizer has no piece for is wrong whatever the model
    says: its probability is 0 and it has no rank.
    """
    encoding = reading.encoding
    per_mask = [accuracy.top_pieces(row, CANDIDATES) for row in reading.probabilities]
    joint = accuracy.joint_candidates(per_mask, CANDIDATES)
    answer, known = encoding.answer_pieces, not encoding.unknown_answer
    probability = 1.0
    for row, piece in zip(reading.probabilities, answer, strict=True):
        probability *= float(row[piece])
    return Prediction(
        candidates=tuple(
            Candidate(_decoded(model, pieces), pieces, probability) for pieces, probability in joint
        ),
        answer_pieces=answer,
        answer_probability=probability if known else 0.0,
        answer_rank=_rank(reading, [pieces for pieces, _ in joint]) if known else None,
        top1=known and accuracy.top1_correct(per_mask, answer),
        top3=known and accuracy.top3_correct(per_mask, answer),
        unknown_answer=encoding.unknown_answer,
    )


def _rank(reading: Reading, candidates: Sequence[tuple[int, ...]]) -> int | None:
    answer = reading.encoding.answer_pieces
    if len(answer) == 1:
        return accuracy.piece_rank(reading.probabilities[0], answer[0])
    return candidates.index(answer) + 1 if answer in candidates else None


def predict_causally(model: CausalLm, gap: Gap) -> Prediction:
    """Rank answers for the whole span by a causal model; see CausalLm.ranked for what is considered.

    The golden answer has a rank only among the candidates: beyond them not every answer was looked at.
    """
    return _ranked_answers(model, gap.golden, model.ranked(gap))


def _ranked_answers(
    model: LoadedModel, encoding: Encoding, ranked: Sequence[tuple[Answer, float]]
) -> Prediction:
    golden, shares, best = encoding.answer_pieces, dict(ranked), ranked[:CANDIDATES]
    answers = [pieces for pieces, _ in best]
    known = not encoding.unknown_answer
    return Prediction(
        candidates=tuple(Candidate(_decoded(model, pieces), pieces, share) for pieces, share in best),
        answer_pieces=golden,
        answer_probability=shares[golden] if known else 0.0,
        answer_rank=answers.index(golden) + 1 if known and golden in answers else None,
        top1=known and golden == answers[0],
        top3=known and golden in answers[:3],
        unknown_answer=encoding.unknown_answer,
    )


def _classes(model: LoadedModel, reading: Reading) -> Prediction:
    """Rank all classes; ties: smaller number first."""
    (row,), golden = reading.probabilities, reading.encoding.answer_pieces
    order = sorted(range(len(row)), key=lambda number: (-row[number], number))
    rank = order.index(golden[0]) + 1 if golden else None
    return Prediction(
        candidates=tuple(Candidate(model.labels[number], (number,), float(row[number])) for number in order),
        answer_pieces=golden,
        answer_probability=float(row[golden[0]]) if golden else 0.0,
        answer_rank=rank,
        top1=rank == 1,
        top3=rank is not None and rank <= 3,
        unknown_answer=not golden,
    )


def _decoded(model: LoadedModel, pieces: Sequence[int]) -> str:
    text = model.tokenizer.decode(list(pieces), clean_up_tokenization_spaces=False).strip()
    return _SPACE_IN_CHINESE.sub("", text)


def _halve_budget(model: LoadedModel, *, least: int) -> bool:
    """Make batches half as large from now on, as memory ran out; False if one has only least pieces."""
    if model.budget <= least:
        return False
    model.budget = max(model.budget // 2, least)
    return True


def _score_encodings(model: LoadedModel, encodings: Sequence[Any], method: MethodRef) -> list[InstanceScore]:
    """Score one batch.

    If it fails, each of its encodings is scored alone, so that only the one at fault is refused. If memory
    runs out, batches become half as large from then on, down to one input at a time.
    """
    try:
        return _score_together(model, encodings, method)
    except ScoringError as error:
        if len(encodings) == 1:
            return [_refusal(encodings[0].instance.id, error)]
        batches = [[encoding] for encoding in encodings]
    except (RuntimeError, MemoryError) as error:
        if not ran_out_of_memory(error):
            raise
        longest = max(len(encoding.pieces) for encoding in encodings)
        if not _halve_budget(model, least=longest) and len(encodings) == 1:
            return [_too_large(encodings[0].instance.id)]
        batches = list(model.batches(encodings))
    # Outside the handlers: an exception keeps the frames of the failed pass, and with them its tensors.
    return [score for batch in batches for score in _score_encodings(model, batch, method)]


def _score_together(model: LoadedModel, encodings: Sequence[Any], method: MethodRef) -> list[InstanceScore]:
    readings = model.read(
        encodings,
        attentions=saliency.METHODS[method.name].attentions,
        target=str(method.settings.get("target", "predicted")),
    )
    pieces = saliency.METHODS[method.name].score(model, readings, method.settings)
    return [
        InstanceScore(
            reading.encoding.instance.id, predict(model, reading), _saliency(reading.encoding, scored)
        )
        for reading, scored in zip(readings, pieces, strict=True)
    ]


def _saliency(encoding: Encoding, scored: PieceScores | TokenScores | None) -> Saliency | None:
    if scored is None:
        return None
    if isinstance(scored, TokenScores):
        return Saliency(tuple(scored.scores), 0.0, None, None, tuple(scored.target))
    tokens = len(encoding.instance.tokens)
    return Saliency(
        scores=tuple(token_scores(scored.scores, encoding.tokens_of, tokens)),
        mask_and_special_mass=encoding.outside_mass(scored.scores),
        completeness_gap=scored.completeness_gap,
        relative_gap=scored.relative_gap,
        target=tuple(scored.target),
        points=scored.points,
    )


def _too_large(instance: str) -> InstanceScore:
    return _refusal(instance, ScoringError("out_of_memory", "The item does not fit into memory, even alone."))


def _refusal(instance: str, error: ScoringError) -> InstanceScore:
    return InstanceScore(instance, None, None, Problem(error.code, error.message))
