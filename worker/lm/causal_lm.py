"""A causal language model, which reads from left to right, and how it fills a masked span."""

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from worker.lm.errors import ScoringError
from worker.lm.loaded_model import LoadedModel, Reading, not_followed, same_logits
from worker.lm.pieces import Encoding, encode_unmasked
from worker.types import Instance, ModelKind

WIDTH = 20  # answers that are considered beside the golden one

Answer = tuple[int, ...]


@dataclass(frozen=True)
class Gap:
    """An instance as a causal model's input: the pieces before, in and after the golden answer.

    golden: the text with the golden answer in place. before starts with the model's start piece if the
    tokenizer adds none and nothing else stands there.
    """

    golden: Encoding

    @property
    def instance(self) -> Instance:
        return self.golden.instance

    @property
    def pieces(self) -> Answer:
        return self.golden.pieces

    @property
    def before(self) -> Answer:
        return self.pieces[: self.golden.mask_positions[0]]

    @property
    def answer(self) -> Answer:
        return self.golden.answer_pieces

    @property
    def after(self) -> Answer:
        return self.pieces[self.golden.mask_positions[-1] + 1 :]

    def filled(self, answer: Answer) -> Encoding:
        """Return the text with another answer of as many pieces in place."""
        return dataclasses.replace(self.golden, pieces=self.before + answer + self.after)


@dataclass(frozen=True)
class CausalReading(Reading):
    """What a causal model makes of a gap. ranked: answers with their probabilities, best first.

    encoding: the text with the answer that is explained; explained: its pieces and all that follows, which
    the encoding's rows are asked for.
    """

    ranked: tuple[tuple[Answer, float], ...] = ()


