"""What the case tests share: the texts that the cases name, and the stretches of the way before them."""

import json
from collections.abc import Sequence
from typing import Any

from tests.e2e.people import ADMIN, ANNOTATORS, SENIORS, Site, take_turns

CUP = {
    "external_id": "cup",
    "language": "en",
    "dimension": "reasoning",
    "text": "The cup fell on the stone floor , so it broke .",
    "tokens": ["The", "cup", "fell", "on", "the", "stone", "floor", ",", "so", "it", "broke", "."],
    "answer": {"token_start": 10, "token_end": 11},
}


def put_in(site: Site, *items: dict[str, Any]) -> None:
    content = "".join(json.dumps(item) + "\n" for item in items).encode()
    report = site.player(ADMIN).import_file(
        "cases.jsonl", content, format="jsonl", corpus="cases", licence="own"
    )
    assert (report["stored"], report["problems"]) == (len(items), [])


def put_in_cup(site: Site, *names: str) -> None:
    """The cup's text once for each name, its mask accepted."""
    put_in(site, *({**CUP, "external_id": name} for name in names))
    rate(site)


def rate(site: Site) -> None:
    take_turns(site.players(ANNOTATORS), "rate_mask", lambda player, task: player.rate_mask(task, 1))


def score(site: Site, *scores: Sequence[int]) -> None:
    """One (sufficiency, compactness) from each senior, in their order, on the rationale that waits."""
    for name, (sufficiency, compactness) in zip(SENIORS, scores, strict=True):
        senior = site.player(name)
        task = senior.next("score_rationale")
        assert task is not None
        senior.score(task, sufficiency, compactness)


def only_item(site: Site, name: str = "") -> dict[str, Any]:
    """The one original, or that of a name, as an admin reads it."""
    admin = site.player(ADMIN)
    (row,) = [row for row in admin.get_all("items?role=original") if name in ("", row["external_id"])]
    return admin.get(f"items/{row['id']}")  # type: ignore[no-any-return]


def history(site: Site, item: dict[str, Any], event: str) -> list[dict[str, Any]]:
    """An item's entries of one kind, oldest first."""
    found: list[dict[str, Any]] = site.player(ADMIN).get(f"items/{item['id']}/history")
    return [entry for entry in found if entry["event"] == event]
