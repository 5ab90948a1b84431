"""Which kind a model is, by its configuration alone."""

from collections.abc import Sequence

from transformers.models.auto.modeling_auto import (
    MODEL_FOR_CAUSAL_LM_MAPPING_NAMES,
    MODEL_FOR_MASKED_LM_MAPPING_NAMES,
    MODEL_FOR_SEQUENCE_CLASSIFICATION_MAPPING_NAMES,
)

from worker.types import ModelKind


def kind_of(model_type: str, architectures: Sequence[str]) -> ModelKind | None:
    """Return a model's kind, None for another one.

    It is a classification model where its weights were saved as one; else a masked language model where its
    type has that form, else a causal one.
    """
    classifies = any(name.endswith("ForSequenceClassification") for name in architectures)
    if classifies and model_type in MODEL_FOR_SEQUENCE_CLASSIFICATION_MAPPING_NAMES:
        return ModelKind.CLASSIFICATION
    if model_type in MODEL_FOR_MASKED_LM_MAPPING_NAMES:
        return ModelKind.MASKED
    return ModelKind.CAUSAL if model_type in MODEL_FOR_CAUSAL_LM_MAPPING_NAMES else None
