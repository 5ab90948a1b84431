"""What somebody does on the page of each duty: by mouse, and by keyboard alone.

A duty's page is reached from the page "My work" and its task is done and submitted; the names of the methods
are those of the duties.
"""

import re
from dataclasses import dataclass
from typing import Any, Literal

from playwright.sync_api import Page, expect

from tests.e2e.keyboard import Keyboard
from tests.e2e.pages import DUTIES, Highlight, Perturb, ProposeMask, RateMask, Review, ScoreRationale


@dataclass(frozen=True)
class Text:
    """A text and what people do with it. The first half of a pair, and how its opening is changed."""

    item: dict[str, Any]
    answer: str
    rationale: tuple[str, ...]
    further: str
    """A word that the second round adds."""
    changed: str
    """All that stands before the answer in the perturbed text."""


ENGLISH = Text(
    item={
        "external_id": "cup",
        "language": "en",
        "dimension": "reasoning",
        "text": "The cup fell on the stone floor, so it broke.",
        "tokens": ["The", "cup", "fell", "on", "the", "stone", "floor", ",", "so", "it", "broke", "."],
    },
    answer="broke",
    rationale=("cup", "fell"),
    further="stone",
    changed="Sadly, the cup fell on the stone floor, so it ",
)
CHINESE = Text(
    item={
        "external_id": "beizi",
        "language": "zh",
        "dimension": "reasoning",
        "text": "杯子掉在石头地上，所以它碎了。",
        "tokens": ["杯子", "掉", "在", "石头", "地", "上", "，", "所以", "它", "碎", "了", "。"],
    },
    answer="碎",
    rationale=("杯子", "掉"),
    further="石头",
    changed="真可惜，杯子掉在石头地上，所以它",
)
REASON = "Nobody would say it so."


class Worker:
    """Somebody at a window, with one way to work it."""

    def __init__(self, page: Page, text: Text) -> None:
        self.page, self.text = page, text

    def do(self, slug: str, duty: str) -> None:
        """From "My work" to the duty's page, and through the one task that waits there."""
        self.page.goto(f"/b/{slug}")
        self.start(duty)
        expect(self.page).to_have_url(re.compile(rf"/b/{slug}/work/{duty}/\d+$"))
        getattr(self, duty)()
        expect(self.page.get_by_text("Nothing for you now")).to_be_visible()

    def start(self, duty: str) -> None:
        raise NotImplementedError


class ByMouse(Worker):
    """Points and clicks; only what is text is typed."""

    def start(self, duty: str) -> None:
        self.page.get_by_role("link", name=DUTIES[duty]).click()

    def submit(self, name: str) -> None:
        self.page.get_by_role("button", name=re.compile(f"^{name}")).click()

    def step(self, scale: str, value: int) -> None:
        """Click a step of a scale, best or worst: the number in front of its words."""
        group = self.page.get_by_role("group", name=re.compile(f"^{scale}"))
        group.locator("label").filter(has_text=re.compile(rf"^{value}")).click()
        expect(group.get_by_role("radio", checked=True)).to_have_value(str(value))

    def propose_mask(self) -> None:
        ProposeMask(self.page).field.word(self.text.answer).click()
        self.submit("Propose this mask")

    def rate_mask(self) -> None:
        self.page.get_by_role("button", name=re.compile("^No idea")).click()
        self.step("How surely", 2)
        self.submit("Submit rating")

    def write_rationale(self) -> None:
        page = Highlight(self.page)
        for word in self.text.rationale:
            page.field.word(word).click()
        page.field.expect_marked(*self.text.rationale)
        self.submit("Submit rationale")

    def modify_rationale(self) -> None:
        page = Highlight(self.page)
        page.field.expect_marked(*self.text.rationale)
        page.field.word(self.text.further).click()
        page.field.expect_marked(*self.text.rationale, self.text.further)
        self.submit("Submit rationale")

    def score_rationale(self) -> None:
        self.page.get_by_role("button", name=re.compile("^No idea")).click()
        self.step("Sufficiency", 3)
        self.step("Compactness", 3)
        self.submit("Submit scores")

    def create_perturbation(self) -> None:
        self.page.locator("label").filter(has_text="Dispensable words").click()
        self.page.get_by_role("textbox", name="Text before the mask").fill(self.text.changed)
        expect(Perturb(self.page).submit("Submit perturbation")).to_be_enabled()
        self.submit("Submit perturbation")

    def review_perturbation(self) -> None:
        self.page.locator("label").filter(has=self.page.get_by_role("radio", name="Reject")).click()
        self.page.get_by_role("textbox", name="Why is it rejected?").fill(REASON)
        self.submit("Submit verdict")

    def settle_perturbation(self) -> None:
        self.page.locator("label").filter(has=self.page.get_by_role("radio", name="Approve as it is")).click()
        self.submit("Submit verdict")


