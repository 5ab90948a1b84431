"""Which items the lines of an upload mean, by the names that they give them."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Exists, OuterRef

from annotation_app.benchmarks.models import Benchmark
from annotation_app.items.models import Item
from annotation_app.perturbations.queries import finished_pairs
from worker.exchange.broken import BrokenScore
from worker.exchange.forms import Form


def items_named(benchmark: Benchmark, names: Iterable[str], form: Form | None) -> dict[str, list[Item]]:
    """The items of a finished pair that some names may mean, by name.

    A name is an external_id, or one in a release, with the benchmark's slug before it. The released sets'
    predictions have the numbers of their own records: those find the items imported from them.
    """
    wanted = {name: _external_id(benchmark, name) for name in names}
    both = {*wanted, *wanted.values()}
    rows = Item.objects.filter(benchmark=benchmark)
    pairs = finished_pairs(benchmark)
    # Two questions, since one that asks for either half reads through all pairs for each item.
    as_original, as_perturbed = (
        Exists(pairs.filter(**{half: OuterRef("pk")})) for half in ("original", "item")
    )
    rows = rows.annotate(finished=as_original | as_perturbed)
    known: dict[str, Item] = {item.external_id: item for item in rows.filter(external_id__in=both)}
    found: dict[str, list[Item]] = {}
    for name, short in wanted.items():
        item = known.get(name) or known.get(short)
        if item is not None:
            found[name] = [item]
    rest = set(wanted) - set(found)
    if form is Form.RELEASED and rest:
        for item in rows.filter(record_id__in=rest).order_by("pk"):
            found.setdefault(item.record_id, []).append(item)
    return found


def _external_id(benchmark: Benchmark, name: str) -> str:
    return name.removeprefix(f"{benchmark.slug}/")


def the_one(items: Mapping[str, list[Item]], name: str) -> Item:
    """Return the item of a name from `items_named`. Raises BrokenScore: none, several, or in no pair yet."""
    found: list[Any] = items.get(name, [])
    if not found:
        raise BrokenScore("unknown_item", f"The benchmark has no item “{name[:200]}”.")
    if len(found) > 1:
        message = f"{len(found)} items came from records numbered {name[:200]}. Use their own names."
        raise BrokenScore("ambiguous_item", message)
    item: Item = found[0]
    if not found[0].finished:
        message = "The item is in no finished pair yet, so there is nothing to compare it with."
        raise BrokenScore("not_finished", message)
    return item
