"""Cases 6, 8, 10, 11 and 12 through the page where rationales are marked."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, Route, expect

from annotation_app.rationales.models import Rationale, RationaleDraft
from tests.e2e.browser import Windows, chromium, windows  # noqa: F401 (fixtures)
from tests.e2e.cases import history, only_item, put_in, put_in_cup, rate
from tests.e2e.pages import Highlight, RateMask, SignIn, Work
from tests.e2e.people import ADMIN, PASSWORD, Site

pytestmark = [pytest.mark.slow, pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

LENA = "Lena saves 4 coins a day . After 4 days she has 16 coins ."
COINS = {
    "external_id": "coins",
    "language": "en",
    "dimension": "computation",
    "text": LENA,
    "tokens": LENA.split(),
    "answer": {"token_start": 8, "token_end": 9},
}
DRAFTS = re.compile(r"/items/\d+/draft$")
SUBMIT = "Submit rationale"


def expect_saved(page: Page) -> None:
    expect(page.get_by_role("status").get_by_text("Saved", exact=True)).to_be_visible()


@contextmanager
def saving(page: Page) -> Iterator[None]:
    """What is done inside leads to an autosave, which the server takes."""
    with page.expect_response(DRAFTS) as answer:
        yield
    assert answer.value.status == 200, answer.value.text()
    expect_saved(page)


def begin(page: Page) -> Highlight:
    Work(page).start("write_rationale")
    return Highlight(page)


def test_bc_06_the_mask_is_a_place_not_a_word(site: Site, windows: Windows):  # noqa: F811
    put_in(site, COINS)
    cem = windows.sign_in("cem")
    Work(cem).start("rate_mask")
    masked = "Lena saves 4 coins a day . After [MASK] days she has 16 coins ."
    expect(cem.get_by_text(masked, exact=True)).to_be_visible()
    mask = RateMask(cem)
    mask.guess("4")
    mask.expect_words("The answer also stands elsewhere in this text")
    cem.keyboard.press("1")
    cem.keyboard.press("Enter")
    mask.expect_no_more()
    rate(site)

    ben = windows.sign_in("ben")
    page = begin(ben)
    chip = page.field.group.get_by_text("[MASK]")
    chip.click()
    chip.click()
    page.field.expect_marked()
    # Only the first 4 is a word to choose; the second is the mask.
    expect(page.field.group.get_by_role("button", name="4", exact=True)).to_have_count(1)
    page.field.word("4").click()
    page.field.expect_marked("4")
    page.submit(SUBMIT).click()
    page.expect_no_more()
    assert only_item(site)["rationale"] == [2]


def test_bc_08_two_presses_are_one_submission(site: Site, windows: Windows):  # noqa: F811
    put_in_cup(site, "first", "second")
    ben = windows.sign_in("ben")
    page = begin(ben)
    address, sent = ben.url, list[str]()
    ben.on("request", lambda request: sent.append(request.method) if "/rationales" in request.url else None)
    page.field.word("fell").click()
    ben.keyboard.press("Enter")
    ben.keyboard.press("Enter")
    expect(ben).not_to_have_url(address)
    # The next item is there, untouched by the second press.
    page.field.expect_marked()
    page.expect_hint("Mark at least one word.")
    assert sent == ["POST"]
    assert Rationale.objects.count() == 1
    moved = history(site, only_item(site, "first"), "moved")
    assert [entry["after"] for entry in moved].count("scoring") == 1
    assert only_item(site, "second")["state"] == "annotating"
    duties = {row["duty"]: row for row in site.player("ben").get("work")["duties"]}
    assert (duties["write_rationale"]["waiting"], duties["write_rationale"]["mine"]) == (0, 1)


def test_bc_10_a_late_autosave_does_not_undo_a_submission(site: Site, windows: Windows):  # noqa: F811
    put_in_cup(site, "cup")
    ben = windows.sign_in("ben")
    page = begin(ben)
    held: list[Route] = []
    ben.route(DRAFTS, lambda route: held.append(route))
    with ben.expect_request(DRAFTS):
        page.field.word("cup").click()
    page.expect_words("Saving…")
    page.field.word("stone").click()
    page.submit(SUBMIT).click()
    page.expect_no_more()
    late = held[0].request
    body, address = late.post_data_json, late.url
    ben.unroute(DRAFTS)
    status = ben.evaluate(
        """async ([address, body, token]) => (await fetch(address, {
            method: "PUT",
            headers: {"Content-Type": "application/json", "X-CSRFToken": token},
            body: JSON.stringify(body),
        })).status""",
        [address, body, late.headers["x-csrftoken"]],
    )
    assert status == 409
    item = only_item(site)
    assert (item["state"], item["rationale"]) == ("scoring", [1, 5])
    assert Rationale.objects.get().tokens == [1, 5]
    assert not RationaleDraft.objects.exists()


def test_bc_11_two_tabs_of_one_person(site: Site, windows: Windows):  # noqa: F811
    put_in_cup(site, "cup")
    ben, ada = windows.sign_in("ben"), windows.sign_in(ADMIN)
    first = begin(ben)
    tab = ben.context.new_page()
    tab.goto(ben.url)
    second = Highlight(tab)
    second.field.expect_marked()

    with saving(ben):
        first.field.word("cup").click()
    ada.goto(f"/b/{site.slug}/items/{only_item(site)['id']}")
    expect(ada.get_by_role("heading", level=1)).to_be_visible()
    second.field.word("fell").click()
    expect_two_versions(tab, stored="cup", here="fell")
    with saving(tab):
        tab.get_by_role("region", name="Marked in this window").get_by_role("button").click()
    second.field.expect_marked("fell")
    with saving(tab):
        tab.keyboard.press("Control+z")
    second.field.expect_marked("cup")
    with saving(tab):
        tab.keyboard.press("Control+Shift+z")
    second.field.expect_marked("fell")
    assert RationaleDraft.objects.get().tokens == [2]

    # The other tab was idle for longer than a session lasts.
    Session.objects.all().delete()
    first.field.word("stone").click()
    first.expect_words("Not saved: you are signed out.")
    again = ben.context.new_page()
    SignIn(again).open().enter("ben", PASSWORD)
    again.close()
    ben.bring_to_front()
    expect_two_versions(ben, stored="fell", here="cup stone")
    with saving(ben):
        ben.keyboard.press("1")
    first.field.expect_marked("fell")
    first.submit(SUBMIT).click()
    first.expect_no_more()
    assert only_item(site)["rationale"] == [2]


def expect_two_versions(page: Page, *, stored: str, here: str) -> None:
    choice = page.get_by_role("alertdialog", name="This text was marked in two windows")
    for name, words in (("Saved from the other window", stored), ("Marked in this window", here)):
        marked = choice.get_by_role("region", name=name).locator("mark")
        expect(marked).to_have_text(words.split())


def test_bc_12_nothing_goes_on_while_marks_are_not_saved(site: Site, windows: Windows):  # noqa: F811
    put_in_cup(site, "first", "second")
    ben = windows.sign_in("ben")
    ben.on("dialog", lambda dialog: dialog.accept())
    page = begin(ben)
    address = ben.url
    with failing_saves(ben):
        for word in ("cup", "fell", "stone"):
            page.field.word(word).click()
        page.expect_words("Not saved: retrying")
        ben.keyboard.press("Enter")
        page.expect_hint("Goes on as soon as your marks are saved.")
        assert ben.url == address
        ben.reload()
        page.field.expect_marked("cup", "fell", "stone")
        page.expect_words("Not saved: retrying")
    expect_saved(ben)
    assert RationaleDraft.objects.get().tokens == [1, 2, 5]

    ben.context.set_offline(True)
    page.field.word("floor").click()
    page.expect_words("Not saved: retrying")
    page.link("My work").first.click()
    ben.get_by_role("dialog", name="Your last marks are not saved yet").get_by_role(
        "button", name="Stay here"
    ).click()
    assert ben.url == address
    assert RationaleDraft.objects.get().tokens == [1, 2, 5]
    ben.context.set_offline(False)
    expect_saved(ben)
    assert RationaleDraft.objects.get().tokens == [1, 2, 5, 6]
    page.submit(SUBMIT).click()
    expect(ben).not_to_have_url(address)
    page.field.expect_marked()
    assert only_item(site, "first")["rationale"] == [1, 2, 5, 6]
    assert only_item(site, "second")["state"] == "annotating"


@contextmanager
def failing_saves(page: Page) -> Iterator[None]:
    """The server answers every autosave with 500."""
    page.route(DRAFTS, lambda route: route.fulfill(status=500, body=""))
    yield
    page.unroute(DRAFTS)
