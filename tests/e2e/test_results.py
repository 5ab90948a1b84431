"""A benchmark's results in the browser: exact numbers, tables, figures that are kept, two runs, the pairs."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Membership
from annotation_app.items.models import Item
from tests.annotation_app.factories import make_benchmark, make_original, make_pair
from tests.annotation_app.runs.samples import scores_for
from tests.e2e.browser import Album, Windows, chromium, windows  # noqa: F401 (fixtures)
from tests.e2e.pages import Screen
from tests.e2e.people import ADMIN, PASSWORD, Player
from tests.e2e.test_browser_pages import serious_violations
from tests.e2e.test_external_runs import LOOKS, speak_chinese
from tests.e2e.tour import settle

pytestmark = [pytest.mark.slow, pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

SLUG = "capitals"
MODEL = "their-bert"
FALLING, MARKED = f"{MODEL}, LIME", f"{MODEL}, Kernel SHAP"
WRONG = ("one-e", "two")
# Each view's name in both languages, and how many recipes stand in it.
TABS = (
    ("Leaderboard", "排行榜", 1),
    ("Tables", "表格", 9),
    ("Figures", "图", 5),
    ("Two runs", "两次运行对比", 1),
)
SVG = "{http://www.w3.org/2000/svg}"


def line(item: Item, scores: list[float], *, right: bool) -> dict[str, Any]:
    """What ERASER's form says of one item."""
    guesses = {"Paris" if right else "Lyon": 0.75, "Rome": 0.125, "Oslo": 0.0625}
    return {
        "annotation_id": f"{SLUG}/{item.external_id}",
        "rationales": [{"docid": item.external_id, "soft_rationale_predictions": scores}],
        "classification": next(iter(guesses)),
        "classification_scores": guesses,
    }


def marked(item: Item) -> list[float]:
    """Scores that put first exactly what people marked."""
    chosen = item.rationales.get().tokens
    return [10.0 - index if index in chosen else -index / 10 for index in range(len(item.token_starts))]


@pytest.fixture
def runs(server: str) -> dict[str, int]:
    """Two runs over three pairs of two originals; the first answers `WRONG` wrongly, the second nothing.

    Originals have 7 tokens and the rationale {1, 3}, perturbed texts 8 and {2, 4}.
    """
    benchmark = make_benchmark(SLUG, methods=["lime"])
    admin = User.objects.create_user(ADMIN, password=PASSWORD)
    Membership.objects.create(benchmark=benchmark, person=admin, role="admin")
    one = make_original(benchmark, external_id="one")
    two = make_original(benchmark, external_id="two", dimension="grammar")
    pairs = [
        make_pair(benchmark, original, external_id=name)
        for original, name in ((one, "one-d"), (one, "one-e"), (two, "two-d"))
    ]
    items = [one, two, *(pair.item for pair in pairs)]
    player = Player(server, SLUG, ADMIN, PASSWORD)
    return {
        "lime": bring(
            player,
            "lime",
            [line(item, scores_for(item), right=item.external_id not in WRONG) for item in items],
        ),
        "kernel_shap": bring(player, "kernel_shap", [line(item, marked(item), right=True) for item in items]),
    }


def bring(player: Player, method: str, lines: list[dict[str, Any]]) -> int:
    content = "\n".join(map(json.dumps, lines)).encode()
    report = player.upload("scores-uploads", f"{method}.jsonl", content, model=MODEL, method=method)
    assert report["problems"] == []
    return int(report["runs"][0])


def row_of(page: Page, method: str) -> Locator:
    return page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=method))


def cells(row: Locator) -> list[str]:
    """The first line of each cell: the number itself."""
    return [text.split("\n")[0] for text in row.get_by_role("cell").all_inner_texts()]


def kept(page: Page, button: str, folder: Path) -> Path:
    with page.expect_download() as fetching:
        page.get_by_role("button", name=button).click()
    path = folder / fetching.value.suggested_filename
    fetching.value.save_as(path)
    return path


