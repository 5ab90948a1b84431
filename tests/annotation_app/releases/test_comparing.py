"""Building needs transactions of its own, so these tests commit."""

from fractions import Fraction
from unittest.mock import ANY

import pytest

from annotation_app.items.models import Item
from annotation_app.releases import comparisons, jobs, tasks
from annotation_app.releases.models import Release, ReleaseChunk, ReleaseComparison, ReleaseComparisonPart
from annotation_app.releases.options import Options, SplitWish
from tests.annotation_app.factories import client_of, make_member, make_original, make_pair
from tests.annotation_app.releases.samples import built, content

pytestmark = pytest.mark.django_db(transaction=True)
COMPARE = "/api/benchmarks/capitals/releases/compare"


@pytest.fixture
def admin(benchmark):
    return client_of(make_member(benchmark, "admin"))


@pytest.fixture
def two_releases(benchmark):
    """Between them an item's text and rationale change, one goes and a pair comes."""
    built(benchmark, "1.0.0")
    changed = Item.objects.get(external_id="b-1")
    Item.objects.filter(pk=changed.pk).update(text="The capital of France is Paris !")
    changed.rationales.update(tokens=[1, 2])
    Item.objects.filter(external_id="b-1-a").update(state="discarded")
    make_pair(benchmark, make_original(benchmark, external_id="a-1"), external_id="a-1-x")
    built(benchmark, "1.1.0")


def test_a_comparison_names_each_item_and_field(admin, two_releases):
    body = admin.get(COMPARE, {"older": "1.0.0", "newer": "1.1.0"}).json()
    assert body["counts"] == {"added": 2, "removed": 1, "changed": 1, "unchanged": 1}
    assert (body["count"], body["same_content"]) == (4, False)
    assert [(row["external_id"], row["kind"]) for row in body["results"]] == [
        ("a-1", "added"),
        ("a-1-x", "added"),
        ("b-1", "changed"),
        ("b-1-a", "removed"),
    ]
    changed = {row["field"]: (row["before"], row["after"]) for row in body["results"][2]["fields"]}
    assert changed["rationale.tokens"] == ([1, 3], [1, 2])
    assert changed["text"] == ("The capital of France is Paris .", "The capital of France is Paris !")
    assert set(changed) == {"masked_text", "rationale.spans", "rationale.tokens", "text", "tokens"}
    assert body["by_field"] == dict.fromkeys(sorted(changed), 1)


def test_a_comparison_is_read_in_pages_and_by_kind(admin, two_releases):
    asked = {"older": "1.0.0", "newer": "1.1.0", "page_size": 3}
    pages = [admin.get(COMPARE, asked | {"page": page}).json() for page in (1, 2, 3)]
    assert [[row["external_id"] for row in page["results"]] for page in pages] == [
        ["a-1", "a-1-x", "b-1"],
        ["b-1-a"],
        [],
    ]
    assert {page["count"] for page in pages} == {4}
    removed = admin.get(COMPARE, asked | {"kind": "removed"}).json()
    assert [row["external_id"] for row in removed["results"]] == ["b-1-a"]
    assert (removed["count"], removed["counts"]["added"]) == (1, 2)
    back = admin.get(COMPARE, {"older": "1.1.0", "newer": "1.0.0"}).json()
    assert back["counts"] == {"added": 1, "removed": 2, "changed": 1, "unchanged": 1}


def test_equal_releases_differ_in_nothing(admin, benchmark):
    built(benchmark, "1.0.0")
    built(benchmark, "1.0.1")
    body = admin.get(COMPARE, {"older": "1.0.0", "newer": "1.0.1"}).json()
    assert (body["same_content"], body["count"], body["results"]) == (True, 0, [])


def test_what_is_not_there_can_not_be_compared(admin, benchmark):
    built(benchmark, "1.0.0")
    assert admin.get(COMPARE, {"older": "1.0.0", "newer": "9.0.0"}).status_code == 404
    assert admin.get(COMPARE, {"older": "1.0.0"}).status_code == 422
    senior = client_of(make_member(benchmark, "senior"))
    assert senior.get(COMPARE, {"older": "1.0.0", "newer": "1.0.0"}).status_code == 403


NAMES = ["a-1", "a-1-x", "b-1", "b-1-a"]


@pytest.fixture
def unsent(monkeypatch):
    """Messages that would be sent: a worker of another test would act on them."""
    sent = []
    monkeypatch.setattr(comparisons, "send_on_commit", lambda *message: sent.append(message))
    return sent


