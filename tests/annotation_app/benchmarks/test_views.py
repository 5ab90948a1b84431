from fractions import Fraction
from typing import Any

import pytest

from annotation_app.benchmarks.models import Benchmark, Membership
from tests.annotation_app.cast import Cast, check_problem, make_cast, make_cup, nothing_changes, queries_of
from tests.annotation_app.factories import client_of, make_benchmark, make_member, make_person

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return make_cast(annotators=2, seniors=1)


def test_benchmarks_lists_only_ones_own(cast: Cast) -> None:
    for person, benchmark in ((cast.admin, cast.benchmark), (cast.outsider, cast.elsewhere)):
        listed = client_of(person).get("/api/benchmarks").json()
        assert [row["slug"] for row in listed] == [benchmark.slug]
    assert client_of(cast.outsider).get("/api/benchmarks").json()[0]["my_roles"] == [
        "admin",
        "annotator",
        "senior",
    ]
    assert client_of(make_person()).get("/api/benchmarks").json() == []


def test_benchmark_tells_its_settings(cast: Cast) -> None:
    body = client_of(cast.annotators[0]).get(f"/api/benchmarks/{cast.benchmark.slug}").json()
    assert body["my_roles"] == ["annotator"]
    assert body["settings"]["compactness_gate"] == "3.600"
    assert (body["settings"]["version"], body["settings"]["rounds"]) == (1, 3)
    assert cast.benchmark.settings.gates == (Fraction(3), Fraction(18, 5))


def test_benchmark_is_made_by_staff_who_then_are_its_admin(cast: Cast) -> None:
    body = {"slug": "new", "title": "New", "settings": {"rounds": 2}}
    with nothing_changes():
        response = client_of(cast.admin).post("/api/benchmarks", body, format="json")
        check_problem(response, 403, "permission_denied")
    staff = make_person()
    staff.is_staff = True
    made = client_of(staff).post("/api/benchmarks", body, format="json")
    assert (made.status_code, made.json()["my_roles"], made.json()["settings"]["rounds"]) == (
        201,
        ["admin"],
        2,
    )
    with nothing_changes():
        taken = client_of(staff).post("/api/benchmarks", body, format="json")
        assert check_problem(taken, 422, "validation_error")["errors"] == {"slug": ["Taken."]}
        bad = client_of(staff).post("/api/benchmarks", body | {"slug": "a b"}, format="json")
        assert "slug" in check_problem(bad, 422, "validation_error")["errors"]
    assert Benchmark.objects.filter(slug="new").count() == 1


def test_settings_change_makes_a_version_that_older_items_do_not_follow(cast: Cast) -> None:
    old = make_cup(cast)
    assert cast.post(cast.admin, "settings", {"scorers": 5}).json()["version"] == 2
    new = make_cup(cast)
    old.refresh_from_db()
    assert (old.settings.scorers, new.settings.scorers) == (3, 5)


@pytest.mark.parametrize(
    "change",
    [
        {"scorers": 0},
        {"scorers": "three"},
        {"scorers": 2.5},
        {"scorers": 10**9},
        {"compactness_gate": "4.5"},
        {"compactness_gate": "NaN"},
        {"compactness_gate": None},
        {"languages": []},
        {"languages": "en"},
        {"perturb_after": "never"},
        {"guidelines": []},
        {"guidelines": {"en": []}},
        {"guidelines": {"en": {"grammar": 3}}},
        {"guidelines": {"en": {"grammar": "\x00"}}},
        {"guidelines": {"en": {"\x00": "text"}}},
    ],
)
def test_settings_that_would_not_work_are_refused(cast: Cast, change: dict[str, Any]) -> None:
    with nothing_changes():
        body = check_problem(cast.post(cast.admin, "settings", change), 422, "validation_error")
    assert {name.split(".")[0] for name in body["errors"]} == set(change)


def test_members_are_added_once_for_each_role_and_removed(cast: Cast) -> None:
    newcomer = make_person()
    body = {"username": newcomer.username, "role": "senior"}
    first, again = (cast.post(cast.admin, "members", body) for _ in range(2))
    assert (first.status_code, first.json()) == (201, again.json())
    assert first.json()["person"]["display_name"] == newcomer.name
    url = f"/api/benchmarks/{cast.benchmark.slug}/members"
    assert client_of(cast.admin).delete(f"{url}/{first.json()['id']}").status_code == 204
    check_problem(client_of(cast.admin).delete(f"{url}/{first.json()['id']}"), 404, "not_found")
    assert not Membership.objects.filter(person=newcomer).exists()


@pytest.mark.parametrize(
    ("change", "field"),
    [({"username": "nobody"}, "username"), ({"role": "king"}, "role"), ({"role": None}, "role")],
)
def test_members_refuses_strangers_and_unknown_roles(cast: Cast, change: dict[str, Any], field: str) -> None:
    with nothing_changes():
        body = {"username": cast.outsider.username, "role": "admin"} | change
        refusal = check_problem(cast.post(cast.admin, "members", body), 422, "validation_error")
    assert field in refusal["errors"]


def test_the_last_admin_stays(cast: Cast) -> None:
    rows = Membership.objects.filter(benchmark=cast.benchmark, role="admin")
    rows.exclude(person=cast.admin).delete()
    url = f"/api/benchmarks/{cast.benchmark.slug}/members/{rows.get().pk}"
    with nothing_changes():
        check_problem(client_of(cast.admin).delete(url), 403, "not_eligible")


def test_members_takes_as_many_queries_for_three_more(cast: Cast) -> None:
    before = queries_of(lambda: cast.get(cast.admin, "members"))
    for _ in range(3):
        make_member(cast.benchmark, "annotator")
    assert queries_of(lambda: cast.get(cast.admin, "members")) == before


def test_benchmarks_takes_as_many_queries_for_three_more(cast: Cast) -> None:
    client = client_of(cast.admin)
    before = queries_of(lambda: client.get("/api/benchmarks"))
    for _ in range(3):
        Membership.objects.create(benchmark=make_benchmark(), person=cast.admin, role="senior")
    assert queries_of(lambda: client.get("/api/benchmarks")) == before
