"""The pages as people find their way in them: by role and by the words they see, never by style."""

import re
from typing import Literal, Self

from playwright.sync_api import FilePayload, Locator, Page, expect

Scale = Literal["sufficiency", "compactness"]
DUTIES = {
    "word_item": "Fix the wording",
    "propose_mask": "Propose masks",
    "rate_mask": "Rate masks",
    "write_rationale": "Highlight rationales",
    "modify_rationale": "Modify rationales",
    "score_rationale": "Score rationales",
    "create_perturbation": "Write perturbations",
    "review_perturbation": "Review perturbations",
    "settle_perturbation": "Settle split reviews",
}


class Screen:
    """What all pages share."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=name, exact=True)

    def expect_heading(self, name: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_role("heading", level=1, name=name)).to_be_visible()

    def expect_words(self, *words: str | re.Pattern[str]) -> None:
        for word in words:
            expect(self.page.get_by_text(word).filter(visible=True).first).to_be_visible()

    def go(self, place: str) -> None:
        """By one of the links in the header."""
        places = self.page.get_by_role("navigation", name="Places")
        places.get_by_role("link", name=place, exact=True).click()
        self.expect_heading(place)


class SignIn(Screen):
    def open(self) -> Self:
        self.page.goto("/sign-in")
        self.expect_heading("Sign in")
        return self

    def enter(self, username: str, password: str) -> None:
        self.page.get_by_label("User name").fill(username)
        self.page.get_by_label("Password", exact=True).fill(password)
        self.button("Sign in").click()
        expect(self.page.get_by_role("banner")).to_be_visible()


class Work(Screen):
    def start(self, duty: str) -> None:
        """Take up what waits for me in a duty."""
        places = self.page.get_by_role("navigation", name="Places")
        here = places.get_by_role("link", name="My work").get_attribute("aria-current") == "page"
        if here:  # it asks again by itself, but only every half minute
            self.page.reload()
        else:
            self.go("My work")
        self.page.get_by_role("link", name=DUTIES[duty]).click()
        self.expect_heading(DUTIES[duty])


class TokenField(Screen):
    """A text whose words are picked. A word that stands there several times is told apart by its turn."""

    def __init__(self, page: Page, label: str) -> None:
        super().__init__(page)
        self.group = page.get_by_role("group", name=label)

    def word(self, text: str, turn: int = 0) -> Locator:
        return self.group.get_by_role("button", name=text, exact=True).nth(turn)

    def drag(self, first: Locator, last: Locator, *, begin: float = 0.5, end: float = 0.5) -> None:
        """A stroke of the mouse. begin, end: where in the words' boxes, as a fraction of their width."""
        first.scroll_into_view_if_needed()
        mouse = self.page.mouse
        mouse.move(*_point(first, begin))
        mouse.down()
        mouse.move(*_point(last, end), steps=8)
        mouse.up()

    def focus(self) -> None:
        """Bring the keyboard to the first word."""
        self.group.get_by_role("button").first.focus()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def stretch(self, key: str, times: int) -> None:
        """A stroke of the keyboard: an arrow some times with Shift held down."""
        self.page.keyboard.down("Shift")
        for _ in range(times):
            self.page.keyboard.press(key)
        self.page.keyboard.up("Shift")

    def expect_marked(self, *words: str) -> None:
        expect(self.group.get_by_role("button")).not_to_have_count(0)
        expect(self.group.get_by_role("button", pressed=True)).to_have_text(list(words))


def _point(word: Locator, across: float) -> tuple[float, float]:
    box = word.bounding_box()
    assert box is not None
    return box["x"] + box["width"] * across, box["y"] + box["height"] / 2


class TaskPage(Screen):
    """A piece of work in hand. name: of its main button, without the sign for Enter."""

    def submit(self, name: str) -> Locator:
        return self.button(re.compile(f"^{re.escape(name)}"))

    def expect_no_more(self) -> None:
        expect(self.page.get_by_text("Nothing for you now")).to_be_visible()

    def expect_hint(self, words: str) -> None:
        expect(self.page.get_by_text(words, exact=True)).to_be_visible()


class GuessPage(TaskPage):
    """A page on which one guesses the hidden words before one sees them. tries: how many guesses it takes."""

    tries = 1

    def guess(self, words: str) -> None:
        """Type one guess into the box that has the focus, and have the answer shown, all by keyboard."""
        box = self.page.get_by_role("textbox", name=re.compile("hidden words"))
        expect(box).to_be_focused()
        self.page.keyboard.type(words)
        self.page.keyboard.press("Enter")
        if self.tries > 1:
            expect(self.page.get_by_role("listitem").filter(has_text=words)).to_be_visible()
            self.page.keyboard.press("Enter")
        expect(box).to_have_count(0)


class ProposeMask(TaskPage):
    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.field = TokenField(page, "Text: choose the words to mask")


class RateMask(GuessPage):
    tries = 3

    def choice(self, label: str) -> Locator:
        return self.page.get_by_role("radio", name=label)


class Highlight(TaskPage):
    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.field = TokenField(page, "Text: mark the rationale")


class ScoreRationale(GuessPage):
    @property
    def comment(self) -> Locator:
        return self.page.get_by_role("textbox", name="Comment", exact=True)

    def scale(self, name: Scale) -> Locator:
        return self.page.get_by_role("group", name=re.compile(f"^{name}", re.IGNORECASE))

    def expect_scored(self, name: Scale, value: int | None) -> None:
        """value: None for a scale on which nothing was chosen."""
        steps = self.scale(name).get_by_role("radio")
        if value is None:
            expect(steps).not_to_have_count(0)
            for step in steps.all():
                expect(step).not_to_be_checked()
        else:
            expect(steps.nth(value - 1)).to_be_checked()


class Perturb(TaskPage):
    def choose(self, type_name: str) -> None:
        self.page.get_by_role("radio", name=re.compile(type_name)).check(force=True)

    def rewrite(self, part: Literal["before", "after"], text: str) -> None:
        """Type a new text over the old one, key by key."""
        box = self.page.get_by_role("textbox", name=f"Text {part} the mask")
        box.click()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)
        expect(box).to_have_text(text.strip())


class Review(TaskPage):
    def verdict(self, name: str) -> Locator:
        return self.page.get_by_role("radio", name=name)


class Import(Screen):
    def upload(self, file_name: str, content: bytes) -> None:
        chosen = FilePayload(name=file_name, mimeType="application/octet-stream", buffer=content)
        self.page.get_by_label("File", exact=True).set_input_files(chosen)
        expect(self.page.get_by_label("Corpus name")).to_be_visible()

    def choose(self, list_name: str, option: str | re.Pattern[str]) -> None:
        self.page.get_by_role("combobox", name=list_name).click()
        self.page.get_by_role("option", name=option).click()

    def describe(self, *, corpus: str, licence: str, dimension: str = "") -> None:
        self.page.get_by_label("Corpus name").fill(corpus)
        self.page.get_by_label("Licence").fill(licence)
        if dimension:
            self.choose("Dimension", dimension)

    def send(self, file_name: str, content: bytes, *, corpus: str, licence: str, dimension: str = "") -> None:
        self.upload(file_name, content)
        self.describe(corpus=corpus, licence=licence, dimension=dimension)
        self.button(re.compile("^Import$")).click()

    @property
    def outcome(self) -> Locator:
        return self.page.get_by_role("status").filter(has_text="What was imported")
