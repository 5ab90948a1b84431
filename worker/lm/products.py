"""Products of states with a layer's weights, laid out for the processor where gradients make that pay."""

from typing import Any

import torch
from torch.nn.functional import linear

_PACKED = (torch.float32, torch.bfloat16)
_ROWS = 2_500  # for which the layout is chosen; it serves any number


class Product:
    """states @ weight.T + bias, as torch.nn.functional.linear gives it, without gradients of weight and bias.

    On a CPU the first call that will be differentiated lays out the weights for oneDNN, forward and backward:
    the same numbers to rounding, an eighth faster than a layout found anew in each call, for twice the
    layer's memory. The operators are those that torch's compiler uses; where a build lacks them, or cannot
    take the precision, the plain product is taken.
    """

    def __init__(self, weight: torch.Tensor, bias: torch.Tensor | None) -> None:
        """weight: [outputs, inputs]; bias: [outputs]. Neither may change later."""
        self._weight, self._bias = weight, bias
        self._layouts: tuple[torch.Tensor, torch.Tensor] | None = None
        self._fits = weight.device.type == "cpu" and weight.dtype in _PACKED and _has_layouts(weight.dtype)

    def __call__(self, states: torch.Tensor) -> torch.Tensor:
        """Return [..., outputs] of states [..., inputs]."""
        if self._layouts is None and self._fits and torch.is_grad_enabled() and states.requires_grad:
            with torch.no_grad():
                turned = self._weight.t().contiguous()
                self._layouts = (_laid_out(self._weight), _laid_out(turned))
        if self._layouts is None:
            return linear(states, self._weight, self._bias)
        product: torch.Tensor = _LaidOut.apply(states, *self._layouts, self._bias)  # type: ignore[no-untyped-call]
        return product


class _LaidOut(torch.autograd.Function):
    """The product with weights in oneDNN's own layout, which autograd cannot go through by itself."""

    @staticmethod
    def forward(
        ctx: Any,
        states: torch.Tensor,
        ahead: torch.Tensor,
        back: torch.Tensor,
        bias: torch.Tensor | None,
    ) -> torch.Tensor:
        ctx.back = back
        return _multiplied(states, ahead, bias)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor, None, None, None]:
        (gradient,) = gradients
        return _multiplied(gradient, ctx.back, None), None, None, None


def _laid_out(weight: torch.Tensor) -> torch.Tensor:
    packed: torch.Tensor = torch.ops.mkldnn._reorder_linear_weight(weight, _ROWS)
    return packed


def _multiplied(states: torch.Tensor, packed: torch.Tensor, bias: torch.Tensor | None) -> torch.Tensor:
    product: torch.Tensor = torch.ops.mkldnn._linear_pointwise(
        states.contiguous(), packed, bias, "none", [], ""
    )
    return product


def _has_layouts(dtype: torch.dtype) -> bool:
    if not torch.backends.mkldnn.is_available():  # type: ignore[no-untyped-call]
        return False
    names = ("_reorder_linear_weight", "_linear_pointwise", "_is_mkldnn_bf16_supported")
    if not all(hasattr(torch.ops.mkldnn, name) for name in names):
        return False
    return dtype != torch.bfloat16 or bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())
