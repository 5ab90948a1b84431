import io
import json
from pathlib import Path
from typing import Any

import pytest

from annotation_app.core.errors import Invalid
from annotation_app.items.importing.choices import Choices
from annotation_app.items.importing.passage import BATCH
from annotation_app.items.importing.services import import_items
from annotation_app.items.models import HistoryEntry, Import, Item, MaskProposal
from tests.annotation_app.factories import make_benchmark, make_person

pytestmark = pytest.mark.django_db
PUBLISHED = Path(__file__).resolve().parents[5] / "shared" / "data" / "copa" / "copa-dev.xml"
FULL = {"language": "en", "dimension": "grammar"}


def bring_in(benchmark: Any, *lines: Any, **choices: Any) -> Import:
    content = "\n".join(entry if isinstance(entry, str) else json.dumps(entry) for entry in lines)
    given = {"format": "jsonl", "corpus": "c", "file": "f.jsonl", **choices}
    stream = io.BytesIO(content.encode())
    return import_items(benchmark=benchmark, stream=stream, choices=Choices(**given), person=make_person())


def good(name: str, **fields: Any) -> dict[str, Any]:
    return {"external_id": name, "text": f"It rains on {name}.", **FULL, **fields}


FIVE_LINES = [
    good("x1"),
    good("x2"),
    '{"external_id":"x3","text":""}',
    '{"external_id":"x4","text":"cut off',
    {"external_id": "x1", "text": "Another text.", **FULL},
]
REPORTED = [(3, "empty_text"), (4, "broken_json"), (5, "duplicate_id")]


@pytest.mark.parametrize(("all_or_nothing", "stored"), [(True, 0), (False, 2)])
def test_import_of_five_lines_with_three_bad_ones(all_or_nothing: bool, stored: int) -> None:
    benchmark = make_benchmark()
    report = bring_in(benchmark, *FIVE_LINES, all_or_nothing=all_or_nothing)
    second = bring_in(benchmark, good("y1"), good("y2"), file="g.jsonl", all_or_nothing=all_or_nothing)
    assert [(problem["line"], problem["code"]) for problem in report.problems] == REPORTED
    assert all(problem["message"].endswith((".", "?")) for problem in report.problems)
    assert (report.read, report.stored) == (5, stored)
    assert (second.read, second.stored, second.problems) == (2, 2, [])
    names = [f"x{number}" for number in range(1, stored + 1)] + ["y1", "y2"]
    assert list(Item.objects.order_by("pk").values_list("external_id", flat=True)) == names
    assert Import.objects.get(pk=report.pk).problems == report.problems


def test_import_of_the_same_file_again_adds_nothing() -> None:
    benchmark = make_benchmark()
    bring_in(benchmark, good("x1"), good("x2"))
    again = bring_in(benchmark, good("x1"), good("x2"), good("x3"), all_or_nothing=True)
    assert (again.stored, [problem["code"] for problem in again.problems]) == (1, ["already_there"] * 2)
    assert Item.objects.count() == HistoryEntry.objects.count() == 3


def test_import_stores_text_tokens_mask_and_where_it_came_from() -> None:
    benchmark = make_benchmark()
    fields = {
        "text": "Late 🌙 and dark.",
        "tokens": ["Late", "🌙", "and", "dark", "."],
        "answer": {"token_start": 2, "token_end": 4},
        "meta": {"page": 3},
        "record_id": "r9",
    }
    bring_in(benchmark, good("x1", **fields), licence="CC0-1.0")
    item = Item.objects.get()
    assert item.tokens == fields["tokens"]
    assert (item.token_starts, item.token_ends) == ([0, 5, 7, 11, 15], [4, 6, 10, 15, 16])
    assert (item.mask, item.golden_answer, item.masked_text) == ((2, 4), "and dark", "Late 🌙 [MASK].")
    assert (item.state, item.mask_source, item.mask_attempt) == ("mask_rating", "import", 1)
    assert (item.tokeniser, item.importer, item.record_id) == ("given", "jsonl 3", "r9")
    assert (item.corpus, item.source_file, item.licence, item.meta) == (
        "c",
        "f.jsonl",
        "CC0-1.0",
        {"page": 3},
    )
    proposal = MaskProposal.objects.get()
    assert (proposal.start, proposal.end, proposal.author) == (2, 4, None)


