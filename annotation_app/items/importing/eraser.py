"""ERASER's folders: annotation lines beside `docs/` (a file each) or `docs.jsonl`. Items without a mask.

An item's text is the query and, each on lines of their own, the documents that its record names. Tokens are
the runs between white space, as the format defines them. Evidence is kept in `meta` as token ranges of the
item, end exclusive.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from annotation_app.items.importing.json_values import json_objects
from annotation_app.items.importing.records import Problem, Record
from annotation_app.items.importing.source import Source, text_beside


def read(source: Source) -> Iterator[Record | Problem]:
    """Records of one annotation file; its documents lie in the folder beside it."""
    if source.folder is None:
        message = "ERASER's annotations need the folder of documents beside them. Import from that folder."
        yield Problem(1, "no_documents", message, of_file=True)
        return
    documents = _Documents(source.folder)
    for entry in json_objects(source):
        yield entry if isinstance(entry, Problem) else _record(*entry, source, documents)


class _Documents:
    """Texts of documents by name, from the folder or the one file that holds them all."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "docs"
        self.known: dict[str, str] = {}
        together = folder / "docs.jsonl"
        if together.is_file():
            with together.open("rb") as stream:
                for entry in json_objects(Source(stream)):
                    if not isinstance(entry, Problem):
                        self.known[str(entry[1].get("docid"))] = str(entry[1].get("document", ""))

    def text(self, name: str) -> str | None:
        """The document, or None if it is not there. Names that lead out of the folder are not there."""
        if name in self.known:
            return self.known[name]
        return text_beside(self.folder, name)


def _names(fields: dict[str, Any], groups: list[list[dict[str, Any]]]) -> list[str]:
    """The documents a record names: by docids, else by its evidence, else by its own id."""
    named = fields.get("docids")
    if isinstance(named, list) and named:
        return list(dict.fromkeys(str(name) for name in named))
    found = list(dict.fromkeys(str(span.get("docid")) for group in groups for span in group))
    identity = str(fields["annotation_id"])
    return found or [identity.split(":")[0]]


def _record(line: int, fields: dict[str, Any], source: Source, documents: _Documents) -> Record | Problem:
    number = str(fields.get("annotation_id", ""))
    if not number:
        return Problem(line, "no_id", "The record has no annotation_id.")
    name = f"{source.stem}-{number}"
    groups = fields.get("evidences") or []
    if not isinstance(groups, list) or not all(isinstance(group, list) for group in groups):
        return Problem(line, "wrong_fields", "evidences must be a list of groups of spans.", name)
    parts = [str(fields.get("query") or "")]
    starts = {"": 0}
    count = len(parts[0].split())
    for document in _names(fields, groups):
        text = documents.text(document)
        if text is None:
            return Problem(line, "no_documents", f"The document “{document}” is not in the folder.", name)
        starts[document] = count
        count += len(text.split())
        parts.append(text)
    text = "\n".join(part for part in parts if part)
    evidence = [
        [
            [starts[d] + span["start_token"], starts[d] + span["end_token"]]
            for span in group
            if (d := str(span.get("docid"))) in starts
        ]
        for group in groups
    ]
    meta = {
        "classification": fields.get("classification"),
        "query_type": fields.get("query_type"),
        "documents": list(starts)[1:],
        "evidences": [group for group in evidence if group],
    }
    return Record(line, name, text, source.language, tokens=text.split(), record_id=number, meta=meta)
