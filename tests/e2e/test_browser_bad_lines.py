"""Case 20 through the import page: bad lines are named, good ones counted, each file by itself."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import Windows, chromium, windows  # noqa: F401 (fixtures)
from tests.e2e.pages import Import
from tests.e2e.people import ADMIN, Site

pytestmark = [pytest.mark.slow, pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def record(name: str, text: str) -> str:
    fields: dict[str, Any] = {"external_id": name, "language": "en", "dimension": "computation", "text": text}
    return json.dumps({**fields, "tokens": text.split(), "meta": {}})


FIRST = "\n".join(
    [
        record("x1", "The tide comes in twice a day ."),
        record("x2", "Bees make honey from nectar ."),
        '{"external_id":"x3","text":""}',
        '{"external_id":"x4","text":"cut off',
        record("x1", "Another text under the same name ."),
    ]
).encode()
SECOND = "\n".join(
    [record("y1", "Rain falls on the roof ."), record("y2", "Snow melts in spring .")]
).encode()


@pytest.mark.parametrize(
    ("mode", "stored"),
    [("Import nothing", 0), ("Keep the good ones and list the broken ones", 2)],
)
def test_bc_20_bad_lines_are_named(site: Site, windows: Windows, mode: str, stored: int) -> None:  # noqa: F811
    ada = windows.sign_in(ADMIN)
    screen = Import(ada)
    for name, content, told in (("one.jsonl", FIRST, f"{stored} of 5"), ("two.jsonl", SECOND, "2 of 2")):
        ada.goto(f"/b/{site.slug}/import")
        screen.upload(name, content)
        screen.describe(corpus="cases", licence="own")
        ada.get_by_role("radio", name=mode).check()
        screen.button("Import").last.click()
        expect(screen.outcome).to_contain_text(f"{told} records stored from {name}")
        if name == "one.jsonl":
            rows = screen.outcome.get_by_role("table").last.get_by_role("row")
            for line, words in (("3", "x3"), ("4", "JSON"), ("5", "x1")):
                expect(rows.filter(has_text=words).filter(has_text=line)).not_to_have_count(0)
    assert site.player(ADMIN).get("items")["count"] == stored + 2
