"""Evidence Inference's own tables: annotations beside their prompts and the articles. Items without a mask.

An item is a prompt: its question on the first line, the article after it. Tokens are the runs between white
space, as in ERASER's form of the set. Evidence is kept in `meta` as token ranges of the item, end exclusive,
with the label that each annotator gave and whether a second person held it valid.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from annotation_app.items.importing.records import Problem, Record
from annotation_app.items.importing.source import Source, text_beside
from annotation_app.items.importing.tables import table_rows
from annotation_app.items.tokenising import Span

PROMPTS = "prompts_merged.csv"
ARTICLES = "txt_files"
WORD = re.compile(r"\S+")
ANNOTATION_FIELDS = (
    "UserID",
    "PromptID",
    "PMCID",
    "Label",
    "Valid Reasoning",
    "Evidence Start",
    "Evidence End",
)
PROMPT_FIELDS = ("PromptID", "Outcome", "Intervention", "Comparator")


@dataclass
class _Prompt:
    """What the annotations say of one prompt. cites: (start, end) in code points of the article."""

    line: int
    article: str
    judgements: list[dict[str, str]] = field(default_factory=list)
    cites: list[tuple[int, int]] = field(default_factory=list)


def read(source: Source) -> Iterator[Record | Problem]:
    """Records of one file of annotations, a prompt each, in the order in which the file first names them.

    Prompts and their places are held until the file is read, as annotations of one prompt lie apart; texts
    are not.
    """
    folder = source.folder
    if folder is None or not (folder / PROMPTS).is_file():
        message = f"The annotations need {PROMPTS} and the folder {ARTICLES} beside them. Import from there."
        yield Problem(1, "no_documents", message, of_file=True)
        return
    prompts: dict[str, _Prompt] = {}
    for entry in _rows(source, ANNOTATION_FIELDS):
        if isinstance(entry, Problem):
            yield entry
        elif wrong := _take(prompts, *entry):
            yield wrong
    wordings: dict[str, str] = {}
    with (folder / PROMPTS).open("rb") as stream:
        for entry in _rows(Source(stream, name=PROMPTS), PROMPT_FIELDS):
            if not isinstance(entry, Problem):
                _, cells = entry
                wordings[cells["PromptID"]] = _question(cells)
    for number, prompt in prompts.items():
        yield _record(number, prompt, wordings.get(number), source, folder)


def _rows(source: Source, wanted: tuple[str, ...]) -> Iterator[tuple[int, dict[str, str]] | Problem]:
    """Rows by the names of their columns; ends at once where a wanted column is missing."""
    header: list[str] = []
    for entry in table_rows(source, ","):
        if isinstance(entry, Problem):
            yield entry
        elif header:
            line, row = entry
            if len(row) == len(header):
                yield line, dict(zip(header, row, strict=True))
            else:
                yield Problem(line, "wrong_cells", f"The row has {len(row)} cells, the header {len(header)}.")
        else:
            header = entry[1]
            if missing := ", ".join(name for name in wanted if name not in header):
                message = f"The table has no column {missing}. It has: {', '.join(header)}."
                yield Problem(1, "unknown_column", message, of_file=True)
                return


def _question(cells: dict[str, str]) -> str:
    outcome, intervention, comparator = (" ".join(cells[name].split()) for name in PROMPT_FIELDS[1:])
    return f"{outcome}: {intervention}, compared with {comparator}"


def _take(prompts: dict[str, _Prompt], line: int, cells: dict[str, str]) -> Problem | None:
    """Note an annotation with its prompt. Offsets of -1 say that the set's makers lost the place."""
    number = cells["PromptID"]
    try:
        start, end = int(cells["Evidence Start"]), int(cells["Evidence End"])
    except ValueError:
        return Problem(line, "wrong_fields", "Evidence Start and Evidence End must be whole numbers.", number)
    prompt = prompts.setdefault(number, _Prompt(line, cells["PMCID"]))
    valid = cells["Valid Reasoning"]
    prompt.judgements.append(
        {"annotator": cells["UserID"], "label": cells["Label"], "valid_reasoning": valid}
    )
    if 0 <= start < end and (start, end) not in prompt.cites:
        prompt.cites.append((start, end))
    return None


def _record(
    number: str, prompt: _Prompt, question: str | None, source: Source, folder: Path
) -> Record | Problem:
    name = f"evidence-inference-{number}"
    if question is None:
        return Problem(prompt.line, "missing_part", f"{PROMPTS} has no prompt {number}.", name)
    article = text_beside(folder / ARTICLES, f"PMC{prompt.article}.txt")
    if article is None:
        message = f"The article “{prompt.article}” is not in the folder {ARTICLES}."
        return Problem(prompt.line, "no_documents", message, name)
    text = f"{question}\n{article}"
    spans = [match.span() for match in WORD.finditer(text)]
    shift = len(question) + 1
    evidence = [_tokens_of(spans, start + shift, end + shift) for start, end in prompt.cites]
    meta: dict[str, Any] = {
        "documents": [f"PMC{prompt.article}"],
        "judgements": prompt.judgements,
        "evidences": [[place] for place in evidence if place],
    }
    tokens = [text[start:end] for start, end in spans]
    return Record(prompt.line, name, text, source.language, tokens=tokens, record_id=number, meta=meta)


def _tokens_of(spans: list[Span], start: int, end: int) -> list[int]:
    """The range of tokens that a stretch of the text touches, end exclusive; empty where it touches none."""
    touched = [index for index, (left, right) in enumerate(spans) if left < end and start < right]
    return [touched[0], touched[-1] + 1] if touched else []
