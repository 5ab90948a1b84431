"""Browser cases 1, 5, 7 and 23, each in a real page and checked again in what the API and a release say."""

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.browser import Windows, chromium, windows  # noqa: F401 (fixtures)
from tests.e2e.cases import CUP, only_item, put_in, rate
from tests.e2e.pages import Highlight, Import, ProposeMask, RateMask, ScoreRationale, Work
from tests.e2e.people import ADMIN, ANNOTATORS, SENIORS, Site, take_turns, wait_for

pytestmark = [pytest.mark.slow, pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

EMOJI = {
    "external_id": "bc01",
    "language": "en",
    "dimension": "semantics",
    "text": "The 🚲 shop rents bikes by the hour .",
    "tokens": ["The", "🚲", "shop", "rents", "bikes", "by", "the", "hour", "."],
}
CHINESE = {
    "external_id": "bc05",
    "language": "zh",
    "dimension": "knowledge",
    "text": "德国位于比利时的正东方。",
    "tokens": ["德国", "位于", "比利时", "的", "正东方", "。"],
    "answer": {"token_start": 0, "token_end": 1},
}


def released_original(site: Site, before: str, after: str) -> dict[str, Any]:
    """The rest of the way through the API, with a perturbation of these words around the answer; then the
    original's line in a release."""
    annotators, seniors, admin = site.players(ANNOTATORS), site.players(SENIORS), site.player(ADMIN)
    take_turns(seniors, "score_rationale", lambda player, task: player.score(task, 3, 4))
    for player in annotators:
        if task := player.next("create_perturbation"):
            player.perturb(task["item"], "syntactic", before, after)
            break
    take_turns(annotators, "review_perturbation", lambda player, task: player.review(task, "approve"))
    take_turns(
        annotators,
        "write_rationale",
        lambda player, task: player.write_rationale(
            task, sorted(task["suggestion"]["kept"] + task["suggestion"]["changed"])
        ),
    )
    take_turns(seniors, "score_rationale", lambda player, task: player.score(task, 3, 4))
    admin.post("releases", version="1.0.0", notes="")
    wait_for(lambda: admin.get("releases/1.0.0"), lambda found: found["state"] == "published", seconds=60)
    content = admin.download("releases/1.0.0/files/items.jsonl").content.decode()
    lines = [json.loads(line) for line in content.splitlines()]
    for line in lines:
        text, words = line["text"], [word for word, _, _ in line["tokens"]]
        assert all(text[start:end] == word for word, start, end in line["tokens"])
        assert all(text[start:end] == span for start, end, span in line["rationale"]["spans"])
        covered = [words[index] for index in line["rationale"]["tokens"]]
        spans = [span for _, _, span in line["rationale"]["spans"]]
        assert "".join(covered) == "".join(spans).replace(" ", "")
    (original,) = [line for line in lines if line["role"] == "original"]
    return original


def test_bc_01_an_emoji_before_the_selection_shifts_nothing(site: Site, windows: Windows):  # noqa: F811
    put_in(site, EMOJI)
    ben = windows.sign_in("ben")
    Work(ben).start("propose_mask")
    mask = ProposeMask(ben)
    mask.field.word("hour").click()
    mask.field.expect_marked("hour")
    mask.submit("Propose this mask").click()
    mask.expect_no_more()
    rate(site)

    Work(ben).start("write_rationale")
    page = Highlight(ben)
    page.field.word("bikes").click()
    page.field.expect_marked("bikes")
    ben.reload()
    page.field.expect_marked("bikes")
    page.submit("Submit rationale").click()
    page.expect_no_more()

    item = only_item(site)
    assert item["rationale"] == [4]
    ada = windows.sign_in(ADMIN)
    ada.goto(f"/b/{site.slug}/items/{item['id']}")
    expect(ada.locator("mark")).to_have_text(["bikes"])
    line = released_original(site, "By the ", " , the 🚲 shop rents bikes .")
    assert len(line["text"]) == 36
    assert (line["rationale"]["tokens"], line["rationale"]["spans"]) == ([4], [[17, 22, "bikes"]])


def test_bc_05_chinese_words_are_marked_whole(site: Site, windows: Windows):  # noqa: F811
    ada = windows.sign_in(ADMIN)
    screen = Import(ada)
    screen.go("Import")
    broken = {**CHINESE, "external_id": "bc05-broken", "tokens": ["德国", "在", *CHINESE["tokens"][2:]]}
    content = "\n".join(json.dumps(item) for item in (broken, CHINESE)).encode()
    screen.send("zh.jsonl", content, corpus="cases", licence="own")
    expect(screen.outcome).to_contain_text("1 of 2 records stored from zh.jsonl")
    row = screen.outcome.get_by_role("row").filter(has_text="bc05-broken")
    expect(row).to_contain_text("Token 1 (“在”) does not follow at character 2 of the text.")

    cem = windows.sign_in("cem")
    Work(cem).start("rate_mask")
    # Until it is revealed nothing stands in the answer's place, and no space beside it.
    expect(cem.get_by_text("[MASK]位于比利时的正东方。", exact=True)).to_be_visible()
    rate_page = RateMask(cem)
    rate_page.guess("法国")
    expect(rate_page.submit("Submit rating")).to_be_visible()
    cem.keyboard.press("1")
    cem.keyboard.press("Enter")
    rate_page.expect_no_more()
    rate(site)

    ben = windows.sign_in("ben", has_touch=True)
    Work(ben).start("write_rationale")
    page = Highlight(ben)
    belgium = page.field.word("比利时")
    page.field.drag(belgium, belgium, begin=1 / 6, end=5 / 6)
    page.field.expect_marked("比利时")
    page.field.word("正东方").tap()
    page.field.expect_marked("比利时", "正东方")
    page.expect_words("2 of 5 words marked")
    page.submit("Submit rationale").click()
    page.expect_no_more()
    assert only_item(site)["rationale"] == [2, 4]
    line = released_original(site, "比利时的正东方是", "。")
    assert line["masked_text"] == "[MASK]位于比利时的正东方。"
    assert line["rationale"]["spans"] == [[4, 7, "比利时"], [8, 11, "正东方"]]


WORDS = ["The", "cup", "fell", "on", "the", "stone", "floor", ",", "so", "it", "broke", "."]


def expect_set(page: Highlight, *tokens: int) -> None:
    page.field.expect_marked(*(WORDS[token] for token in tokens))


def test_bc_07_paint_erase_and_undo_with_the_mouse(site: Site, windows: Windows):  # noqa: F811
    put_in(site, CUP)
    rate(site)
    ben = windows.sign_in("ben")
    Work(ben).start("write_rationale")
    page = Highlight(ben)
    field = page.field
    field.drag(field.word("cup"), field.word("on"))
    field.drag(field.word("on"), field.word("stone"))
    expect_set(page, 1, 2, 3, 4, 5)
    field.word("fell").click()
    expect_set(page, 1, 3, 4, 5)
    field.word("floor").click()
    expect_set(page, 1, 3, 4, 5, 6)
    undo_twice_and_redo(page)
    field.drag(field.word("floor"), field.word("stone"), begin=1.03)
    expect_set(page, 1, 3, 4, 5, 6)
    field.drag(field.word("The"), field.word("."))
    expect_set(page, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11)
    field.press("Control+z")
    expect_set(page, 1, 3, 4, 5, 6)
    page.submit("Submit rationale").click()
    page.expect_no_more()
    assert only_item(site)["rationale"] == [1, 3, 4, 5, 6]


def test_bc_07_paint_erase_and_undo_with_the_keyboard(site: Site, windows: Windows):  # noqa: F811
    put_in(site, CUP)
    rate(site)
    ben = windows.sign_in("ben")
    Work(ben).start("write_rationale")
    page = Highlight(ben)
    field = page.field
    field.focus()
    field.press("ArrowRight")
    field.stretch("ArrowRight", 2)
    expect_set(page, 1, 2, 3)
    field.stretch("ArrowRight", 2)
    expect_set(page, 1, 2, 3, 4, 5)
    field.press("ArrowLeft", "ArrowLeft", "ArrowLeft", "Space")
    expect_set(page, 1, 3, 4, 5)
    field.press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "Space")
    expect_set(page, 1, 3, 4, 5, 6)
    undo_twice_and_redo(page)
    field.press("Enter")
    page.expect_no_more()
    assert only_item(site)["rationale"] == [1, 3, 4, 5]


