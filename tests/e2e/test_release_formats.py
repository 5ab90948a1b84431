"""A release is put into a format from its page, and downloads as a zip file."""

import zipfile

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import Album, Windows, chromium, windows  # noqa: F401 (fixtures)
from tests.e2e.cases import put_in_cup
from tests.e2e.people import ADMIN, ANNOTATORS, Site, take_turns
from tests.e2e.test_browser_cases import released_original

pytestmark = [pytest.mark.slow, pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def test_a_format_is_made_when_asked_for_and_downloads(site: Site, windows: Windows):  # noqa: F811
    put_in_cup(site, "cup")
    take_turns(
        site.players(ANNOTATORS),
        "write_rationale",
        lambda player, task: player.write_rationale(task, [1, 2, 5, 6]),
    )
    released_original(site, "It ", " , because the cup fell on the stone floor .")
    ada = windows.sign_in(ADMIN)
    ada.goto(f"/b/{site.slug}/releases/1.0.0")
    formats = ada.get_by_role("region", name="Formats")
    expect(formats.get_by_role("listitem")).to_have_count(6)
    formats.get_by_role("button", name="Make Parquet").click()
    link = formats.get_by_role("link", name="Download Parquet")
    expect(link).to_be_visible()
    Album("formats").keep(ada, "formats")
    with ada.expect_download() as download:
        link.click()
    path = download.value.path()
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist() == ["README.md", "test.parquet"]
    ada.reload()
    expect(formats.get_by_role("link", name="Download Parquet")).to_be_visible()
    expect(formats.get_by_role("button", name="Make ERASER")).to_be_visible()