def test_the_leaderboard_has_the_numbers_worked_out_by_hand(windows: Windows, runs: dict[str, int]):  # noqa: F811
    """Falling scores extract {0, 1} of an original, {0, 1, 2} of a perturbed text: 1/2 and 2/5. Of the five
    inputs three are answered rightly, one of two originals and two of three others. The marked ones extract
    {1, 3} and {2, 4} with one more: 1 and 4/5.
    """
    page = windows.sign_in(ADMIN)
    page.goto(f"/b/{SLUG}/runs")
    Screen(page).link("Results of all runs").click()
    Screen(page).expect_heading("Results")
    falling = cells(row_of(page, "LIME"))
    # Top-1: all, original, perturbed, change; Top-3: all, change; Token-F1 as Top-1; MAP.
    assert falling[:10] == ["60.0", "50.0", "66.7", "+16.7", "60.0", "+16.7", "44.0", "50.0", "40.0", "−10.0"]
    # Each token is where it was, with one new one above it: mean of 1, 1/2, 2/3 ... 6/7.
    assert falling[10] == "77.2"
    assert falling[-1] == "3"
    expect(row_of(page, "LIME")).to_contain_text("2 + 3")
    shap = cells(row_of(page, "Kernel SHAP"))
    assert (shap[0], shap[6:10]) == ("100.0", ["88.0", "100.0", "80.0", "−20.0"])

    # The names come sorted; a number's head puts the best first, again the worst.
    heads = page.get_by_role("rowheader")
    page.get_by_role("button", name="Token-F1, all").click()
    expect(heads.first).to_contain_text("Kernel SHAP")
    expect(page.locator("th[aria-sort=descending]")).to_have_text(re.compile("^all"))
    page.get_by_role("button", name="Token-F1, all").click()
    expect(heads.first).to_contain_text("LIME")
    expect(page).to_have_url(re.compile("sort=token_f1_all"))

    # A filter counts at once, stands in the address, and reaches the files.
    page.get_by_role("combobox", name="Dimension").click()
    page.get_by_role("option", name="Grammar").click()
    Screen(page).expect_words(re.compile(r"Only Grammar\."))
    expect(row_of(page, "LIME")).to_contain_text("1 + 1")
    assert cells(row_of(page, "LIME"))[:4] == ["50.0", "0.0", "100.0", "+100.0"]
    with page.expect_download() as fetching:
        page.get_by_role("link", name="CSV").click()
    content = fetching.value.path().read_text()
    assert "Only: grammar" in content
    assert fetching.value.suggested_filename == f"{SLUG}-leaderboard.csv"
    page.get_by_label("Rationale from").fill("30")
    page.get_by_label("Rationale from").press("Enter")
    expect(row_of(page, "LIME")).to_contain_text("No pair of this run fits the filters")  # 2 of 7 are 28.6 %
    page.get_by_role("button", name="Show everything").click()
    expect(row_of(page, "LIME")).to_contain_text("2 + 3")


def test_a_number_leads_to_its_pairs_and_they_to_their_heat_maps(windows: Windows, runs: dict[str, int]):  # noqa: F811
    page = windows.sign_in(ADMIN)
    page.goto(f"/b/{SLUG}/results?dimension=knowledge")
    page.get_by_role("link", name=f"50.0: Top-1, perturbed of {FALLING}, show the pairs").click()
    screen = Screen(page)
    screen.expect_heading("Pairs behind a number")
    screen.expect_words(
        re.compile(rf"{FALLING} · Knowledge"), re.compile("2 pairs. Sorted by Top-1, perturbed")
    )
    expect(page.get_by_role("rowheader")).to_contain_text(["one-e", "one-d"])
    assert cells(page.get_by_role("row").nth(2))[2:9] == ["28.6", "yes", "no", "yes", "no", "50.0", "40.0"]
    page.get_by_role("button", name="Pair: original, perturbed").click()
    expect(page.get_by_role("rowheader")).to_contain_text(["one-d", "one-e"])
    screen.link("one-e").click()
    screen.expect_heading("one-e")
    page.go_back()
    screen.link("All results").click()
    screen.expect_heading("Results")
    expect(page.get_by_role("combobox", name="Dimension")).to_have_value("Knowledge")

    page.goto(f"/b/{SLUG}/results?tab=tables")
    table = page.get_by_role("region", name="Table 7")
    # F1 pools all inputs; F1o of an original, F1p of a perturbed text.
    rows = table.get_by_role("row")
    expect(rows).to_have_count(3)
    assert [cells(rows.nth(number))[-3:] for number in (1, 2)] == [
        ["0.880", "1.000", "0.800"],
        ["0.440", "0.500", "0.400"],
    ]
    table.get_by_text("How these numbers were made").click()
    expect(table).to_contain_text(MODEL)
    table.get_by_role("link", name="0.400: show the pairs").click()
    screen.expect_words(re.compile("3 pairs. Sorted by Token-F1, perturbed"))
    screen.link("All results").click()
    expect(page.get_by_role("tab", name="Tables")).to_have_attribute("aria-selected", "true")


