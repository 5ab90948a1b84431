"""A release's files, written in a stream: `items.jsonl` from the finished pairs, `manifest.json` about it.

The same content gives the same bytes of `items.jsonl`, on any server: order, keys and spacing are fixed, and
nothing in it depends on this database's row numbers or on when it was written.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from annotation_app.benchmarks.models import Settings
from annotation_app.core.version import CODE_VERSION
from annotation_app.items.models import Item
from annotation_app.perturbations.models import Perturbation
from annotation_app.releases import queries, rules
from annotation_app.releases.models import Release, ReleaseChunk, ReleaseFile
from annotation_app.releases.queries import Group, Judgements
from annotation_app.releases.rules import Row

FORMAT = "whybench-jsonl/1"
ITEMS = "items.jsonl"
MANIFEST = "manifest.json"
# Choices that the papers leave open; a reader of the numbers has to know them.
CHOICES = {
    "round": "a round is one scoring by the seniors; the first rationale is scored in round 1",
    "rationale_length_ratio": "rationale tokens over all tokens of the text; masked tokens count as tokens",
    "offsets": "Unicode code points into text, end exclusive; text holds the golden answer in place",
    "mask_confidence": "1 unique, 2 among the top 3, 3 among the top 5, 4 none; empty for a perturbed item, "
    "whose mask was rated with its original",
}


def canonical(value: object) -> bytes:
    """One line of JSON with sorted keys and no spaces: equal values give equal bytes."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode() + b"\n"


class FileWriter:
    """Stores a file's bytes in chunks as they come, so that no file is ever whole in memory."""

    def __init__(self, release: Release, name: str, content_type: str) -> None:
        self.file = ReleaseFile.objects.create(
            release=release, name=name, content_type=content_type, size=0, sha256=""
        )
        self._digest = hashlib.sha256()
        self._buffer = bytearray()
        self._number = 0

    def write(self, content: bytes) -> None:
        self._buffer += content
        while len(self._buffer) >= ReleaseChunk.CHUNK_BYTES:
            self._store(ReleaseChunk.CHUNK_BYTES)

    def close(self) -> dict[str, Any]:
        """Store the rest and the checksum. Returns what the manifest says of the file."""
        if self._buffer:
            self._store(len(self._buffer))
        self.file.sha256 = self._digest.hexdigest()
        self.file.save(update_fields=["size", "sha256", "updated_at"])
        return {"name": self.file.name, "size": self.file.size, "sha256": self.file.sha256}

    def _store(self, size: int) -> None:
        content = bytes(self._buffer[:size])
        del self._buffer[:size]
        self._digest.update(content)
        ReleaseChunk.objects.create(file=self.file, number=self._number, content=content)
        self._number += 1
        self.file.size += size


class Counts:
    """What a release holds, counted while it is written."""

    def __init__(self) -> None:
        self.roles: Counter[str] = Counter()
        self.languages: Counter[str] = Counter()
        self.dimensions: Counter[str] = Counter()
        self.types: Counter[str] = Counter()
        self.corpora: Counter[tuple[str, str]] = Counter()
        self.settings: Counter[int] = Counter()
        self.broken: list[dict[str, str]] = []

    def add(self, item: Item) -> None:
        self.roles[item.role] += 1
        self.languages[item.language] += 1
        self.dimensions[item.dimension] += 1
        self.corpora[item.corpus, item.licence] += 1
        self.settings[item.settings_id] += 1

    def leave_out(self, item: Item, reason: str) -> None:
        self.broken.append({"external_id": item.external_id, "reason": reason})


def write_release(release: Release, *, created_at: str) -> dict[str, Any]:
    """Write both files of a release inside the caller's transaction. Returns the manifest."""
    counts = Counts()
    versions = dict(Settings.objects.filter(benchmark=release.benchmark_id).values_list("pk", "version"))
    writer = FileWriter(release, ITEMS, "application/jsonl")
    for groups in queries.groups_of(release.benchmark):
        members = [item for group in groups for item in _members(group)]
        judgements = queries.judgements_of(members)
        for group in groups:
            for line in _lines(group, judgements, counts, release.benchmark.slug, versions):
                writer.write(canonical(line))
    manifest = _manifest(release, counts, [writer.close()], created_at)
    about = FileWriter(release, MANIFEST, "application/json")
    about.write(canonical(manifest))
    about.close()
    return manifest


def _members(group: Group) -> list[Item]:
    return [group.original, *(pair.item for pair in group.perturbations)]


def _row(item: Item, judgements: Judgements) -> Row:
    rationale = judgements.rationales.get(item.pk)
    tokens = rationale.tokens if rationale else []
    return Row(item.text, item.token_starts, item.token_ends, item.mask, tokens)


