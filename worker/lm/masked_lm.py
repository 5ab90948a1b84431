"""A masked language model and what it answers at the mask."""

from collections.abc import Sequence
from typing import Any

import torch

from worker.lm.encoder import MODEL_TYPES, Encoder, Rows
from worker.lm.loaded_model import LoadedModel, not_followed, same_logits
from worker.lm.pieces import Encoding, encode
from worker.types import Instance, ModelKind


class MaskedLm(LoadedModel):
    """A masked language model; each of an input's rows is one of its masks."""

    kind = ModelKind.MASKED

    def __init__(self, model: Any, tokenizer: Any, *, revision: str, device: str = "cpu") -> None:
        """Prepare a loaded model and check how it may be driven.

        Raises ScoringError: embeddings_not_followed.
        """
        super().__init__(model, tokenizer, revision=revision, device=device)
        self._head = _position_wise_head(model)
        self._encoder = None if self._head is None else _known_encoder(model)
        self._probe()

    def encode(self, instance: Instance) -> Encoding:
        """Cut and mask an instance; see pieces.encode. Raises ScoringError also as too_many_pieces."""
        encoding = encode(self.tokenizer, instance)
        self.fits(len(encoding.pieces))
        return encoding

    def _logits(
        self,
        inputs: torch.Tensor,
        attended: torch.Tensor | None,
        rows: Sequence[Sequence[int]],
        *,
        attentions: bool,
    ) -> tuple[torch.Tensor, torch.Tensor | None]:
        if self._encoder is None or self._head is None:
            return super()._logits(inputs, attended, rows, attentions=attentions)
        states, attention = self._encoder(inputs, attended, _rows(rows, self.device), attentions=attentions)
        return self._head(states), attention

    def _probe(self) -> None:
        """Compare each short cut with the plain pass over ids, and leave out those that answer otherwise.

        The short cuts: embeddings for ids, the head on mask rows alone, and the last layer on them alone.
        """
        inputs = self._trial_inputs()
        embedded, positions = [self.embeddings(ids) for ids in inputs], [range(len(ids)) for ids in inputs]
        with torch.inference_mode():
            plain = torch.cat(
                [self.model(input_ids=torch.tensor([ids], device=self.device)).logits[0] for ids in inputs]
            )
            for encoder, head in ((self._encoder, self._head), (None, self._head), (None, None)):
                self._encoder, self._head = encoder, head
                if same_logits(plain, self.row_logits(embedded, positions)[0]):
                    return
        raise not_followed()


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
