import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotation_app.benchmarks.models import Benchmark
from annotation_app.items.importing import passage
from annotation_app.items.importing.choices import Choices
from annotation_app.items.importing.services import run_import
from annotation_app.items.models import Import, Item, MaskProposal
from tests.annotation_app.factories import make_benchmark

pytestmark = pytest.mark.django_db
CORPORA = Path(__file__).resolve().parents[4] / "fixtures" / "corpora"


def run(*files: Path, benchmark: Benchmark, **options: Any) -> str:
    out = io.StringIO()
    call_command("import_items", *map(str, files), benchmark=benchmark.slug, stdout=out, **options)
    return out.getvalue()


def test_command_stores_items_with_where_they_came_from() -> None:
    benchmark = make_benchmark()
    told = run(
        CORPORA / "math23k.json", benchmark=benchmark, format="math23k", corpus="Own", licence="CC0-1.0"
    )
    first, second = Item.objects.order_by("pk")
    assert (first.golden_answer, first.dimension, first.language) == ("15", "computation", "zh")
    assert (first.corpus, first.source_file, first.licence, first.importer) == (
        "Own",
        "math23k.json",
        "CC0-1.0",
        "math23k 3",
    )
    assert (second.state, second.mask_source) == ("mask_rating", "import")
    assert "5 records read, 2 items stored" in told
    assert "many_operators" in told
    assert Import.objects.get().stored == 2


def test_command_proposes_masks_for_a_treebank_that_may_be_placed_anew() -> None:
    benchmark = make_benchmark()
    told = run(CORPORA / "webnlg.xml", benchmark=benchmark, format="webnlg")
    assert set(Item.objects.values_list("state", "mask_source")) == {("mask_rating", "annotator")}
    assert MaskProposal.objects.filter(author=None).count() == 2
    assert "2 items stored" in told


def test_command_dry_run_stores_nothing_and_finds_what_is_in_two_files() -> None:
    benchmark = make_benchmark()
    path = CORPORA / "asdiv.xml"
    told = run(path, path, benchmark=benchmark, format="asdiv", dry_run=True, json=True)
    first, second = (json.loads(line) for line in told.splitlines())
    assert (first["read"], first["stored"], first["left_out"]) == (
        4,
        2,
        {"no_answer": 1, "several_answers": 1},
    )
    assert (second["stored"], second["left_out"]["already_there"]) == (0, 2)
    assert first["sample"][0]["answer"] == "6"
    assert not Item.objects.exists()
    assert not Import.objects.exists()


def test_command_wants_a_likely_encoding_confirmed(tmp_path: Path) -> None:
    benchmark = make_benchmark(languages=["zh"])
    path = tmp_path / "gbk.txt"
    path.write_bytes(
        ("今天的天气很好，我们去公园散步。\n明天可能会下雨，请带上雨伞。\n" * 6).encode("gb18030")
    )
    options = {"benchmark": benchmark, "format": "text", "language": "zh", "dimension": "grammar"}
    with pytest.raises(CommandError, match="read to its end"):
        run(path, **options)
    assert not Item.objects.exists()
    told = run(path, encoding="gb18030", **options)
    assert Item.objects.count() == 12
    assert Item.objects.order_by("pk")[0].text == "今天的天气很好，我们去公园散步。"
    assert "10 read much like an earlier one" in told


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"slug": "none"}, "no benchmark"),
        ({"path": Path("missing.txt")}, "no file"),
        ({"encoding": "klingon"}, "no encoding"),
        ({"column": ["text"]}, "PART=NAME"),
    ],
)
def test_command_says_what_it_can_not_do(change: dict[str, Any], message: str) -> None:
    slug = change.pop("slug", make_benchmark().slug)
    path = change.pop("path", CORPORA / "asdiv.xml")
    with pytest.raises(CommandError, match=message):
        call_command(
            "import_items", str(path), benchmark=slug, format="asdiv", stdout=io.StringIO(), **change
        )
    assert not Item.objects.exists()


def test_import_report_lists_only_so_many_problems_and_counts_them_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(passage, "MOST_LISTED", 1_500)
    lines = b"\n".join(b"x" for _ in range(2_550))
    choices = Choices(format="jsonl", corpus="c", file="f")
    outcome = run_import(benchmark=make_benchmark(), stream=io.BytesIO(lines), choices=choices, person=None)
    rows = outcome.report.rows_left_out.order_by("number")
    assert (rows.count(), outcome.left_out) == (1_501, {"broken_json": 2_550})
    assert [(row.number, row.line, row.code) for row in rows][-2:] == [
        (1_499, 1_500, "broken_json"),
        (1_500, 1_501, "more_problems"),
    ]
