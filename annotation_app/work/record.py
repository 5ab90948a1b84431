"""What a person did in a benchmark and how it fared, told only of stages that are decided."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import Count, F, Max, Q
from django.db.models.functions import TruncWeek

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark
from annotation_app.items.models import Assignment, AssignmentState, MaskRating
from annotation_app.items.rules import State
from annotation_app.perturbations.models import Perturbation
from annotation_app.rationales.models import Rationale, RationaleScore

ACCEPTED = Q(item__state=State.ACCEPTED, round=F("item__round"))
DISCARDED = Q(item__state=State.DISCARDED, round=F("item__round"))
RETURNED = Q(round__lt=F("item__round"))


def record_of(person: User, benchmark: Benchmark) -> dict[str, Any]:
    """The fields of a RecordSerializer. Counts of what others judged hold no judgement that still runs."""
    done = Assignment.objects.filter(person=person, item__benchmark=benchmark, state=AssignmentState.DONE)
    written = Rationale.objects.filter(author=person, item__benchmark=benchmark)
    made = Perturbation.objects.filter(author=person, original__benchmark=benchmark)
    return {
        "done": list(done.order_by("duty").values("duty").annotate(number=Count("pk"))),
        "rationales": written.aggregate(
            submitted=Count("pk"),
            accepted=Count("pk", filter=ACCEPTED),
            returned=Count("pk", filter=RETURNED),
            discarded=Count("pk", filter=DISCARDED),
        ),
        "accepted_share": accepted_share(written),
        "mask_agreement": mask_agreement(person, benchmark),
        "score_agreement": score_agreement(person, benchmark),
        "perturbations": made.aggregate(
            made=Count("pk"),
            accepted=Count("pk", filter=~Q(item__state__in=[State.PERTURBATION_REVIEW, State.REJECTED])),
            rejected=Count("pk", filter=Q(item__state=State.REJECTED)),
        ),
    }


def accepted_share(written: Any) -> list[dict[str, Any]]:
    """By week of the last score: how many of a person's rationales were decided, and how many accepted."""
    decided = written.filter(ACCEPTED | DISCARDED | RETURNED)
    rows = decided.annotate(day=Max("scores__created_at"), ok=Count("pk", filter=ACCEPTED, distinct=True))
    weeks: dict[Any, list[int]] = defaultdict(lambda: [0, 0])
    for week, ok in rows.annotate(week=TruncWeek("day")).values_list("week", "ok"):
        weeks[week.date()][0] += 1
        weeks[week.date()][1] += ok
    return [
        {"week": week, "decided": decided, "accepted": ok} for week, (decided, ok) in sorted(weeks.items())
    ]


def mask_agreement(person: User, benchmark: Benchmark) -> dict[str, int] | None:
    """Of the decided masks a person rated: how often their rating fell on the majority's side of the gate."""
    still_open = Q(
        proposal__item__state=State.MASK_RATING, proposal__attempt=F("proposal__item__mask_attempt")
    )
    ratings = MaskRating.objects.filter(proposal__item__benchmark=benchmark).exclude(still_open)
    mine = ratings.filter(rater=person).values("proposal")
    sides: dict[int, list[tuple[bool, bool]]] = defaultdict(list)
    rows = ratings.filter(proposal__in=mine).values_list(
        "proposal", "rater", "confidence", "proposal__item__settings__mask_gate"
    )
    for proposal, rater, confidence, gate in rows:
        sides[proposal].append((rater == person.pk, confidence <= gate))
    if not sides:
        return None
    return {"rated": len(sides), "with_majority": sum(map(_is_mode, sides.values()))}


def score_agreement(person: User, benchmark: Benchmark) -> dict[str, int] | None:
    """Of the decided rationales a senior scored: how often they gave the score that was given most."""
    still_open = Q(rationale__item__state=State.SCORING, rationale__round=F("rationale__item__round"))
    scores = RationaleScore.objects.filter(rationale__item__benchmark=benchmark).exclude(still_open)
    mine = scores.filter(senior=person).values("rationale")
    sufficiency: dict[int, list[tuple[bool, int]]] = defaultdict(list)
    compactness: dict[int, list[tuple[bool, int]]] = defaultdict(list)
    rows = scores.filter(rationale__in=mine)
    for rationale, senior, first, second in rows.values_list(
        "rationale", "senior", "sufficiency", "compactness"
    ):
        sufficiency[rationale].append((senior == person.pk, first))
        compactness[rationale].append((senior == person.pk, second))
    if not sufficiency:
        return None
    return {
        "scored": len(sufficiency),
        "sufficiency_equal": sum(map(_is_mode, sufficiency.values())),
        "compactness_equal": sum(map(_is_mode, compactness.values())),
    }


def _is_mode(judgements: Iterable[tuple[bool, int]]) -> bool:
    """Whether one's own judgement is (one of) the most frequent; each is (is one's own, value)."""
    listed = list(judgements)
    counts = Counter(value for _, value in listed)
    own = next(value for is_own, value in listed if is_own)
    return counts[own] == max(counts.values())
