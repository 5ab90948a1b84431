"""The pages beside the daily work, by keyboard alone: how one comes there, and the main thing one does."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.e2e.keyboard import Keyboard
from tests.e2e.pages import DUTIES, Screen
from tests.e2e.people import ADMIN, PASSWORD
from tests.e2e.reading_stage import (
    HELD_BACK_RELEASE,
    HOLDER,
    OPEN_RELEASE,
    OTHER,
    OUTSIDER,
    PERTURBED,
    SLUG,
    WAITING,
    WORKER,
    Stage,
    Visits,
    import_line,
    predictions,
    score_lines,
)
from tests.e2e.routes import DUTY_PAGE

by_keyboard = Visits()


def place(page: Page, name: str) -> Locator:
    """A link of the header."""
    return page.get_by_role("navigation", name="Places").get_by_role("link", name=name, exact=True)


def go(stage: Stage, page: Page, name: str) -> Keyboard:
    """From the overview by the header to another page."""
    stage.home(page)
    keys = Keyboard(page)
    keys.follow(place(page, name))
    Screen(page).expect_heading(name)
    return keys


def open_menu(page: Page, username: str, entry: str) -> Keyboard:
    """By the menu that bears one's name."""
    keys = Keyboard(page)
    keys.follow(page.get_by_role("button", name=f"{username}: account"))
    wanted = page.get_by_role("menuitem", name=entry, exact=True)
    expect(wanted).to_be_visible()
    keys.go_down(wanted)
    keys.press("Enter")
    Screen(page).expect_heading(entry)
    return keys


@by_keyboard.to("/sign-in", username="")
def sign_in(stage: Stage, page: Page) -> None:
    page.goto("/sign-in")
    keys = Keyboard(page)
    keys.write(page.get_by_label("User name"), WORKER)
    keys.write(page.get_by_label("Password", exact=True), PASSWORD)
    keys.press("Enter")
    Screen(page).expect_heading("Your benchmarks")


@by_keyboard.to("/", username=WORKER)
def benchmarks(stage: Stage, page: Page) -> None:
    page.goto("/")
    Keyboard(page).follow(Screen(page).link(OTHER))
    expect(page).to_have_url(re.compile("/b/other$"))


@by_keyboard.to("/account", username=HOLDER)
def account(stage: Stage, page: Page) -> None:
    page.goto("/")
    keys = open_menu(page, HOLDER, "Account")
    keys.reach(page.get_by_role("radio", name="English"))
    keys.press("ArrowDown")
    expect(page.get_by_role("heading", level=1, name="账户")).to_be_visible()
    keys.press("ArrowUp")
    Screen(page).expect_heading("Account")


@by_keyboard.to("/accounts")
def accounts(stage: Stage, page: Page) -> None:
    stage.home(page)
    keys = open_menu(page, ADMIN, "Accounts of this server")
    keys.write(page.get_by_label("User name"), "nils")
    keys.follow(page.get_by_role("button", name="Make the account"))
    Screen(page).expect_words("First password of nils")


@by_keyboard.to("/b/:slug", username=WORKER)
def my_work(stage: Stage, page: Page) -> None:
    page.goto(f"/b/{SLUG}")
    Keyboard(page).follow(page.get_by_role("link", name=DUTIES["write_rationale"]))
    Screen(page).expect_heading(DUTIES["write_rationale"])


@by_keyboard.to("/b/:slug/overview")
def overview(stage: Stage, page: Page) -> None:
    stage.open(page, "items")
    keys = Keyboard(page)
    keys.follow(place(page, "Overview"))
    keys.follow(page.get_by_role("link", name="Accepted 2"))
    expect(page).to_have_url(re.compile(r"/items\?state=accepted$"))
    Screen(page).expect_words("2 items")


@by_keyboard.to("/b/:slug/items")
def items(stage: Stage, page: Page) -> None:
    keys = go(stage, page, "Items")
    keys.write(page.get_by_role("searchbox", name="Search text or name"), "proud")
    keys.press("Enter")
    Screen(page).expect_words("1 item")
    keys.follow(Screen(page).link(PERTURBED))
    Screen(page).expect_heading(PERTURBED)


