from fractions import Fraction

import pytest

from annotation_app.items.importing.construction.equations import (
    Unparsable,
    agrees,
    operators,
    value,
    written,
)


@pytest.mark.parametrize(
    ("equation", "count", "number"),
    [
        ("x=44*20", 1, Fraction(880)),
        ("X=(27.0*16.0)", 1, Fraction(432)),
        ("56*9=x", 1, Fraction(504)),
        ("( 76.0 - 25.0 )", 1, Fraction(51)),
        ("x=120*80%*15%", 2, Fraction("14.4")),
        ("x=10*(2/5)", 1, Fraction(4)),
        ("x=10*(1-(1/4))", 2, Fraction("7.5")),
        ("x=((1)/(2))+2", 1, Fraction("2.5")),
        ("x=-3+5", 1, Fraction(2)),
        ("x=2^3", 1, Fraction(8)),
        ("x=3×4÷2", 2, Fraction(6)),
        ("2x+1=7", 2, None),
        ("m+n=98.0", 1, None),
        ("x=1-2-3+4", 3, Fraction(0)),
    ],
)
def test_equation_is_parsed_and_its_operators_counted(
    equation: str, count: int, number: Fraction | None
) -> None:
    assert operators(equation) == count
    assert value(equation) == number


@pytest.mark.parametrize(
    "equation",
    [
        "",
        "a=b=c",
        "x=(1",
        "x=f(2)",
        "x=1;y=2",
        "x=__import__('os')",
        "x=(1/0)",
        "x=" + "1+" * 400 + "1",
    ],
)
def test_equation_that_is_something_else_is_refused(equation: str) -> None:
    with pytest.raises(Unparsable):
        value(equation)


def test_equation_can_not_be_a_bomb() -> None:
    with pytest.raises(Unparsable):
        value("x=9^9^9")
    with pytest.raises(Unparsable):
        value("x=1/(2-2)")


@pytest.mark.parametrize(
    ("solution", "text"),
    [
        (504.0, "504"), ("98", "98"), ("((2)/(3))", "2/3"), ("25%", "25%"), (14.4, "14.4"), ("1,200", "1200"),
        ("2/3", "2/3"), (-3.0, "-3"), (100, "100"), ("many", None), ("5 (pears)", None),
    ],
)  # fmt: skip
def test_solution_is_written_as_in_a_text(solution: object, text: str | None) -> None:
    assert written(solution) == text  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("number", "solution", "agree"),
    [
        (Fraction(1, 3), "0.33", True), (Fraction(1, 3), "0.34", False), (Fraction(1, 4), "25%", True),
        (Fraction(2, 3), "2/3", True), (Fraction(5), "6", False),
    ],
)  # fmt: skip
def test_solution_agrees_up_to_its_places(number: Fraction, solution: str, agree: bool) -> None:
    assert agrees(number, solution) is agree
