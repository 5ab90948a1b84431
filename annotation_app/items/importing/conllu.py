"""CoNLL-U, the form of Universal Dependencies: words, tags and spacing from the file.

A multiword token stays one token unless its words written together make it up ("do" + "n't"). Empty nodes
stand for nothing written and are passed over.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from annotation_app.items.importing.construction.grammar import Sampler, Word
from annotation_app.items.importing.records import Problem, Record
from annotation_app.items.importing.source import Source
from annotation_app.items.importing.treebanks import sentence_record

COLUMNS = 10


@dataclass
class _Sentence:
    line: int
    comments: dict[str, str] = field(default_factory=dict)
    rows: list[list[str]] = field(default_factory=list)
    wrong: Problem | None = None


def read(source: Source) -> Iterator[Record | Problem]:
    """A record for each sentence, named by its sent_id, or by its line where it has none."""
    sampler = source.sampler(source.language or "en")
    sentence: _Sentence | None = None
    for entry in source.lines():
        if isinstance(entry, Problem):
            yield entry
            sentence = _Sentence(entry.line, wrong=entry) if sentence is None else sentence
            sentence.wrong = entry
            continue
        line, text = entry
        if not text.strip():
            if sentence is not None:
                yield from _made(sentence, source, sampler)
            sentence = None
            continue
        sentence = sentence or _Sentence(line)
        _add(sentence, line, text)
    if sentence is not None:
        yield from _made(sentence, source, sampler)


def _add(sentence: _Sentence, line: int, text: str) -> None:
    if text.startswith("#"):
        key, equals, value = text[1:].partition("=")
        if equals:
            sentence.comments[key.strip()] = value.strip()
        return
    row = text.split("\t")
    if len(row) != COLUMNS:
        message = f"The line has {len(row)} columns parted by tabs, not {COLUMNS}."
        sentence.wrong = sentence.wrong or Problem(line, "wrong_columns", message)
        return
    sentence.rows.append(row)


def _made(sentence: _Sentence, source: Source, sampler: Sampler) -> Iterator[Record | Problem]:
    if sentence.wrong is not None:
        if sentence.wrong.code == "wrong_columns":
            yield sentence.wrong
        return
    if not sentence.rows:
        return
    name = sentence.comments.get("sent_id") or f"{source.stem}-{sentence.line}"
    words, after = _words(sentence.rows)
    text = sentence.comments.get("text", "")
    if not text:
        text = "".join(word.text + blank for word, blank in zip(words, after, strict=True)).rstrip()
    yield sentence_record(sentence.line, name, text, words, sampler, language=source.language)


def _words(rows: list[list[str]]) -> tuple[list[Word], list[str]]:
    """The words as written, and what stands behind each."""
    words: list[Word] = []
    after: list[str] = []
    rest = iter(rows)
    for row in rest:
        if "." in row[0]:
            continue
        if "-" in row[0]:
            first, last = row[0].split("-")
            count = int(last) - int(first) + 1 if first.isdigit() and last.isdigit() else 1
            parts = list(islice(_syntactic(rest), count))
            if "".join(part[1] for part in parts) == row[1]:
                words += [_word(part) for part in parts]
            else:
                words.append(Word(row[1], "+".join(p[4] for p in parts), "+".join(p[3] for p in parts)))
                parts = parts[:1]
            after += [""] * (len(parts) - 1) + [_blank(row)]
            continue
        words.append(_word(row))
        after.append(_blank(row))
    return words, after


def _syntactic(rows: Iterator[list[str]]) -> Iterator[list[str]]:
    return (row for row in rows if "." not in row[0])


def _word(row: list[str]) -> Word:
    return Word(row[1], row[4] if row[4] != "_" else row[3], row[3], row[5])


def _blank(row: list[str]) -> str:
    return "" if "SpaceAfter=No" in row[9] else " "
