"""The pages of a benchmark's results: how one comes there, and the main thing one does."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.keyboard import Keyboard
from tests.e2e.pages import Screen
from tests.e2e.reading_by_keyboard import by_keyboard, go
from tests.e2e.reading_by_mouse import by_mouse
from tests.e2e.reading_stage import PERTURBED, Stage

SYSTEM = "their-bert, LIME"
FIGURE = re.compile("^Token-F1, MAP@K and MAP against the rationale length ratio")


@by_mouse.to("/b/:slug/results")
def results(stage: Stage, page: Page) -> None:
    stage.home(page)
    Screen(page).go("Results")
    page.get_by_role("button", name="Top-1, all").click()
    expect(page.locator("th[aria-sort=descending]")).to_have_count(1)
    page.get_by_role("tab", name="Figures").click()
    expect(page.get_by_role("img", name=FIGURE)).to_be_visible()
    with page.expect_download() as keeping:
        page.get_by_role("button", name=re.compile("^Save Figure 1: .* as SVG$")).click()
    assert keeping.value.suggested_filename == "figure-1.svg"


@by_mouse.to("/b/:slug/results/pairs")
def result_pairs(stage: Stage, page: Page) -> None:
    stage.open(page, "results")
    page.get_by_role("link", name=f"100.0: Top-1, all of {SYSTEM}, show the pairs").click()
    Screen(page).expect_heading("Pairs behind a number")
    Screen(page).expect_words(re.compile("1 pair. Sorted by Top-1, lowest first"))
    Screen(page).link(PERTURBED).click()
    Screen(page).expect_heading(PERTURBED)


@by_keyboard.to("/b/:slug/results")
def results_by_keyboard(stage: Stage, page: Page) -> None:
    keys = go(stage, page, "Results")
    keys.choose(page.get_by_role("combobox", name="Dimension"), "Knowledge")
    Screen(page).expect_words(re.compile(r"Only Knowledge\."))
    keys.reach(page.get_by_role("tab", name="Leaderboard"))
    keys.press("ArrowRight", "ArrowRight")
    expect(page.get_by_role("tab", name="Figures")).to_be_focused()
    expect(page.get_by_role("img", name=FIGURE)).to_be_visible()


@by_keyboard.to("/b/:slug/results/pairs")
def result_pairs_by_keyboard(stage: Stage, page: Page) -> None:
    stage.open(page, f"results/pairs?run={stage.run}&order=map")
    keys = Keyboard(page)
    keys.follow(page.get_by_role("button", name="PCC"))
    Screen(page).expect_words(re.compile("Sorted by PCC, lowest first"))
    keys.follow(Screen(page).link(PERTURBED))
    Screen(page).expect_heading(PERTURBED)
