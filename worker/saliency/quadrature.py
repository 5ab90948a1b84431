"""Rules for an integral over [0, 1]: where to take the integrand and with which weight."""

import numpy as np

RULES = ("gauss_legendre", "trapezoid", "left", "right", "middle")


def quadrature(rule: str, steps: int) -> list[tuple[float, float]]:
    """Return (point, weight) pairs; the weights add up to 1.

    steps: intervals, which for gauss_legendre is the number of points; trapezoid has steps + 1 points, half
    weights at both ends. Raises ValueError for an unknown rule or fewer than one step.
    """
    if steps < 1:
        raise ValueError("steps: must be at least 1")
    if rule == "gauss_legendre":
        nodes, weights = np.polynomial.legendre.leggauss(steps)
        return [(float(node + 1) / 2, float(weight) / 2) for node, weight in zip(nodes, weights, strict=True)]
    if rule == "trapezoid":
        inner = [(step / steps, 1 / steps) for step in range(1, steps)]
        return [(0.0, 0.5 / steps), *inner, (1.0, 0.5 / steps)]
    if rule not in RULES:
        raise ValueError(f"rule: must be one of {', '.join(RULES)}")
    shift = {"left": 0.0, "middle": 0.5, "right": 1.0}[rule]
    return [((step + shift) / steps, 1 / steps) for step in range(steps)]
