"""What models of every kind have in common: batches, embeddings, attention, and reading answers off rows."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypeVar

import numpy as np
import numpy.typing as npt
import torch
from torch.nn.utils.rnn import pad_sequence

from worker.lm.errors import ScoringError
from worker.lm.pieces import Encoding
from worker.types import Instance, ModelKind

CPU_BUDGET, CUDA_BUDGET = 2_500, 65_536  # pieces in one forward pass
# Largest relative distance of two ways to the same logits; half precision rounds in every layer.
HALF_TOLERANCE = {torch.bfloat16: 0.1, torch.float16: 0.02}
_FULL_TOLERANCE = 1e-4


class Pieces(Protocol):
    """An input that knows its pieces."""

    @property
    def pieces(self) -> tuple[int, ...]: ...


Input = TypeVar("Input", bound=Pieces)


@dataclass(frozen=True)
class Reading:
    """What a model makes of one encoding.

    probabilities: [rows, vocabulary or classes], float64, the distribution at each of the encoding's rows.
    attention: [looks, heads, pieces] of the last layer, or None if it was not asked for. explained: what the
    rows are asked for, where that is not the likeliest of each.
    """

    encoding: Encoding
    probabilities: npt.NDArray[np.float64]
    attention: npt.NDArray[np.float64] | None
    explained: tuple[int, ...] = ()

    def predicted_pieces(self) -> list[int]:
        """Return what the model answers in each row: the likeliest piece or class, the smaller on ties."""
        return list(self.explained) or [int(row.argmax()) for row in self.probabilities]

    def golden_pieces(self) -> list[int]:
        """Return the golden answer's piece in each row. Raises ScoringError: label_not_known."""
        golden = list(self.explained or self.encoding.answer_pieces)
        if not golden:
            message = "The instance has no label that the model knows, so there is none to explain."
            raise ScoringError("label_not_known", message)
        return golden


