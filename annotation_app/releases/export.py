"""A release's files, written in a stream: `items.jsonl` from the finished pairs, `manifest.json` about it.

The same content gives the same bytes of `items.jsonl`, on any server: order, keys and spacing are fixed, and
nothing in it depends on this database's row numbers or on when it was written.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

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
from annotation_app.releases.people import people_of
from annotation_app.releases.progress import told
from annotation_app.releases.rows import Group, Member
from annotation_app.releases.snapshots import asked, exported
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


class Kind(NamedTuple):
    """What counts of an item. Many items are alike in it."""

    role: str
    language: str
    dimension: str
    type: str | None
    corpus: str
    licence: str
    settings: int


class Counts:
    """What a release holds, counted while it is written."""

    def __init__(self) -> None:
        self._kinds: Counter[Kind] = Counter()
        self.broken: list[dict[str, str]] = []

    def add(self, item: Member) -> None:
        kind = Kind(
            item.role, item.language, item.dimension, item.type, item.corpus, item.licence, item.settings
        )
        self._kinds[kind] += 1

    def leave_out(self, item: Member, reason: str) -> None:
        self.broken.append({"external_id": item.external_id, "reason": reason})

    def by(self, *names: str) -> Counter[Any]:
        """How many items there are of each value of a field, or of several together."""
        value, found = attrgetter(*names), Counter[Any]()
        for kind, items in self._kinds.items():
            found[value(kind)] += items
        return found


def write_release(release: Release, *, created_at: str) -> dict[str, Any]:
    """Write all files of a release inside the caller's transaction. Returns the manifest.

    The items come first and the manifest last; between them stand the files of MAKERS.
    """
    counts, options, benchmark = Counts(), Options.from_json(release.options), release.benchmark
    parts = parts_of(benchmark, options.split) if options.split else None
    with (
        told(release.pk) as progress,
        closing(Following(options, parts, progress)) as following,
        closing(_encoded(release, counts, following)) as encoded,
        ThreadPoolExecutor(1) as beside,
        ThreadPoolExecutor(1) as writer,
    ):
        # PostgreSQL looks at who judged while the items are being written.
        people = beside.submit(asked, exported(), partial(people_of, benchmark))
        total = queries.items_to_release(benchmark)
        progress.begin("items", total)
        files = [store(release, NewFile(ITEMS, JSON_LINES, encoded), beside=writer)]
        if options.held_back:
            following.check_held_back()
            files.append(store(release, NewFile(held_back.PUBLIC, JSON_LINES, following.public_bytes())))
            secret = store(release, NewFile(held_back.PRIVATE, JSON_LINES, following.held_bytes()))
            queries.keep_private(secret)
        facts = _manifest(release, counts, total, created_at) | following.facts()
        content = frozen(release, facts)
        progress.begin("companions", 0)
        files += [store(release, new) for make in MAKERS for new in make(content)]
        made = companions.made(release, content, following.statistics, people.result())
        files += [store(release, new) for new in made]
    manifest = facts | {
        "files": [{"name": file.name, "size": file.size, "sha256": file.sha256} for file in files]
    }
    store(release, NewFile(MANIFEST, "application/json", [canonical(manifest)]))
    return manifest


def _encoded(release: Release, counts: Counts, following: Following) -> Generator[bytes, None, None]:
    """The bytes of items.jsonl, some thousand lines at a time; counts and following see each line."""
    slug = release.benchmark.slug
    versions = dict(Settings.objects.filter(benchmark=release.benchmark_id).values_list("pk", "version"))
    with closing(rows.groups_of(release.benchmark_id)) as parts:
        for groups in parts:
            # A group at a time: lines are many small objects, so few of them are to be in memory at once.
            written = [following.written(_lines(group, counts, slug, versions)) for group in groups]
            yield b"".join(written)


def _lines(group: Group, counts: Counts, slug: str, versions: dict[int, int]) -> Iterator[Line]:
    """The original, then its perturbed items. What is broken is left out and named."""
    original, row = group.original, group.original.row()
    words = row.words()
    fault = rules.row_fault(row, words)
    if fault:
        counts.leave_out(original, fault)
        for member in group.perturbed:
            counts.leave_out(member, f"its original {original.external_id} is left out")
        return
    kept = []
    for member in group.perturbed:
        perturbed, links = member.row(), member.pair_links()
        their_words = perturbed.words()
        same_group = (member.language, member.dimension) == (original.language, original.dimension)
        fault = rules.row_fault(perturbed, their_words) or rules.pair_fault(
            row, perturbed, links, same_group=same_group
        )
        if fault:
            counts.leave_out(member, fault)
        else:
            kept.append((member, perturbed, their_words, links))
    if not kept:
        counts.leave_out(original, "none of its perturbed items is fit")
        return
    counts.add(original)
    line = line_of(original, row, words, slug=slug, settings_version=versions[original.settings])
    # A pair has one answer, and only the original comes from a source that tells its part of speech.
    pos = original.answer_pos(row)
    if pos is not None:
        line["answer_pos"] = pos
    yield line
    for member, perturbed, their_words, links in kept:
        counts.add(member)
        version = versions[member.settings]
        line = line_of(member, perturbed, their_words, slug=slug, settings_version=version)
        line["pair"] = pair_of(original, member, links)
        if pos is not None:
            line["answer_pos"] = pos
        yield line


def _manifest(release: Release, counts: Counts, total: int, created_at: str) -> dict[str, Any]:
    """All that manifest.json says, but for the list of files. total: items in finished pairs."""
    benchmark = release.benchmark
    roles, types = counts.by("role"), counts.by("type")
    del types[None]  # originals
    return {
        "format": FORMAT,
        "release": release.version,
        "benchmark": {"slug": benchmark.slug, "title": benchmark.title},
        "notes": release.notes,
        "counts": {
            "items": roles.total(),
            "originals": roles["original"],
            "perturbed": roles["perturbed"],
            "pairs": types.total(),
            "by_language": dict(counts.by("language")),
            "by_dimension": dict(counts.by("dimension")),
            "by_perturbation_type": dict(types),
        },
        "left_out": queries.left_out(benchmark, total),
        "broken": counts.broken,
        "settings": [_thresholds(version) for version in queries.settings_of(counts.by("settings"))],
        "choices": CHOICES,
        "corpora": [
            {"corpus": corpus, "licence": licence, "items": items}
            for (corpus, licence), items in sorted(counts.by("corpus", "licence").items())
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
