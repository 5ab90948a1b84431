"""One item's whole way through real pages, from the file to the downloaded release.

An admin, two annotators and a senior click and type; the judgements that the rules ask of further people come
through the API, as in the journey of twenty items. A screenshot of each step is kept.
"""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import Album, Windows, chromium, windows  # noqa: F401 (fixtures)
from tests.e2e.pages import (
    Highlight,
    Import,
    Perturb,
    ProposeMask,
    RateMask,
    Review,
    ScoreRationale,
    Screen,
    Work,
)
from tests.e2e.people import ADMIN, Player, Site

COPA = b"""<?xml version="1.0" encoding="UTF-8"?>
<copa-corpus version="1.0">
  <item id="1" asks-for="cause" most-plausible-alternative="1">
    <p>The candles on the cake went out.</p>
    <a1>A gust of wind came through the window.</a1>
    <a2>The guests admired the icing.</a2>
  </item>
</copa-corpus>
"""
TEXT = "The candles on the cake went out because a gust of wind came through the window."
BEFORE = "The candles on the cake went out because a gust of wind blew through "
AFTER = " late last night."
PERTURBED = BEFORE + "the window" + AFTER


@pytest.mark.slow
@pytest.mark.e2e
@pytest.mark.django_db(transaction=True)
def test_four_people_walk_one_item_through_every_page(site: Site, windows: Windows, tmp_path: Path):  # noqa: F811
    walk = Walk(site, windows)
    walk.import_file()
    walk.accept_mask()
    walk.accept_rationale()
    walk.accept_perturbation()
    walk.accept_perturbed()
    walk.read_report()
    walk.publish(tmp_path)


