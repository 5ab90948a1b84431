"""Cases 9, 18 and 19 through the pages: scales and their gates, what others may not see, pairs and links."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.annotation_app.factories import make_benchmark, make_item, make_member
from tests.e2e.browser import Windows, chromium, windows  # noqa: F401 (fixtures)
from tests.e2e.cases import CUP, only_item, put_in, put_in_cup, score
from tests.e2e.pages import Highlight, Perturb, RateMask, ScoreRationale, Screen, Work
from tests.e2e.people import ADMIN, ANNOTATORS, Site, take_turns
from tests.e2e.seats import seat_of, take_seat

pytestmark = [pytest.mark.slow, pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@dataclass(frozen=True)
class Change:
    """A perturbation of the cup. kept, changed: of the rationale; shown: a word and its link."""

    author: str
    type: str
    before: str
    after: str
    rationale: tuple[str, ...]
    kept: tuple[int, ...]
    changed: tuple[int, ...]
    shown: str


SADLY = "Unfortunately , the cup fell on the stone floor , so it "
CHANGES = (
    Change(
        "ben",
        "Dispensable words",
        SADLY,
        " .",
        ("cup", "fell", "stone", "floor"),
        (3, 4, 7, 8),
        (),
        "“the”: linked with “The”",
    ),
    Change(
        "cem",
        "Important words",
        "The cup dropped on the stone floor , so it ",
        " .",
        ("cup", "dropped", "stone", "floor"),
        (1, 5, 6),
        (2,),
        "“dropped”: linked with “fell”",
    ),
    Change(
        "dia",
        "Syntax",
        "So it ",
        " , because the cup fell on the stone floor .",
        ("cup", "fell", "stone", "floor"),
        (6, 7, 10, 11),
        (),
        "“because”: not linked",
    ),
)


def test_bc_19_three_perturbations_keep_their_links(site: Site, windows: Windows):  # noqa: F811
    admin, eli = site.player(ADMIN), site.player("eli")
    admin.post("settings", creators=3, siblings_may_review=True)
    put_in_cup(site, "cup")
    task = eli.next("write_rationale")
    assert task is not None
    eli.write_rationale(task, [1, 2, 5, 6])
    score(site, (3, 4), (3, 4), (3, 3))
    for change in CHANGES:
        perturb(site, windows, change)

    ada = take_seat(windows, ADMIN, seat_of(ADMIN, site.url))
    ada.goto(f"/b/{site.slug}/overview")
    expect(ada.get_by_text("1 in review")).to_have_count(3)

    players = site.players(ANNOTATORS)
    take_turns(players, "review_perturbation", lambda player, task: player.review(task, "approve"))
    found = {}
    for player in players:
        if task := player.next("write_rationale"):
            suggestion = task["suggestion"]
            found[tuple(suggestion["kept"]), tuple(suggestion["changed"])] = (player.username, task)
    assert set(found) == {(change.kept, change.changed) for change in CHANGES}

    # The projected rationale is offered and never there by itself.
    name, task = found[CHANGES[2].kept, CHANGES[2].changed]
    window = take_seat(windows, name, seat_of(name, site.url))
    window.goto(f"/b/{site.slug}/work/write_rationale/{task['assignment']['id']}")
    page = Highlight(window)
    page.expect_hint("Mark at least one word.")
    page.field.expect_marked()
    page.button("Use the original's rationale").click()
    page.field.expect_marked(*CHANGES[2].rationale)


def perturb(site: Site, windows: Windows, change: Change) -> None:  # noqa: F811
    """One perturbation through the page; the second author first claims the wrong type for the first's."""
    window = take_seat(windows, change.author, seat_of(change.author, site.url))
    window.goto(f"/b/{site.slug}")
    Work(window).start("create_perturbation")
    page = Perturb(window)
    page.choose(change.type)
    page.expect_hint("Change the text.")
    expect(page.submit("Submit perturbation")).to_be_disabled()
    if change.author == "cem":
        page.rewrite("before", SADLY)
        page.expect_hint("Confirm or remove each warning.")
        expect(window.get_by_role("alert").get_by_role("checkbox").first).not_to_be_checked()
        expect(page.submit("Submit perturbation")).to_be_disabled()
    page.rewrite("before", change.before)
    if change.after != " .":
        page.rewrite("after", change.after)
    links = window.get_by_role("region", name="Which word stands for which").first
    expect(links.get_by_role("button", name=change.shown, exact=True).last).to_be_visible()
    expect(links.locator('[data-side="1"] [data-rationale]')).to_have_text(list(change.rationale))
    page.submit("Submit perturbation").click()
    page.expect_no_more()


