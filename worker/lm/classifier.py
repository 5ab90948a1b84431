"""A classification model, which gives a whole text one of its classes."""

from collections.abc import Iterable, Sequence
from typing import Any

import torch

from worker.lm.errors import ScoringError
from worker.lm.loaded_model import LoadedModel, not_followed, same_logits
from worker.lm.pieces import Encoding, encode_whole
from worker.types import Instance, ModelKind


class Classifier(LoadedModel):
    """A classification model. Each input has one row, its logits over the classes.

    What of the last hidden states the classes are read from is found out by their gradient: the first piece,
    the last one, or more than one, which then counts as all. The attention of an input is the mean over the
    pieces that are read.
    """

    kind = ModelKind.CLASSIFICATION

    def __init__(self, model: Any, tokenizer: Any, *, revision: str, device: str = "cpu") -> None:
        """Prepare a loaded model and check how it may be driven.

        Raises ScoringError: model_without_classes, embeddings_not_followed.
        """
        super().__init__(model, tokenizer, revision=revision, device=device)
        config = model.config
        if config.num_labels < 2 or config.problem_type not in (None, "single_label_classification"):
            message = "The model gives no single class out of several: it has one output, or many at once."
            raise ScoringError("model_without_classes", message)
        self.labels = [str(config.id2label[number]) for number in range(config.num_labels)]
        self._takes_padding = True
        self._probe()

    def encode(self, instance: Instance) -> Encoding:
        """Cut an instance's text into pieces; its answer is the golden label, in any case of letters.

        Raises ScoringError: instance_with_mask, text_not_unicode, answer_without_pieces, too_many_pieces.
        """
        if instance.mask is not None:
            message = "A classification model reads texts without a masked span."
            raise ScoringError("instance_with_mask", message)
        label = self._class_of(instance.answer)
        encoding = encode_whole(self.tokenizer, instance, label=label, looks=self._read_places)
        self.fits(len(encoding.pieces))
        return encoding

    def padded_logits(
        self,
        inputs: torch.Tensor,
        lengths: Sequence[int],
        rows: Sequence[Sequence[int]],
        *,
        attentions: bool = False,
    ) -> tuple[torch.Tensor, torch.Tensor | None]:
        """Return the logits of each input, [inputs, classes], and its attention, [inputs, heads, pieces].

        A model that looks for the last piece without being told where padding begins gets inputs of one
        length at a time.
        """
        if self._takes_padding or min(lengths) == inputs.shape[1]:
            return super().padded_logits(inputs, lengths, rows, attentions=attentions)
        order, logits, seen = [], [], []
        for size in sorted(set(lengths)):
            chosen = [index for index, length in enumerate(lengths) if length == size]
            part, look = super().padded_logits(
                inputs[chosen, :size], [size] * len(chosen), [rows[index] for index in chosen],
                attentions=attentions,
            )  # fmt: skip
            order += chosen
            logits.append(part)
            if look is not None:
                seen.append(torch.nn.functional.pad(look, (0, inputs.shape[1] - size)))
        back = torch.tensor(order, device=self.device).argsort()
        return torch.cat(logits)[back], torch.cat(seen)[back] if seen else None

    def _logits(
        self,
        inputs: torch.Tensor,
        attended: torch.Tensor | None,
        rows: Sequence[Sequence[int]],
        *,
        attentions: bool,
    ) -> tuple[torch.Tensor, torch.Tensor | None]:
        output = self.model(
            inputs_embeds=inputs, attention_mask=self._mask(inputs, attended), output_attentions=attentions
        )
        if not attentions:
            return output.logits, None
        if not output.attentions or output.attentions[-1] is None:
            raise ScoringError("attentions_missing", "The model does not give its attention weights.")
        sizes = [inputs.shape[1]] * len(inputs) if attended is None else attended.sum(1).tolist()
        last = output.attentions[-1]
        seen = [last[index, :, list(self._read_places(size))].mean(1) for index, size in enumerate(sizes)]
        return output.logits, torch.stack(seen)

    def _class_of(self, label: str | None) -> int | None:
        """Return the number of a label: of the one written so, else of the only one but for letters' case."""
        if label is None:
            return None
        if label in self.labels:
            return self.labels.index(label)
        alike = [number for number, name in enumerate(self.labels) if name.casefold() == label.casefold()]
        return alike[0] if len(alike) == 1 else None

    def _probe(self) -> None:
        """Compare embeddings with ids, padded and not, and see which rows the classes are read from."""
        inputs = self._trial_inputs()
        embedded, rows = [self.embeddings(ids) for ids in inputs], [(0,)] * len(inputs)
        self._read_places = _places(self._places_with_gradient(embedded[0]), len(inputs[0]))
        with torch.inference_mode():
            plain = torch.cat(
                [self.model(input_ids=torch.tensor([ids], device=self.device)).logits for ids in inputs]
            )
            for self._takes_padding in (True, False):
                if same_logits(plain, self.row_logits(embedded, rows)[0]):
                    return
        raise not_followed()

    def _places_with_gradient(self, rows: torch.Tensor) -> list[int]:
        """Return the pieces whose last hidden state the logits depend on."""
        seen: list[torch.Tensor] = []

        def keep(_module: Any, _inputs: Any, output: Any) -> None:
            states = output.last_hidden_state
            states.retain_grad()
            seen.append(states)

        handle = self.model.base_model.register_forward_hook(keep)
        try:
            with torch.enable_grad():
                logits = self.model(inputs_embeds=rows[None].detach().requires_grad_()).logits[0]
                (logits * torch.arange(1, len(logits) + 1, device=logits.device)).sum().backward()
        finally:
            handle.remove()
        gradient = seen[0].grad
        return [] if gradient is None else gradient[0].norm(dim=-1).nonzero()[:, 0].tolist()


def _places(found: Sequence[int], pieces: int) -> Any:
    """Return which pieces of an input of a given length are read, from those found in one."""
    if list(found) == [0]:
        return _first
    return _last if list(found) == [pieces - 1] else _all


def _first(pieces: int) -> Iterable[int]:
    return (0,)


def _last(pieces: int) -> Iterable[int]:
    return (pieces - 1,)


def _all(pieces: int) -> Iterable[int]:
    return range(pieces)
