"""Suggestions on the perturbation page: asked for, put in, taken back, and logged as machine-made."""

import pytest
from playwright.sync_api import Page, expect

from annotation_app.items.models import HistoryEntry
from annotation_app.perturbations.models import Suggestion
from tests.e2e.browser import Album, Windows, chromium, windows  # noqa: F401 (fixtures)
from tests.e2e.cases import put_in_cup, score
from tests.e2e.pages import Perturb, Work
from tests.e2e.people import Site

pytestmark = [pytest.mark.slow, pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def begin(site: Site, windows: Windows) -> tuple[Page, Perturb]:  # noqa: F811
    put_in_cup(site, "cup")
    author = site.player("cem")
    task = author.next("write_rationale")
    assert task is not None
    author.write_rationale(task, [1, 2, 5, 6])
    score(site, (3, 4), (3, 4), (3, 4))
    ben = windows.sign_in("ben")
    Work(ben).start("create_perturbation")
    return ben, Perturb(ben)


def choose(page: Page, word: str) -> None:
    """Select a word before the mask, as a double click does."""
    page.get_by_role("textbox", name="Text before the mask").focus()
    page.evaluate(
        """(word) => {
            const text = document.activeElement.firstChild;
            const start = text.textContent.indexOf(word);
            getSelection().setBaseAndExtent(text, start, text, start + word.length);
        }""",
        word,
    )


def test_words_are_asked_for_put_in_and_taken_back(site: Site, windows: Windows):  # noqa: F811
    ben, page = begin(site, windows)
    album = Album("suggestions")
    page.choose("Important words")
    choose(ben, "stone")
    panel = ben.get_by_role("region", name="Suggestions")
    expect(panel).to_contain_text("for “stone”")
    panel.get_by_role("button", name="Related words").click()
    expect(panel).to_contain_text("Made by a machine (WordNet 3.0); check before you use one.")
    album.keep(ben, "related")
    box = ben.get_by_role("textbox", name="Text before the mask")
    panel.get_by_role("button", name="rock synonym").click()
    expect(box).to_have_text("The cup fell on the rock floor , so it ")
    expect(panel).to_contain_text("“rock” was put in.")
    panel.get_by_role("button", name="Take back").click()
    expect(box).to_have_text("The cup fell on the stone floor , so it ")

    choose(ben, "floor")
    panel.get_by_role("button", name="From the model").click()
    expect(panel).to_contain_text("Made by a machine (mini-mlm-en")
    first = panel.get_by_role("listitem").first.get_by_role("button")
    word = first.locator("span[lang]").inner_text()
    first.click()
    expect(box).to_have_text(f"The cup fell on the stone {word} , so it ")
    album.keep(ben, "model")
    page.submit("Submit perturbation").click()
    page.expect_no_more()

    taken, passed = Suggestion.objects.get(kind="model"), Suggestion.objects.get(kind="related")
    assert (taken.used_in is None, passed.used_in) == (False, None)
    detail = HistoryEntry.objects.get(event="perturbed").detail
    assert [entry["kind"] for entry in detail["machine_made"]] == ["model"]


def test_by_keyboard_a_dispensable_word_opens_the_sentence(site: Site, windows: Windows):  # noqa: F811
    ben, page = begin(site, windows)
    ben.keyboard.press("1")
    ben.get_by_role("textbox", name="Text before the mask").focus()
    ben.keyboard.press("Control+Home")
    panel = ben.get_by_role("region", name="Suggestions")
    expect(panel).to_contain_text("for the beginning")
    ben.keyboard.press("Control+Space")
    expect(panel.get_by_role("button", name="Dispensable words")).to_be_focused()
    ben.keyboard.press("Enter")
    expect(panel.get_by_role("listitem")).to_have_count(13)
    for _ in range(3):  # past the button for words from the model
        ben.keyboard.press("Tab")
        if panel.get_by_role("button", name="Actually,").evaluate("node => node === document.activeElement"):
            break
    ben.keyboard.press("Enter")
    box = ben.get_by_role("textbox", name="Text before the mask")
    expect(box).to_have_text("Actually, the cup fell on the stone floor , so it ")
    page.submit("Submit perturbation").click()
    page.expect_no_more()
    assert Suggestion.objects.get().used_in is not None