def page(admin, **asked):
    return admin.get(COMPARE, {"older": "1.0.0", "newer": "1.1.0", **asked}).json()


def test_a_comparison_is_made_once_and_kept(admin, two_releases, monkeypatch, django_assert_num_queries):
    first = page(admin)
    monkeypatch.setattr(comparisons, "placed_lines", None)  # whoever reads the releases again breaks
    assert page(admin) == first
    assert ReleaseComparison.objects.get().attempts == 1
    row = ReleaseComparison.objects.get()
    with django_assert_num_queries(7):  # two of them fetch the row's releases
        changes = comparisons.changes_in(row, kind="all", start=0, size=50)
    assert [change.external_id for change in changes] == NAMES


def test_pages_cross_the_parts_they_are_kept_in(admin, two_releases, monkeypatch):
    monkeypatch.setattr(comparisons, "TOGETHER", 2)
    pages = [page(admin, page_size=3, page=number)["results"] for number in (1, 2)]
    assert [[row["external_id"] for row in rows] for rows in pages] == [NAMES[:3], NAMES[3:]]
    parts = ReleaseComparisonPart.objects.order_by("kind", "number")
    assert list(parts.values_list("kind", "number")) == [
        ("added", 0),
        ("all", 0),
        ("all", 1),
        ("changed", 0),
        ("removed", 0),
    ]


def test_lines_that_cross_chunks_are_read_whole(admin, benchmark, monkeypatch, request):
    monkeypatch.setattr(ReleaseChunk, "CHUNK_BYTES", 100)
    request.getfixturevalue("two_releases")
    body = page(admin)
    assert [row["external_id"] for row in body["results"]] == NAMES
    assert body["by_field"]["rationale.tokens"] == 1


def test_large_releases_are_compared_in_the_background(admin, two_releases, monkeypatch, unsent):
    monkeypatch.setattr(comparisons, "AT_ONCE", 0)
    body = page(admin)
    assert (body["state"], body["results"], body["counts"]) == ("queued", [], {})
    assert page(admin)["state"] == "queued"
    row = ReleaseComparison.objects.get()
    assert unsent == [("releases.make_comparison", row.pk)]
    tasks.make_comparison(row.pk)
    assert [change["external_id"] for change in page(admin)["results"]] == NAMES


def test_the_sweep_makes_a_comparison_whose_message_was_lost(admin, two_releases, monkeypatch, unsent):
    monkeypatch.setattr(comparisons, "AT_ONCE", 0)
    page(admin)
    ReleaseComparison.objects.update(updated_at="2026-01-01T00:00:00Z")
    assert jobs.to_make(ReleaseComparison) == [ReleaseComparison.objects.get().pk]
    tasks.sweep()
    assert page(admin)["state"] == "ready"


def test_a_comparison_that_fails_says_why_and_is_tried_again(admin, two_releases, monkeypatch, unsent):
    monkeypatch.setattr(comparisons, "AT_ONCE", 0)
    file = Release.objects.get(version="1.1.0").files.get(name="items.jsonl")
    sound = content(Release.objects.get(version="1.1.0"))
    page(admin)
    file.chunks.update(content=b"{" + b"x" * (len(sound) - 1))
    assert not comparisons.make_comparison(pk=ReleaseComparison.objects.get().pk)
    row = ReleaseComparison.objects.get()
    assert (row.state, row.error_message) == ("failed", ANY)
    assert row.error_message.startswith("The releases could not be compared: JSON is malformed")
    assert not ReleaseComparisonPart.objects.exists()
    file.chunks.update(content=sound)
    assert page(admin)["state"] == "queued"
    assert comparisons.make_comparison(pk=row.pk)


def test_what_is_held_back_is_compared_too(admin, benchmark):
    make_pair(benchmark, make_original(benchmark, external_id="c-1"), external_id="c-1-x")
    built(benchmark, "1.0.0")
    wish = SplitWish(1, Fraction(0), Fraction(1, 2))
    built(benchmark, "1.1.0", Options(split=wish, held_back=True))
    assert page(admin)["counts"] == {"added": 0, "removed": 0, "changed": 0, "unchanged": 5}
    Item.objects.filter(benchmark=benchmark).update(licence="CC0")
    built(benchmark, "1.2.0", Options(split=wish, held_back=True))
    body = admin.get(COMPARE, {"older": "1.1.0", "newer": "1.2.0"}).json()
    assert body["by_field"] == {"provenance.licence": 5}
    assert [row["external_id"] for row in body["results"]] == ["b-1", "b-1-a", "b-1-x", "c-1", "c-1-x"]
