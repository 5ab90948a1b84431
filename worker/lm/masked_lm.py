"""A masked language model and what it answers at the mask."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch.nn.utils.rnn import pad_sequence

from worker.lm.encoder import MODEL_TYPES, Encoder, Rows
from worker.lm.errors import ScoringError
from worker.lm.pieces import Encoding, encode
from worker.types import Instance

CPU_BUDGET, CUDA_BUDGET = 2_500, 65_536  # pieces in one forward pass
# Largest relative distance of two ways to the same logits; half precision rounds in every layer.
_PROBE_TOLERANCE = {torch.bfloat16: 0.1, torch.float16: 0.02}
_FULL_TOLERANCE = 1e-4


@dataclass(frozen=True)
class Reading:
    """What a model makes of one encoding.

    probabilities: [masks, vocabulary], float64, each row the distribution at one mask. attention: [masks,
    heads, pieces] of the last layer, the rows of the masks, or None if it was not asked for.
    """

    encoding: Encoding
    probabilities: npt.NDArray[np.float64]
    attention: npt.NDArray[np.float64] | None

    def predicted_pieces(self) -> list[int]:
        """Return the likeliest piece at each mask, the smaller id on ties."""
        return [int(row.argmax()) for row in self.probabilities]


class MaskedLm:
    """A masked language model in evaluation mode with its tokenizer. Weights never ask for gradients."""

    def __init__(self, model: Any, tokenizer: Any, *, revision: str, device: str = "cpu") -> None:
        """Prepare a loaded model and check how it may be driven.

        Raises ScoringError: embeddings_not_followed.
        """
        self.tokenizer = tokenizer
        self.revision = revision
        self.device = torch.device(device)
        self.model = model.eval().requires_grad_(False).to(self.device)
        self.budget = CUDA_BUDGET if self.device.type == "cuda" else CPU_BUDGET
        self.longest = _longest_input(model, tokenizer)
        self._head = _position_wise_head(model)
        self._encoder = None if self._head is None else _known_encoder(model)
        self._probe()

    def encode(self, instance: Instance) -> Encoding:
        """Cut and mask an instance; see pieces.encode. Raises ScoringError also as too_many_pieces."""
        encoding = encode(self.tokenizer, instance)
        if len(encoding.pieces) > self.longest:
            message = f"The item has {len(encoding.pieces)} pieces; the model reads {self.longest} at most."
            raise ScoringError("too_many_pieces", message)
        return encoding

    def batches(self, encodings: Iterable[Encoding]) -> Iterator[list[Encoding]]:
        """Group encodings of similar length, so that a padded batch stays within the budget of pieces."""
        batch: list[Encoding] = []
        for encoding in sorted(encodings, key=lambda encoding: len(encoding.pieces)):
            if batch and (len(batch) + 1) * len(encoding.pieces) > self.budget:
                yield batch
                batch = []
            batch.append(encoding)
        if batch:
            yield batch

    def embeddings(self, pieces: Sequence[int]) -> torch.Tensor:
        """Return the word embeddings of piece ids, [pieces, dimensions]: the input of the model proper."""
        table = self.model.get_input_embeddings()
        rows: torch.Tensor = table(torch.tensor(list(pieces), device=self.device))
        return rows

    def read(self, encodings: Sequence[Encoding], *, attentions: bool = False) -> list[Reading]:
        """Run one forward pass over a batch. Raises ScoringError: attentions_missing, scores_not_finite."""
        with torch.inference_mode():
            embedded = [self.embeddings(encoding.pieces) for encoding in encodings]
            masks = [encoding.mask_positions for encoding in encodings]
            logits, attention = self.mask_logits(embedded, masks, attentions=attentions)
            probabilities = logits.double().softmax(-1)
            if not bool(torch.isfinite(probabilities).all()):
                raise ScoringError("scores_not_finite", "The model answers with numbers that are not finite.")
            answers = probabilities.cpu().numpy()
            seen = None if attention is None else attention.double().cpu().numpy()
        readings = []
        reached = 0
        for encoding in encodings:
            taken = slice(reached, reached + len(encoding.mask_positions))
            reached = taken.stop
            rows = None if seen is None else seen[taken, :, : len(encoding.pieces)]
            readings.append(Reading(encoding, answers[taken], rows))
        return readings

    def mask_logits(
        self,
        embedded: Sequence[torch.Tensor],
        mask_positions: Sequence[Sequence[int]],
        *,
        attentions: bool = False,
    ) -> tuple[torch.Tensor, torch.Tensor | None]:
        """Do what padded_logits does, for inputs of [pieces, dimensions] that need not be equally long."""
        inputs = pad_sequence(list(embedded), batch_first=True)
        lengths = [len(rows) for rows in embedded]
        return self.padded_logits(inputs, lengths, mask_positions, attentions=attentions)

    def padded_logits(
        self,
        inputs: torch.Tensor,
        lengths: Sequence[int],
        mask_positions: Sequence[Sequence[int]],
        *,
        attentions: bool = False,
    ) -> tuple[torch.Tensor, torch.Tensor | None]:
        """Return the logits at the masks of inputs given as embeddings, and the masks' last attention.

        inputs: [inputs, pieces, dimensions], of which the first lengths pieces count; padding is not attended
        to. Position and type ids are those of an input without padding ids. Returns logits [masks of all
        inputs in order, vocabulary], in single precision where the model has half, and, if asked, attention
        [masks, heads, pieces]. Raises ScoringError: attentions_missing.
        """
        inputs = inputs.to(self.model.dtype)
        attended = None
        if min(lengths) < inputs.shape[1]:
            sizes = torch.tensor(lengths, device=self.device)
            attended = torch.arange(inputs.shape[1], device=self.device) < sizes[:, None]
        if self._encoder is not None and self._head is not None:
            rows = _rows(mask_positions, self.device)
            states, attention = self._encoder(inputs, attended, rows, attentions=attentions)
            logits = self._head(states)
        else:
            logits, attention = self._plain_logits(inputs, attended, mask_positions, attentions=attentions)
        return logits.float() if logits.dtype in _PROBE_TOLERANCE else logits, attention

    def layer_attentions(self, encodings: Sequence[Encoding]) -> list[list[torch.Tensor]]:
        """Return each input's softmax attention in every layer: [heads, pieces, pieces], first layer first.

        Raises ScoringError: attentions_missing.
        """
        with torch.inference_mode():
            inputs = pad_sequence(
                [self.embeddings(encoding.pieces) for encoding in encodings], batch_first=True
            )
            lengths = [len(encoding.pieces) for encoding in encodings]
            sizes = torch.tensor(lengths, device=self.device)[:, None]
            attended = torch.arange(inputs.shape[1], device=self.device) < sizes
            output = self.model.base_model(
                inputs_embeds=inputs, attention_mask=attended.long(), output_attentions=True
            )
        if not output.attentions or any(layer is None for layer in output.attentions):
            raise ScoringError("attentions_missing", "The model does not give its attention weights.")
        return [
            [layer[index, :, :length, :length] for layer in output.attentions]
            for index, length in enumerate(lengths)
        ]

    def _plain_logits(
        self,
        inputs: torch.Tensor,
        attended: torch.Tensor | None,
        mask_positions: Sequence[Sequence[int]],
        *,
        attentions: bool,
    ) -> tuple[torch.Tensor, torch.Tensor | None]:
        """Do the same through the model's own forward pass, whatever its structure is."""
        if attended is None:
            attended = torch.ones(inputs.shape[:2], dtype=torch.bool, device=self.device)
        owners = [index for index, positions in enumerate(mask_positions) for _ in positions]
        columns = [position for positions in mask_positions for position in positions]
        model = self.model if self._head is None else self.model.base_model
        output = model(inputs_embeds=inputs, attention_mask=attended.long(), output_attentions=attentions)
        if self._head is None:
            logits = output.logits[owners, columns]
        else:
            logits = self._head(output.last_hidden_state[owners, columns])
        if not attentions:
            return logits, None
        if not output.attentions or output.attentions[-1] is None:
            raise ScoringError("attentions_missing", "The model does not give its attention weights.")
        return logits, output.attentions[-1][owners, :, columns]

    def _probe(self) -> None:
        """Compare each short cut with the plain pass over ids, and leave out those that answer otherwise.

        The short cuts: embeddings for ids, the head on mask rows alone, and the last layer on them alone. The
        second input is shorter, so that padding is tried as well.
        """
        pieces = self.tokenizer("a b c d", truncation=True, max_length=self.longest)["input_ids"]
        inputs = [pieces, pieces[: max(1, len(pieces) - 2)]]
        embedded, positions = [self.embeddings(ids) for ids in inputs], [range(len(ids)) for ids in inputs]
        with torch.inference_mode():
            plain = torch.cat(
                [self.model(input_ids=torch.tensor([ids], device=self.device)).logits[0] for ids in inputs]
            )
            for encoder, head in ((self._encoder, self._head), (None, self._head), (None, None)):
                self._encoder, self._head = encoder, head
                if _same(plain, self.mask_logits(embedded, positions)[0]):
                    return
        message = "The model gives other answers for word embeddings than for the words themselves."
        raise ScoringError("embeddings_not_followed", message)


