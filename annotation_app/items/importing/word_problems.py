"""Arithmetic word problems: Alg514, Dolphin, Math23K, HMWP, MAWPS, SVAMP and ASDiv, each as published.

A problem is kept if it has one answer and at most two operators in its equations. The question becomes a
statement with the number as its masked span (paper A, section 3.2).
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from annotation_app.items.importing.construction import equations, problems_en, problems_zh
from annotation_app.items.importing.construction.statement import Unsure
from annotation_app.items.importing.json_values import json_objects
from annotation_app.items.importing.records import Problem, Record, not_worded
from annotation_app.items.importing.source import Source
from annotation_app.items.importing.xml_elements import Element, xml_elements

UNIT = re.compile(r"(-?[\d.,/]+)\s*\(([^()]+)\)")
CHINESE = re.compile(r"[\u4e00-\u9fff]")


def _made(
    line: int,
    name: str,
    text: str,
    solutions: list[Any],
    lines: list[str],
    *,
    unit: str = "",
    meta: dict[str, Any],
) -> Record | Problem:
    """The item of a problem, or why there is none. lines: its equations, one each."""
    if not text.strip():
        return Problem(line, "empty_text", "The record has no text.", name)
    written = [equations.written(solution) for solution in solutions]
    if not written or None in written:
        return Problem(line, "no_answer", f"The answer {solutions} is no number.", name)
    if len(set(written)) > 1:
        return Problem(line, "several_answers", f"The problem has {len(written)} answers, not one.", name)
    number = written[0] or ""
    lines = [one for one in lines if one.strip()]
    try:
        count = sum(equations.operators(one) for one in lines)
        value = equations.value(lines[0]) if len(lines) == 1 else None
    except equations.Unparsable as error:
        return Problem(
            line, "unread_equation", f"The equation {'; '.join(lines)} can't be read: {error}.", name
        )
    if count > equations.MOST_OPERATORS:
        return Problem(line, "many_operators", f"The equation has {count} operators, more than two.", name)
    if not lines or (value is not None and not equations.agrees(value, number)):
        return Problem(line, "wrong_answer", f"The equation {'; '.join(lines)} does not give {number}.", name)
    language = "zh" if CHINESE.search(text) else "en"
    meta = {"problem": text, "equations": lines, "answer": number, **meta}
    identity = name.split("-", 1)[1]
    record = Record(line, name, "", language, "computation", record_id=identity, meta=meta)
    try:
        made = problems_zh.state(text, number) if language == "zh" else problems_en.state(text, number, unit)
    except Unsure as unsure:
        what = f"“…{text.strip()[-60:]}”"
        return not_worded(unsure, record, what=what, question=text.strip(), answer=number)
    record.text, record.answer = made.text, made.answer
    return record


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _objects(
    make: Callable[[int, dict[str, Any]], Record | Problem],
) -> Callable[[Source], Iterator[Record | Problem]]:
    """A reader of JSON objects; a record without the fields of its set is a problem of its own."""

    def read(source: Source) -> Iterator[Record | Problem]:
        for entry in json_objects(source):
            if isinstance(entry, Problem):
                yield entry
                continue
            try:
                yield make(*entry)
            except (KeyError, TypeError, AttributeError) as error:
                yield Problem(entry[0], "wrong_fields", f"The record lacks a field of this set: {error}.")

    return read


def _alg514(line: int, fields: dict[str, Any]) -> Record | Problem:
    original = fields.get("original", fields)
    if "sQuestion" in original:
        name, text = original["iIndex"], original["sQuestion"]
        return _made(line, f"alg514-{name}", text, original["lSolutions"], original["lEquations"], meta={})
    lines = fields["equation"].split(";")
    return _made(
        line, f"alg514-{fields['id']}", fields["original_text"], _list(fields["ans"]), lines, meta={}
    )


def _dolphin(line: int, fields: dict[str, Any]) -> Record | Problem:
    lines = [one.removeprefix("equ:").strip() for one in fields["equations"] if one.startswith("equ:")]
    solutions = _list(fields["ans_simple"])
    return _made(line, f"dolphin-{fields['id']}", fields["text"], solutions, lines, meta={})


def _math23k(line: int, fields: dict[str, Any]) -> Record | Problem:
    lines = [fields["equation"]]
    return _made(line, f"math23k-{fields['id']}", fields["original_text"], [fields["ans"]], lines, meta={})


def _hmwp(line: int, fields: dict[str, Any]) -> Record | Problem:
    lines = fields["equation"].split(";")
    return _made(line, f"hmwp-{fields['id']}", fields["original_text"], _list(fields["ans"]), lines, meta={})


def _mawps(line: int, fields: dict[str, Any]) -> Record | Problem:
    name, text = f"mawps-{fields['iIndex']}", fields["sQuestion"]
    return _made(line, name, text, _list(fields["lSolutions"]), fields["lEquations"], meta={})


def _svamp(line: int, fields: dict[str, Any]) -> Record | Problem:
    text = f"{fields['Body'].strip()} {fields['Question'].strip()}"
    meta = {"type": fields.get("Type", "")}
    return _made(line, f"svamp-{fields['ID']}", text, [fields["Answer"]], [fields["Equation"]], meta=meta)


alg514, dolphin, math23k = _objects(_alg514), _objects(_dolphin), _objects(_math23k)
hmwp, mawps, svamp = _objects(_hmwp), _objects(_mawps), _objects(_svamp)


def asdiv(source: Source) -> Iterator[Record | Problem]:
    """Problems of Body, Question, Answer with its unit in brackets, and Formula."""
    for entry in xml_elements(source, "Problem"):
        yield entry if isinstance(entry, Problem) else _asdiv(entry)


def _asdiv(problem: Element) -> Record | Problem:
    name = f"asdiv-{problem.attributes.get('ID', '')}"
    answer = problem.text_of("Answer")
    if ";" in answer:
        return Problem(problem.line, "several_answers", f"The problem has several answers: {answer}.", name)
    match = UNIT.fullmatch(answer)
    number, unit = (match[1], match[2].strip()) if match else (answer, "")
    text = f"{problem.text_of('Body')} {problem.text_of('Question')}"
    meta = {"type": problem.text_of("Solution-Type"), "grade": problem.attributes.get("Grade", "")}
    if match and unit in ("$", "dollars") and "$" in text:
        unit = "$"
    # "7+2=9": the answer stands behind the equals sign, so that side is the one to be checked.
    formula = problem.text_of("Formula").rsplit("=", 1)[0]
    return _made(problem.line, name, text, [number], [formula], unit=unit, meta=meta)
