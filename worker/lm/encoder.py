"""The encoder of a BERT-like model, driven layer by layer, so that only what is asked for is computed."""

from typing import Any, NamedTuple

import torch
from torch.nn.functional import scaled_dot_product_attention

# Layers of these types are built alike: attention.self, attention.output, intermediate and output, with the
# normalisation after each sum. A model is driven this way only if it then answers as its own forward pass.
MODEL_TYPES = ("bert", "roberta", "xlm-roberta", "camembert", "electra", "ernie")
# The fused kernel gives no weights, and its gradient in half precision is slow on a CPU for short inputs.
_SLOW = (torch.bfloat16, torch.float16)


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
        own = layer.attention.self
        query, key, value = (
            part(states).unflatten(-1, (self._heads, -1)).transpose(1, 2)
            for part, states in ((own.query, asking), (own.key, hidden), (own.value, hidden))
        )
        shares = None
        if weights or (torch.is_grad_enabled() and hidden.dtype in _SLOW and hidden.device.type == "cpu"):
            products = (query * query.shape[-1] ** -0.5) @ key.transpose(-1, -2)
            shares = (products if bias is None else products + bias).softmax(-1)
            context = shares @ value
        else:
            context = scaled_dot_product_attention(query, key, value, attn_mask=bias)
        attended = layer.attention.output(context.transpose(1, 2).flatten(2), asking)
        return layer.output(layer.intermediate(attended), attended), shares if weights else None