def test_import_without_an_answer_waits_for_a_mask() -> None:
    bring_in(make_benchmark(), {"external_id": "x", "text": "It can't."}, language="en", dimension="grammar")
    item = Item.objects.get()
    assert item.tokens == ["It", "ca", "n't", "."]
    assert (item.state, item.mask, item.mask_source) == ("mask_proposing", None, "annotator")
    assert item.tokeniser.startswith("spacy ")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"tokens": ["It", "rains", "on", "x"]}, "tokens_do_not_join"),
        ({"tokens": ["It", "rains", "of", "x", "."]}, "tokens_do_not_join"),
        ({"tokens": []}, "tokens_do_not_join"),
        ({"text": "It [MASK] on x."}, "literal_mask"),
        ({"answer": {"token_start": 4, "token_end": 6}}, "bad_answer"),
        ({"answer": {"token_start": 2, "token_end": 2}}, "bad_answer"),
        ({"answer": {"token_start": -1, "token_end": 2}}, "bad_answer"),
        ({"answer": {"token_start": 0, "token_end": 5}}, "bad_answer"),
        ({"text": "It rains " * 5001}, "too_long"),
        ({"external_id": "x" * 201}, "long_id"),
        ({"language": "fr"}, "unknown_language"),
        ({"language": None}, "unknown_language"),
        ({"dimension": "style"}, "unknown_dimension"),
        ({"dimension": None}, "unknown_dimension"),
    ],
)
def test_import_leaves_out_what_can_not_become_an_item(fields: dict[str, Any], code: str) -> None:
    report = bring_in(make_benchmark(), good("x") | fields)
    assert [problem["code"] for problem in report.problems] == [code]
    assert (report.read, report.stored, Item.objects.count()) == (1, 0, 0)


def test_import_names_the_token_that_does_not_follow() -> None:
    report = bring_in(make_benchmark(), good("x", tokens=["It", "snows", "on", "x", "."]))
    assert "Token 1 (“snows”)" in report.problems[0]["message"]


def test_import_finds_a_double_id_across_batches() -> None:
    lines = [good(f"x{number}") for number in range(BATCH + 1)]
    report = bring_in(make_benchmark(), *lines, {"external_id": "x0", "text": "Other.", **FULL})
    assert (report.read, report.stored) == (BATCH + 2, BATCH + 1)
    assert [(problem["line"], problem["code"]) for problem in report.problems] == [
        (BATCH + 2, "duplicate_id")
    ]


def test_import_keeps_benchmarks_apart() -> None:
    for benchmark in (make_benchmark(), make_benchmark()):
        assert bring_in(benchmark, good("x1")).stored == 1


@pytest.mark.parametrize(
    ("format", "content"), [("jsonl", ""), ("copa", "<c/>"), ("copa", "<!DOCTYPE c [<!ENTITY a 'b'>]><c/>")]
)
def test_import_counts_no_record_for_what_is_wrong_with_the_file_itself(format: str, content: str) -> None:
    report = bring_in(make_benchmark(), content, format=format)
    assert (report.read, report.stored, len(report.problems)) == (0, 0, 1)


def test_import_refuses_an_unknown_format_and_stores_no_report() -> None:
    with pytest.raises(Invalid, match="alg514, asdiv"):
        bring_in(make_benchmark(), good("x"), format="pdf")
    assert not Import.objects.exists()


@pytest.mark.skipif(not PUBLISHED.is_file(), reason="the published COPA files are not beside this checkout")
def test_import_of_published_copa_leaves_nothing_out() -> None:
    with PUBLISHED.open("rb") as stream:
        report = import_items(
            benchmark=make_benchmark(),
            stream=stream,
            choices=Choices(format="copa", corpus="COPA", file="copa-dev.xml"),
            person=None,
        )
    assert (report.read, report.stored, report.problems) == (500, 500, [])
    assert not any(len(token.split()) > 1 for item in Item.objects.all() for token in item.tokens)
