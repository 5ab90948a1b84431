"""The encoder of a BERT-like model, driven layer by layer, so that only what is asked for is computed."""

from typing import Any, NamedTuple

import torch
from torch.nn.functional import scaled_dot_product_attention

from worker.lm.products import Product

# Layers of these types are built alike: attention.self, attention.output, intermediate and output, with the
# normalisation after each sum. A model is driven this way only if it then answers as its own forward pass.
MODEL_TYPES = ("bert", "roberta", "xlm-roberta", "camembert", "electra", "ernie")
# The fused kernel gives no weights, and on a CPU its gradient is slow in half precision and for short inputs.
_SLOW = (torch.bfloat16, torch.float16)
_SHORT = 64


class Rows(NamedTuple):
    """Which rows of a padded batch are read.

    positions: [inputs, most rows of an input], padded with 0. owners, places: for each row that counts, its
    input and its column in positions, in order.
    """

    positions: torch.Tensor
    owners: torch.Tensor
    places: torch.Tensor


class Encoder:
    """Runs all layers but the last on all rows, and the last on the rows that are read."""

    def __init__(self, base_model: Any) -> None:
        """Take the parts of a base model of one of MODEL_TYPES. Raises AttributeError if it has others."""
        self._embeddings = base_model.embeddings
        self._project = getattr(base_model, "embeddings_project", None)  # ELECTRA's narrower embeddings
        *self._body, self._last = list(base_model.encoder.layer)
        self._heads = int(base_model.config.num_attention_heads)
        self._joined = {}
        for layer in self._body:
            self._joined[id(layer)] = Product(*_join(layer.attention.self))
        weight, bias = _join(self._last.attention.self)
        width = len(weight) // 3
        self._asking = Product(weight[:width], bias[:width])
        self._answering = Product(weight[width:], bias[width:])
        self._dense = {
            id(part): Product(part.dense.weight, part.dense.bias)
            for layer in (*self._body, self._last)
            for part in (layer.attention.output, layer.intermediate, layer.output)
        }

    def __call__(
        self, inputs: torch.Tensor, attended: torch.Tensor | None, rows: Rows, *, attentions: bool
    ) -> tuple[torch.Tensor, torch.Tensor | None]:
        """Return the last hidden states of the rows that are read, and their attention.

        inputs: word embeddings [inputs, pieces, dimensions]. attended: [inputs, pieces], True where a piece
        is no padding, or None without padding. Returns states [rows, dimensions] and, if asked, attention
        [rows, heads, pieces], each row a distribution.
        """
        hidden = self._embeddings(inputs_embeds=inputs)
        if self._project is not None:
            hidden = self._project(hidden)
        bias = None
        if attended is not None:
            lowest = torch.finfo(hidden.dtype).min
            bias = torch.zeros(attended.shape, dtype=hidden.dtype, device=hidden.device)
            bias = bias.masked_fill(~attended, lowest)[:, None, None, :]
        for layer in self._body:
            hidden, _ = self._layer(layer, hidden, hidden, bias, weights=False)
        index = rows.positions[:, :, None].expand(-1, -1, hidden.shape[-1])
        hidden, seen = self._layer(self._last, hidden.gather(1, index), hidden, bias, weights=attentions)
        if seen is not None:
            seen = seen[rows.owners, :, rows.places]
        return hidden[rows.owners, rows.places], seen

    def _layer(
        self,
        layer: Any,
        asking: torch.Tensor,
        hidden: torch.Tensor,
        bias: torch.Tensor | None,
        *,
        weights: bool,
    ) -> tuple[torch.Tensor, torch.Tensor | None]:
        if layer is self._last:
            (query,) = self._by_head(self._asking(asking), 1)
            key, value = self._by_head(self._answering(hidden), 2)
        else:
            query, key, value = self._by_head(self._joined[id(layer)](hidden), 3)
        shares = None
        if weights or self._is_slow(hidden):
            products = (query * query.shape[-1] ** -0.5) @ key.transpose(-1, -2)
            # In half precision a softmax over few pieces is both rougher and slower than in single.
            wide = torch.float32 if products.dtype in _SLOW else products.dtype
            shares = (products if bias is None else products + bias).softmax(-1, dtype=wide)
            context = shares.to(value.dtype) @ value
        else:
            context = scaled_dot_product_attention(query, key, value, attn_mask=bias)
        attended = self._added(layer.attention.output, context.transpose(1, 2).flatten(2), asking)
        inner = layer.intermediate.intermediate_act_fn(self._dense[id(layer.intermediate)](attended))
        return self._added(layer.output, inner, attended), shares if weights else None

    def _added(self, part: Any, states: torch.Tensor, before: torch.Tensor) -> torch.Tensor:
        """Return the normalised sum of a part's product and what came before it; there is no dropout here."""
        added: torch.Tensor = part.LayerNorm(self._dense[id(part)](states) + before)
        return added

    def _by_head(self, states: torch.Tensor, parts: int) -> torch.Tensor:
        """Return [parts, inputs, heads, pieces, dimensions] of [inputs, pieces, parts x all dimensions]."""
        return states.view(*states.shape[:-1], parts, self._heads, -1).permute(2, 0, 3, 1, 4)

    @staticmethod
    def _is_slow(hidden: torch.Tensor) -> bool:
        """Tell whether plain products are faster than the fused kernel, forward and backward together."""
        if not torch.is_grad_enabled() or hidden.device.type != "cpu":
            return False
        return hidden.dtype in _SLOW or hidden.shape[1] <= _SHORT


def _join(own: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Lay the weights of query, key and value end to end, so that one product gives all three.

    The parts become views of the whole: nothing is held twice. Raises AttributeError if they are not alike.
    """
    parts = (own.query, own.key, own.value)
    if any(part.bias is None or part.weight.shape != own.query.weight.shape for part in parts):
        raise AttributeError("query, key and value are not alike")
    with torch.no_grad():
        weight, bias = (torch.cat([getattr(part, name) for part in parts]) for name in ("weight", "bias"))
    for place, part in enumerate(parts):
        part.weight.data, part.bias.data = weight.chunk(3)[place], bias.chunk(3)[place]
    return weight, bias