@by_keyboard.to("/b/:slug/items/:item")
def item(stage: Stage, page: Page) -> None:
    stage.open(page, f"items/{stage.original}")
    Keyboard(page).follow(page.get_by_role("link", name=f"Item {stage.perturbed}"))
    Screen(page).expect_heading(PERTURBED)


@by_keyboard.to("/b/:slug/import")
def bring_in(stage: Stage, page: Page) -> None:
    keys = go(stage, page, "Import")
    with page.expect_file_chooser() as choosing:
        keys.follow(page.get_by_label("File", exact=True))
    choosing.value.set_files(import_line("by-keyboard"))
    keys.write(page.get_by_label("Corpus name"), "Weather")
    keys.write(page.get_by_label("Licence"), "own")
    keys.follow(page.get_by_role("button", name="Import", exact=True))
    Screen(page).expect_words("1 of 1 records stored from by-keyboard.jsonl")


@by_keyboard.to(DUTY_PAGE.format(duty="word_item"), username=WORKER)
def word(stage: Stage, page: Page) -> None:
    page.goto(f"/b/{SLUG}")
    keys = Keyboard(page)
    keys.follow(page.get_by_role("link", name=DUTIES["word_item"]))
    keys.write(page.get_by_role("textbox", name="Text before the answer"), "The capital of France is ")
    Screen(page).expect_words("This is what others will see:")
    keys.press("Escape")
    with page.expect_response(re.compile(r"/wording$")) as worded:
        keys.press("Enter")
    assert worded.value.status == 201


@by_keyboard.to("/b/:slug/people")
def people(stage: Stage, page: Page) -> None:
    keys = go(stage, page, "People")
    keys.write(page.get_by_label("User name"), OUTSIDER)
    keys.follow(page.get_by_role("button", name="Add", exact=True))
    Screen(page).expect_words(f"{OUTSIDER} is now Annotator.")


@by_keyboard.to("/b/:slug/assignments")
def places(stage: Stage, page: Page) -> None:
    keys = go(stage, page, "Assignments")
    keys.choose(page.get_by_role("combobox", name="Duty"), DUTIES["rate_mask"])
    expect(page).to_have_url(re.compile(r"/assignments\?duty=rate_mask$"))
    Screen(page).expect_words("No place fits")


@by_keyboard.to("/b/:slug/assignments/new")
def give(stage: Stage, page: Page) -> None:
    stage.open(page, "assignments")
    keys = Keyboard(page)
    keys.follow(Screen(page).link("Assign items"))
    Screen(page).expect_heading("Assign items")  # the page before has a box of the same name
    keys.choose(page.get_by_role("combobox", name="Person"), HOLDER)
    keys.reach(page.get_by_role("checkbox", name=f"Choose {WAITING[2]}"))
    keys.press("Space")
    keys.follow(page.get_by_role("button", name="See what can be given"))
    # The dialog opens on its main button.
    expect(page.get_by_role("button", name="Give 1 item")).to_be_focused()
    keys.press("Enter")
    Screen(page).expect_words(f"1 item is given to {HOLDER}.")


@by_keyboard.to("/b/:slug/settings")
def settings(stage: Stage, page: Page) -> None:
    keys = go(stage, page, "Settings")
    keys.write(page.get_by_label("Minutes a place is kept"), "32")
    keys.press("Enter")
    save = page.get_by_role("dialog").get_by_role("button", name=re.compile("^Save as version"))
    expect(save).to_be_focused()
    keys.press("Enter")
    Screen(page).expect_words(re.compile(r"^Version \d is saved"))


@by_keyboard.to("/b/:slug/models")
def models(stage: Stage, page: Page) -> None:
    keys = go(stage, page, "Models")
    model = page.get_by_role("listitem").filter(has_text="mini-mlm-zh")
    keys.follow(model.get_by_role("button", name="Switch off"))
    keys.follow(model.get_by_role("button", name="Switch on"))
    expect(model.get_by_role("button", name="Switch off")).to_be_visible()


@by_keyboard.to("/b/:slug/runs")
def runs(stage: Stage, page: Page) -> None:
    keys = go(stage, page, "Runs")
    begun = page.get_by_role("link", name="mini-mlm-en · Random order")
    expect(page.get_by_role("link", name="their-bert · LIME")).to_be_visible()
    before = begun.count()
    keys.follow(page.get_by_role("button", name="Start", exact=True))
    expect(begun).to_have_count(before + 1)


