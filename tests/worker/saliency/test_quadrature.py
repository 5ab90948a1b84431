import pytest

from worker.saliency.quadrature import RULES, clenshaw_curtis, quadrature


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("steps", [1, 2, 7, 100])
def test_weights_add_up_to_one_and_points_stay_inside(rule: str, steps: int) -> None:
    points = quadrature(rule, steps)
    assert sum(weight for _, weight in points) == pytest.approx(1)
    assert all(0 <= point <= 1 for point, _ in points)
    assert len(points) == steps + (rule == "trapezoid")


def test_gauss_legendre_is_exact_for_polynomials() -> None:
    total = sum(weight * point**5 for point, weight in quadrature("gauss_legendre", 3))
    assert total == pytest.approx(1 / 6, abs=1e-15)


def test_trapezoid_halves_its_ends() -> None:
    assert quadrature("trapezoid", 2) == [(0.0, 0.25), (0.5, 0.5), (1.0, 0.25)]


def test_unknown_rule_and_no_steps_are_refused() -> None:
    with pytest.raises(ValueError, match="rule: must be one of"):
        quadrature("simpson", 2)
    with pytest.raises(ValueError, match="steps: must be at least 1"):
        quadrature("left", 0)


@pytest.mark.parametrize("intervals", [2, 8, 16, 32, 128])
def test_clenshaw_curtis_contains_its_ends_and_the_coarser_rule(intervals: int) -> None:
    rule = clenshaw_curtis(intervals)
    points = [point for point, _ in rule]
    assert len(set(points)) == intervals + 1
    assert (points[0], points[-1]) == (0.0, 1.0)
    assert sum(weight for _, weight in rule) == pytest.approx(1)
    if intervals > 2:
        assert {point for point, _ in clenshaw_curtis(intervals // 2)} <= set(points)


def test_clenshaw_curtis_of_two_intervals_is_simpsons_rule() -> None:
    (first, middle, last) = clenshaw_curtis(2)
    assert first == (0.0, pytest.approx(1 / 6))
    assert middle == (pytest.approx(0.5), pytest.approx(2 / 3))
    assert last == (1.0, pytest.approx(1 / 6))


def test_clenshaw_curtis_is_exact_for_polynomials() -> None:
    total = sum(weight * point**7 for point, weight in clenshaw_curtis(8))
    assert total == pytest.approx(1 / 8, abs=1e-15)
    with pytest.raises(ValueError, match="intervals: must be even"):
        clenshaw_curtis(3)
