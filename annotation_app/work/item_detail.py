"""One item across all stages, as an admin sees it."""

from typing import Any

from annotation_app.items.models import Item
from annotation_app.items.serializers import task_item
from annotation_app.perturbations.models import Perturbation
from annotation_app.rationales.queries import last_rationale

PROVENANCE = (
    "corpus",
    "source_file",
    "record_id",
    "licence",
    "importer",
    "tokeniser",
    "source_line",
    "reads_like_id",
)


def item_detail(item: Item) -> dict[str, Any]:
    """The fields of an ItemDetailSerializer."""
    made = Perturbation.objects.filter(item=item).first()
    last = last_rationale(item)
    return task_item(item) | {
        **{name: getattr(item, name) for name in PROVENANCE},
        "settings_version": item.settings.version,
        "rationale": last.tokens if last else None,
        "original_id": made.original_id if made else None,
        "perturbed_ids": list(item.perturbations.order_by("pk").values_list("item_id", flat=True)),
    }
