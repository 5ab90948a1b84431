"""The pages beside the daily work, by mouse: how one comes there, and the main thing one does."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.pages import DUTIES, Screen, SignIn
from tests.e2e.people import ADMIN, PASSWORD
from tests.e2e.reading_stage import (
    HELD,
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

by_mouse = Visits()


def pick(page: Page, box: str, option: str) -> None:
    """Open a list of choices and click one."""
    page.get_by_role("combobox", name=box, exact=True).click()
    page.get_by_role("option", name=option, exact=True).click()


@by_mouse.to("/sign-in", username="")
def sign_in(stage: Stage, page: Page) -> None:
    SignIn(page).open().enter(WORKER, PASSWORD)
    Screen(page).expect_heading("Your benchmarks")


@by_mouse.to("/", username=WORKER)
def benchmarks(stage: Stage, page: Page) -> None:
    page.goto("/")
    Screen(page).link(OTHER).click()
    expect(page).to_have_url(re.compile("/b/other$"))


@by_mouse.to("/account", username=HOLDER)
def account(stage: Stage, page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name=f"{HOLDER}: account").click()
    page.get_by_role("menuitem", name="Account", exact=True).click()
    screen = Screen(page)
    screen.expect_heading("Account")
    digest = page.get_by_role("switch", name="A daily e-mail while work waits")
    digest.click()
    screen.expect_words("Saved.")
    expect(digest).to_be_checked()


@by_mouse.to("/accounts")
def accounts(stage: Stage, page: Page) -> None:
    stage.home(page)
    page.get_by_role("button", name=f"{ADMIN}: account").click()
    page.get_by_role("menuitem", name="Accounts of this server").click()
    page.get_by_label("User name").fill("mo")
    page.get_by_role("button", name="Make the account").click()
    Screen(page).expect_words("First password of mo")


@by_mouse.to("/b/:slug", username=WORKER)
def my_work(stage: Stage, page: Page) -> None:
    page.goto(f"/b/{SLUG}")
    page.get_by_role("link", name=DUTIES["write_rationale"]).click()
    Screen(page).expect_heading(DUTIES["write_rationale"])


@by_mouse.to("/b/:slug/overview")
def overview(stage: Stage, page: Page) -> None:
    page.goto("/")
    Screen(page).link("Why they do it").click()
    Screen(page).go("Overview")
    page.get_by_role("link", name="Accepted 2").click()
    expect(page).to_have_url(re.compile(r"/items\?state=accepted$"))
    Screen(page).expect_words("2 items")


@by_mouse.to("/b/:slug/items")
def items(stage: Stage, page: Page) -> None:
    stage.home(page)
    Screen(page).go("Items")
    pick(page, "Kind", "Perturbed")
    screen = Screen(page)
    screen.expect_words("1 item")
    expect(page.get_by_role("rowheader")).to_have_text([PERTURBED])


@by_mouse.to("/b/:slug/items/:item")
def item(stage: Stage, page: Page) -> None:
    stage.open(page, f"items/{stage.original}")
    expect(page.locator("mark")).to_have_text(["capital", "France"])
    page.get_by_role("link", name=f"Item {stage.perturbed}").click()
    Screen(page).expect_heading(PERTURBED)


@by_mouse.to("/b/:slug/import")
def bring_in(stage: Stage, page: Page) -> None:
    stage.home(page)
    Screen(page).go("Import")
    with page.expect_file_chooser() as choosing:
        page.get_by_text("Drop a file here or choose one").click()
    choosing.value.set_files(import_line("by-mouse"))
    page.get_by_label("Corpus name").fill("Weather")
    page.get_by_label("Licence").fill("own")
    page.get_by_role("button", name="Import", exact=True).click()
    Screen(page).expect_words("1 of 1 records stored from by-mouse.jsonl")


@by_mouse.to(DUTY_PAGE.format(duty="word_item"), username=WORKER)
def word(stage: Stage, page: Page) -> None:
    page.goto(f"/b/{SLUG}")
    page.get_by_role("link", name=DUTIES["word_item"]).click()
    page.get_by_role("textbox", name="Text before the answer").fill("The capital of France is called ")
    Screen(page).expect_words("This is what others will see:")
    with page.expect_response(re.compile(r"/wording$")) as worded:
        page.get_by_role("button", name=re.compile("^Submit wording")).click()
    assert worded.value.status == 201


@by_mouse.to("/b/:slug/people")
def people(stage: Stage, page: Page) -> None:
    stage.home(page)
    Screen(page).go("People")
    page.get_by_label("User name").fill(OUTSIDER)
    pick(page, "Role", "Senior")
    page.get_by_role("button", name="Add", exact=True).click()
    Screen(page).expect_words(f"{OUTSIDER} is now Senior.")


@by_mouse.to("/b/:slug/assignments")
def places(stage: Stage, page: Page) -> None:
    stage.home(page)
    Screen(page).go("Assignments")
    pick(page, "Person", HOLDER)
    row = page.get_by_role("row").filter(has_text=HELD)
    expect(row).to_contain_text("Held")
    page.get_by_role("button", name=f"Take {HELD} over from {HOLDER}").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Why?").fill("Cem is away.")
    dialog.get_by_role("button", name="Take over").click()
    expect(row).to_contain_text("Given back")
    expect(row).to_contain_text("Cem is away.")


@by_mouse.to("/b/:slug/assignments/new")
def give(stage: Stage, page: Page) -> None:
    stage.open(page, "assignments")
    Screen(page).link("Assign items").click()
    Screen(page).expect_heading("Assign items")  # the page before has a box of the same name
    pick(page, "Person", HOLDER)
    page.get_by_role("checkbox", name=f"Choose {WAITING[1]}").click()
    page.get_by_role("button", name="See what can be given").click()
    page.get_by_role("button", name="Give 1 item").click()
    Screen(page).expect_words(f"1 item is given to {HOLDER}.")


@by_mouse.to("/b/:slug/settings")
def settings(stage: Stage, page: Page) -> None:
    stage.home(page)
    Screen(page).go("Settings")
    page.get_by_label("Minutes a place is kept").fill("31")
    page.get_by_role("button", name=re.compile(r"^Save as version \d$")).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("31")
    dialog.get_by_role("button", name=re.compile("^Save as version")).click()
    Screen(page).expect_words(re.compile(r"^Version \d is saved"))


@by_mouse.to("/b/:slug/models")
def models(stage: Stage, page: Page) -> None:
    stage.home(page)
    Screen(page).go("Models")
    model = page.get_by_role("listitem").filter(has_text="mini-mlm-zh")
    model.get_by_role("button", name="Switch off").click()
    model.get_by_role("button", name="Switch on").click()
    expect(model.get_by_role("button", name="Switch off")).to_be_visible()


@by_mouse.to("/b/:slug/runs")
def runs(stage: Stage, page: Page) -> None:
    stage.home(page)
    Screen(page).go("Runs")
    expect(page.get_by_role("link", name="their-bert · LIME")).to_be_visible()  # the list is there
    before = page.get_by_role("link", name="mini-mlm-en · Random order").count()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("link", name="mini-mlm-en · Random order")).to_have_count(before + 1)


@by_mouse.to("/b/:slug/runs/external")
def bring_scores(stage: Stage, page: Page) -> None:
    stage.open(page, "runs")
    Screen(page).link("Bring scores in").click()
    page.get_by_label("File", exact=True).set_input_files(score_lines("by-mouse"))
    page.get_by_label("Model", exact=True).fill("their-bert")
    page.get_by_label("Saliency method", exact=True).fill("by-mouse")
    page.get_by_role("button", name="Bring in", exact=True).click()
    Screen(page).expect_words("2 of 2 scores stored from by-mouse.jsonl")


@by_mouse.to("/b/:slug/runs/:run")
def run(stage: Stage, page: Page) -> None:
    stage.open(page, "runs")
    Screen(page).link("their-bert · LIME").click()
    Screen(page).expect_words("2 of 2 inputs scored")
    Screen(page).link("Open the report").click()
    Screen(page).expect_heading("Report: their-bert, LIME")


@by_mouse.to("/b/:slug/runs/:run/report")
def report(stage: Stage, page: Page) -> None:
    stage.open(page, f"runs/{stage.run}/report")
    page.get_by_text("What the columns mean").click()
    Screen(page).expect_words("Syntactic pairs have none", re.compile("Correlation of the scores"))
    Screen(page).link(PERTURBED).click()
    Screen(page).expect_heading(PERTURBED)


@by_mouse.to("/b/:slug/runs/:run/report/:item")
def report_item(stage: Stage, page: Page) -> None:
    stage.open(page, f"runs/{stage.run}/report/{stage.original}")
    heat = page.get_by_role("group", name="Original, their-bert, LIME")
    heat.get_by_role("button", name=re.compile("^capital:")).hover()
    Screen(page).expect_words(re.compile(r"capital: saliency .*, rank \d+ of 6.*faces “capital”"))


@by_mouse.to("/b/:slug/releases")
def releases(stage: Stage, page: Page) -> None:
    stage.home(page)
    Screen(page).go("Releases")
    page.get_by_label("Version").fill("1.0.0")
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_role("heading", name="1.0.0")).to_be_visible()


@by_mouse.to("/b/:slug/releases/:version")
def release(stage: Stage, page: Page) -> None:
    stage.open(page, "releases")
    Screen(page).link(OPEN_RELEASE).click()
    Screen(page).expect_heading(f"Release {OPEN_RELEASE}")
    with page.expect_download() as fetching:
        page.get_by_role("link", name="Download items.jsonl").click()
    assert fetching.value.suggested_filename == f"reading-{OPEN_RELEASE}-items.jsonl"
    Screen(page).expect_words("One annotator marked each rationale")
    page.get_by_role("button", name="Withdraw", exact=True).click()
    page.get_by_role("textbox", name="Reason").fill("A licence was wrong.")
    page.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    Screen(page).expect_words("This release was withdrawn", re.compile("A licence was wrong."))


@by_mouse.to("/b/:slug/releases/compare")
def compare(stage: Stage, page: Page) -> None:
    stage.open(page, "releases/compare")
    pick(page, "From", OPEN_RELEASE)
    pick(page, "To", HELD_BACK_RELEASE)
    Screen(page).expect_words("Both releases hold the same content.")


@by_mouse.to("/b/:slug/test-part", username=WORKER)
def test_part(stage: Stage, page: Page) -> None:
    stage.open(page, "test-part")
    page.get_by_label("File", exact=True).set_input_files(predictions("by-mouse"))
    page.get_by_role("button", name="Have it scored").click()
    Screen(page).expect_words("2 of 2 test items scored")


@by_mouse.to("*")
def nowhere(stage: Stage, page: Page) -> None:
    page.goto("/no/such/page")
    Screen(page).expect_words("There is no such page")
    Screen(page).link("To my work").click()
    Screen(page).expect_heading("Your benchmarks")
