"""Finding one's way with the keyboard alone, as somebody does who has no mouse."""

from playwright.sync_api import Locator, Page, expect

# More stops than any page of the tests has: whoever needs more is going round in circles.
MOST_STOPS = 150
IS_FOCUSED = "place => place === document.activeElement"


class Keyboard:
    """Tab, arrows and letters. It never clicks, and gives the focus to nothing by itself."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    def reach(self, place: Locator) -> None:
        """Tab until a place has the focus."""
        expect(place).to_be_visible()
        expect(place).to_be_enabled()
        for _ in range(MOST_STOPS):
            if place.evaluate(IS_FOCUSED):
                return
            self.press("Tab")
        raise AssertionError(f"Tab never comes to {place}")

    def follow(self, place: Locator) -> None:
        """Tab to a link or button and press it."""
        self.reach(place)
        self.press("Enter")

    def write(self, box: Locator, text: str) -> None:
        """Tab to a text box and type over what stands there."""
        self.reach(box)
        self.press("Control+a")
        self.type(text)

    def choose(self, box: Locator, option: str) -> None:
        """Tab to a list of choices, open it and go down to one."""
        self.reach(box)
        wanted = self.page.get_by_role("option", name=option, exact=True)
        self.press("ArrowDown")
        expect(wanted).to_be_visible()
        for _ in range(MOST_STOPS):
            if wanted.get_attribute("data-combobox-selected"):
                self.press("Enter")
                expect(wanted).to_have_count(0)
                return
            self.press("ArrowDown")
        raise AssertionError(f"the arrows never come to {option}")

    def go_down(self, entry: Locator) -> None:
        """With a menu open, go down to one of its entries."""
        for _ in range(MOST_STOPS):
            if entry.evaluate(IS_FOCUSED):
                return
            self.press("ArrowDown")
        raise AssertionError(f"the arrows never come to {entry}")

    def walk_to(self, token: Locator) -> None:
        """With the focus in a text, go from word to word until one is reached."""
        for _ in range(MOST_STOPS):
            if token.evaluate(IS_FOCUSED):
                return
            self.press("ArrowRight")
        raise AssertionError(f"the arrows never come to {token}")