class LoadedModel:
    """A model in evaluation mode with its tokenizer. Weights never ask for gradients.

    output: what of its targets F adds up unless a method's settings say otherwise. labels: the names of a
    classification model's classes.
    """

    kind: ClassVar[ModelKind]
    output: ClassVar[str] = "probability"
    labels: Sequence[str] = ()
    _head: Any | None = None  # works on single rows of the last hidden states

    def __init__(self, model: Any, tokenizer: Any, *, revision: str, device: str = "cpu") -> None:
        self.tokenizer = tokenizer
        self.revision = revision
        self.device = torch.device(device)
        self.model = model.eval().requires_grad_(False).to(self.device)
        self.budget = CUDA_BUDGET if self.device.type == "cuda" else CPU_BUDGET
        self.longest = _longest_input(model, tokenizer)

    def encode(self, instance: Instance) -> Any:
        """Cut an instance into what this kind of model reads. Raises ScoringError."""
        raise NotImplementedError

    def read(self, encodings: Sequence[Any], *, attentions: bool = False, target: str = "") -> list[Any]:
        """Read a batch in one forward pass. Raises ScoringError: attentions_missing, scores_not_finite.

        target: predicted or golden, for models whose input depends on what is explained.
        """
        with torch.inference_mode():
            embedded = [self.embeddings(encoding.pieces) for encoding in encodings]
            rows = [encoding.rows for encoding in encodings]
            logits, attention = self.row_logits(embedded, rows, attentions=attentions)
            probabilities = logits.double().softmax(-1)
            if not bool(torch.isfinite(probabilities).all()):
                raise ScoringError("scores_not_finite", "The model answers with numbers that are not finite.")
            answers = probabilities.cpu().numpy()
            seen = None if attention is None else attention.double().cpu().numpy()
        readings, reached = [], 0
        for encoding in encodings:
            taken = slice(reached, reached + len(encoding.rows))
            reached = taken.stop
            own = None if seen is None else seen[taken, :, : len(encoding.pieces)]
            readings.append(Reading(encoding, answers[taken], own))
        return readings

    def fits(self, pieces: int) -> None:
        """Raises ScoringError: too_many_pieces."""
        if pieces > self.longest:
            message = f"The item has {pieces} pieces; the model reads {self.longest} at most."
            raise ScoringError("too_many_pieces", message)

    def batches(self, inputs: Iterable[Input]) -> Iterator[list[Input]]:
        """Group inputs of similar length, so that a padded batch stays within the budget of pieces."""
        batch: list[Input] = []
        for each in sorted(inputs, key=lambda each: len(each.pieces)):
            if batch and (len(batch) + 1) * len(each.pieces) > self.budget:
                yield batch
                batch = []
            batch.append(each)
        if batch:
            yield batch

    def embeddings(self, pieces: Sequence[int]) -> torch.Tensor:
        """Return the word embeddings of piece ids, [pieces, dimensions]: the input of the model proper."""
        table = self.model.get_input_embeddings()
        rows: torch.Tensor = table(torch.tensor(list(pieces), device=self.device))
        return rows

    def blank_piece(self) -> int:
        """Return the piece of a blank input. Raises ScoringError: tokenizer_without_pad."""
        if self.tokenizer.pad_token_id is None:
            message = "The tokenizer has no padding token for the blank input; name one in its configuration."
            raise ScoringError("tokenizer_without_pad", message)
        return int(self.tokenizer.pad_token_id)

    def hiding_piece(self) -> int:
        """Return the piece that hides another: the mask, or the blank piece where there is none."""
        mask = self.tokenizer.mask_token_id
        return self.blank_piece() if mask is None else int(mask)

    def row_logits(
        self, embedded: Sequence[torch.Tensor], rows: Sequence[Sequence[int]], *, attentions: bool = False
    ) -> tuple[torch.Tensor, torch.Tensor | None]:
        """Do what padded_logits does, for inputs of [pieces, dimensions] that need not be equally long."""
        inputs = pad_sequence(list(embedded), batch_first=True)
        return self.padded_logits(inputs, [len(each) for each in embedded], rows, attentions=attentions)

    def padded_logits(
        self,
        inputs: torch.Tensor,
        lengths: Sequence[int],
        rows: Sequence[Sequence[int]],
        *,
        attentions: bool = False,
    ) -> tuple[torch.Tensor, torch.Tensor | None]:
        """Return the logits at rows of inputs given as embeddings, and the last attention of these rows.

        inputs: [inputs, pieces, dimensions], of which the first lengths pieces count; padding is not attended
        to. Position and type ids are those of an input without padding ids. Returns logits [rows of all
        inputs in order, vocabulary], in single precision where the model has half, and, if asked, attention
        [rows, heads, pieces]. Raises ScoringError: attentions_missing.
        """
        logits, attention = self._logits(
            inputs.to(self.model.dtype), self._attended(inputs, lengths), rows, attentions=attentions
        )
        return logits.float() if logits.dtype in HALF_TOLERANCE else logits, attention

    def layer_attentions(self, encodings: Sequence[Encoding]) -> list[list[torch.Tensor]]:
        """Return each input's softmax attention in every layer: [heads, pieces, pieces], first layer first.

        Raises ScoringError: attentions_missing.
        """
        with torch.inference_mode():
            inputs = pad_sequence(
                [self.embeddings(encoding.pieces) for encoding in encodings], batch_first=True
            )
            lengths = [len(encoding.pieces) for encoding in encodings]
            attended = self._mask(inputs, self._attended(inputs, lengths))
            output = self.model.base_model(
                inputs_embeds=inputs, attention_mask=attended, output_attentions=True
            )
        layers = _attentions(output)
        return [[layer[index, :, :size, :size] for layer in layers] for index, size in enumerate(lengths)]

    def _logits(
        self,
        inputs: torch.Tensor,
        attended: torch.Tensor | None,
        rows: Sequence[Sequence[int]],
        *,
        attentions: bool,
    ) -> tuple[torch.Tensor, torch.Tensor | None]:
        """Do what padded_logits does through the model's own forward pass, whatever its structure is."""
        owners = [index for index, places in enumerate(rows) for _ in places]
        columns = [place for places in rows for place in places]
        model = self.model if self._head is None else self.model.base_model
        output = model(
            inputs_embeds=inputs, attention_mask=self._mask(inputs, attended), output_attentions=attentions
        )
        if self._head is None:
            logits = output.logits[owners, columns]
        else:
            logits = self._head(output.last_hidden_state[owners, columns])
        return logits, _attentions(output)[-1][owners, :, columns] if attentions else None

    def _attended(self, inputs: torch.Tensor, lengths: Sequence[int]) -> torch.Tensor | None:
        """Return [inputs, pieces], True where a piece is no padding, or None without padding."""
        if min(lengths) == inputs.shape[1]:
            return None
        sizes = torch.tensor(lengths, device=self.device)
        return torch.arange(inputs.shape[1], device=self.device) < sizes[:, None]

    def _mask(self, inputs: torch.Tensor, attended: torch.Tensor | None) -> torch.Tensor:
        if attended is None:
            return torch.ones(inputs.shape[:2], dtype=torch.long, device=self.device)
        return attended.long()

    def _trial_inputs(self) -> list[list[int]]:
        """Return the pieces of two short inputs; the second is shorter, so that padding is tried as well."""
        pieces = self.tokenizer("a b c d", truncation=True, max_length=self.longest)["input_ids"]
        return [pieces, pieces[: max(1, len(pieces) - 2)]]


def same_logits(plain: torch.Tensor, other: torch.Tensor) -> bool:
    """Tell whether logits agree, a shift of a whole row aside, which changes no probability."""
    first, second = (rows.double() - rows.double().mean(-1, keepdim=True) for rows in (plain, other))
    tolerance = HALF_TOLERANCE.get(plain.dtype, _FULL_TOLERANCE)
    return bool((first - second).norm() <= tolerance * first.norm())


def not_followed() -> ScoringError:
    """Return the refusal of a model whose short cuts and plain pass disagree."""
    message = "The model gives other answers for word embeddings than for the words themselves."
    return ScoringError("embeddings_not_followed", message)


def _attentions(output: Any) -> Sequence[torch.Tensor]:
    if not output.attentions or any(layer is None for layer in output.attentions):
        raise ScoringError("attentions_missing", "The model does not give its attention weights.")
    layers: Sequence[torch.Tensor] = output.attentions
    return layers


def _longest_input(model: Any, tokenizer: Any) -> int:
    """Return how many pieces the model reads; the RoBERTa family starts counting after its padding id."""
    positions = int(getattr(model.config, "max_position_embeddings", None) or tokenizer.model_max_length)
    table = getattr(getattr(model.base_model, "embeddings", None), "position_embeddings", None)
    padding = getattr(table, "padding_idx", None)
    if padding is not None:
        positions -= padding + 1
    return min(positions, int(tokenizer.model_max_length))