class ByKeyboard(Worker):
    """Never touches a pointer."""

    def __init__(self, page: Page, text: Text) -> None:
        super().__init__(page, text)
        self.keys = Keyboard(page)

    def start(self, duty: str) -> None:
        self.keys.follow(self.page.get_by_role("link", name=DUTIES[duty]))

    def mark(self, page: ProposeMask | Highlight, *words: str) -> None:
        """Tab into the text, then walk from word to word and mark some, from left to right."""
        self.keys.reach(page.field.group.get_by_role("button").first)
        for word in words:
            self.keys.walk_to(page.field.word(word))
            self.keys.press("Space")

    def propose_mask(self) -> None:
        page = ProposeMask(self.page)
        self.mark(page, self.text.answer)
        page.field.expect_marked(self.text.answer)
        self.keys.press("Enter")

    def rate_mask(self) -> None:
        RateMask(self.page).guess("?!")
        self.number(2, "How surely", 2)
        self.keys.press("Enter")

    def number(self, key: int, scale: str, value: int) -> None:
        """Press a number key, and see which step it chose."""
        self.keys.press(str(key))
        group = self.page.get_by_role("group", name=re.compile(f"^{scale}"))
        expect(group.get_by_role("radio", checked=True)).to_have_value(str(value))

    def write_rationale(self) -> None:
        page = Highlight(self.page)
        self.mark(page, *self.text.rationale)
        page.field.expect_marked(*self.text.rationale)
        self.keys.press("Enter")

    def modify_rationale(self) -> None:
        page = Highlight(self.page)
        page.field.expect_marked(*self.text.rationale)
        self.mark(page, self.text.further)
        page.field.expect_marked(*self.text.rationale, self.text.further)
        self.keys.press("Enter")

    def score_rationale(self) -> None:
        page = ScoreRationale(self.page)
        page.guess("?!")
        self.number(3, "Sufficiency", 3)
        self.number(3, "Compactness", 3)
        self.keys.press("Enter")

    def create_perturbation(self) -> None:
        page = Perturb(self.page)
        page.expect_hint("Choose the kind of change first.")
        self.keys.press("1")
        self.keys.write(self.page.get_by_role("textbox", name="Text before the mask"), self.text.changed)
        self.keys.press("Escape")
        expect(page.submit("Submit perturbation")).to_be_enabled()
        self.keys.press("Enter")

    def review_perturbation(self) -> None:
        page = Review(self.page)
        page.expect_hint("Choose a verdict.")
        self.keys.press("3")
        self.keys.write(self.page.get_by_role("textbox", name="Why is it rejected?"), REASON)
        self.keys.press("Escape", "Enter")

    def settle_perturbation(self) -> None:
        page = Review(self.page)
        page.expect_hint("Choose a verdict.")
        self.keys.press("1", "Enter")


WORKERS: dict[Literal["mouse", "keyboard"], type[Worker]] = {"mouse": ByMouse, "keyboard": ByKeyboard}
