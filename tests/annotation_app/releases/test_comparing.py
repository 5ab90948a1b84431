"""Building needs transactions of its own, so these tests commit."""

import pytest

from annotation_app.items.models import Item
from tests.annotation_app.factories import client_of, make_member, make_original, make_pair
from tests.annotation_app.releases.samples import built

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
