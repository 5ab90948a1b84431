"""Every page beside the duties' is reached and used by mouse, and by keyboard alone; none is left out."""

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import connections
from playwright.sync_api import Browser, Page
from pytest_django import DjangoDbBlocker

import tests.e2e.reading_results  # noqa: F401 (its visits)
from tests.e2e.browser import Windows, chromium, windows  # noqa: F401 (fixtures)
from tests.e2e.duties import WORKERS
from tests.e2e.pages import DUTIES
from tests.e2e.reading_by_keyboard import by_keyboard
from tests.e2e.reading_by_mouse import by_mouse
from tests.e2e.reading_stage import Stage, Visit, set_up
from tests.e2e.routes import DUTY_PAGE, routes
from tests.e2e.seats import pointer_was_used, take_seat

# Each test's own transaction stays empty: the stage is there before it, and every page reaches it over HTTP.
pytestmark = [pytest.mark.slow, pytest.mark.e2e, pytest.mark.django_db]


@pytest.fixture(scope="module")
def stage(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    server: str,
    celery_workers: None,
    chromium: Browser,  # noqa: F811 (it lets this thread query while a browser is open)
) -> Iterator[Stage]:
    """The benchmark of all visits; gone again after the module."""
    with django_db_blocker.unblock():
        call_command("register_models", verbosity=0)
        yield set_up(server)
        call_command("flush", interactive=False, verbosity=0)
        # Django keeps a connection for each event loop; the browser's goes away with nobody to close it.
        connections.close_all()


def test_no_page_is_left_out() -> None:
    """A page that is added needs a visit by mouse and one by keyboard, or a part in the walk of duties."""
    assert len(routes()) >= 30
    for device, visits in (("mouse", by_mouse), ("keyboard", by_keyboard)):
        walked = [duty for duty in DUTIES if hasattr(WORKERS[device], duty)]
        visited = {*visits.by_route, *(DUTY_PAGE.format(duty=duty) for duty in walked)}
        left_out, gone = routes() - visited, visited - routes()
        assert (device, sorted(left_out), sorted(gone)) == (device, [], [])


def window(windows: Windows, stage: Stage, visit: Visit) -> Page:  # noqa: F811
    return take_seat(windows, visit.username or "nobody", stage.seats.get(visit.username))


@pytest.mark.parametrize("route", by_mouse.by_route)
def test_a_page_is_used_by_mouse(route: str, windows: Windows, stage: Stage) -> None:  # noqa: F811
    visit = by_mouse.by_route[route]
    visit.act(stage, window(windows, stage, visit))


@pytest.mark.parametrize("route", by_keyboard.by_route)
def test_a_page_is_used_by_keyboard(route: str, windows: Windows, stage: Stage) -> None:  # noqa: F811
    visit = by_keyboard.by_route[route]
    page = window(windows, stage, visit)
    visit.act(stage, page)
    assert not pointer_was_used(page)