def _longest_input(model: Any, tokenizer: Any) -> int:
    """Return how many pieces the model reads; the RoBERTa family starts counting after its padding id."""
    positions = int(getattr(model.config, "max_position_embeddings", None) or tokenizer.model_max_length)
    table = getattr(getattr(model.base_model, "embeddings", None), "position_embeddings", None)
    padding = getattr(table, "padding_idx", None)
    if padding is not None:
        positions -= padding + 1
    return min(positions, int(tokenizer.model_max_length))


def _position_wise_head(model: Any) -> Any | None:
    """Return the LM head where it is known to work on each row alone: BERT's cls, RoBERTa's lm_head."""
    for name, ending in (("cls", "OnlyMLMHead"), ("lm_head", "LMHead")):
        head = getattr(model, name, None)
        if head is not None and type(head).__name__.endswith(ending):
            return head
    return None


def _known_encoder(model: Any) -> Encoder | None:
    """Return the encoder in a form that leaves rows out, where the model's structure is known."""
    config = model.config
    if config.model_type not in MODEL_TYPES or getattr(config, "is_decoder", False):
        return None
    try:
        return Encoder(model.base_model)
    except AttributeError:
        return None


def _rows(mask_positions: Sequence[Sequence[int]], device: torch.device) -> Rows:
    most = max(len(positions) for positions in mask_positions)
    padded = [[*positions, *[0] * (most - len(positions))] for positions in mask_positions]
    owners = [index for index, positions in enumerate(mask_positions) for _ in positions]
    places = [place for positions in mask_positions for place in range(len(positions))]
    return Rows(*(torch.tensor(part, device=device) for part in (padded, owners, places)))


def _same(plain: torch.Tensor, other: torch.Tensor) -> bool:
    """Tell whether logits agree, a shift of a whole row aside, which changes no probability."""
    first, second = (rows.double() - rows.double().mean(-1, keepdim=True) for rows in (plain, other))
    tolerance = _PROBE_TOLERANCE.get(plain.dtype, _FULL_TOLERANCE)
    return bool((first - second).norm() <= tolerance * first.norm())
