"""A corpus is looked at, imported and worded in the browser: by mouse, by keyboard, and in Chinese."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.browser import Album, Windows, chromium, windows  # noqa: F401 (fixtures)
from tests.e2e.pages import Import, Work
from tests.e2e.people import Site

pytestmark = [pytest.mark.slow, pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

QUESTIONS = json.dumps(
    [
        {"qId": "q1", "qText": "what is the capital of elmland?", "answers": ["Oakton"]},
        {"qId": "q2", "qText": "why does the old mill stand still?", "answers": ["the drought"]},
        {"qId": "q3", "qText": "who sang?", "answers": ["Ann", "Tom"]},
    ]
).encode()
CHINESE = (
    "q1:灰磨坊和橡树屋为什么出名？\nselect\n<风车>\t\n\n"
    "q2:灰磨坊的建造者是谁？\nselect\n<安若>\t\n\n"
    "q3:灰磨坊为什么关门？\nselect\n<干旱>\t\n"
).encode()


TREES = "".join(
    f"( (S (NP-SBJ (PRP {she})) (VP (VBD walked) (PP (IN to) (NP (DT the) (NN {place})))) (. .)) )\n"
    for she, place in [("She", "mill"), ("He", "river"), ("They", "town")]
).encode()


def pictures(page: Page, album: Album, name: str) -> None:
    size = page.viewport_size
    assert size is not None
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        album.keep(page, f"{name}-{scheme}")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    album.keep(page, f"{name}-narrow")
    page.set_viewport_size(size)


def test_upload_is_looked_at_then_stored_and_what_was_unsure_is_worded(
    site: Site,
    windows: Windows,  # noqa: F811
) -> None:
    album = Album("import")
    ada = windows.sign_in("ada")
    screen = Import(ada)
    screen.go("Import")
    pictures(ada, album, "import-empty")
    screen.upload("questions.json", QUESTIONS)
    expect(ada.get_by_role("combobox", name="Format")).to_have_value("WebQuestions")
    expect(ada.get_by_role("combobox", name="Encoding")).to_have_value("As the file says: utf-8")
    screen.expect_words("2 of 3 records would be stored from questions.json", "Wording to fix")
    screen.expect_words(re.compile("More than one answer"))
    expect(ada.get_by_text("The capital of elmland is")).to_be_visible()
    pictures(ada, album, "import-checked")
    assert site.player("ada").get("items")["count"] == 0
    screen.describe(corpus="Questions", licence="CC BY 4.0")
    screen.button(re.compile("^Import$")).click()
    expect(screen.outcome).to_contain_text("2 of 3 records stored from questions.json")
    pictures(ada, album, "import-done")
    with ada.expect_download() as download:
        screen.outcome.get_by_role("link", name="Report as JSON").click()
    told = json.loads(download.value.path().read_text())
    assert {row["outcome"] for row in told["records"]} == {"stored", "left_out"}
    assert told["left_out"] == {"several_answers": 1}
    screen.outcome.get_by_role("link", name="See the items").click()
    screen.expect_words("Wording to fix", "Mask to rate")

    ben = windows.sign_in("ben")
    Work(ben).start("word_item")
    page = Work(ben)
    page.expect_words("why does the old mill stand still?", "the drought")
    box = ben.get_by_role("textbox", name="Text before the answer")
    box.click()
    ben.keyboard.press("Control+A")
    ben.keyboard.type("The old mill stands still because of ")
    page.expect_words("This is what others will see:")
    pictures(ben, album, "word-item")
    page.button(re.compile("^Submit wording")).click()
    page.expect_words("Nothing for you now")
    (worded,) = site.player("ada").get("items?q=old+mill")["results"]
    assert (worded["masked_text"], worded["state"]) == (
        "The old mill stands still because of [MASK].",
        "mask_rating",
    )
    # Who worded it does not rate it, others do.
    assert waiting(site, "ben", "rate_mask") == 1
    assert waiting(site, "cem", "rate_mask") == 2


def waiting(site: Site, username: str, duty: str) -> int:
    duties = site.player(username).get("work")["duties"]
    return next(row["waiting"] for row in duties if row["duty"] == duty)


def test_chinese_is_worded_by_keyboard_or_rejected_with_a_reason(
    site: Site,
    windows: Windows,  # noqa: F811
) -> None:
    answer = site.player("ada").import_file("q.txt", CHINESE, format="ckbqa", corpus="Q", licence="x")
    assert (answer["stored"], answer["left_out"]) == (3, {})
    ben = windows.sign_in("ben")
    ben.get_by_role("button", name="中文").click()
    ben.goto(f"/b/{site.slug}/work/word_item")
    before = ben.get_by_role("textbox", name="答案之前的文本")
    before.focus()
    ben.keyboard.press("Control+A")
    ben.keyboard.insert_text("灰磨坊和橡树屋因其")
    expect(ben.get_by_text("其他人将看到：")).to_be_visible()
    pictures(ben, Album("import-zh"), "word-item")
    ben.keyboard.press("Escape")
    ben.get_by_role("button", name=re.compile("^提交表述")).press("Enter")
    expect(ben.get_by_text("灰磨坊为什么关门？")).to_be_visible()
    ben.locator("body").press("x")
    ben.get_by_label("无法改写的原因").fill("没有说明")
    ben.get_by_role("button", name="舍弃").press("Enter")
    expect(ben.get_by_text("灰磨坊为什么关门？")).to_be_hidden()
    items = {row["external_id"]: row for row in site.player("ada").get("items")["results"]}
    assert items["q-q1"]["masked_text"] == "灰磨坊和橡树屋因其[MASK]。"
    assert (items["q-q1"]["state"], items["q-q3"]["state"]) == ("mask_rating", "rejected")


def test_coverage_shows_what_is_missing_and_a_treebank_gives_more(
    site: Site,
    windows: Windows,  # noqa: F811
) -> None:
    ada = windows.sign_in("ada")
    screen = Import(ada)
    screen.go("Import")
    screen.send("trees.mrg", TREES, corpus="Trees", licence="own")
    expect(screen.outcome).to_contain_text("3 of 3 records stored from trees.mrg")
    screen.expect_words("Coverage of grammar", "English: 3 items")
    pictures(ada, Album("import-coverage"), "coverage")
    ada.get_by_label("How many more: Past tense").fill("2")
    screen.button("Ask for more").click()
    expect(screen.outcome).to_contain_text("2 of 2 records stored from trees.mrg")
    screen.expect_words("English: 5 items")
    screen.go("Overview")
    screen.expect_words("Where the items come from", "Trees")