def undo_twice_and_redo(page: Highlight) -> None:
    page.field.press("Control+z")
    expect_set(page, 1, 3, 4, 5)
    page.field.press("Control+z")
    expect_set(page, 1, 2, 3, 4, 5)
    page.field.press("Control+Shift+z")
    expect_set(page, 1, 3, 4, 5)


def compose(page: Page, latin: str, chosen: str) -> None:
    """Type with an input method: the Latin letters first, then Enter confirms the candidate."""
    devtools = page.context.new_cdp_session(page)
    for length in range(1, len(latin) + 1):
        devtools.send(
            "Input.imeSetComposition",
            {"text": latin[:length], "selectionStart": length, "selectionEnd": length},
        )
    # The key that a composition takes reaches the page as key code 229.
    enter = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 229}
    devtools.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **enter})
    devtools.send("Input.insertText", {"text": chosen})
    devtools.send("Input.dispatchKeyEvent", {"type": "keyUp", **enter})
    devtools.detach()


def type_what_could_be_commands(page: Page, box: Locator) -> None:
    """In a text box: a Chinese word, digits, letters that are commands elsewhere, arrows, Backspace, undo."""
    box.click()
    compose(page, "heng", "很")
    compose(page, "hao", "好")
    expect(box).to_have_value("很好")
    page.keyboard.type("13rs?")
    expect(box).to_have_value("很好13rs?")
    for key in ("ArrowLeft", "ArrowUp", "ArrowDown", "End", "Backspace"):
        page.keyboard.press(key)
    expect(box).to_have_value("很好13rs")
    page.keyboard.press("Control+z")
    expect(box).not_to_have_value("很好13rs")
    box.fill("很好")


def test_bc_23_typing_is_not_a_command(site: Site, windows: Windows):  # noqa: F811
    put_in(site, CUP)
    rate(site)
    ben = windows.sign_in("ben")
    Work(ben).start("write_rationale")
    page = Highlight(ben)
    page.field.word("fell").click()
    ben.keyboard.press("s")
    type_what_could_be_commands(ben, ben.get_by_label("Why do you skip it?"))
    ben.keyboard.press("Escape")
    expect(ben.get_by_role("dialog")).to_have_count(0)
    page.field.expect_marked("fell")
    page.submit("Submit rationale").click()
    page.expect_no_more()

    fay = windows.sign_in("fay")
    Work(fay).start("score_rationale")
    score = ScoreRationale(fay)
    score.guess("fell")
    expect(score.comment).to_be_enabled()
    fay.keyboard.press("3")
    address = fay.url
    type_what_could_be_commands(fay, score.comment)
    score.expect_scored("sufficiency", 3)
    score.expect_scored("compactness", None)
    assert fay.url == address
    assert only_item(site)["state"] == "scoring"
    fay.keyboard.press("Escape")
    expect(score.comment).not_to_be_focused()
    fay.keyboard.press("4")
    score.expect_scored("compactness", 4)
    fay.keyboard.press("Enter")
    score.expect_no_more()