def test_bc_09_scales_say_which_end_is_best_and_take_nothing_else(site: Site, windows: Windows):  # noqa: F811
    put_in(site, {**CUP, "external_id": "unsure"})
    for name in ("dia", "eli"):
        player = site.player(name)
        task = player.next("rate_mask")
        assert task is not None
        player.rate_mask(task, 1)
    assert only_item(site)["state"] == "mask_rating"
    cem = take_seat(windows, "cem", seat_of("cem", site.url))
    cem.goto(f"/b/{site.slug}")
    Work(cem).start("rate_mask")
    mask = RateMask(cem)
    mask.guess("shattered")
    scale = cem.get_by_role("group", name=re.compile("^How surely"))
    expect(scale.get_by_text("best", exact=True)).to_have_count(1)
    expect(scale.locator("label").filter(has_text=re.compile("best$"))).to_contain_text("1")
    for key in ("0", "5"):
        cem.keyboard.press(key)
    expect(scale.get_by_role("radio", checked=True)).to_have_count(0)
    cem.keyboard.press("3")
    cem.keyboard.press("Enter")
    mask.expect_no_more()
    # (1, 1, 3): a mean of 1.7, and yet rejected, because of the 3. An imported mask has no other place.
    item = only_item(site)
    assert item["state"] == "rejected"
    ada = take_seat(windows, ADMIN, seat_of(ADMIN, site.url))
    ada.goto(f"/b/{site.slug}/items/{item['id']}")
    expect(ada.get_by_text(re.compile(r"rating.*\b3\b|\b3\b.*rating")).first).to_be_visible()

    put_in_cup(site, "sure")
    ben = site.player("ben")
    task = ben.next("write_rationale")
    assert task is not None
    ben.write_rationale(task, [1, 2])
    fay = take_seat(windows, "fay", seat_of("fay", site.url))
    fay.goto(f"/b/{site.slug}")
    Work(fay).start("score_rationale")
    page = ScoreRationale(fay)
    page.guess("broke")
    for name, best in (("sufficiency", "3"), ("compactness", "4")):
        step = page.scale(name).locator("label").filter(has_text=re.compile("best$"))  # type: ignore[arg-type]
        expect(step).to_have_count(1)
        expect(step.get_by_role("radio")).to_have_value(best)
    for key in ("0", "4", "5"):
        fay.keyboard.press(key)
    page.expect_scored("sufficiency", None)
    page.expect_scored("compactness", None)


NOTHING = "There is nothing here"


def test_bc_18_an_address_shows_nothing_to_those_it_is_not_for(site: Site, windows: Windows):  # noqa: F811
    put_in(site, CUP)
    elsewhere = make_benchmark("elsewhere")
    zoe = make_member(elsewhere, "admin", "annotator", "senior")
    foreign = make_item(elsewhere)
    ben = site.player("ben")
    task = ben.next("rate_mask")
    assert task is not None
    item, place = task["item"]["id"], task["assignment"]["id"]
    here = f"/b/{site.slug}"

    outsider = take_seat(windows, "outsider", seat_of(zoe.username, site.url))
    for path in ("", "/items", f"/items/{item}", f"/work/rate_mask/{place}", "/overview", "/assignments"):
        outsider.goto(f"{here}{path}")
        Screen(outsider).expect_words(NOTHING)
        expect(outsider.get_by_role("main")).not_to_contain_text("cup")
    # Under an address of one's own it is no more there, nor is the other's here.
    outsider.goto(f"/b/elsewhere/items/{item}")
    Screen(outsider).expect_words(NOTHING)
    ada = take_seat(windows, ADMIN, seat_of(ADMIN, site.url))
    ada.goto(f"{here}/items/{foreign.pk}")
    Screen(ada).expect_words(NOTHING)

    # What another rater said changes nothing that is seen before all have spoken.
    cem = take_seat(windows, "cem", seat_of("cem", site.url))
    cem.goto(here)
    main = cem.get_by_role("main")
    expect(main).to_contain_text("Rate masks")
    before = main.inner_text()
    ben.rate_mask(task, 4)
    cem.reload()
    expect(main).to_contain_text("Rate masks")
    assert main.inner_text() == before
    cem.goto(f"{here}/work/rate_mask/{place}")
    Screen(cem).expect_words(NOTHING)
    cem.goto(f"{here}/items/{item}")
    Screen(cem).expect_words("Your role does not allow this")

    nobody = windows.open("nobody")
    nobody.goto(f"{here}/items/{item}")
    Screen(nobody).expect_heading("Sign in")
