"""Cases 14 to 17 through the pages: places and leases, rounds, and nobody at their own work."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from annotation_app.items.models import Assignment, MaskRating
from annotation_app.rationales.models import Rationale, RationaleDraft
from tests.e2e.browser import Windows, chromium, windows  # noqa: F401 (fixtures)
from tests.e2e.cases import CUP, history, only_item, put_in, put_in_cup, score
from tests.e2e.pages import Highlight, RateMask, Work
from tests.e2e.people import ADMIN, SENIORS, Site

pytestmark = [pytest.mark.slow, pytest.mark.e2e, pytest.mark.django_db(transaction=True)]
SUBMIT = "Submit rationale"


def test_bc_14_a_skipped_place_goes_to_somebody_else(site: Site, windows: Windows):  # noqa: F811
    put_in(site, CUP)
    ben, cem, dia, eli = (windows.sign_in(name) for name in ("ben", "cem", "dia", "eli"))
    for page in (ben, cem, dia):
        Work(page).start("rate_mask")
        expect(page.get_by_role("textbox", name=re.compile("hidden words"))).to_be_visible()
    eli.goto(f"/b/{site.slug}/work/rate_mask")
    RateMask(eli).expect_no_more()

    ben.get_by_role("button", name=re.compile("^Skip")).click()
    dialog = ben.get_by_role("dialog", name="Skip this item")
    dialog.get_by_label("Why do you skip it?").fill("I wrote this sentence myself.")
    dialog.get_by_role("button", name="Skip").click()
    RateMask(ben).expect_no_more()

    eli.get_by_role("button", name="Look again").click()
    for page in (cem, dia, eli):
        mask = RateMask(page)
        page.bring_to_front()
        page.get_by_role("textbox", name=re.compile("hidden words")).focus()
        mask.guess("shattered")
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        mask.expect_no_more()
    ben.get_by_role("button", name="Look again").click()
    RateMask(ben).expect_no_more()
    raters = MaskRating.objects.values_list("rater__username", flat=True)
    assert sorted(raters) == ["cem", "dia", "eli"]
    assert only_item(site)["state"] == "annotating"

    ada = windows.sign_in(ADMIN)
    ada.goto(f"/b/{site.slug}/assignments?state=skipped")
    row = ada.get_by_role("row").filter(has_text="ben")
    expect(row).to_contain_text("Passed on")
    expect(row).to_contain_text("I wrote this sentence myself.")


def test_bc_15_an_abandoned_place_is_given_away(site: Site, windows: Windows):  # noqa: F811
    put_in_cup(site, "x", "y")
    ben, cem, dia = (windows.sign_in(name) for name in ("ben", "cem", "dia"))
    left = open_rationale(ben)
    left.field.word("fell").click()
    other = open_rationale(cem)
    other.field.word("stone").click()
    dia.goto(f"/b/{site.slug}")
    expect(dia.get_by_text(re.compile("An item may be free again at"))).to_be_visible()
    other.submit(SUBMIT).click()
    other.expect_no_more()

    Assignment.objects.filter(state="live").update(lease_until=timezone.now() - timedelta(seconds=1))
    dia.reload()
    taken = open_rationale(dia)
    expect(taken.field.group).to_be_visible()

    left.field.word("floor").click()
    left.field.expect_marked("fell", "floor")
    left.submit(SUBMIT).click()
    left.expect_words(re.compile("ran out"))
    assert RationaleDraft.objects.get(person__username="ben").tokens == [2, 6]
    assert list(Rationale.objects.values_list("item__external_id", flat=True)) == ["y"]
    assert only_item(site, "y")["state"] == "scoring"


def test_bc_16_each_round_is_new_and_the_last_is_the_last(site: Site, windows: Windows):  # noqa: F811
    put_in_cup(site, "saved", "lost")
    ben, ada = windows.sign_in("ben"), windows.sign_in(ADMIN)
    first = open_rationale(ben)
    first.field.word("cup").click()
    first.submit(SUBMIT).click()
    first.field.expect_marked()
    score(site, (3, 3), (3, 3), (3, 3))

    better = modify(ben)
    better.expect_words("Round 1: what was marked and how it was scored", "Nothing changed since then.")
    expect(ben.get_by_text("Compactness 3 of 4")).to_have_count(3)
    better.expect_hint("Change something before you submit.")
    ben.keyboard.press("Enter")
    assert Rationale.objects.count() == 1
    better.field.word("fell").click()
    better.expect_words("New since then: fell.")
    better.submit(SUBMIT).click()
    better.expect_no_more()
    score(site, (3, 4), (3, 3), (3, 3))
    best = modify(ben)
    expect(ben.get_by_text("Compactness 3 of 4")).to_have_count(2)
    best.field.word("stone").click()
    best.submit(SUBMIT).click()
    best.expect_no_more()
    score(site, (3, 4), (3, 4), (3, 3))

    item = only_item(site, "saved")
    assert (item["state"], item["round"]) == ("accepted", 3)
    rounds = [entry["detail"]["round"] for entry in history(site, item, "rationale_scored")]
    assert rounds == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    ada.goto(f"/b/{site.slug}/items/{item['id']}")
    expect(ada.get_by_text("Rationale scored: sufficiency 3, compactness 4")).to_have_count(3)

    lose(site)
    lost = only_item(site, "lost")
    assert lost["state"] == "discarded"
    ben.goto(f"/b/{site.slug}/work/modify_rationale")
    better.expect_no_more()
    ada.goto(f"/b/{site.slug}/items/{lost['id']}")
    expect(ada.get_by_text("Rationale scored: sufficiency 3, compactness 3")).to_have_count(9)
    expect(ada.get_by_text("Discarded").first).to_be_visible()


def lose(site: Site) -> None:
    """The other item fails in every round."""
    ben = site.player("ben")
    for tokens, duty in (([1], "write_rationale"), ([2], "modify_rationale"), ([5], "modify_rationale")):
        task = ben.next(duty)
        assert task is not None
        ben.write_rationale(task, tokens)
        score(site, (3, 3), (3, 3), (3, 3))


def test_bc_17_nobody_scores_their_own_rationale(site: Site, windows: Windows):  # noqa: F811
    put_in_cup(site, "cup")
    admin = site.player(ADMIN)
    admin.post("members", username="fay", role="annotator")
    author = site.player("fay")
    task = author.next("write_rationale")
    assert task is not None
    author.write_rationale(task, [1, 2])
    fay, ada = windows.sign_in("fay"), windows.sign_in(ADMIN)
    fay.goto(f"/b/{site.slug}/work/score_rationale")
    expect(fay.get_by_text("Nothing for you now")).to_be_visible()
    other = site.player(SENIORS[1]).next("score_rationale")
    assert other is not None
    fay.goto(f"/b/{site.slug}/work/score_rationale/{other['assignment']['id']}")
    expect(fay.get_by_text("There is nothing here")).to_be_visible()

    ada.goto(f"/b/{site.slug}/assignments/new?duty=score_rationale&username=fay")
    ada.get_by_role("checkbox", name="Choose cup").check()
    ada.get_by_role("button", name="See what can be given").click()
    plan = ada.get_by_role("dialog", name="None of these can be given to fay")
    expect(plan).to_contain_text("The person made what is judged here, or has judged it already.")
    expect(plan.get_by_role("listitem")).to_contain_text("cup")


def test_bc_17_nobody_reviews_their_own_pair_or_its_sibling(site: Site, windows: Windows):  # noqa: F811
    put_in_cup(site, "cup")
    task = site.player("ben").next("write_rationale")
    assert task is not None
    site.player("ben").write_rationale(task, [1, 2, 5, 6])
    score(site, (3, 4), (3, 4), (3, 4))
    for name, wording in (("ben", "Sadly , the cup fell on the stone floor , so it "), ("cem", LATER)):
        creator = site.player(name)
        original = creator.next("create_perturbation")
        assert original is not None
        creator.perturb(original["item"], "dispensable", wording, " .")
    for name, waits in (("ben", False), ("cem", False), ("dia", True)):
        page = windows.sign_in(name)
        page.goto(f"/b/{site.slug}/work/review_perturbation")
        words = "Your verdict" if waits else "Nothing for you now"
        expect(page.get_by_text(words).first).to_be_visible()


LATER = "Later , the cup fell on the stone floor , so it "


def open_rationale(page: Page) -> Highlight:
    Work(page).start("write_rationale")
    return Highlight(page)


def modify(page: Page) -> Highlight:
    Work(page).start("modify_rationale")
    return Highlight(page)
