"""Croissant metadata (mlcommons.org/croissant/1.0) beside the JSON lines that it describes."""

import json
from collections.abc import Iterator
from typing import Any

from annotation_app.releases.files import NewFile
from annotation_app.releases.formats.frozen import ITEMS, Frozen

CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
FIELDS = {
    "id": "The benchmark's short name, a slash, and external_id.",
    "external_id": "Names the item within its benchmark.",
    "role": "original or perturbed",
    "language": "A BCP 47 tag.",
    "dimension": "grammar, semantics, knowledge, reasoning, computation, or one of the benchmark's own",
    "text": "The text with the golden answer in place.",
    "masked_text": "The text with [MASK] in the golden answer's place.",
    "golden_answer": "The words that the masked span hides.",
}


def write(frozen: Frozen) -> Iterator[NewFile]:
    """The items as they are stored, and the metadata that names their checksum."""
    files = {file["name"]: file for file in frozen.manifest["files"]}
    for file in frozen.files():
        if file.name == ITEMS:
            yield file
    content = json.dumps(_metadata(frozen.manifest, files[ITEMS]), indent=2, ensure_ascii=False)
    yield NewFile("croissant.json", "application/ld+json", [content.encode() + b"\n"])


def _metadata(manifest: dict[str, Any], items: dict[str, Any]) -> dict[str, Any]:
    benchmark = manifest["benchmark"]
    licences = sorted({row["licence"] for row in manifest["corpora"] if row["licence"]})
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": benchmark["slug"],
        "description": f"{benchmark['title']}: an interpretability benchmark for language models.",
        "version": manifest["release"].split("+")[0].split("-")[0],
        "datePublished": manifest["created_at"][:10],
        "license": "; ".join(licences) or "not stated",
        "url": f"https://example.org/{benchmark['slug']}/{manifest['release']}",
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": ITEMS,
                "name": ITEMS,
                "contentUrl": ITEMS,
                "contentSize": f"{items['size']} B",
                "encodingFormat": "application/jsonlines",
                "sha256": items["sha256"],
            }
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": "items",
                "name": "items",
                "description": "One record an item; each original is followed by its perturbed items.",
                "field": [_field(name, words) for name, words in FIELDS.items()],
            }
        ],
    }


def _field(name: str, description: str) -> dict[str, Any]:
    return {
        "@type": "cr:Field",
        "@id": f"items/{name}",
        "name": name,
        "description": description,
        "dataType": "sc:Text",
        "source": {"fileObject": {"@id": ITEMS}, "extract": {"column": name}},
    }
