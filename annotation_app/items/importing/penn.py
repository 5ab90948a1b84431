"""The Penn Treebank's forms: bracketed trees (.mrg) and tagged text with chunks in brackets (.pos)."""

import re
from collections.abc import Iterator

from annotation_app.items.importing.construction.grammar import Sampler, Word
from annotation_app.items.importing.construction.statement import untokenised
from annotation_app.items.importing.records import Problem, Record
from annotation_app.items.importing.source import Source
from annotation_app.items.importing.treebanks import sentence_record

LEAF = re.compile(r"\(([^\s()]+)\s+([^\s()]+)\)")
BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LCB-": "{", "-RCB-": "}", "-LSB-": "[", "-RSB-": "]"}
DEEPEST = 500
LONGEST_TREE = 200_000
# Tags of what may stand behind a final mark.
CLOSING = ("''", "-RRB-", ")")
TWICE = (";", "?", "!")
TAGGED = re.compile(r"(\S+)/([^\s/]+)")


def written(words: list[Word]) -> tuple[str, list[Word]]:
    """A text that a reader would write, and the words as they stand in it."""
    words = [Word(BRACKETS.get(w.text, w.text).replace("\\/", "/"), w.tag) for w in words]
    words = [Word({"``": "“", "''": "”"}.get(w.text, w.text), w.tag) for w in words]
    text = untokenised(" ".join(word.text for word in words))
    return text.replace("“ ", "“").replace(" ”", "”"), words


def trees(source: Source) -> Iterator[Record | Problem]:
    """A record for each outermost bracket; traces and other empty elements are passed over."""
    sampler = source.sampler("en")
    depth, begin, number = 0, 1, 0
    parts: list[str] = []
    for entry in source.lines():
        if isinstance(entry, Problem):
            yield entry
            continue
        line, text = entry
        if depth == 0:
            begin = line
        for piece in re.split(r"(?<=\))(?=\s*\()" if depth == 0 else r"$", text):
            parts.append(piece)
            depth += piece.count("(") - piece.count(")")
            if depth < 0 or depth > DEEPEST or sum(map(len, parts)) > LONGEST_TREE:
                yield Problem(line, "broken_tree", "The brackets here don't match.", of_file=True)
                return
        if depth == 0 and any(part.strip() for part in parts):
            number += 1
            yield _tree(source, sampler, " ".join(parts), begin, number)
            parts = []
    if depth:
        yield Problem(begin, "broken_tree", "The tree that begins here is not closed.", of_file=True)


def _tree(source: Source, sampler: Sampler, text: str, line: int, number: int) -> Record | Problem:
    words = [Word(leaf, tag) for tag, leaf in LEAF.findall(text) if tag != "-NONE-"]
    name = f"{source.stem}-{number}"
    if not words:
        return Problem(line, "broken_tree", "The brackets hold no word with a tag.", name)
    sentence, words = written(words)
    return sentence_record(line, name, sentence, words, sampler, language="en", record_id=str(number))


def tagged(source: Source) -> Iterator[Record | Problem]:
    """A record for each sentence of word/TAG; `[ ]` mark chunks, a line of `=` parts texts.

    Blank lines part chunks as well as sentences, so only one behind a final mark ends a sentence. A closing
    quotation mark that the file puts on the next line goes with the sentence before it.
    """
    sampler = source.sampler("en")
    begin, number = 1, 0
    words: list[Word] = []
    ended = False
    for entry in source.lines():
        if isinstance(entry, Problem):
            yield entry
            continue
        line, text = entry
        found = [Word(word, tag.split("|")[0]) for word, tag in TAGGED.findall(text)]
        parted = text.startswith("==")
        if words and (parted or (ended and found)):
            while found and found[0].tag in CLOSING:
                words.append(found.pop(0))
            if found or parted:
                number += 1
                yield _tagged(source, sampler, words, begin, number)
                words, ended = [], False
        if found and not words:
            begin = line
        words += found
        ended = ended or (not text.strip() and _is_closed(words))
    if words:
        yield _tagged(source, sampler, words, begin, number + 1)


def _is_closed(words: list[Word]) -> bool:
    """Whether the words end with a final mark, quotation marks and brackets behind it aside."""
    last = next((word for word in reversed(words) if word.tag not in CLOSING), None)
    return last is not None and last.tag == "."


def _tagged(source: Source, sampler: Sampler, words: list[Word], line: int, number: int) -> Record | Problem:
    text, words = written(words)
    name = f"{source.stem}-{number}"
    return sentence_record(line, name, text, words, sampler, language="en", record_id=str(number))


def _once(words: list[Word]) -> list[Word]:
    """The words without the second of two equal marks: the published files write these twice."""
    return [
        word for at, word in enumerate(words) if at == 0 or word.text not in TWICE or word != words[at - 1]
    ]


def brown(source: Source) -> Iterator[Record | Problem]:
    """The Brown corpus: one sentence a line of word/tag; tags of titles and headlines lose their endings."""
    sampler = source.sampler("en")
    for entry in source.lines():
        if isinstance(entry, Problem):
            yield entry
            continue
        line, text = entry
        words = [Word(word, re.sub(r"-(?:tl|hl|nc)\b", "", tag)) for word, tag in TAGGED.findall(text)]
        words = _once(words)
        if words:
            yield _tagged(source, sampler, words, line, line)
