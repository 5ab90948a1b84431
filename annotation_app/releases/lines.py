"""A line of items.jsonl: what a release says of one item, with no row number of this database in it."""

from functools import lru_cache

from annotation_app.items.models import MASK
from annotation_app.releases import rules
from annotation_app.releases.files import Line
from annotation_app.releases.rows import Member, few_numbers
from annotation_app.releases.rules import Row


def line_of(member: Member, row: Row, words: list[str], *, slug: str, settings_version: int) -> Line:
    """A sound item's line. row, words: the item as its checks saw it."""
    text = row.text
    first, last = row.mask or (0, 0)
    start, end = row.starts[first], row.ends[last - 1]
    return {
        "id": f"{slug}/{member.external_id}",
        "external_id": member.external_id,
        "role": member.role,
        "language": member.language,
        "dimension": member.dimension,
        "text": text,
        "masked_text": text[:start] + MASK + text[end:],
        "tokens": list(zip(words, row.starts, row.ends, strict=True)),
        "mask": {"token_start": first, "token_end": last, "start": start, "end": end},
        "golden_answer": text[start:end],
        "rationale": {
            "tokens": row.rationale,
            "spans": rules.rationale_spans(row),
            "round": member.round,
            "sufficiency": _mean(member.sufficiency),
            "compactness": _mean(member.compactness),
        },
        "mask_confidence": few_numbers(member.confidence),
        "provenance": {
            "corpus": member.corpus,
            "source_file": member.source_file,
            "record_id": member.record_id,
            "licence": member.licence,
            "importer": member.importer,
            "tokeniser": member.tokeniser,
            "mask_source": member.mask_source,
        },
        "settings_version": settings_version,
    }


def pair_of(original: Member, perturbed: Member, links: list[list[int]]) -> dict[str, object]:
    """What a perturbed item's line says of its pair."""
    return {"original": original.external_id, "type": perturbed.type, "links": sorted(links)}


@lru_cache(maxsize=4096)
def _mean(scores: str | None) -> str | None:
    """The exact mean of an array of scores; a mean that a release told is one already."""
    if scores is None or scores.startswith("{"):
        return rules.mean_text(few_numbers(scores))
    return scores
