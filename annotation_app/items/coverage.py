"""What the grammar items of a benchmark ask for, what is missing, and asking a treebank for more of it."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, QuerySet
from django.db.models.fields.json import KT

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark
from annotation_app.core.errors import Invalid, NotAllowedInState
from annotation_app.items.importing.construction.grammar import phenomena_of
from annotation_app.items.importing.jobs import wake
from annotation_app.items.importing.uploads import bytes_kept
from annotation_app.items.models import Import, ImportChunk, Item
from annotation_app.items.rules import ImportMode, ImportState, ItemRole, State

DIMENSION = "grammar"
BEFORE_ACCEPTANCE = (State.NEEDS_WORDING, State.MASK_PROPOSING, State.MASK_RATING, State.REJECTED)


def grammar_coverage(benchmark: Benchmark) -> list[dict[str, Any]]:
    """By language, how many items ask for each phenomenon, those without any included, and part of speech."""
    rows = Item.objects.filter(benchmark=benchmark, dimension=DIMENSION, role=ItemRole.ORIGINAL)
    rows = rows.filter(meta__has_key="phenomenon").order_by()
    found: dict[str, Counter[str]] = defaultdict(Counter)
    accepted: dict[str, Counter[str]] = defaultdict(Counter)
    counted = rows.annotate(phenomenon=KT("meta__phenomenon")).values_list("language", "phenomenon", "state")
    for language, phenomenon, state, number in counted.annotate(number=Count("pk")):
        found[language][phenomenon] += number
        if state not in BEFORE_ACCEPTANCE:
            accepted[language][phenomenon] += number
    speech = _parts_of_speech(rows)
    return [
        {
            "language": language,
            "items": sum(found[language].values()),
            "phenomena": [
                {
                    "phenomenon": phenomenon,
                    "items": found[language][phenomenon],
                    "accepted": accepted[language][phenomenon],
                }
                for phenomenon in dict.fromkeys([*phenomena_of(language), *found[language]])
            ],
            "parts_of_speech": [
                {"tag": tag, "items": number} for tag, number in speech[language].most_common()
            ],
        }
        for language in sorted(found)
    ]


def _parts_of_speech(rows: QuerySet[Item]) -> dict[str, Counter[str]]:
    """The tag of the first masked word, counted in the database."""
    speech: dict[str, Counter[str]] = defaultdict(Counter)
    masked = rows.filter(mask_start__isnull=False).extra(
        select={
            "tag": "COALESCE(items_item.meta->'upos'->>items_item.mask_start, "
            "items_item.meta->'pos'->>items_item.mask_start, '')"
        }
    )
    for tag, language, number in masked.values_list("tag", "language").annotate(number=Count("pk")):
        speech[language][tag] += number
    return speech


def treebanks_kept(benchmark: Benchmark) -> QuerySet[Import]:
    """Imports of treebanks whose bytes are still there, newest first."""
    chunks = ImportChunk.objects.filter(upload=OuterRef("pk"))
    rows = benchmark.imports.filter(Exists(chunks), state=ImportState.DONE, upload__isnull=True)
    return rows.exclude(phenomena={}).select_related("person").order_by("-pk")


def items_by_corpus(benchmark: Benchmark) -> list[dict[str, Any]]:
    """How many originals come from each corpus under which licence, most first."""
    rows = Item.objects.filter(benchmark=benchmark, role=ItemRole.ORIGINAL).order_by()
    counted = rows.values("corpus", "licence").annotate(items=Count("pk"))
    return [dict(row) for row in counted.order_by(F("items").desc(), "corpus", "licence")]


@transaction.atomic
def ask_for_more(*, report: Import, person: User, wanted: Mapping[str, int]) -> Import:
    """Read an imported treebank again for masks of what is missing; each becomes an item of its own.

    wanted: how many more of each phenomenon. Raises: NotAllowedInState (not done, its bytes gone), Invalid.
    """
    if report.state != ImportState.DONE or not report.phenomena or not bytes_kept(report):
        raise NotAllowedInState("Only a treebank that was imported and is still kept can give more.")
    known = phenomena_of(report.language or _language_of(report))
    unknown = sorted(set(wanted) - set(known))
    if unknown:
        message = f"Not a phenomenon of this language: {', '.join(unknown)}."
        raise Invalid(message, errors={"wanted": [message]})
    again = Import(
        benchmark=report.benchmark,
        person=person,
        state=ImportState.QUEUED,
        upload_id=report.upload_id or report.pk,
        wanted=dict(wanted),
        mode=ImportMode.KEEP_GOOD,
        # A draw of its own, so that asking twice does not look at the same places first.
        seed=report.seed + 1 + Import.objects.filter(upload=report).count(),
    )
    for name in ("file", "size", "sha256", "sniffed", "format", "encoding", "corpus", "licence"):
        setattr(again, name, getattr(report, name))
    again.dimension, again.language = report.dimension, report.language
    again.save()
    wake(again)
    return again


def _language_of(report: Import) -> str:
    first = report.items.order_by("pk").values_list("language", flat=True).first()
    return first or "en"
