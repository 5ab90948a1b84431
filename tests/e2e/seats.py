"""People who have signed in before a test begins: the page for that has tests of its own."""

from urllib.parse import urlsplit

from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, StorageState

from annotation_app.accounts.models import User
from tests.e2e.browser import Windows

# Set by the page itself, whatever it loads next: a pointer went down somewhere in it.
WATCH_POINTER = 'addEventListener("pointerdown", () => sessionStorage.setItem("pointer", "used"), true)'


def seat_of(username: str, url: str) -> StorageState:
    """The cookies of a browser in which somebody has signed in at `url`."""
    client = Client()
    client.force_login(User.objects.get(username=username))
    cookie = {
        "name": settings.SESSION_COOKIE_NAME,
        "value": client.cookies[settings.SESSION_COOKIE_NAME].value,
        "domain": urlsplit(url).hostname or "",
        "path": "/",
        "expires": -1,
        "httpOnly": True,
        "secure": False,
        "sameSite": "Lax",
    }
    return {"cookies": [cookie], "origins": []}  # type: ignore[list-item]


def take_seat(windows: Windows, username: str, seat: StorageState | None) -> Page:
    """A window with these cookies, or none; it notes whether a pointer is ever used."""
    page = windows.open(username, storage_state=seat)
    page.add_init_script(WATCH_POINTER)
    return page


def pointer_was_used(page: Page) -> bool:
    return bool(page.evaluate('sessionStorage.getItem("pointer") === "used"'))
