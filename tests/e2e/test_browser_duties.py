"""One item through the pages of all eight duties, by mouse and by keyboard alone, in English and Chinese."""

from typing import Any, Literal

import pytest

from tests.e2e.browser import Windows, chromium, windows  # noqa: F401 (fixtures)
from tests.e2e.cases import only_item, put_in, score
from tests.e2e.duties import CHINESE, ENGLISH, WORKERS, Text
from tests.e2e.people import ADMIN, Site
from tests.e2e.seats import pointer_was_used, seat_of, take_seat

pytestmark = [pytest.mark.slow, pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("text", [ENGLISH, CHINESE], ids=["english", "chinese"])
@pytest.mark.parametrize("device", ["mouse", "keyboard"])
def test_every_duty_is_done(
    site: Site,
    windows: Windows,  # noqa: F811
    device: Literal["mouse", "keyboard"],
    text: Text,
):
    put_in(site, text.item)
    pages = {name: take_seat(windows, name, seat_of(name, site.url)) for name in ("ben", "cem", "dia", "fay")}

    def do(username: str, duty: str) -> None:
        WORKERS[device](pages[username], text).do(site.slug, duty)

    do("ben", "propose_mask")
    do("cem", "rate_mask")
    for name in ("dia", "eli"):
        player = site.player(name)
        player.rate_mask(waiting(player, "rate_mask"), 1)
    do("ben", "write_rationale")
    do("fay", "score_rationale")
    for name in ("gus", "hua"):
        player = site.player(name)
        player.score(waiting(player, "score_rationale"), 3, 3)
    # (3, 3, 3) of 3 is enough; (3, 3, 3) of 4 is below 3.6.
    assert only_item(site)["state"] == "modifying"
    do("cem", "modify_rationale")
    score(site, (3, 4), (3, 4), (3, 3))
    item = only_item(site)
    words = text.item["tokens"]
    assert [words[index] for index in item["rationale"]] == [*text.rationale, text.further]
    assert item["state"] == "accepted"
    do("dia", "create_perturbation")
    do("ben", "review_perturbation")
    cem = site.player("cem")
    cem.review(waiting(cem, "review_perturbation"), "approve")
    do("fay", "settle_perturbation")

    (perturbed,) = site.player(ADMIN).get_all("items?role=perturbed")
    assert perturbed["state"] == "annotating"
    assert perturbed["golden_answer"] == text.answer
    after = text.item["text"].partition(text.answer)[2]
    assert perturbed["masked_text"] == f"{text.changed}[MASK]{after}"
    assert {pointer_was_used(page) for page in pages.values()} == {device == "mouse"}


def waiting(player: Any, duty: str) -> dict[str, Any]:
    task: dict[str, Any] | None = player.next(duty)
    assert task is not None, (player.username, duty)
    return task
