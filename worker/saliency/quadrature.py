"""Rules for an integral over [0, 1]: where to take the integrand and with which weight."""

import math
from functools import lru_cache

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


@lru_cache
def clenshaw_curtis(intervals: int) -> tuple[tuple[float, float], ...]:
    """Return the (point, weight) pairs of the rule that is exact for polynomials up to degree intervals.

    intervals: even, at least 2. It has intervals + 1 points, both ends among them, and every second one is a
    point of the rule with half the intervals, equal to the last bit.
    """
    if intervals < 2 or intervals % 2:
        raise ValueError("intervals: must be even and at least 2")
    rule = []
    for index in range(intervals + 1):
        total = 1.0
        for order in range(1, intervals // 2 + 1):
            factor = 1 if order == intervals // 2 else 2
            total -= factor * math.cos(2 * math.pi * order * index / intervals) / (4 * order**2 - 1)
        ends = 1 if index in (0, intervals) else 2
        rule.append((math.sin(math.pi / 2 * (index / intervals)) ** 2, ends * total / intervals / 2))
    return tuple(rule)
