"""Questions with their answers: WebQuestions, FreebaseQA, CKBQA and NLPCC-KBQA, each as published.

A question with one answer becomes a statement with the answer as its masked span. What the rules of
`construction` are not sure of waits for a person who words it, the question beside it.
"""

import re
from collections.abc import Iterator
from typing import Any

from annotation_app.items.importing.construction import chinese, english
from annotation_app.items.importing.construction.statement import Unsure
from annotation_app.items.importing.json_values import json_objects
from annotation_app.items.importing.records import Problem, Record, not_worded
from annotation_app.items.importing.source import Source

CKBQA_QUESTION = re.compile(r"q(\d+)\s*[:：]\s*(.+)")
CKBQA_NOTE = re.compile(r"_（.*$")
NLPCC_PART = re.compile(r"<(question|triple|answer) id=(\d+)>\s*(.*)")


def _made(
    line: int, name: str, question: str, answers: list[str], language: str, meta: dict[str, Any]
) -> Record | Problem:
    """The item of a question, or why there is none."""
    if not question.strip():
        return Problem(line, "empty_text", "The record has no text.", name)
    if not answers or not all(answer.strip() for answer in answers):
        return Problem(line, "no_answer", f"“{question}” has no answer.", name)
    if len({answer.strip() for answer in answers}) > 1:
        return Problem(line, "several_answers", f"“{question}” has {len(answers)} answers, not one.", name)
    rules = chinese if language == "zh" else english
    meta = {"question": question, "answer": answers[0], **meta}
    record = Record(line, name, "", language, "knowledge", record_id=name.split("-", 1)[1], meta=meta)
    try:
        made = rules.state(question, answers[0])
    except Unsure as unsure:
        what = f"“{question}” ({answers[0]})"
        return not_worded(unsure, record, what=what, question=question, answer=answers[0])
    record.text, record.answer = made.text, made.answer
    return record


def webquestions(source: Source) -> Iterator[Record | Problem]:
    """A JSON array of qId, qText and answers; the questions are in small letters throughout."""
    for entry in json_objects(source):
        if isinstance(entry, Problem):
            yield entry
            continue
        line, fields = entry
        name, answers = fields.get("qId"), fields.get("answers")
        if (
            not isinstance(name, str)
            or not isinstance(fields.get("qText"), str)
            or not isinstance(answers, list)
        ):
            yield Problem(line, "wrong_fields", "A record needs qId, qText and answers.", str(name or ""))
            continue
        yield _made(line, f"webq-{name}", fields["qText"], [str(one) for one in answers], "en", {})


def freebaseqa(source: Source) -> Iterator[Record | Problem]:
    """One JSON object whose Questions hold Parses with Answers; several parses may name one answer."""
    for entry in json_objects(source, inside="Questions"):
        if isinstance(entry, Problem):
            yield entry
            continue
        line, fields = entry
        name, question = fields.get("Question-ID"), fields.get("RawQuestion")
        try:
            names = [
                str(one)
                for parse in fields["Parses"]
                for answer in parse["Answers"]
                for one in answer["AnswersName"]
            ]
            chain = str(fields["Parses"][0].get("InferentialChain", "")) if fields["Parses"] else ""
        except (KeyError, TypeError, AttributeError):
            names, question = [], None
        if not isinstance(name, str) or not isinstance(question, str):
            yield Problem(
                line, "wrong_fields", "A record needs Question-ID, RawQuestion and Parses.", str(name or "")
            )
            continue
        yield _made(line, f"freebaseqa-{name}", question, names, "en", {"chain": chain})


def ckbqa(source: Source) -> Iterator[Record | Problem]:
    """Blocks of three lines: question, query, answers parted by tabs, `<entity_（note）>` or `"literal"`."""
    block: list[tuple[int, str]] = []
    for entry in source.lines():
        if isinstance(entry, Problem):
            yield entry
            block = []
        elif entry[1].strip():
            block.append(entry)
        elif block:
            yield _ckbqa(block, source)
            block = []
    if block:
        yield _ckbqa(block, source)


def _ckbqa(block: list[tuple[int, str]], source: Source) -> Record | Problem:
    line, text = block[0]
    match = CKBQA_QUESTION.fullmatch(text.strip())
    if match is None or len(block) != 3:
        message = f"A block needs three lines: qN:question, query, answers. This one has {len(block)}."
        return Problem(line, "wrong_fields", message, text[:20])
    answers = [_ckbqa_answer(cell) for cell in block[2][1].split("\t") if cell.strip()]
    meta = {"query": block[1][1].strip()}
    return _made(line, f"{source.stem}-q{match[1]}", match[2], answers, "zh", meta)


def _ckbqa_answer(cell: str) -> str:
    bare = cell.strip().removeprefix("<").removesuffix(">").strip('"')
    return CKBQA_NOTE.sub("", bare).replace("_", " ").strip()


def nlpcc(source: Source) -> Iterator[Record | Problem]:
    """Blocks of question, triple and answer, each `<part id=n>` and a tab, closed by a line of `=`."""
    parts: dict[str, tuple[int, str, str]] = {}
    for entry in source.lines():
        if isinstance(entry, Problem):
            yield entry
            continue
        line, text = entry
        match = NLPCC_PART.fullmatch(text.strip())
        if match:
            parts[match[1]] = (line, match[2], match[3].strip())
        if text.startswith("==") and parts:
            yield _nlpcc(parts, line, source)
            parts = {}
    if parts:
        yield _nlpcc(parts, max(line for line, _, _ in parts.values()), source)


def _nlpcc(parts: dict[str, tuple[int, str, str]], line: int, source: Source) -> Record | Problem:
    if not {"question", "answer"} <= parts.keys():
        return Problem(line, "wrong_fields", "The block lacks its question or its answer.")
    line, number, question = parts["question"]
    meta = {"triple": parts["triple"][2]} if "triple" in parts else {}
    kind = (
        source.name.rsplit(".", 1)[-1] if source.name.endswith(("data",)) else source.stem.rsplit(".", 1)[-1]
    )
    return _made(line, f"nlpcc-{kind}-{number}", question, [parts["answer"][2]], "zh", meta)