class Walk:
    """The four windows, and the stretches of the way in their order."""

    def __init__(self, site: Site, windows: Windows) -> None:  # noqa: F811
        self.site, self.album = site, Album("journey")
        self.api = {name: site.player(name) for name in (ADMIN, "dia", "eli", "gus", "hua")}
        sign_in = windows.open(ADMIN)
        sign_in.goto("/")
        expect(sign_in.get_by_role("heading", name="Sign in")).to_be_visible()
        self.album.keep(sign_in, "sign-in")
        self.ada = windows.sign_in(ADMIN)
        self.ben, self.cem = windows.sign_in("ben"), windows.sign_in("cem")
        self.fay = windows.sign_in("fay")

    def items(self) -> dict[str, dict[str, Any]]:
        """By role: the original and, once it is made, the perturbed item."""
        return {row["role"]: row for row in self.api[ADMIN].get_all("items")}

    def states(self) -> dict[str, str]:
        return {role: row["state"] for role, row in self.items().items()}

    def others(self, duty: str, *names: str) -> list[tuple[Player, dict[str, Any]]]:
        """People who work through the API, each with the piece of work that they get."""
        taken = []
        for name in names:
            task = self.api[name].next(duty)
            assert task is not None, (name, duty)
            taken.append((self.api[name], task))
        return taken

    def import_file(self) -> None:
        screen = Import(self.ada)
        screen.expect_words("This benchmark has no items yet")
        self.album.keep(self.ada, "overview-empty")
        screen.go("Import")
        screen.send("copa-one.xml", COPA, corpus="COPA", licence="BSD-2-Clause", dimension="Reasoning")
        expect(screen.outcome).to_contain_text("1 of 1 records stored from copa-one.xml")
        self.album.keep(self.ada, "imported")
        screen.outcome.get_by_role("link", name="See the items").click()
        screen.expect_words("copa-1", "Mask to propose")
        self.album.keep(self.ada, "items")
        assert self.states() == {"original": "mask_proposing"}

    def accept_mask(self) -> None:
        Work(self.ben).start("propose_mask")
        page = ProposeMask(self.ben)
        page.expect_hint("Choose the words first.")
        expect(page.submit("Propose this mask")).to_be_disabled()
        expect(page.field.group).to_have_text(TEXT)
        page.field.drag(page.field.word("the", 1), page.field.word("window"))
        page.field.expect_marked("the", "window")
        page.expect_words("The answer is “the window”. This is what others will see:")
        self.album.keep(self.ben, "propose-mask")
        page.submit("Propose this mask").click()
        page.expect_no_more()
        assert self.states() == {"original": "mask_rating"}

        Work(self.cem).start("rate_mask")
        rate = RateMask(self.cem)
        expect(self.cem.get_by_role("main")).not_to_contain_text("the window")
        self.album.keep(self.cem, "rate-mask-guess")
        rate.guess("the door")
        rate.expect_words("the window", "the door is not the answer")
        rate.expect_hint("Choose a step of the scale.")
        self.cem.keyboard.press("2")
        expect(self.cem.get_by_role("radio").nth(1)).to_be_checked()
        self.album.keep(self.cem, "rate-mask")
        self.cem.keyboard.press("Enter")
        rate.expect_no_more()
        for player, task in self.others("rate_mask", "dia", "eli"):
            player.rate_mask(task, 1)
        assert self.states() == {"original": "annotating"}

    def accept_rationale(self) -> None:
        """Mouse and keys mark it; the first round is a word too long, so it comes back and goes again."""
        Work(self.ben).start("write_rationale")
        page = Highlight(self.ben)
        page.expect_words("Round 1 of 3")
        field = page.field
        field.drag(field.word("gust"), field.word("came"))
        field.word("of").click()
        field.expect_marked("gust", "wind", "came")
        field.press("ArrowRight", "ArrowRight", "ArrowRight", "Space")
        field.expect_marked("gust", "wind", "came", "through")
        field.focus()
        field.press("ArrowRight")
        field.stretch("ArrowRight", 2)
        field.expect_marked("candles", "on", "the", "gust", "wind", "came", "through")
        field.press("Control+z")
        field.expect_marked("gust", "wind", "came", "through")
        self.album.keep(self.ben, "highlight")
        field.press("Enter")
        page.expect_no_more()
        assert self.states() == {"original": "scoring"}
        self.score(3, "Is “came” needed?", ("gus", "hua"), 3)
        assert self.states() == {"original": "modifying"}

        Work(self.cem).start("modify_rationale")
        page = Highlight(self.cem)
        page.expect_words("Round 2 of 3", "Is “came” needed?")
        page.expect_hint("Change something before you submit.")
        page.field.expect_marked("gust", "wind", "came", "through")
        page.field.word("came").click()
        page.expect_words("No longer marked: came.")
        self.album.keep(self.cem, "modify")
        self.cem.keyboard.press("Enter")
        page.expect_no_more()
        self.score(4, "", ("gus", "hua"), 4)
        assert self.states() == {"original": "accepted"}

    def score(self, compactness: int, comment: str, others: tuple[str, ...], theirs: int) -> None:
        """One senior by number keys in the page, the others through the API."""
        Work(self.fay).start("score_rationale")
        page = ScoreRationale(self.fay)
        page.expect_words("Only the rationale is shown.")
        self.album.keep(self.fay, "score-guess")
        page.guess("the window")
        page.expect_words("the window is exactly the answer")
        page.expect_hint("Score both.")
        self.fay.keyboard.press("3")
        self.fay.keyboard.press(str(compactness))
        page.expect_scored("sufficiency", 3)
        page.expect_scored("compactness", compactness)
        if comment:
            page.comment.click()
            self.fay.keyboard.type(comment)
            self.fay.keyboard.press("Escape")
        self.album.keep(self.fay, "score")
        self.fay.keyboard.press("Enter")
        page.expect_no_more()
        for player, task in self.others("score_rationale", *others):
            player.score(task, 3, theirs)

    def accept_perturbation(self) -> None:
        Work(self.cem).start("create_perturbation")
        page = Perturb(self.cem)
        page.expect_hint("Choose the kind of change first.")
        self.album.keep(self.cem, "perturb-type")
        page.choose("Dispensable words")
        page.expect_hint("Change the text.")
        page.rewrite("before", BEFORE)
        page.rewrite("after", AFTER)
        expect(page.submit("Submit perturbation")).to_be_enabled()
        page.expect_words("blew", "changed", "added")
        self.album.keep(self.cem, "perturb")
        page.submit("Submit perturbation").click()
        page.expect_no_more()
        assert self.states() == {"original": "accepted", "perturbed": "perturbation_review"}

        Work(self.ben).start("review_perturbation")
        review = Review(self.ben)
        review.expect_words("blew")
        review.expect_hint("Choose a verdict.")
        self.ben.keyboard.press("1")
        expect(review.verdict("Approve as it is")).to_be_checked()
        self.album.keep(self.ben, "review")
        self.ben.keyboard.press("Enter")
        review.expect_no_more()
        for player, task in self.others("review_perturbation", "dia"):
            player.review(task, "approve")
        assert self.states() == {"original": "accepted", "perturbed": "annotating"}

    def accept_perturbed(self) -> None:
        Work(self.ben).start("write_rationale")
        page = Highlight(self.ben)
        expect(page.field.group).to_contain_text("blew through")
        page.button("Use the original's rationale").click()
        page.field.expect_marked("gust", "wind", "through")
        self.album.keep(self.ben, "highlight-perturbed")
        page.submit("Submit rationale").click()
        page.expect_no_more()
        self.score(4, "", ("gus", "hua"), 4)
        assert self.states() == {"original": "accepted", "perturbed": "accepted"}

    def read_report(self) -> None:
        screen = Screen(self.ada)
        screen.go("Overview")
        screen.expect_words("2 items, one finished pair")
        self.album.keep(self.ada, "overview")
        screen.go("Runs")
        screen.link("mini-mlm-en · Integrated gradients").click()
        screen.expect_words("2 of 2 inputs scored")
        self.album.keep(self.ada, "run")
        screen.link("Open the report").click()
        screen.expect_heading("Report: mini-mlm-en, Integrated gradients")
        table = self.ada.get_by_role("table").first
        row = table.get_by_role("row").filter(has_text="Reasoning")
        run = next(run for run in self.api[ADMIN].get("runs") if run["method"] == "integrated_gradients")
        report = self.api[ADMIN].get(f"runs/{run['id']}/report")
        numbers = report["rows"][0]
        assert (numbers["dimension"], numbers["pairs"]) == ("reasoning", 1)
        expect(row.first).to_contain_text(f"{numbers['token_f1']['all'] * 100:.1f}")
        expect(self.ada.get_by_role("img", name="Chart of token-F1 and MAP")).to_be_visible()
        self.album.keep(self.ada, "report")

        screen.link("copa-1").click()
        screen.expect_heading("copa-1")
        people = self.ada.get_by_role("group", name="Original, the people's rationale")
        expect(people.locator("mark")).to_have_text(["gust", "wind", "through"])
        heat = self.ada.get_by_role("group", name="Original, mini-mlm-en, Integrated gradients")
        heat.get_by_role("button", name=re.compile("^gust:")).hover()
        screen.expect_words(re.compile(r"gust: saliency .*, rank \d+ of \d+.*faces “gust”"))
        self.album.keep(self.ada, "heat-map")

    def publish(self, folder: Path) -> None:
        screen = Screen(self.ada)
        screen.go("Releases")
        screen.expect_words("One pair of 2 items")
        self.ada.get_by_label("Version").fill("1.0.0")
        self.ada.get_by_label("Notes").fill("One item, walked through by hand.")
        screen.button("Publish").click()
        screen.link("Files, datasheet and statistics").click()
        screen.expect_heading("Release 1.0.0")
        found = {name: self.download(name, folder) for name in ("items.jsonl", "manifest.json")}
        self.album.keep(self.ada, "release")
        manifest = json.loads(found["manifest.json"])
        named = {file["name"]: file["sha256"] for file in manifest["files"]}
        assert named["items.jsonl"] == hashlib.sha256(found["items.jsonl"]).hexdigest()
        lines = [json.loads(line) for line in found["items.jsonl"].decode().splitlines()]
        assert [(line["role"], line["text"]) for line in lines] == [
            ("original", TEXT),
            ("perturbed", PERTURBED),
        ]
        for line in lines:
            spans = line["rationale"]["spans"]
            assert [span[2] for span in spans] == ["gust", "wind", "through"]
            assert all(line["text"][start:end] == words for start, end, words in spans)
            assert line["golden_answer"] == "the window"
        (original, perturbed) = lines
        assert (sorted(original["mask_confidence"]), original["rationale"]["round"]) == ([1, 1, 2], 2)
        assert (perturbed["pair"]["original"], perturbed["pair"]["type"]) == ("copa-1", "dispensable")

    def download(self, name: str, folder: Path) -> bytes:
        with self.ada.expect_download() as loading:
            self.ada.get_by_role("link", name=f"Download {name}").click()
        loading.value.save_as(folder / name)
        return (folder / name).read_bytes()
