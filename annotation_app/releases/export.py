"""A release's files, written in a stream: `items.jsonl` from the finished pairs, `manifest.json` about it.

The same content gives the same bytes of `items.jsonl`, on any server: order, keys and spacing are fixed, and
nothing in it depends on this database's row numbers or on when it was written.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

from annotation_app.benchmarks.models import Settings
from annotation_app.core.version import CODE_VERSION
from annotation_app.releases import companions, held_back, queries, rows, rules
from annotation_app.releases.files import Line, NewFile, canonical, store
from annotation_app.releases.following import Following
from annotation_app.releases.formats import schema
from annotation_app.releases.formats.frozen import ITEMS, Frozen, frozen
from annotation_app.releases.lines import line_of, pair_of
from annotation_app.releases.models import Release
from annotation_app.releases.options import Options
from annotation_app.releases.progress import told
from annotation_app.releases.rows import Group, Member
from annotation_app.releases.splitting import parts_of

FORMAT = "whybench-jsonl/1"
MANIFEST = "manifest.json"
JSON_LINES = "application/jsonl"
# What is stored beside the items, in this order. Each makes files from the items' frozen content.
MAKERS: list[Callable[[Frozen], Iterator[NewFile]]] = [schema.write]
# Choices that the papers leave open; a reader of the numbers has to know them.
CHOICES = {
    "round": "a round is one scoring by the seniors; the first rationale is scored in round 1",
    "rationale_length_ratio": "rationale tokens over all tokens of the text; masked tokens count as tokens",
    "offsets": "Unicode code points into text, end exclusive; text holds the golden answer in place",
    "mask_confidence": "1 unique, 2 among the top 3, 3 among the top 5, 4 none; empty for a perturbed item, "
    "whose mask was rated with its original",
}


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

    def add(self, item: Member) -> None:
        self.roles[item.role] += 1
        self.languages[item.language] += 1
        self.dimensions[item.dimension] += 1
        self.corpora[item.corpus, item.licence] += 1
        self.settings[item.settings] += 1
        if item.type is not None:
            self.types[item.type] += 1

    def leave_out(self, item: Member, reason: str) -> None:
        self.broken.append({"external_id": item.external_id, "reason": reason})


def write_release(release: Release, *, created_at: str) -> dict[str, Any]:
    """Write all files of a release inside the caller's transaction. Returns the manifest.

    The items come first and the manifest last; between them stand the files of MAKERS.
    """
    counts, options = Counts(), Options.from_json(release.options)
    parts = parts_of(release.benchmark, options.split) if options.split else None
    with told(release.pk) as progress, closing(Following(options, parts, progress)) as following:
        progress.begin("items", queries.items_to_release(release.benchmark))
        files = [store(release, NewFile(ITEMS, JSON_LINES, _encoded(release, counts, following)))]
        if options.held_back:
            following.check_held_back()
            files.append(store(release, NewFile(held_back.PUBLIC, JSON_LINES, following.public_bytes())))
            secret = store(release, NewFile(held_back.PRIVATE, JSON_LINES, following.held_bytes()))
            queries.keep_private(secret)
        facts = _manifest(release, counts, created_at) | following.facts()
        content = frozen(release, facts)
        progress.begin("companions", 0)
        files += [store(release, new) for make in MAKERS for new in make(content)]
        files += [store(release, new) for new in companions.made(release, content, following.statistics)]
    manifest = facts | {
        "files": [{"name": file.name, "size": file.size, "sha256": file.sha256} for file in files]
    }
    store(release, NewFile(MANIFEST, "application/json", [canonical(manifest)]))
    return manifest


def _encoded(release: Release, counts: Counts, following: Following) -> Iterator[bytes]:
    """The bytes of items.jsonl, some thousand lines at a time; counts and following see each line."""
    slug = release.benchmark.slug
    versions = dict(Settings.objects.filter(benchmark=release.benchmark_id).values_list("pk", "version"))
    with closing(rows.groups_of(release.benchmark_id)) as parts:
        for groups in parts:
            lines = [line for group in groups for line in _lines(group, counts, slug, versions)]
            yield following.written(lines)


def _lines(group: Group, counts: Counts, slug: str, versions: dict[int, int]) -> Iterator[Line]:
    """The original, then its perturbed items. What is broken is left out and named."""
    original, row = group.original, group.original.row()
    fault = rules.row_fault(row)
    if fault:
        counts.leave_out(original, fault)
        for member in group.perturbed:
            counts.leave_out(member, f"its original {original.external_id} is left out")
        return
    kept = []
    for member in group.perturbed:
        perturbed, links = member.row(), member.pair_links()
        same_group = (member.language, member.dimension) == (original.language, original.dimension)
        fault = rules.row_fault(perturbed) or rules.pair_fault(row, perturbed, links, same_group=same_group)
        if fault:
            counts.leave_out(member, fault)
        else:
            kept.append((member, perturbed, links))
    if not kept:
        counts.leave_out(original, "none of its perturbed items is fit")
        return
    counts.add(original)
    yield line_of(original, row, slug=slug, settings_version=versions[original.settings])
    for member, perturbed, links in kept:
        counts.add(member)
        line = line_of(member, perturbed, slug=slug, settings_version=versions[member.settings])
        line["pair"] = pair_of(original, member, links)
        yield line


def _manifest(release: Release, counts: Counts, created_at: str) -> dict[str, Any]:
    """All that manifest.json says, but for the list of files."""
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