class CausalLm(LoadedModel):
    """A causal language model.

    F, which saliency explains, is the log probability of the filled span and of what follows it, given what
    stands before: what answers are ranked by.
    """

    kind = ModelKind.CAUSAL
    output = "log_probability"

    def __init__(self, model: Any, tokenizer: Any, *, revision: str, device: str = "cpu") -> None:
        """Prepare a loaded model and check how it may be driven.

        Raises ScoringError: embeddings_not_followed.
        """
        super().__init__(model, tokenizer, revision=revision, device=device)
        self._special = sorted(set(tokenizer.all_special_ids))
        self._head = model.get_output_embeddings()
        self._probe()

    def encode(self, instance: Instance) -> Gap:
        """Cut an instance around its answer; see pieces.encode_unmasked.

        Raises ScoringError also as too_many_pieces, tokenizer_without_start (an answer at the very beginning
        needs something to follow).
        """
        encoding = encode_unmasked(self.tokenizer, instance)
        if encoding.mask_positions[0] == 0:
            encoding = _with_start(encoding, self._start_piece())
        self.fits(len(encoding.pieces))
        return Gap(encoding)

    def blank_piece(self) -> int:
        """Return the padding piece or, as few causal models have one, the piece that ends a text."""
        end = self.tokenizer.eos_token_id
        return int(end) if self.tokenizer.pad_token_id is None and end is not None else super().blank_piece()

    def read(
        self, encodings: Sequence[Gap], *, attentions: bool = False, target: str = ""
    ) -> list[CausalReading]:
        """Rank answers for each gap, and fill it with the best one, or the golden one for target golden.

        Raises ScoringError: attentions_missing, scores_not_finite.
        """
        readings = []
        for gap in encodings:
            ranked = tuple(self.ranked(gap))
            answer = gap.answer if target == "golden" else ranked[0][0]
            readings.append(
                CausalReading(gap.filled(answer), np.zeros((0, 0)), None, answer + gap.after, ranked)
            )
        return self._with_attention(readings) if attentions else readings

    def ranked(self, gap: Gap) -> list[tuple[Answer, float]]:
        """Return answers with as many pieces as the golden one, itself among them, best first.

        The others are the WIDTH best continuations of the text before the gap, found by a beam search that
        leaves out special pieces. Where text follows, answers are ranked by the probability of the whole
        filled text, and each one's share in the sum over all that are considered is its probability. Where
        nothing follows, that is the answer's probability after the text before it. Ties: smaller ids first.
        Raises ScoringError: scores_not_finite.
        """
        found = self._continuations(gap.before, len(gap.answer))
        answers = sorted({*found, gap.answer})
        scores = self._log_probabilities(gap, answers)
        if not bool(torch.isfinite(scores).all()):
            raise ScoringError("scores_not_finite", "The model answers with numbers that are not finite.")
        shares = (scores.softmax(0) if gap.after else scores.exp()).tolist()
        return sorted(zip(answers, shares, strict=True), key=lambda pair: (-pair[1], pair[0]))

    def _start_piece(self) -> int:
        start = self.tokenizer.bos_token_id
        start = self.tokenizer.eos_token_id if start is None else start
        if start is None:
            message = "The tokenizer has no piece to start with, and the answer comes first."
            raise ScoringError("tokenizer_without_start", message)
        return int(start)

    def _with_attention(self, readings: Sequence[CausalReading]) -> list[CausalReading]:
        """Add the last attention of the places from which each answer piece is read."""
        with torch.inference_mode():
            embedded = [self.embeddings(reading.encoding.pieces) for reading in readings]
            looks = [reading.encoding.looks for reading in readings]
            _, attention = self.row_logits(embedded, looks, attentions=True)
        parts = (
            [] if attention is None else torch.split(attention.double().cpu(), [len(each) for each in looks])
        )
        return [
            dataclasses.replace(reading, attention=part[:, :, : len(reading.encoding.pieces)].numpy())
            for reading, part in zip(readings, parts, strict=True)
        ]

    def _continuations(self, before: Answer, pieces: int) -> list[Answer]:
        beams: list[Answer] = [()]
        scores = torch.zeros(1, dtype=torch.float64)
        for _ in range(pieces):
            rows = self._next_log_probabilities([before + beam for beam in beams])
            rows[:, self._special] = -torch.inf
            joint = scores[:, None] + rows
            scores, places = joint.flatten().topk(min(WIDTH, int(torch.isfinite(joint).sum())))
            width = joint.shape[1]
            beams = [(*beams[place // width], place % width) for place in places.tolist()]
        return beams

    def _next_log_probabilities(self, texts: Sequence[Answer]) -> torch.Tensor:
        """Return log p of each piece after each of the equally long texts, [texts, vocabulary]."""
        return torch.cat(
            [rows[:, 0] for _, rows in self._passes(texts, range(len(texts[0]) - 1, len(texts[0])))]
        )

    def _log_probabilities(self, gap: Gap, answers: Sequence[Answer]) -> torch.Tensor:
        """Return log p of each answer with all that follows it, given what comes before."""
        texts = [gap.before + answer + gap.after for answer in answers]
        start, sums = len(gap.before), []
        for pieces, rows in self._passes(texts, range(start - 1, len(texts[0]) - 1)):
            sums.append(rows.gather(-1, pieces[:, start:, None])[..., 0].sum(-1))
        return torch.cat(sums)

    def _passes(self, texts: Sequence[Answer], rows: range) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        """Yield some of the texts with log p of what comes after each of these places in them."""
        step = max(1, self.budget // len(texts[0]))
        for begin in range(0, len(texts), step):
            part = texts[begin : begin + step]
            with torch.inference_mode():
                inputs = self.embeddings([piece for text in part for piece in text])
                inputs = inputs.reshape(len(part), len(texts[0]), -1)
                logits, _ = self.padded_logits(inputs, [len(text) for text in part], [rows] * len(part))
                found = logits.double().log_softmax(-1).reshape(len(part), len(rows), -1).cpu()
            yield torch.tensor(part), found

    def _probe(self) -> None:
        """Compare embeddings with ids, and the head on single rows with the plain pass."""
        inputs = self._trial_inputs()
        embedded, rows = [self.embeddings(ids) for ids in inputs], [range(len(ids)) for ids in inputs]
        with torch.inference_mode():
            plain = torch.cat(
                [self.model(input_ids=torch.tensor([ids], device=self.device)).logits[0] for ids in inputs]
            )
            for head in (self._head, None):
                self._head = head
                if same_logits(plain, self.row_logits(embedded, rows)[0]):
                    return
        raise not_followed()


def _with_start(encoding: Encoding, start: int) -> Encoding:
    """Return the encoding with a piece before it, all places moved by one."""

    def moved(places: Answer) -> Answer:
        return tuple(place + 1 for place in places)

    return dataclasses.replace(
        encoding,
        pieces=(start, *encoding.pieces),
        special=(True, *encoding.special),
        tokens_of=((), *encoding.tokens_of),
        mask_positions=moved(encoding.mask_positions),
        rows=moved(encoding.rows),
        looks=moved(encoding.looks),
    )
