"""The saliency methods, listed by hand: a new one is a file here and a line in METHODS."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from worker.lm.errors import ScoringError
from worker.lm.loaded_model import LoadedModel, Reading
from worker.saliency import (
    attention,
    attention_rollout,
    gradient_norm,
    input_x_gradient,
    integrated_gradients,
    integrated_gradients_adaptive,
    kernel_shap,
    lime,
    no_saliency,
    occlusion,
    random_order,
    smooth_grad,
)
from worker.saliency.scores import PieceScores, TokenScores
from worker.types import MethodRef

Scores = Sequence[PieceScores | TokenScores | None]
Score = Callable[[LoadedModel, Sequence[Reading], Mapping[str, Any]], Scores]


@dataclass(frozen=True)
class Method:
    """A saliency method: how it scores readings, its settings with their defaults, and what it needs read."""

    score: Score
    defaults: Mapping[str, Any]
    check_settings: Callable[[Mapping[str, Any]], None]
    attentions: bool = False


METHODS: Mapping[str, Method] = {
    "attention": Method(attention.score, attention.DEFAULTS, attention.check_settings, attentions=True),
    "attention_rollout": Method(
        attention_rollout.score, attention_rollout.DEFAULTS, attention_rollout.check_settings
    ),
    "gradient_norm": Method(gradient_norm.score, gradient_norm.DEFAULTS, gradient_norm.check_settings),
    "input_x_gradient": Method(
        input_x_gradient.score, input_x_gradient.DEFAULTS, input_x_gradient.check_settings
    ),
    "integrated_gradients": Method(
        integrated_gradients.score, integrated_gradients.DEFAULTS, integrated_gradients.check_settings
    ),
    "integrated_gradients_adaptive": Method(
        integrated_gradients_adaptive.score,
        integrated_gradients_adaptive.DEFAULTS,
        integrated_gradients_adaptive.check_settings,
    ),
    "smooth_grad": Method(smooth_grad.score, smooth_grad.DEFAULTS, smooth_grad.check_settings),
    "occlusion": Method(occlusion.score, occlusion.DEFAULTS, occlusion.check_settings),
    "lime": Method(lime.score, lime.DEFAULTS, lime.check_settings),
    "kernel_shap": Method(kernel_shap.score, kernel_shap.DEFAULTS, kernel_shap.check_settings),
    "random": Method(random_order.score, random_order.DEFAULTS, random_order.check_settings),
    "none": Method(no_saliency.score, no_saliency.DEFAULTS, no_saliency.check_settings),
}


def complete(ref: MethodRef, *, output: str = "probability") -> MethodRef:
    """Return the reference with every setting filled in.

    output: what F adds up by default, which differs by kind of model; see LoadedModel.output. Raises
    ScoringError: method_not_known, or settings_not_valid naming the setting.
    """
    method = METHODS.get(ref.name)
    if method is None:
        raise ScoringError("method_not_known", f"{ref.name} is not one of {', '.join(METHODS)}.")
    unknown = sorted(ref.settings.keys() - method.defaults.keys())
    if unknown:
        raise ScoringError("settings_not_valid", f"{ref.name} has no setting {unknown[0]}.")
    settings = {**method.defaults, **ref.settings}
    if "output" in settings and "output" not in ref.settings:
        settings["output"] = output
    try:
        method.check_settings(settings)
    except ValueError as error:
        raise ScoringError("settings_not_valid", f"{ref.name}: {error}") from error
    return MethodRef(ref.name, settings)
