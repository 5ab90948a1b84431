import pytest

from annotation_app.items.models import Item
from annotation_app.items.rules import State
from annotation_app.perturbations.models import Perturbation
from tests.annotation_app.cast import POOR, Cast, make_accepted, make_cast, perturb, score, write

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return make_cast(creators=1, rounds=1)


def made(original: Item) -> int:
    return Item.objects.get(pk=original.pk).perturbations_made


def test_a_discarded_perturbed_item_gives_its_originals_place_back(cast: Cast) -> None:
    original = make_accepted(cast)
    lost = perturb(original, cast.annotators[1])
    assert made(original) == 1
    assert cast.next(cast.annotators[2], "create_perturbation").status_code == 204
    for reviewer in cast.annotators[2:4]:
        answer = cast.post(reviewer, f"perturbations/{lost.pk}/reviews", {"verdict": "approve"})
        assert answer.status_code == 201
    rationale = write(Item.objects.get(pk=lost.item_id), cast.annotators[4])
    score(rationale, cast.seniors, POOR)
    assert Item.objects.get(pk=lost.item_id).state == State.DISCARDED
    assert Perturbation.objects.get(pk=lost.pk).lost
    assert made(original) == 0
    again = cast.next(cast.annotators[2], "create_perturbation")
    assert again.json()["item"]["id"] == original.pk
