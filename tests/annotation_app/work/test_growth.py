"""Asking for work and handing it in takes as many queries on 1,000 items as on 10."""

from typing import Any

import pytest

from annotation_app.items.models import Item, MaskProposal
from annotation_app.items.rules import State
from tests.annotation_app.cast import Cast, make_cast, make_cup, queries_of

pytestmark = pytest.mark.django_db


def fill(cast: Cast, number: int) -> None:
    """That many items whose masks wait for ratings."""
    first = make_cup(cast, State.MASK_RATING)
    rows = []
    for index in range(1, number):
        row = Item.objects.get(pk=first.pk)
        row.pk, row.external_id = None, f"{first.external_id}-{index}"
        row._state.adding = True
        rows.append(row)
    rows = Item.objects.bulk_create(rows)
    MaskProposal.objects.bulk_create(
        MaskProposal(item=row, attempt=1, start=10, end=11, author=cast.admin) for row in rows
    )


def counts(number: int) -> dict[str, int]:
    cast = make_cast()
    fill(cast, number)
    rater = cast.annotators[0]
    task: dict[str, Any] = {}

    def ask() -> None:
        task.update(cast.next(rater, "rate_mask").json())

    def submit() -> None:
        body = {"proposal": task["mask"]["proposal"], "confidence": 1}
        answer = cast.post(rater, f"items/{task['item']['id']}/mask-ratings", body)
        assert answer.status_code == 201

    return {
        "next": queries_of(ask),
        "submit": queries_of(submit),
        "work": queries_of(lambda: cast.get(rater, "work")),
        "items": queries_of(lambda: cast.get(cast.admin, "items")),
    }


def test_query_counts_do_not_grow_with_the_benchmark() -> None:
    assert counts(10) == counts(1000)
