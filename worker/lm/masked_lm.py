"""A masked language model: loading it safely and reading what it answers at the mask."""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from safetensors import SafetensorError
from torch.nn.utils.rnn import pad_sequence
from transformers import AutoModelForMaskedLM, AutoTokenizer

from worker.lm.errors import ScoringError
from worker.lm.pieces import Encoding, encode
from worker.revisions import PREFIX, folder_revision
from worker.types import Instance, ModelRef

REPOSITORY = Path(__file__).resolve().parents[2]
DTYPES = {"float32": torch.float32, "float64": torch.float64}
CPU_BUDGET, CUDA_BUDGET = 2_500, 65_536  # pieces in one forward pass
_PROBE_TOLERANCE = 1e-4


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
            rows = probabilities.cpu().numpy()
        readings = []
        reached = 0
        for index, encoding in enumerate(encodings):
            taken = slice(reached, reached + len(encoding.mask_positions))
            reached = taken.stop
            seen = None
            if attention is not None:
                length, positions = len(encoding.pieces), list(encoding.mask_positions)
                part = attention[index][:, positions, :length].transpose(0, 1)
                seen = part.double().cpu().numpy()
            readings.append(Reading(encoding, rows[taken], seen))
        return readings

    def mask_logits(
        self,
        embedded: Sequence[torch.Tensor],
        mask_positions: Sequence[Sequence[int]],
        *,
        attentions: bool = False,
    ) -> tuple[torch.Tensor, torch.Tensor | None]:
        """Return the logits at the masks of inputs given as embeddings, and the last layer's attention.

        embedded: for each input [pieces, dimensions]; shorter ones are padded and the padding is not attended
        to. Position and type ids are those of an input without padding ids. Returns logits [all masks in
        order, vocabulary] and, if asked, attention [inputs, heads, pieces, pieces].
        """
        lengths = torch.tensor([len(rows) for rows in embedded], device=self.device)
        inputs = pad_sequence(list(embedded), batch_first=True)
        attention_mask = (torch.arange(inputs.shape[1], device=self.device) < lengths[:, None]).long()
        owners = [index for index, positions in enumerate(mask_positions) for _ in positions]
        columns = [position for positions in mask_positions for position in positions]
        if self._head is None:
            output = self.model(
                inputs_embeds=inputs, attention_mask=attention_mask, output_attentions=attentions
            )
            logits = output.logits[owners, columns]
        else:
            output = self.model.base_model(
                inputs_embeds=inputs, attention_mask=attention_mask, output_attentions=attentions
            )
            logits = self._head(output.last_hidden_state[owners, columns])
        if not attentions:
            return logits, None
        if not output.attentions or output.attentions[-1] is None:
            raise ScoringError("attentions_missing", "The model does not give its attention weights.")
        return logits, output.attentions[-1]

    def _probe(self) -> None:
        """Compare both short cuts, embeddings for ids and the head on mask rows, with the plain pass."""
        pieces = self.tokenizer("a b c d", truncation=True, max_length=self.longest)["input_ids"]
        with torch.inference_mode():
            plain = self.model(input_ids=torch.tensor([pieces], device=self.device)).logits[0]
            ours, _ = self.mask_logits([self.embeddings(pieces)], [range(len(pieces))])
            if self._head is not None and not _same(plain, ours):
                self._head = None
                ours, _ = self.mask_logits([self.embeddings(pieces)], [range(len(pieces))])
        if not _same(plain, ours):
            message = "The model gives other answers for word embeddings than for the words themselves."
            raise ScoringError("embeddings_not_followed", message)


@lru_cache(maxsize=2)
def load_model(ref: ModelRef) -> MaskedLm:
    """Load a model and keep it; each process holds the last two.

    ref.source: a folder, absolute or under WHYBENCH_MODELS_DIR or the repository, or a hub name where
    WHYBENCH_ALLOW_HUB is 1. Only safetensors are read and no code that comes with a model is run.
    WHYBENCH_DEVICE chooses the device, by default CUDA where there is one. Raises ScoringError:
    model_not_found, model_not_loaded, model_incomplete, model_changed, dtype_not_supported,
    tokenizer_without_offsets, embeddings_not_followed.
    """
    if ref.dtype not in DTYPES:
        raise ScoringError("dtype_not_supported", f"{ref.dtype} is not one of {', '.join(DTYPES)}.")
    folder = find_folder(ref.source)
    hub_allowed = os.environ.get("WHYBENCH_ALLOW_HUB") == "1"
    if folder is None and not hub_allowed:
        raise ScoringError(
            "model_not_found", f"There is no model folder {ref.source}, and no hub may be asked."
        )
    options: dict[str, Any] = {"local_files_only": folder is not None, "trust_remote_code": False}
    if folder is None and ref.revision:
        options["revision"] = ref.revision
    try:
        digest = None if folder is None else folder_revision(folder)
        tokenizer = AutoTokenizer.from_pretrained(folder or ref.source, **options)
        model, loading = AutoModelForMaskedLM.from_pretrained(
            folder or ref.source,
            dtype=DTYPES[ref.dtype],
            attn_implementation="eager",  # other kernels keep their attention weights to themselves
            use_safetensors=True,
            output_loading_info=True,
            **options,
        )
    except (OSError, ValueError, KeyError, RuntimeError, ImportError, SafetensorError) as error:
        raise ScoringError("model_not_loaded", f"{ref.source} does not load: {error}") from error
    if loading["missing_keys"]:
        missing = ", ".join(sorted(loading["missing_keys"])[:3])
        raise ScoringError("model_incomplete", f"{ref.source} has no weights for {missing}.")
    if not tokenizer.is_fast:
        message = f"The tokenizer of {ref.source} does not tell where its pieces stand in the text."
        raise ScoringError("tokenizer_without_offsets", message)
    revision = digest or str(getattr(model.config, "_commit_hash", None) or ref.revision)
    if ref.revision.startswith(PREFIX) and ref.revision != revision:
        raise ScoringError("model_changed", f"{ref.source} is {revision}, not {ref.revision}.")
    device = os.environ.get("WHYBENCH_DEVICE") or ("cuda" if torch.cuda.is_available() else "cpu")
    return MaskedLm(model, tokenizer, revision=revision, device=device)


def find_folder(source: str) -> Path | None:
    """Return the folder a model's source names, or None if there is none."""
    roots = [Path(root) for root in (os.environ.get("WHYBENCH_MODELS_DIR"),) if root]
    candidates = [root / source for root in (*roots, REPOSITORY)]  # an absolute source replaces its root
    return next((folder for folder in candidates if folder.is_dir()), None)


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


def _same(first: torch.Tensor, second: torch.Tensor) -> bool:
    return bool(torch.allclose(first, second, rtol=_PROBE_TOLERANCE, atol=_PROBE_TOLERANCE))
