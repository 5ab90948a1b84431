"""Words related to an English word, from Princeton's WordNet, read by NLTK.

WordNet's files come from a package of their own (worker/wordnet), since NLTK would fetch them from the
network. WHYBENCH_WORDNET names another folder that has them.
"""

import functools
import io
import os
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

from worker.types import Problem
from worker.word_types import RelatedReply, RelatedRequest, RelatedWord
from worker.wordnet.unpack import FOLDER

SOURCE = "WordNet 3.0"
# How many of each relation at most; in this order.
MOST = {"synonym": 10, "similar": 4, "broader": 4, "narrower": 4}
METHODS = {"similar": "similar_tos", "broader": "hypernyms", "narrower": "hyponyms"}


def related_words(request: RelatedRequest) -> RelatedReply:
    """Synonyms first, then similar words, broader and narrower ones; in their base forms, MOST of each."""
    if request.language.split("-")[0].lower() != "en":
        return _failed("no_dictionary", f"There is no dictionary of related words for {request.language}.")
    reader = _reader()
    if reader is None:
        message = "WordNet is not installed on the worker. Run ./start --setup-only there, then ask again."
        return _failed("no_dictionary", message)
    word = request.word.strip()
    found: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for name, relation in _neighbours(reader, word.casefold().replace(" ", "_")):
        written = name.replace("_", " ")
        is_name = written != written.lower() and word == word.lower()
        if written.casefold() == word.casefold() or written in found or is_name:
            continue
        if counts[relation] < MOST[relation]:
            counts[relation] += 1
            found[written] = relation
    return RelatedReply(SOURCE, tuple(RelatedWord(*pair) for pair in found.items()), None)


def _failed(code: str, message: str) -> RelatedReply:
    return RelatedReply("", (), Problem(code, message))


def _neighbours(reader: Any, word: str) -> Iterator[tuple[str, str]]:
    """Names with their relation; within each, parts of speech take turns, common senses first."""
    kinds = [reader.synsets(word, pos) for pos in ("v", "n", "a", "r")]
    senses = [sense for row in zip_longest(*kinds) for sense in row if sense is not None]
    for sense in senses:
        yield from ((name, "synonym") for name in sense.lemma_names())
    for relation, method in METHODS.items():
        for sense in senses:
            for other in getattr(sense, method)():
                yield from ((name, relation) for name in other.lemma_names())


@functools.cache
def _reader() -> Any:
    """The dictionary, loaded at the first question; None where its files are not there."""
    folder = Path(os.environ.get("WHYBENCH_WORDNET", "") or FOLDER)
    if not (folder / "data.noun").is_file():
        return None
    import nltk
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    # NLTK reads below the folders of its own list only.
    nltk.data.path.append(str(folder.resolve()))

    class Reader(WordNetCorpusReader):  # type: ignore[misc]  # NLTK has no types
        """The database alone, without the other languages' data that NLTK would look for beside it."""

        def open(self, file: str) -> Any:
            if file == "lexnames":  # not in the package, and only labels
                return io.StringIO("".join(f"{number:02d} file.{number:02d} 1\n" for number in range(45)))
            return super().open(file)

        def map_wn(self, version: str = "") -> None:
            return None

    # None would warn that there are no other languages, which nobody asks for.
    return Reader(str(folder.resolve()), False)
