"""A causal language model, which reads from left to right, and how it fills a masked span."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from worker.lm.errors import ScoringError
from worker.lm.masked_lm import CPU_BUDGET, CUDA_BUDGET
from worker.lm.pieces import split
from worker.types import Instance

WIDTH = 20  # answers that are considered beside the golden one

Answer = tuple[int, ...]


@dataclass(frozen=True)
class Gap:
    """An instance as a causal model's input: the pieces before, in and after the golden answer.

    before starts with the model's start piece if the tokenizer adds none and nothing else stands there.
    """

    instance: Instance
    before: Answer
    answer: Answer
    after: Answer
    unknown_answer: bool


class CausalLm:
    """A causal language model in evaluation mode with its tokenizer."""

    def __init__(self, model: Any, tokenizer: Any, *, revision: str, device: str = "cpu") -> None:
        """Prepare a loaded model."""
        self.tokenizer = tokenizer
        self.revision = revision
        self.device = torch.device(device)
        self.model = model.eval().requires_grad_(False).to(self.device)
        self.budget = CUDA_BUDGET if self.device.type == "cuda" else CPU_BUDGET
        longest = getattr(model.config, "max_position_embeddings", None) or tokenizer.model_max_length
        self.longest = min(int(longest), int(tokenizer.model_max_length))
        self._special = sorted(set(tokenizer.all_special_ids))

    def encode(self, instance: Instance) -> Gap:
        """Cut an instance around its answer; see pieces.split.

        Raises ScoringError also as too_many_pieces, tokenizer_without_start (an answer at the very beginning
        needs something to follow).
        """
        before, answer, after = split(self.tokenizer, instance)
        if not before:
            start = self.tokenizer.bos_token_id
            start = self.tokenizer.eos_token_id if start is None else start
            if start is None:
                message = "The tokenizer has no piece to start with, and the answer comes first."
                raise ScoringError("tokenizer_without_start", message)
            before = [start]
        pieces = len(before) + len(answer) + len(after)
        if pieces > self.longest:
            message = f"The item has {pieces} pieces; the model reads {self.longest} at most."
            raise ScoringError("too_many_pieces", message)
        unknown = self.tokenizer.unk_token_id is not None and self.tokenizer.unk_token_id in answer
        return Gap(instance, tuple(before), tuple(answer), tuple(after), unknown)

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
        return torch.cat([logits[:, -1].double().log_softmax(-1).cpu() for _, logits in self._passes(texts)])

    def _log_probabilities(self, gap: Gap, answers: Sequence[Answer]) -> torch.Tensor:
        """Return log p of each answer with all that follows it, given what comes before."""
        texts = [gap.before + answer + gap.after for answer in answers]
        start, sums = len(gap.before), []
        for pieces, logits in self._passes(texts):
            rows = logits[:, start - 1 : -1].double().log_softmax(-1)
            sums.append(rows.gather(-1, pieces[:, start:, None])[..., 0].sum(-1).cpu())
        return torch.cat(sums)

    def _passes(self, texts: Sequence[Answer]) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        step = max(1, self.budget // len(texts[0]))
        for begin in range(0, len(texts), step):
            pieces = torch.tensor(texts[begin : begin + step], device=self.device)
            with torch.inference_mode():
                yield pieces, self.model(input_ids=pieces).logits
