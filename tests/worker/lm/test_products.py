"""Products with weights laid out for the processor: the same numbers as plain ones, both ways."""

import pytest
import torch
from torch.nn.functional import linear

from worker.lm.products import Product


@pytest.mark.parametrize(
    ("dtype", "within"),
    [(torch.float64, 0), (torch.float32, 1e-5), (torch.bfloat16, 0.02), (torch.float16, 0)],
)
@pytest.mark.parametrize("biased", [True, False])
def test_product_and_its_gradient_are_the_plain_ones(dtype: torch.dtype, within: float, biased: bool) -> None:
    torch.manual_seed(0)
    weight = torch.randn(24, 40, dtype=torch.float64).to(dtype)
    bias = torch.randn(24, dtype=torch.float64).to(dtype) if biased else None
    product = Product(weight, bias)
    for shape in ((3, 7, 40), (5, 40), (1, 1, 40)):
        plain = torch.randn(shape, dtype=torch.float64).to(dtype).requires_grad_()
        ours = plain.detach().clone().requires_grad_()
        down = torch.randn(*shape[:-1], 24, dtype=torch.float64).to(dtype)
        expected = linear(plain, weight, bias)
        found = product(ours)
        assert torch.allclose(
            found, expected, rtol=within, atol=within * float(expected.detach().abs().max())
        )
        (wanted,) = torch.autograd.grad(expected, plain, down)
        (got,) = torch.autograd.grad(found, ours, down)
        assert got.dtype == wanted.dtype
        assert torch.allclose(got, wanted, rtol=within, atol=within * float(wanted.abs().max()))


def test_states_in_another_order_in_memory_are_read_as_they_stand() -> None:
    torch.manual_seed(0)
    weight, states = torch.randn(24, 40), torch.randn(40, 6).t().requires_grad_()
    (got,) = torch.autograd.grad(Product(weight, None)(states), states, torch.ones(24, 6).t())
    assert torch.allclose(got, torch.ones(6, 24) @ weight, atol=1e-5)


def test_weights_are_laid_out_only_where_gradients_are_asked_for() -> None:
    product = Product(torch.randn(24, 40), None)
    with torch.inference_mode():
        product(torch.randn(2, 40))
    product(torch.randn(2, 40))
    assert product._layouts is None
    product(torch.randn(2, 40, requires_grad=True))
    assert product._layouts is not None
    with torch.inference_mode():
        assert product(torch.randn(2, 40)).shape == (2, 24)