def _lines(
    group: Group, judgements: Judgements, counts: Counts, slug: str, versions: dict[int, int]
) -> Iterator[dict[str, Any]]:
    """The original, then its perturbed items. What is broken is left out and named."""
    original, row = group.original, _row(group.original, judgements)
    fault = rules.row_fault(row)
    if fault:
        counts.leave_out(original, fault)
        for pair in group.perturbations:
            counts.leave_out(pair.item, f"its original {original.external_id} is left out")
        return
    kept = [pair for pair in group.perturbations if _sound(pair, row, judgements, counts)]
    if not kept:
        counts.leave_out(original, "none of its perturbed items is fit")
        return
    counts.add(original)
    yield _line(original, None, row, judgements, slug, versions)
    for pair in kept:
        counts.add(pair.item)
        counts.types[pair.type] += 1
        yield _line(pair.item, pair, _row(pair.item, judgements), judgements, slug, versions)


def _sound(pair: Perturbation, original: Row, judgements: Judgements, counts: Counts) -> bool:
    row = _row(pair.item, judgements)
    same_group = (pair.item.language, pair.item.dimension) == (
        pair.original.language,
        pair.original.dimension,
    )
    fault = rules.row_fault(row) or rules.pair_fault(original, row, pair.links, same_group=same_group)
    if fault:
        counts.leave_out(pair.item, fault)
    return fault is None


def _line(
    item: Item,
    pair: Perturbation | None,
    row: Row,
    judgements: Judgements,
    slug: str,
    versions: dict[int, int],
) -> dict[str, Any]:
    scores = judgements.scores.get(item.pk, [])
    line: dict[str, Any] = {
        "id": f"{slug}/{item.external_id}",
        "external_id": item.external_id,
        "role": item.role,
        "language": item.language,
        "dimension": item.dimension,
        "text": item.text,
        "masked_text": item.masked_text,
        "tokens": [
            [item.text[start:end], start, end]
            for start, end in zip(item.token_starts, item.token_ends, strict=True)
        ],
        "mask": _mask(item),
        "golden_answer": item.golden_answer,
        "rationale": {
            "tokens": list(row.rationale),
            "spans": [list(span) for span in rules.rationale_spans(row)],
            "round": item.round,
            "sufficiency": rules.mean_text([sufficiency for sufficiency, _ in scores]),
            "compactness": rules.mean_text([compactness for _, compactness in scores]),
        },
        "mask_confidence": sorted(judgements.confidences.get(item.pk, [])),
        "provenance": {
            "corpus": item.corpus,
            "source_file": item.source_file,
            "record_id": item.record_id,
            "licence": item.licence,
            "importer": item.importer,
            "tokeniser": item.tokeniser,
            "mask_source": item.mask_source,
        },
        "settings_version": versions[item.settings_id],
    }
    if pair is not None:
        line["pair"] = {
            "original": pair.original.external_id,
            "type": pair.type,
            "links": sorted(pair.links),
        }
    return line


def _mask(item: Item) -> dict[str, int]:
    token_start, token_end = item.mask or (0, 0)
    start, end = item.answer_span or (0, 0)
    return {"token_start": token_start, "token_end": token_end, "start": start, "end": end}


def _manifest(
    release: Release, counts: Counts, files: list[dict[str, Any]], created_at: str
) -> dict[str, Any]:
    benchmark = release.benchmark
    return {
        "format": FORMAT,
        "release": release.version,
        "benchmark": {"slug": benchmark.slug, "title": benchmark.title},
        "notes": release.notes,
        "counts": {
            "items": sum(counts.roles.values()),
            "originals": counts.roles["original"],
            "perturbed": counts.roles["perturbed"],
            "pairs": sum(counts.types.values()),
            "by_language": dict(counts.languages),
            "by_dimension": dict(counts.dimensions),
            "by_perturbation_type": dict(counts.types),
        },
        "left_out": queries.left_out(benchmark),
        "broken": counts.broken,
        "settings": [_thresholds(version) for version in queries.settings_of(counts.settings)],
        "choices": CHOICES,
        "corpora": [
            {"corpus": corpus, "licence": licence, "items": items}
            for (corpus, licence), items in sorted(counts.corpora.items())
        ],
        "files": files,
        "code_version": CODE_VERSION,
        "created_at": created_at,
    }


def _thresholds(settings: Settings) -> dict[str, Any]:
    """What an item had to pass under one settings version. Gates as exact fractions in text."""
    sufficiency, compactness = settings.gates
    return {
        "version": settings.version,
        "languages": settings.languages,
        "dimensions": settings.dimensions,
        "mask_raters": settings.mask_raters,
        "mask_gate": settings.mask_gate,
        "mask_proposals": settings.mask_proposals,
        "scorers": settings.scorers,
        "sufficiency_gate": str(sufficiency),
        "compactness_gate": str(compactness),
        "rounds": settings.rounds,
        "reviewers": settings.reviewers,
    }
