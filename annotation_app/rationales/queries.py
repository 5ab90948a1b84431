from django.db.models import Exists, F, OuterRef, QuerySet

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark
from annotation_app.items.models import Item
from annotation_app.items.queries import items_waiting
from annotation_app.items.rules import Duty
from annotation_app.rationales.models import Rationale, RationaleDraft, RationaleScore
from annotation_app.rationales.rules import Score


def items_to_annotate(benchmark: Benchmark, person: User) -> QuerySet[Item]:
    """Items that wait for their first rationale."""
    return items_waiting(benchmark, Duty.WRITE_RATIONALE)


def items_to_modify(benchmark: Benchmark, person: User) -> QuerySet[Item]:
    """Items whose last rationale did not pass and that have a round left."""
    return items_waiting(benchmark, Duty.MODIFY_RATIONALE)


def items_to_score(benchmark: Benchmark, person: User) -> QuerySet[Item]:
    """Items whose rationale a senior neither wrote, in any round, nor scored in this one."""
    own = Rationale.objects.filter(item=OuterRef("pk"), author=person)
    scored = RationaleScore.objects.filter(
        rationale__item=OuterRef("pk"), rationale__round=OuterRef("round"), senior=person
    )
    return items_waiting(benchmark, Duty.SCORE_RATIONALE).exclude(Exists(own)).exclude(Exists(scored))


def draft_of(item: Item, person: User) -> RationaleDraft | None:
    """What a person has marked so far in the item's present round."""
    return item.drafts.filter(person=person, round=item.round).first()


def scores_of(rationale: Rationale) -> list[Score]:
    """All scores of a rationale so far, in the order they came."""
    return [Score(*row) for row in rationale.scores.order_by("pk").values_list("sufficiency", "compactness")]


def rationale_of_round(item: Item, round: int) -> Rationale | None:
    return item.rationales.filter(round=round).first()


def last_rationale(item: Item) -> Rationale | None:
    """An item's newest rationale; for an accepted item, the accepted one."""
    return item.rationales.order_by("-round").first()


def accepted_rationales() -> QuerySet[Rationale]:
    """The rationale that each accepted item was accepted with."""
    return Rationale.objects.filter(item__state="accepted", round=F("item__round"))
