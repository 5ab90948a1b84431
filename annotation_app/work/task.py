"""What a page is told about one piece of work: enough to do it, nothing that others have judged."""

from typing import Any

from django.db.models import Count

from annotation_app.benchmarks.models import Benchmark, Settings
from annotation_app.items.models import Assignment, Item
from annotation_app.items.queries import current_proposal
from annotation_app.items.rules import Duty, ItemRole, answer_elsewhere
from annotation_app.items.serializers import task_item
from annotation_app.perturbations import queries as perturbation_queries
from annotation_app.perturbations.models import Perturbation
from annotation_app.perturbations.rules import project_rationale
from annotation_app.perturbations.serializers import version
from annotation_app.rationales import queries as rationale_queries

STAGES = {
    Duty.WORD_ITEM: "mask",
    Duty.PROPOSE_MASK: "mask",
    Duty.RATE_MASK: "mask",
    Duty.WRITE_RATIONALE: "rationale",
    Duty.SCORE_RATIONALE: "rationale",
    Duty.MODIFY_RATIONALE: "rationale",
    Duty.CREATE_PERTURBATION: "perturbation",
    Duty.REVIEW_PERTURBATION: "perturbation",
    Duty.SETTLE_PERTURBATION: "perturbation",
}
SCALES = {
    "mask_confidence": {1: "unique", 2: "among the top three", 3: "among the top five", 4: "none of them"},
    "sufficiency": {1: "not predictable", 2: "not sure", 3: "surely predictable"},
    "compactness": {1: "redundant", 2: "disturbing", 3: "probably concise", 4: "very concise"},
}


def task(assignment: Assignment, *, language: str) -> dict[str, Any]:
    """The fields of a TaskSerializer, guideline and scales in the reader's language."""
    item, duty = assignment.item, Duty(assignment.duty)
    settings = item.settings
    shows_rationale = duty in (Duty.SCORE_RATIONALE, Duty.MODIFY_RATIONALE)
    writes = duty in (Duty.WRITE_RATIONALE, Duty.MODIFY_RATIONALE)
    round_shown = item.round - (duty is Duty.MODIFY_RATIONALE)
    return {
        "assignment": assignment,
        "item": task_item(item),
        "guideline": guideline(settings, duty, item.dimension, language),
        "wording": item.meta.get("wording") if duty is Duty.WORD_ITEM else None,
        "mask": mask(item) if duty not in (Duty.PROPOSE_MASK, Duty.WORD_ITEM) else None,
        "rationale": rationale_queries.rationale_of_round(item, round_shown) if shows_rationale else None,
        "previous": previous(item) if duty is Duty.MODIFY_RATIONALE else None,
        "suggestion": suggestion(item) if duty is Duty.WRITE_RATIONALE else None,
        "draft": rationale_queries.draft_of(item, assignment.person) if writes else None,
        "perturbation": perturbation(item, duty),
        "perturbations_by_type": (by_type(item.benchmark) if duty is Duty.CREATE_PERTURBATION else None),
        "scales": scales(settings, language),
        "rounds": settings.rounds,
    }


def guideline(settings: Settings, duty: Duty, dimension: str, language: str) -> str:
    """What the benchmark's guidelines say on this duty, this dimension, and this stage of it."""
    topics = (duty.value, dimension, f"{dimension}.{STAGES[duty]}")
    texts = [settings.guideline(topic, language) for topic in topics]
    return "\n\n".join(text for text in texts if text)


def scales(settings: Settings, language: str) -> dict[str, list[dict[str, Any]]]:
    """The three scales with their words; a benchmark's own words come first."""
    return {
        name: [
            {"value": value, "label": settings.guideline(f"scale.{name}.{value}", language) or label}
            for value, label in words.items()
        ]
        for name, words in SCALES.items()
    }


def mask(item: Item) -> dict[str, Any] | None:
    proposal = current_proposal(item)
    if proposal is None or item.golden_answer is None:
        return None
    return {
        "proposal": proposal.pk,
        "attempt": proposal.attempt,
        "start": proposal.start,
        "end": proposal.end,
        "golden_answer": item.golden_answer,
        "answer_elsewhere": answer_elsewhere(item.tokens, proposal.start, proposal.end),
    }


def previous(item: Item) -> dict[str, Any] | None:
    """The rationale that did not pass, with its scores under numbers instead of names."""
    rationale = rationale_queries.rationale_of_round(item, item.round - 1)
    if rationale is None:
        return None
    rows = rationale.scores.order_by("pk")
    return {
        "round": rationale.round,
        "tokens": rationale.tokens,
        "scores": [
            {
                "scorer": f"Senior {number}",
                "sufficiency": row.sufficiency,
                "compactness": row.compactness,
                "comment": row.comment,
                "token_comments": [
                    {"index": index, "comment": comment} for index, comment in row.token_comments
                ],
            }
            for number, row in enumerate(rows, start=1)
        ],
    }


def suggestion(item: Item) -> dict[str, Any] | None:
    """For a perturbed item, where its original's accepted rationale lies in it, if settings offer that."""
    if item.role != ItemRole.PERTURBED or not item.settings.suggest_projected_rationale:
        return None
    made = Perturbation.objects.select_related("original").filter(item=item).first()
    tokens = perturbation_queries.rationale_tokens(made.original) if made else []
    if made is None or not tokens:
        return None
    projected = project_rationale(tokens, made.links, made.original.tokens, item.tokens)
    return projected._asdict()


def perturbation(item: Item, duty: Duty) -> dict[str, Any] | None:
    """The perturbation to review: the creator's wording; all wordings and reviews when a senior settles."""
    settles = duty is Duty.SETTLE_PERTURBATION
    if duty is not Duty.REVIEW_PERTURBATION and not settles:
        if duty is Duty.CREATE_PERTURBATION:
            return creation(item)
        return None
    made = Perturbation.objects.select_related("original").filter(item=item).first()
    if made is None:
        return None
    rationale = perturbation_queries.rationale_tokens(made.original)
    rows = made.versions.select_related("author", "perturbation__original").order_by("number")
    reviews = made.reviews.select_related("reviewer", "version").order_by("pk") if settles else []
    return {
        "id": made.pk,
        "type": made.type,
        "note": made.note,
        "original": task_item(made.original),
        "original_rationale": rationale,
        "links": made.links,
        "versions": [
            version(row, author=row.author.name if settles else None, rationale=rationale)
            for row in (rows if settles else rows[:1])
        ],
        "reviews": [
            {
                "reviewer": review.reviewer.name,
                "verdict": review.verdict,
                "reason": review.reason,
                "version": review.version.number if review.version else None,
            }
            for review in reviews
        ],
    }


def creation(original: Item) -> dict[str, Any]:
    """What the creator of a perturbation sees: the original and its accepted rationale."""
    return {
        "id": 0,
        "type": "",
        "note": "",
        "original": task_item(original),
        "original_rationale": perturbation_queries.rationale_tokens(original),
        "links": [],
        "versions": [],
        "reviews": [],
    }


def by_type(benchmark: Benchmark) -> dict[str, int]:
    """Perturbations by type that are not lost: the count towards each type's quota."""
    rows = Perturbation.objects.filter(original__benchmark=benchmark, lost=False)
    return dict(rows.order_by().values_list("type").annotate(number=Count("pk")))
