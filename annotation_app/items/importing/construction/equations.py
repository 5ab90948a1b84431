"""Equations of word problems: parsed, their operators counted, and their solution checked where it is plain.

Numbers with a per cent sign and fractions in brackets are how the sets write numbers, so the sign and the
slash in them are no operators.
"""

import ast
import operator
import re
from collections.abc import Callable
from fractions import Fraction

MOST_OPERATORS = 2
LONGEST = 300
LARGEST_POWER = 16
PER_CENT = re.compile(r"(\d+(?:\.\d+)?)%")
MIXED = re.compile(r"(\d+)\((\d+)/(\d+)\)")
FRACTION = re.compile(r"\((\d+)/(\d+)\)|\(\((\d+)\)/\((\d+)\)\)")
PRODUCT = re.compile(r"(?<=[\d)])\s*(?=[A-Za-z(])")
OPERATORS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


class Unparsable(ValueError):
    """The text is no equation of numbers, names and + - * / ^."""


def _literal(number: Fraction) -> str:
    return f"N{number.numerator}_{number.denominator}"


def parse(text: str) -> list[ast.expr]:
    """Both sides of an equation, or one side that stands alone. Raises: Unparsable."""
    if len(text) > LONGEST:
        raise Unparsable("too long")
    text = text.translate(str.maketrans("×÷−–［］【】（）[]{}", "*/--()()()()()")).replace("^", "**")
    text = PER_CENT.sub(lambda m: " " + _literal(Fraction(m[1]) / 100) + " ", text)
    text = MIXED.sub(lambda m: _number(int(m[1]) * int(m[3]) + int(m[2]), int(m[3])), text)
    text = FRACTION.sub(lambda m: _number(int(m[1] or m[3]), int(m[2] or m[4])), text)
    text = PRODUCT.sub("*", text)
    sides = [side.strip() for side in text.split("=") if side.strip()]
    if not 1 <= len(sides) <= 2:
        raise Unparsable("more than one equals sign")
    try:
        trees = [ast.parse(side, mode="eval").body for side in sides]
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise Unparsable(str(error)) from error
    known = (ast.BinOp, ast.UnaryOp, ast.Constant, ast.Name, ast.operator, ast.unaryop, ast.expr_context)
    if not all(isinstance(node, known) for tree in trees for node in ast.walk(tree)):
        raise Unparsable("something other than numbers, names and operators")
    return trees


def _number(top: int, bottom: int) -> str:
    if bottom == 0:
        raise Unparsable("division by zero")
    return f" {_literal(Fraction(top, bottom))} "


def operators(text: str) -> int:
    """How many operators with two sides an equation has. Raises: Unparsable."""
    return sum(isinstance(node, ast.BinOp) for tree in parse(text) for node in ast.walk(tree))


def value(text: str) -> Fraction | None:
    """The number an equation of the form x = ... gives; None if the unknown does not stand alone.

    Raises: Unparsable.
    """
    sides = parse(text)
    plain = [side for side in sides if not any(_is_unknown(node) for node in ast.walk(side))]
    bare = [side for side in sides if _is_unknown(side)]
    if len(plain) != 1 or (len(sides) == 2 and len(bare) != 1):
        return None
    try:
        return _evaluated(plain[0])
    except ZeroDivisionError as error:
        raise Unparsable("division by zero") from error


def _is_unknown(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and not re.fullmatch(r"N\d+_\d+", node.id)


def _evaluated(node: ast.expr) -> Fraction:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return Fraction(str(node.value))
    if isinstance(node, ast.Name):
        top, bottom = node.id[1:].split("_")
        return Fraction(int(top), int(bottom))
    if isinstance(node, ast.UnaryOp):
        number = _evaluated(node.operand)
        return -number if isinstance(node.op, ast.USub) else number
    if isinstance(node, ast.BinOp):
        left, right = _evaluated(node.left), _evaluated(node.right)
        if isinstance(node.op, ast.Pow):
            if right.denominator != 1 or abs(right) > LARGEST_POWER:
                raise Unparsable("a power that is not small and whole")
            return left ** int(right)
        if type(node.op) in OPERATORS:
            return OPERATORS[type(node.op)](left, right)
    raise Unparsable("something other than numbers and operators")


def written(number: str | float | int) -> str | None:
    """A solution as a text has it: 504 for 504.0, 2/3 for ((2)/(3)), 25% kept; None if it is no number."""
    text = str(number).strip().replace(",", "")
    if match := FRACTION.fullmatch(text if text.startswith("(") else f"({text})"):
        return f"{match[1] or match[3]}/{match[2] or match[4]}"
    if re.fullmatch(r"-?\d+(?:\.\d+)?%", text):
        return text
    if not re.fullmatch(r"-?\d+(?:\.\d+)?", text):
        return None
    return text.rstrip("0").rstrip(".") if "." in text else text


def amount(text: str) -> Fraction | None:
    """The number that a written solution stands for."""
    if text.endswith("%"):
        return Fraction(text[:-1]) / 100
    return Fraction(text)


def agrees(equation_value: Fraction, solution: str) -> bool:
    """Whether a solution is what the equation gives, rounding to the solution's places allowed."""
    number = amount(solution)
    places = len(solution.rstrip("%").partition(".")[2]) + (2 if solution.endswith("%") else 0)
    return number is not None and abs(equation_value - number) <= Fraction(6, 10) / 10**places
