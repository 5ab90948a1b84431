"""ERASER's files: a folder with train, val and test and their documents, and a results file."""

import json
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any, TypeVar

import yaml

from worker.eraser.forms import Annotation, Result, read_annotation, read_result

Form = TypeVar("Form")
Document = list[list[str]]  # sentences of tokens

_SHOWN = 20


class BrokenFile(ValueError):
    """A file with lines that can't be read. The text names each, one a line."""


def read_annotations(path: Path) -> list[Annotation]:
    """Read a split. Raises OSError, or BrokenFile naming lines."""
    return [annotation for _, annotation in _read(path, _json_lines, read_annotation)]


def read_results(path: Path, documents: Callable[[Collection[str]], dict[str, Document]]) -> list[Result]:
    """Read a results file, JSON lines or a YAML list, and hold it against the documents it names.

    documents: gives the documents of these names. All results must give the same kinds of prediction. Raises
    OSError, or BrokenFile naming lines.
    """
    records = _yaml_list if path.suffix in (".yaml", ".yml") else _json_lines
    results = list(_read(path, records, read_result))
    named = {each.document for _, result in results for each in result.rationales}
    texts = documents(named)
    problems: list[str] = []
    seen: set[str] = set()
    kinds = _kinds(results[0][1]) if results else {}
    for line, result in results:
        faults = [*_misfits(result, texts), *_other_kinds(result, kinds)]
        if result.id in seen:
            faults.append(f"annotation_id: {result.id} stands here a second time")
        seen.add(result.id)
        problems += [f"{path}:{line}: {fault}" for fault in faults]
    if not results:
        problems.append(f"{path}: holds no result")
    _refuse(problems)
    return [result for _, result in results]


def read_documents(folder: Path, names: Collection[str]) -> dict[str, Document]:
    """Read the documents of these names from docs.jsonl or docs/.

    A line is a sentence, its tokens stand between spaces. Raises OSError, or BrokenFile naming what is not
    there.
    """
    together = folder / "docs.jsonl"
    if together.exists():
        return _from_one_file(together, names)
    texts, missing = {}, []
    for name in sorted(names):
        path = folder / "docs" / name
        if not path.is_file():
            missing.append(f"{folder / 'docs'}: has no document {name}")
            continue
        lines = [line.strip() for line in path.read_text(encoding="utf-8").split("\n")]
        texts[name] = [[token for token in line.split(" ") if token] for line in lines if line]
    _refuse(missing)
    return texts


def _from_one_file(path: Path, names: Collection[str]) -> dict[str, Document]:
    texts: dict[str, Document] = {}
    for _, (name, text) in _read(path, _json_lines, _document):
        if name in names:
            # Here the scorer keeps empty tokens, unlike in docs/: counting differently would shift positions.
            texts[name] = [line.strip().split(" ") for line in text.split("\n")]
    _refuse([f"{path}: has no document {name}" for name in sorted(set(names) - texts.keys())])
    return texts


def _document(record: object) -> tuple[str, str]:
    if not isinstance(record, dict) or not isinstance(record.get("document"), str) or "docid" not in record:
        raise ValueError("must have docid and document")
    return str(record["docid"]), record["document"]


def _read(
    path: Path, records: Callable[[Path], Iterator[tuple[int, Any]]], form: Callable[[object], Form]
) -> Iterator[tuple[int, Form]]:
    """Each record with its line. All broken lines are named together, at the end."""
    problems = []
    for line, record in records(path):
        try:
            if isinstance(record, ValueError):
                raise record
            read = form(record)
        except ValueError as error:
            problems.append(f"{path}:{line}: {error}")
        else:
            yield line, read
    _refuse(problems)


def _json_lines(path: Path) -> Iterator[tuple[int, Any]]:
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                yield number, json.loads(line)
            except json.JSONDecodeError as error:
                yield number, ValueError(f"is no JSON: {error.msg}, column {error.colno}")


def _yaml_list(path: Path) -> Iterator[tuple[int, Any]]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(path.read_text(encoding="utf-8"))
    try:
        node = loader.get_single_node()
        if not isinstance(node, yaml.SequenceNode):
            raise BrokenFile(f"{path}:1: must be a list of results")
        for member in node.value:
            yield member.start_mark.line + 1, loader.construct_document(member)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise BrokenFile(f"{path}:{line}: is no YAML: {error.problem}") from error
    finally:
        loader.dispose()


def _misfits(result: Result, texts: dict[str, Document]) -> Iterator[str]:
    for each in result.rationales:
        sentences = texts[each.document]
        tokens = sum(map(len, sentences))
        if any(end > tokens for _, end in each.spans):
            yield f"hard_rationale_predictions: a span leaves the {tokens} tokens of {each.document}"
        counts = ((each.token_scores, tokens, "tokens"), (each.sentence_scores, len(sentences), "sentences"))
        for scores, size, unit in counts:
            if scores is not None and len(scores) != size:
                yield f"soft predictions: {len(scores)} for the {size} {unit} of {each.document}"


def _kinds(result: Result) -> dict[str, object]:
    """What a result gives; the whole file has to give the same."""
    return {
        "classification": result.label is not None,
        "comprehensiveness_classification_scores": result.reduced.comprehensiveness is not None,
        "sufficiency_classification_scores": result.reduced.sufficiency is not None,
        "thresholded_scores": None if result.thresholds is None else sorted(result.thresholds),
    }


def _other_kinds(result: Result, kinds: dict[str, object]) -> Iterator[str]:
    for name, given in _kinds(result).items():
        if given != kinds[name]:
            yield f"{name}: must be alike in all results, and differs from the first"


def _refuse(problems: list[str]) -> None:
    if problems:
        more = [f"and {len(problems) - _SHOWN} more"] if len(problems) > _SHOWN else []
        raise BrokenFile("\n".join(problems[:_SHOWN] + more))
