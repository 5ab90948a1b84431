from collections.abc import Callable

import pytest

from worker.lm.masked_lm import MaskedLm
from worker.saliency import random_order
from worker.types import Instance

InstanceMaker = Callable[..., Instance]


def test_draw_is_the_items_own_and_changes_with_the_seed(
    tiny_bert: MaskedLm, make_instance: InstanceMaker
) -> None:
    texts = ["the cat sat", "a dog ran"]
    readings = tiny_bert.read(
        [tiny_bert.encode(make_instance(text, text.split(), (2, 3), text)) for text in texts]
    )
    first, second = random_order.score(tiny_bert, readings, {"seed": 0})
    assert len(first.scores) == 3
    assert all(0 <= score < 1 for score in first.scores)
    assert first.scores != second.scores
    assert random_order.score(tiny_bert, readings[:1], {"seed": 0}) == [first]
    assert random_order.score(tiny_bert, readings[:1], {"seed": 1}) != [first]


@pytest.mark.parametrize("seed", [-1, True, 0.5, "0"])
def test_settings_are_checked(seed: object) -> None:
    with pytest.raises(ValueError, match="seed: must be a whole number"):
        random_order.check_settings({"seed": seed})
