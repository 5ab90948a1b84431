import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.worker.reporting.samples import ITEMS, MODEL, SCORES, Lines, score, text_of
from worker.__main__ import main


def written(release: Path, out: Path, *scores: Path) -> int:
    return main(["report", "--release", str(release), "--scores", *map(str, scores), "--out", str(out)])


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    assert next(iter(found[-1].values())).startswith("# Benchmark demo, release 1.0.0")
    return found[:-1]


@pytest.fixture
def report(release: Path, scores: Path, tmp_path: Path) -> Path:
    assert written(release, tmp_path / "out", scores) == 0
    return tmp_path / "out"


def test_report_writes_every_table_in_three_forms_and_the_figure_in_two(report: Path) -> None:
    names = sorted(path.name for path in report.iterdir())
    tables = [name for name in names if name.startswith("table-")]
    assert len(tables) == 27
    assert {name[:8] for name in tables} == {f"table-{number:02}" for number in range(3, 12)}
    assert {Path(name).suffix for name in tables} == {".csv", ".md", ".tex"}
    assert set(names) - set(tables) == {"figure-01.png", "figure-01.svg", "report.html", "tables.md"}
    assert (report / "figure-01.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (report / "figure-01.svg").read_text(encoding="utf-8")


def test_tables_of_the_release_by_hand(report: Path) -> None:
    data = {row["Dimension"]: row for row in rows(report / "table-03-data.csv")}
    assert (data["grammar"]["Originals"], data["grammar"]["Perturbed"]) == ("1", "2")
    assert (data["grammar"]["important"], data["all"]["dispensable"]) == ("1", "1")
    assert float(data["grammar"]["RLR"]) == pytest.approx(2 / 5)
    assert float(data["all"]["RLR"]) == pytest.approx((2 / 5 + 1 / 4) / 2)
    quality = {row["Dimension"]: row for row in rows(report / "table-04-quality.csv")}
    assert float(quality["all"]["Compactness"]) == pytest.approx(11 / 3)
    assert float(quality["all"]["Mask confidence"]) == pytest.approx(4 / 3)


def test_tables_of_a_system_by_hand(report: Path) -> None:
    (accuracy,) = rows(report / "table-05-accuracy.csv")
    assert accuracy["Model"] == "tiny"
    assert [float(accuracy[f"Top1 {part}"]) for part in ("All", "Ori.", "Per.")] == pytest.approx(
        [3 / 5, 1 / 2, 2 / 3]
    )
    (f1,) = rows(report / "table-07-token-f1.csv")
    # K is 2 of five tokens in grammar: a and a-1 exactly, a-2 takes 0 and 2 for 0; in computation K is 1 of
    # four and 2 of five: b exactly, b-1 takes 3 and 1 for 3.
    assert [float(f1[name]) for name in ("F1", "F1o", "F1p")] == pytest.approx(
        [(1 + 1 + 2 / 3 + 1 + 2 / 3) / 5, 1, (1 + 2 / 3 + 2 / 3) / 3]
    )
    (total,) = rows(report / "table-06-interpretability.csv")
    # a-1: she a? by score she, big, a, is against she, tall, a, is: 1, 1/2, 2/3, 3/4.
    # a-2: tall she a is against she tall a is: 0, 1, 1, 1.
    # b-1: one has he just against one has he: 1, 1, 1, 3/4.
    maps = [(1 + 1 / 2 + 2 / 3 + 3 / 4) / 4, 3 / 4, (3 + 3 / 4) / 4]
    assert float(total["MAP"]) == pytest.approx(sum(maps) / 3)
    assert float(total["MAP*"]) == pytest.approx((maps[0] + maps[2]) / 2)
    assert (total["Pairs"], total["PCC undefined"]) == ("3", "0")
    kinds = {row["Perturbation"]: row for row in rows(report / "table-11-by-perturbation.csv")}
    assert list(kinds) == ["dispensable", "important", "syntactic"]
    assert float(kinds["important"]["MAP"]) == pytest.approx(maps[0])
    assert float(kinds["syntactic"]["Change"]) == 0
    assert kinds["syntactic"]["PCC"] == ""
    assert float(kinds["dispensable"]["F1o"]) == 1


def test_every_table_carries_its_recipe(report: Path) -> None:
    checksum = json.loads((report.parent / "release" / "manifest.json").read_text())["files"][0]["sha256"]
    for path in report.glob("table-*.tex"):
        text = path.read_text(encoding="utf-8")
        assert checksum in text
        assert r"\bottomrule" in text
    recipe = (report / "table-06-interpretability.md").read_text(encoding="utf-8")
    for part in (
        "sha256:ab",
        "pieces=sum",
        "Metric version 1",
        "PCC undefined 0",
        "1 syntactic pairs",
        "seed 2",
    ):
        assert part in recipe
    page = (report / "report.html").read_text(encoding="utf-8")
    assert page.count(checksum) == 10  # nine tables and the figure
    for outside in ("<script", "<link", "src=", 'href="http', "url(http", "@import"):
        assert outside not in page


def test_a_report_is_the_same_twice(report: Path, release: Path, scores: Path) -> None:
    assert written(release, report.parent / "again", scores) == 0
    for path in report.iterdir():
        assert path.read_bytes() == (report.parent / "again" / path.name).read_bytes(), path.name


def test_later_lines_count_and_scores_of_another_text_or_item_are_left_out(
    release: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    failed = {**SCORES[0], "prediction": None, "saliency": None}
    failed["error"] = {"code": "out_of_memory", "message": "No."}
    stale, foreign = {**SCORES[1], "input": "0" * 16}, {**SCORES[0], "instance": "demo/z"}
    path = tmp_path / "scores.jsonl"
    path.write_text(text_of([failed, *SCORES, stale, foreign]), encoding="utf-8")
    assert written(release, tmp_path / "out", path) == 0
    notes = capsys.readouterr().err.splitlines()
    assert notes == [
        "1 scores are of instances that the release does not have; they are left out.",
        "tiny with attention: 1 scores are of another text; they count as missing.",
        "tiny with attention: 1 inputs have no saliency; they are left out.",
    ]
    (accuracy,) = rows(tmp_path / "out" / "table-05-accuracy.csv")
    assert accuracy["Inputs"] == "4"
    assert float(accuracy["Top1 Ori."]) == 0.5


def test_systems_of_one_name_are_told_apart(release: Path, tmp_path: Path) -> None:
    other = [{**line, "model": {**MODEL, "revision": "sha256:cd"}} for line in SCORES]
    settings = [{**line, "method": {"name": "attention", "settings": {"pieces": "mean"}}} for line in SCORES]
    path = tmp_path / "scores.jsonl"
    path.write_text(text_of([*SCORES, *other, *settings]), encoding="utf-8")
    assert written(release, tmp_path / "out", path) == 0
    found = rows(tmp_path / "out" / "table-06-interpretability.csv")
    assert [(row["Model"], row["Method"]) for row in found] == [
        ("models/en/tiny sha256:ab float32", "attention (pieces=mean)"),
        ("models/en/tiny sha256:ab float32", "attention (pieces=sum)"),
        ("models/en/tiny sha256:cd float32", "attention"),
    ]


def test_languages_have_rows_of_their_own(write_release: Callable[[Lines], Path], tmp_path: Path) -> None:
    chinese = [{**line, "language": "zh"} for line in ITEMS[3:]]
    path = tmp_path / "scores.jsonl"
    half = [score(line, "attention", [1.0, 2, 3, 9, 4][: len(line["tokens"])], top1=True) for line in chinese]
    path.write_text(text_of(SCORES[:3]), encoding="utf-8")
    release = write_release([*ITEMS[:3], *chinese])
    assert written(release, tmp_path / "out", path) == 0
    assert [row["Language"] for row in rows(tmp_path / "out" / "table-07-token-f1.csv")] == ["en"]
    path.write_text(text_of([*SCORES[:3], *half]), encoding="utf-8")
    assert written(release, tmp_path / "out", path) == 0
    assert [row["Language"] for row in rows(tmp_path / "out" / "table-07-token-f1.csv")] == [
        "en",
        "zh",
        "all",
    ]
    assert [row["Language"] for row in rows(tmp_path / "out" / "table-10-token-f1-by-dimension.csv")] == [
        "en",
        "zh",
    ]


def test_no_scores_still_describe_the_release(release: Path, tmp_path: Path) -> None:
    path = tmp_path / "scores.jsonl"
    path.write_text("", encoding="utf-8")
    assert written(release, tmp_path / "out", path) == 0
    assert rows(tmp_path / "out" / "table-05-accuracy.csv") == []
    assert len(rows(tmp_path / "out" / "table-03-data.csv")) == 3


def refused(release: Path, scores: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert written(release, scores.parent / "out", scores) == 2
    assert not (scores.parent / "out").exists()
    return capsys.readouterr().err


def test_a_broken_line_of_scores_is_named(
    release: Path, scores: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken: dict[str, Any] = {**SCORES[0], "saliency": {**SCORES[0]["saliency"], "scores": ["high"]}}
    scores.write_text(text_of([SCORES[1], broken]), encoding="utf-8")
    assert f"{scores}:2: saliency.scores[0]: must be a finite number" in refused(release, scores, capsys)
    short: dict[str, Any] = {**SCORES[0], "saliency": {**SCORES[0]["saliency"], "scores": [0.5]}}
    scores.write_text(text_of([short]), encoding="utf-8")
    assert "saliency: item demo/a has 5 tokens, not 1" in refused(release, scores, capsys)


def test_a_release_that_was_changed_or_is_none_is_refused(
    release: Path, scores: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (release / "items.jsonl").open("a", encoding="utf-8") as file:
        file.write("\n")
    assert "download it again" in refused(release, scores, capsys)
    (release / "manifest.json").write_text('{"format": "other"}', encoding="utf-8")
    assert "is not a release's manifest" in refused(release, scores, capsys)
    assert "manifest.json" in refused(release / "nowhere", scores, capsys)


@pytest.mark.parametrize(
    ("items", "message"),
    [
        (ITEMS[1:], "a-1 does not follow its original"),
        ([{**ITEMS[0], "text": ""}, *ITEMS[1:]], "items.jsonl:1: tokens"),
        (
            [{key: value for key, value in ITEMS[0].items() if key != "mask"}],
            "items.jsonl:1: 'mask' is missing",
        ),
    ],
)
def test_broken_items_are_named(
    items: Lines,
    message: str,
    write_release: Callable[[Lines], Path],
    scores: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert message in refused(write_release(items), scores, capsys)