def test_figures_are_drawn_and_kept(windows: Windows, runs: dict[str, int], tmp_path: Path):  # noqa: F811
    page = windows.sign_in(ADMIN)
    page.goto(f"/b/{SLUG}/results")
    page.get_by_role("tab", name="Figures").click()
    expect(page.get_by_role("img", name=re.compile("against the rationale length ratio"))).to_be_visible()
    title = "Figure 1: metrics against the rationale length ratio"
    drawing = ElementTree.parse(kept(page, f"Save {title} as SVG", tmp_path)).getroot()  # noqa: S314 (ours)
    assert drawing.tag == f"{SVG}svg"
    assert drawing.findtext(f"{SVG}title") == title
    assert MODEL in (drawing.findtext(f"{SVG}desc") or "")
    words = [text.text for text in drawing.iter(f"{SVG}text")]
    assert {FALLING, MARKED, "Token-F1", "MAP@K", "MAP", "Grammar", "Knowledge"} <= set(words)
    assert "var(--" not in ElementTree.tostring(drawing, encoding="unicode").replace("var(--plot", "")
    with Image.open(kept(page, f"Save {title} as PNG", tmp_path)) as picture:
        assert picture.format == "PNG"
        assert picture.width == 1920
        assert len(picture.convert("L").getcolors(256) or []) > 10  # something stands on the ground
    numbers = kept(page, f"Save {title} as CSV", tmp_path).read_text("utf-8-sig")
    # 2/7; of the pooled inputs of the one original 1/2 and 2/5.
    assert f'"{FALLING}",English,Grammar,Token-F1,0.2857,0.45,' in numbers

    for name, form in (
        ("Accuracy on original and perturbed texts", "SVG"),
        ("How the metrics are distributed", "SVG"),
        ("Length of the rationale against Token-F1", "PNG"),
    ):
        assert kept(page, f"Save {name} as {form}", tmp_path).stat().st_size > 1000
    # The first run by name is the one with marked scores, which answers nothing wrongly.
    Screen(page).expect_words("No first answer is wrong here.")
    page.get_by_role("combobox", name="Run", exact=True).click()
    page.get_by_role("option", name=FALLING).click()
    confusion = page.get_by_role("region", name="Confusion of the top answers")
    expect(confusion.get_by_role("row").nth(1)).to_contain_text(re.compile("Paris.*→ Lyon.*2", re.DOTALL))
    expect(page).to_have_url(re.compile(rf"run={runs['lime']}"))
    accuracy = page.get_by_role("region", name="Accuracy on original and perturbed texts")
    accuracy.get_by_text("The numbers as a table").click()
    expect(accuracy.get_by_role("row").filter(has_text=FALLING).first).to_contain_text("0.1667")


def test_two_runs_are_compared_in_words(windows: Windows, runs: dict[str, int]):  # noqa: F811
    page = windows.sign_in(ADMIN)
    page.goto(f"/b/{SLUG}/results?tab=comparison&a={runs['lime']}&b={runs['kernel_shap']}")
    row = row_of(page, "Token-F1")
    # Of one original (0.5 + 0.4 + 0.4) / 3 between the runs, of the other (0.5 + 0.4) / 2.
    expect(row).to_contain_text("43.3 to +45.0")
    assert cells(row) == ["44.0", "88.0", "+44.0", "No difference shown", "Wilcoxon", "5 values"]
    expect(row).to_contain_text("p = 0.500")
    expect(row).to_contain_text("from 2 originals")
    page.get_by_role("combobox", name="Run B").click()
    page.get_by_role("option", name=FALLING).click()
    Screen(page).expect_words("Choose two different runs.")


@pytest.mark.parametrize("look", [*LOOKS, "chinese"])
def test_every_view_is_whole_in_every_look(windows: Windows, runs: dict[str, int], look: str):  # noqa: F811
    page = windows.sign_in(ADMIN, **LOOKS.get(look, {}))
    if look == "chinese":
        speak_chinese(page)
    album = Album(f"results-{look}")
    page.goto(f"/b/{SLUG}/results")
    for english, chinese, recipes in TABS:
        page.get_by_role("tab", name=chinese if look == "chinese" else english).click()
        expect(page.locator("main details p[lang=en]")).to_have_count(recipes)
        settle(page)
        album.keep(page, english.lower().replace(" ", "-"))
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), english
        assert serious_violations(page) == [], english
    page.goto(f"/b/{SLUG}/results/pairs?run={runs['lime']}&order=map")
    expect(page.get_by_role("rowheader")).to_have_count(3)
    album.keep(page, "pairs")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert serious_violations(page) == []
