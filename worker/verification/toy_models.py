"""Models small enough to be given in a case: a formula, a two-layer network, and a one-layer token model."""

import ast
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

Function = Callable[[torch.Tensor], torch.Tensor]

_OPERATIONS: Mapping[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_FUNCTIONS: Mapping[str, Callable[[torch.Tensor], torch.Tensor]] = {
    "tanh": torch.tanh,
    "exp": torch.exp,
    "log": torch.log,
    "sin": torch.sin,
    "cos": torch.cos,
}


def tensor(values: Any) -> torch.Tensor:
    """Return nested lists as a double tensor."""
    return torch.tensor(values, dtype=torch.float64)


def scalar_function(model: Any, target: int | None) -> Function:
    """Return F of a case's model: a formula in x0, x1, ... or a network and the class it is asked for.

    Raises ValueError for a model of another form.
    """
    if isinstance(model, str):
        body = ast.parse(model.split("=", 1)[-1].replace("^", "**"), mode="eval").body
        return lambda x: _evaluate(body, x)
    if model.get("kind") != "mlp" or target is None:
        raise ValueError("model: is neither a formula nor a network with a target")
    first, second = tensor(model["W1"]), tensor(model["W2"])
    shift_first, shift_second = tensor(model["b1"]), tensor(model["b2"])
    output = model.get("output", "logit")

    def network(x: torch.Tensor) -> torch.Tensor:
        logits = second @ torch.tanh(first @ x + shift_first) + shift_second
        return choose_output(logits, output)[target]

    return network


def choose_output(logits: torch.Tensor, output: str) -> torch.Tensor:
    """Return logits, probabilities or log probabilities. Raises ValueError for another output."""
    if output == "logit":
        return logits
    if output == "prob":
        return logits.softmax(-1)
    if output == "logprob":
        return logits.log_softmax(-1)
    raise ValueError("output: must be logit, prob or logprob")


def _evaluate(node: ast.expr, x: torch.Tensor) -> torch.Tensor:
    """Evaluate arithmetic over x0, x1, ...; a formula comes from a file, so nothing else is run."""
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
        operation = _OPERATIONS[type(node.op)]
        result: torch.Tensor = operation(_evaluate(node.left, x), _evaluate(node.right, x))
        return result
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_evaluate(node.operand, x)
    if isinstance(node, ast.Name) and node.id[:1] == "x" and node.id[1:].isdigit():
        return x[int(node.id[1:])]
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return tensor(node.value)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS:
        return _FUNCTIONS[node.func.id](_evaluate(node.args[0], x))
    raise ValueError("model: the formula has more than arithmetic in it")


class ToyTokenModel:
    """One attention head over embeddings E[ids] + P, read out through tanh and E."""

    def __init__(self, weights: Mapping[str, Any]) -> None:
        """Take E, P, Wq, Wk and Wv from a case."""
        if weights.get("kind") != "toy_token_model":
            raise ValueError("model: is no toy_token_model")
        self.words, self.positions = tensor(weights["E"]), tensor(weights["P"])
        self.query, self.key, self.value = (tensor(weights[name]) for name in ("Wq", "Wk", "Wv"))

    def embed(self, ids: Sequence[int]) -> torch.Tensor:
        """Return the word embeddings [pieces, dimensions] of ids."""
        return self.words[list(ids)]

    def forward(self, embedded: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the logits [pieces, vocabulary] and the attention [pieces, pieces] of embedded words."""
        hidden = embedded + self.positions[: len(embedded)]
        query, key, value = (hidden @ weight.T for weight in (self.query, self.key, self.value))
        attention = (query @ key.T / math.sqrt(2)).softmax(-1)
        return torch.tanh(hidden + attention @ value) @ self.words.T, attention
