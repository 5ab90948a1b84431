"""No saliency at all: for who wants predictions only, and for models that no method here explains."""

from collections.abc import Mapping, Sequence
from typing import Any

from worker.lm.loaded_model import LoadedModel, Reading

DEFAULTS: dict[str, Any] = {}


def score(model: LoadedModel, readings: Sequence[Reading], settings: Mapping[str, Any]) -> list[None]:
    """Return None for each reading."""
    return [None for _ in readings]


def check_settings(settings: Mapping[str, Any]) -> None:
    """Accept what there is: no settings."""
