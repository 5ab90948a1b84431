"""The Sinica Treebank: `#n:m.[id] TREE#punctuation(NAME)` on each line; leaves are role:TAG:word."""

import re
from collections.abc import Iterator

from annotation_app.items.importing.construction.grammar import Word
from annotation_app.items.importing.records import Problem, Record
from annotation_app.items.importing.source import Source
from annotation_app.items.importing.treebanks import sentence_record

LINE = re.compile(r"#(\d+):(\S+?)\.\[(\d+)\] (.+)#(.*?)(?:\([A-Z]+\))?$")
LEAF = re.compile(r"(?:^|[(|:])[\w.-]+:([A-Z][\w-]*):([^()|:#]+)")


def read(source: Source) -> Iterator[Record | Problem]:
    """A record for each tree, its final mark included, in the file's traditional characters."""
    sampler = source.sampler("zh")
    for entry in source.lines():
        if isinstance(entry, Problem):
            yield entry
            continue
        line, text = entry
        if not text.strip():
            continue
        match = LINE.match(text.strip())
        if match is None:
            yield Problem(line, "broken_tree", "The line is no tree of the form #n:m.[id] TREE#mark.")
            continue
        words = [Word(word, tag) for tag, word in LEAF.findall(match[4])]
        if not words:
            yield Problem(line, "broken_tree", "The tree holds no word with a tag.", match[1])
            continue
        if match[5]:
            words.append(Word(match[5], "PUNCT"))
        joined = "".join(word.text for word in words)
        yield sentence_record(
            line, f"sinica-{match[1]}", joined, words, sampler, language="zh", record_id=match[3]
        )