@by_keyboard.to("/b/:slug/runs/external")
def bring_scores(stage: Stage, page: Page) -> None:
    stage.open(page, "runs")
    keys = Keyboard(page)
    keys.follow(Screen(page).link("Bring scores in"))
    Screen(page).expect_heading("Bring scores in")
    with page.expect_file_chooser() as choosing:
        keys.follow(page.get_by_label("File", exact=True))
    choosing.value.set_files(score_lines("by-keyboard"))
    keys.write(page.get_by_label("Model", exact=True), "their-bert")
    keys.write(page.get_by_label("Saliency method", exact=True), "by-keyboard")
    keys.press("Enter")
    Screen(page).expect_words("2 of 2 scores stored from by-keyboard.jsonl")


@by_keyboard.to("/b/:slug/runs/:run")
def run(stage: Stage, page: Page) -> None:
    stage.open(page, "runs")
    keys = Keyboard(page)
    keys.follow(Screen(page).link("their-bert · LIME"))
    keys.follow(Screen(page).link("Open the report"))
    Screen(page).expect_heading("Report: their-bert, LIME")


@by_keyboard.to("/b/:slug/runs/:run/report")
def report(stage: Stage, page: Page) -> None:
    stage.open(page, f"runs/{stage.run}/report")
    keys = Keyboard(page)
    keys.follow(page.get_by_text("What the columns mean"))
    Screen(page).expect_words(re.compile("Correlation of the scores"))
    keys.follow(Screen(page).link(PERTURBED))
    Screen(page).expect_heading(PERTURBED)


@by_keyboard.to("/b/:slug/runs/:run/report/:item")
def report_item(stage: Stage, page: Page) -> None:
    stage.open(page, f"runs/{stage.run}/report/{stage.original}")
    keys = Keyboard(page)
    heat = page.get_by_role("group", name="Original, their-bert, LIME")
    keys.reach(heat.get_by_role("button").first)
    keys.walk_to(heat.get_by_role("button", name=re.compile("^capital:")))
    Screen(page).expect_words(re.compile(r"capital: saliency .*, rank \d+ of 6.*faces “capital”"))


@by_keyboard.to("/b/:slug/releases")
def releases(stage: Stage, page: Page) -> None:
    keys = go(stage, page, "Releases")
    keys.write(page.get_by_label("Version"), "2.0.0")
    keys.press("Enter")
    expect(page.get_by_role("heading", name="2.0.0")).to_be_visible()


@by_keyboard.to("/b/:slug/releases/:version")
def release(stage: Stage, page: Page) -> None:
    stage.open(page, "releases")
    keys = Keyboard(page)
    keys.follow(Screen(page).link(HELD_BACK_RELEASE))
    Screen(page).expect_heading(f"Release {HELD_BACK_RELEASE}")
    keys.follow(page.get_by_role("button", name="Withdraw", exact=True))
    expect(page.get_by_role("textbox", name="Reason")).to_be_focused()


@by_keyboard.to("/b/:slug/releases/compare")
def compare(stage: Stage, page: Page) -> None:
    stage.open(page, "releases/compare")
    keys = Keyboard(page)
    keys.choose(page.get_by_role("combobox", name="From"), OPEN_RELEASE)
    keys.choose(page.get_by_role("combobox", name="To"), HELD_BACK_RELEASE)
    Screen(page).expect_words("Both releases hold the same content.")


@by_keyboard.to("/b/:slug/test-part", username=WORKER)
def test_part(stage: Stage, page: Page) -> None:
    stage.open(page, "test-part")
    keys = Keyboard(page)
    with page.expect_file_chooser() as choosing:
        keys.follow(page.get_by_label("File", exact=True))
    choosing.value.set_files(predictions("by-keyboard"))
    keys.follow(page.get_by_role("button", name="Have it scored"))
    Screen(page).expect_words("2 of 2 test items scored")


@by_keyboard.to("*")
def nowhere(stage: Stage, page: Page) -> None:
    page.goto("/no/such/page")
    Keyboard(page).follow(Screen(page).link("To my work"))
    Screen(page).expect_heading("Your benchmarks")
