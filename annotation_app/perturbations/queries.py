from django.db.models import Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark
from annotation_app.items.models import Item
from annotation_app.items.queries import items_in, items_waiting
from annotation_app.items.rules import Duty, ItemRole, State
from annotation_app.perturbations.models import Perturbation, PerturbationReview
from annotation_app.rationales.queries import accepted_rationales

# Where a benchmark's settings allow perturbing as soon as the mask is accepted.
MASK_ACCEPTED = (State.ANNOTATING, State.SCORING, State.MODIFYING, State.ACCEPTED)


def originals_to_perturb(benchmark: Benchmark, person: User) -> QuerySet[Item]:
    """Originals that may be perturbed and of which a person has no perturbation that still counts."""
    own = Perturbation.objects.filter(original=OuterRef("pk"), author=person, lost=False)
    rows = items_in(benchmark).filter(role=ItemRole.ORIGINAL).exclude(Exists(own))
    ready = Q(state=State.ACCEPTED)
    if benchmark.settings_versions.filter(perturb_after="mask").exists():
        ready |= Q(settings__perturb_after="mask", state__in=MASK_ACCEPTED)
    # An original that has no perturbation yet comes before one that has.
    return rows.filter(ready).order_by("perturbations_made", F("started_at").asc(nulls_last=True), "pk")


def lost_count() -> Coalesce:
    """Expression over items: how many perturbations of an original no longer count."""
    rows = Perturbation.objects.filter(original=OuterRef("pk"), lost=True).order_by()
    number = rows.values("original").annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(number, output_field=IntegerField()), 0)


def items_to_review(benchmark: Benchmark, person: User) -> QuerySet[Item]:
    """Perturbed items that a person neither made nor reviewed, nor (by default) a sibling of."""
    own = Perturbation.objects.filter(item=OuterRef("pk"), author=person)
    sibling = Perturbation.objects.filter(
        original=OuterRef("perturbation__original"), author=person, lost=False
    )
    reviewed = PerturbationReview.objects.filter(perturbation__item=OuterRef("pk"), reviewer=person)
    rows = items_waiting(benchmark, Duty.REVIEW_PERTURBATION).filter(perturbation__split=False)
    rows = rows.exclude(Exists(own)).exclude(Exists(reviewed))
    return rows.filter(Q(settings__siblings_may_review=True) | ~Exists(sibling))


def items_to_settle(benchmark: Benchmark, person: User) -> QuerySet[Item]:
    """Perturbed items whose reviewers disagree, for a senior who had no part in them."""
    own = Perturbation.objects.filter(item=OuterRef("pk"), author=person)
    reviewed = PerturbationReview.objects.filter(perturbation__item=OuterRef("pk"), reviewer=person)
    rows = items_waiting(benchmark, Duty.SETTLE_PERTURBATION).filter(perturbation__split=True)
    return rows.exclude(Exists(own)).exclude(Exists(reviewed))


def has_sibling_by(perturbation: Perturbation, person: User) -> bool:
    """Whether a person made another perturbation of the same original that still counts."""
    rows = Perturbation.objects.filter(original=perturbation.original_id, author=person, lost=False)
    return rows.exclude(pk=perturbation.pk).exists()


def rationale_tokens(original: Item) -> list[int]:
    """The accepted rationale of an original, or nothing while it has none."""
    row = accepted_rationales().filter(item=original).first()
    return list(row.tokens) if row else []


def finished_pairs(benchmark: Benchmark) -> QuerySet[Perturbation]:
    """Pairs of which both items are accepted; in the order in which they were made."""
    rows = Perturbation.objects.filter(
        original__benchmark=benchmark, original__state=State.ACCEPTED, item__state=State.ACCEPTED
    )
    return rows.select_related("original", "item").order_by("pk")
