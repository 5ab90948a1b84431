"""Find a model's folder and load it safely."""

import os
from functools import lru_cache
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForMaskedLM, AutoTokenizer
from transformers.models.auto.modeling_auto import (
    MODEL_FOR_CAUSAL_LM_MAPPING_NAMES,
    MODEL_FOR_MASKED_LM_MAPPING_NAMES,
)
from transformers.utils.logging import disable_progress_bar

from worker.lm.causal_lm import CausalLm
from worker.lm.errors import ScoringError
from worker.lm.masked_lm import MaskedLm
from worker.revisions import PREFIX, folder_revision
from worker.types import ModelRef

REPOSITORY = Path(__file__).resolve().parents[2]
DTYPES = {
    "float32": torch.float32,
    "float64": torch.float64,
    "bfloat16": torch.bfloat16,
    "float16": torch.float16,
}


def load_model(ref: ModelRef) -> MaskedLm:
    """Load a masked language model; see load. Raises ScoringError also as model_not_masked."""
    model = load(ref)
    if isinstance(model, CausalLm):
        raise ScoringError("model_not_masked", f"{ref.source} is no masked language model.")
    return model


def load(ref: ModelRef) -> MaskedLm | CausalLm:
    """Load a model and keep it; each process holds the last two.

    It is a masked language model where its type has that form, else a causal one.

    ref.source: a folder, absolute or under WHYBENCH_MODELS_DIR or the repository, or a hub name where
    WHYBENCH_ALLOW_HUB is 1. Only safetensors are read and no code that comes with a model is run.
    WHYBENCH_DEVICE chooses the device, by default CUDA where there is one. Raises ScoringError:
    model_not_found, model_not_loaded, model_incomplete, model_changed, dtype_not_supported,
    device_not_usable, tokenizer_without_offsets, embeddings_not_followed.
    """
    return _load(ref, chosen_device())


def forget_models() -> None:
    """Let go of the models that are kept."""
    _load.cache_clear()


@lru_cache(maxsize=2)
def _load(ref: ModelRef, device: str) -> MaskedLm | CausalLm:
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
        kind = AutoConfig.from_pretrained(folder or ref.source, **options).model_type
        masked = kind in MODEL_FOR_MASKED_LM_MAPPING_NAMES
        if not masked and kind not in MODEL_FOR_CAUSAL_LM_MAPPING_NAMES:
            raise ValueError(f"{kind} is neither a masked nor a causal language model")
        tokenizer = AutoTokenizer.from_pretrained(folder or ref.source, **options)
        form: Any = AutoModelForMaskedLM if masked else AutoModelForCausalLM
        model, loading = form.from_pretrained(
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
    try:
        return (MaskedLm if masked else CausalLm)(model, tokenizer, revision=revision, device=device)
    except (RuntimeError, AssertionError) as error:  # torch built without CUDA answers with an assertion
        raise ScoringError("device_not_usable", f"{device} cannot hold the model: {error}") from error


def chosen_device() -> str:
    """Return the device that WHYBENCH_DEVICE names, or CUDA where there is one, or the CPU."""
    return os.environ.get("WHYBENCH_DEVICE") or ("cuda" if torch.cuda.is_available() else "cpu")


def find_folder(source: str) -> Path | None:
    """Return the folder a model's source names, or None if there is none."""
    roots = [Path(root) for root in (os.environ.get("WHYBENCH_MODELS_DIR"),) if root]
    candidates = [root / source for root in (*roots, REPOSITORY)]  # an absolute source replaces its root
    return next((folder for folder in candidates if folder.is_dir()), None)
