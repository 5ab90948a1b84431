"""The tables of this stage: items with what people do to them, and the imports that bring them in."""

from annotation_app.items.models.imports import Import, ImportChunk, LeftOut
from annotation_app.items.models.items import (
    MASK,
    Assignment,
    AssignmentState,
    HistoryEntry,
    Item,
    ItemFlag,
    MaskProposal,
    MaskRating,
    Text,
    spans_ascend,
)

__all__ = [
    "MASK",
    "Assignment",
    "AssignmentState",
    "HistoryEntry",
    "Import",
    "ImportChunk",
    "Item",
    "ItemFlag",
    "LeftOut",
    "MaskProposal",
    "MaskRating",
    "Text",
    "spans_ascend",
]
