"""Find a model's folder and load it safely."""

import os
from functools import lru_cache
from pathlib import Path
from typing import Any

import torch
from huggingface_hub.errors import (
    HFValidationError,
    LocalEntryNotFoundError,
    OfflineModeIsEnabled,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)
from safetensors import SafetensorError
from transformers import (
    AutoConfig,
    AutoModelForCausalLM,
    AutoModelForMaskedLM,
    AutoModelForSequenceClassification,
    AutoTokenizer,
)
from transformers.utils.logging import disable_progress_bar

from worker.lm.causal_lm import CausalLm
from worker.lm.classifier import Classifier
from worker.lm.errors import ScoringError
from worker.lm.kinds import kind_of
from worker.lm.loaded_model import LoadedModel
from worker.lm.masked_lm import MaskedLm
from worker.revisions import PREFIX, folder_revision
from worker.types import ModelKind, ModelRef

REPOSITORY = Path(__file__).resolve().parents[2]
DTYPES = {
    "float32": torch.float32,
    "float64": torch.float64,
    "bfloat16": torch.bfloat16,
    "float16": torch.float16,
}


FORMS: dict[ModelKind, tuple[Any, type[LoadedModel]]] = {
    ModelKind.MASKED: (AutoModelForMaskedLM, MaskedLm),
    ModelKind.CAUSAL: (AutoModelForCausalLM, CausalLm),
    ModelKind.CLASSIFICATION: (AutoModelForSequenceClassification, Classifier),
}


def load_model(ref: ModelRef) -> MaskedLm:
    """Load a masked language model; see load. Raises ScoringError also as model_not_masked."""
    model = load(ref)
    if not isinstance(model, MaskedLm):
        raise ScoringError("model_not_masked", f"{ref.source} is no masked language model.")
    return model


def load(ref: ModelRef) -> LoadedModel:
    """Load a model and keep it; each process holds the last two. Its kind is that of kinds.kind_of.

    ref.source: a folder, absolute or under WHYBENCH_MODELS_DIR or the repository, or a hub name where
    WHYBENCH_ALLOW_HUB is 1. Only safetensors are read and no code that comes with a model is run.
    WHYBENCH_DEVICE chooses the device, by default CUDA where there is one. Raises ScoringError:
    model_not_found, hub_not_reached, model_not_loaded, model_incomplete, model_changed,
    dtype_not_supported, device_not_usable, tokenizer_without_offsets, embeddings_not_followed,
    model_without_classes.
    """
    return _load(ref, chosen_device())


def forget_models() -> None:
    """Let go of the models that are kept."""
    _load.cache_clear()


@lru_cache(maxsize=2)
def _load(ref: ModelRef, device: str) -> LoadedModel:
    if ref.dtype not in DTYPES:
        raise ScoringError("dtype_not_supported", f"{ref.dtype} is not one of {', '.join(DTYPES)}.")
    folder = find_folder(ref.source)
    hub_allowed = os.environ.get("WHYBENCH_ALLOW_HUB") == "1"
    if folder is None and not hub_allowed:
        raise ScoringError(
            "model_not_found", f"There is no model folder {ref.source}, and no hub may be asked."
        )
    disable_progress_bar()  # type: ignore[no-untyped-call]  # a bar for each loaded model says nothing in a log
    options: dict[str, Any] = {"local_files_only": folder is not None, "trust_remote_code": False}
    if folder is None and ref.revision:
        options["revision"] = ref.revision
    try:
        digest = None if folder is None else folder_revision(folder)
        config = AutoConfig.from_pretrained(folder or ref.source, **options)
        kind = kind_of(config.model_type, config.architectures or ())
        if kind is None:
            raise ValueError(f"{config.model_type} is no masked, causal or classification model")
        tokenizer = AutoTokenizer.from_pretrained(folder or ref.source, **options)
        form, reader = FORMS[kind]
        model, loading = form.from_pretrained(
            folder or ref.source,
            dtype=DTYPES[ref.dtype],
            attn_implementation="eager",  # other kernels keep their attention weights to themselves
            use_safetensors=True,
            output_loading_info=True,
            **options,
        )
    except (OSError, ValueError, KeyError, RuntimeError, ImportError, SafetensorError) as error:
        raise _not_loaded(ref, error) from error
    if loading["missing_keys"]:
        missing = ", ".join(sorted(loading["missing_keys"])[:3])
        raise ScoringError("model_incomplete", f"{ref.source} has no weights for {missing}.")
    if not tokenizer.is_fast:
        message = f"The tokenizer of {ref.source} does not tell where its pieces stand in the text."
        raise ScoringError("tokenizer_without_offsets", message)
    revision = digest or str(getattr(model.config, "_commit_hash", None) or ref.revision)
    if ref.revision.startswith(PREFIX) and ref.revision != revision:
        raise ScoringError("model_changed", f"{ref.source} is {revision}, not {ref.revision}.")
    try:
        return reader(model, tokenizer, revision=revision, device=device)
    except (RuntimeError, AssertionError) as error:  # torch built without CUDA answers with an assertion
        raise ScoringError("device_not_usable", f"{device} cannot hold the model: {error}") from error


def _not_loaded(ref: ModelRef, error: Exception) -> ScoringError:
    """Say why a model does not load: its hub does not answer, it is not there, or it is broken."""
    chain: list[BaseException] = [error]
    while (before := chain[-1].__cause__ or chain[-1].__context__) is not None and before not in chain:
        chain.append(before)
    if any(
        isinstance(each, (LocalEntryNotFoundError, OfflineModeIsEnabled, ConnectionError)) for each in chain
    ):
        message = f"The hub with {ref.source} cannot be reached from this worker, and it holds no copy."
        return ScoringError("hub_not_reached", message)
    if any(
        isinstance(each, (RepositoryNotFoundError, RevisionNotFoundError, HFValidationError))
        for each in chain
    ):
        what = f" at {ref.revision}" if ref.revision else ""
        return ScoringError(
            "model_not_found", f"The hub has no model {ref.source}{what} that it shows to us."
        )
    return ScoringError("model_not_loaded", f"{ref.source} does not load: {error}")


def chosen_device() -> str:
    """Return the device that WHYBENCH_DEVICE names, or CUDA where there is one, or the CPU."""
    return os.environ.get("WHYBENCH_DEVICE") or ("cuda" if torch.cuda.is_available() else "cpu")


def find_folder(source: str) -> Path | None:
    """Return the folder a model's source names, or None if there is none."""
    roots = [Path(root) for root in (os.environ.get("WHYBENCH_MODELS_DIR"),) if root]
    candidates = [root / source for root in (*roots, REPOSITORY)]  # an absolute source replaces its root
    return next((folder for folder in candidates if folder.is_dir()), None)
