"""Every address of the API against everybody: signed out, outsiders, roles, methods, strangers' objects."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from rest_framework.test import APIClient

from annotation_app.items.models import Assignment, Import
from annotation_app.items.rules import State
from annotation_app.releases.models import Release, ReleaseFile
from annotation_app.runs.models import Estimate, LanguageModel, Run, RunItem
from tests.annotation_app.cast import (
    Cast,
    check_problem,
    make_accepted,
    make_cast,
    make_cup,
    nothing_changes,
    perturb,
    write,
)
from tests.annotation_app.factories import client_of

pytestmark = pytest.mark.django_db
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
DOCUMENTS = {"schema", "docs"}


def patterns(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            yield from patterns(entry, prefix + str(entry.pattern))
        else:
            yield prefix + str(entry.pattern), entry


ALL = {str(entry.name): (path, entry) for path, entry in patterns(get_resolver()) if path.startswith("api/")}
OURS = {name: found for name, found in ALL.items() if name not in DOCUMENTS}
IN_BENCHMARK = {name: found for name, found in OURS.items() if "<slug:slug>" in found[0]}
TOP = sorted(OURS.keys() - IN_BENCHMARK.keys())


def view_of(name: str) -> Any:
    return OURS[name][1].callback.view_class


def handled(name: str) -> list[str]:
    view = view_of(name)
    return [m for m in METHODS if m.lower() in view.http_method_names and hasattr(view, m.lower())]


HANDLED = [(name, method) for name in sorted(IN_BENCHMARK) for method in handled(name)]
UNHANDLED = [(n, m) for n in sorted(IN_BENCHMARK) for m in METHODS if m not in handled(n)]
# Well-formed bodies, so that what is refused is the object and not the form.
EDIT = {"before": "So it ", "after": " ."}
BODIES: dict[str, dict[str, Any]] = {
    "mask_proposals": {"start": 1, "end": 2},
    "mask_ratings": {"proposal": 1, "confidence": 1},
    "rationales": {"round": 1, "tokens": [1]},
    "draft": {"round": 1, "tokens": [1], "revision": 0},
    "scores": {"sufficiency": 3, "compactness": 4},
    "perturbation_preview": EDIT | {"type": "important"},
    "perturbations": EDIT | {"type": "important"},
    "review_preview": EDIT,
    "reviews": {"verdict": "approve"},
    "item_flags": {"comment": "a typo"},
    "skip": {"reason": "too hard"},
    "take_over": {"reason": "away"},
    "release_withdraw": {"reason": "wrong"},
    "import_check": {"format": "jsonl"},
    "import_run": {"format": "jsonl", "corpus": "c"},
    "import_more": {"wanted": {"gerund": 1}},
    "wording": {"before": "So it ", "after": " ."},
    "wording_preview": {"before": "So it ", "after": " ."},
}


@pytest.fixture
def cast() -> Cast:
    return make_cast()


@pytest.fixture
def ids(cast: Cast) -> dict[str, Any]:
    """Values for the parts of an address: real objects of the cast's benchmark, some of each kind by name."""
    item = make_cup(cast)
    rationale = write(make_cup(cast), cast.annotators[1])
    perturbation = perturb(make_accepted(cast), cast.annotators[1])
    cast.next(cast.annotators[0], "write_rationale")
    place = Assignment.objects.get(item=item, person=cast.annotators[0])
    imports = Import.objects.create(benchmark=cast.benchmark, person=cast.admin, file="f", state="uploaded")
    import_addresses = ("import", "import_check", "import_run", "import_cancel", "import_more")
    numbers = {
        **dict.fromkeys((*import_addresses, "left_out", "import_report"), imports.pk),
        "scores": rationale.pk,
        "reviews": perturbation.pk,
        "review_preview": perturbation.pk,
        "member": cast.benchmark.memberships.earliest("pk").pk,
    }
    model = LanguageModel.objects.create(name="m", source="m", revision="1", languages=["en"])
    run = Run.objects.create(
        benchmark=cast.benchmark, model=model, source="m", revision="1", method="attention", kind="requested"
    )
    RunItem.objects.create(run=run, item=item)
    release = Release.objects.create(benchmark=cast.benchmark, version="1.0.0", person=cast.admin)
    ReleaseFile.objects.create(
        release=release, name="items.jsonl", content_type="text/plain", size=1, sha256="0" * 64
    )
    estimate = Estimate.objects.create(
        benchmark=cast.benchmark, person=cast.admin, scope={}, queue="cpu", dtype="float32"
    )
    return {
        "item": item.pk,
        "place": place.pk,
        "run": run.pk,
        "estimate": estimate.pk,
        "numbers": numbers,
    }


def address(name: str, slug: str, ids: dict[str, Any]) -> str:
    path = OURS[name][0]
    values: dict[str, Any] = {"slug": slug}
    for part, value in {
        "<int:item_id>": ids["item"],
        "<int:pk>": ids["numbers"].get(name, ids["place"]),
        "<int:run_id>": ids["run"],
        "<int:estimate_id>": ids["estimate"],
        "<str:version>": "1.0.0",
        "<str:name>": "items.jsonl",
        "<str:duty>": "write_rationale",
        "<slug:table>": "no-such-table",
        "<slug:form>": "csv",
    }.items():
        if part in path:
            values[part.split(":")[1].rstrip(">")] = value
    return reverse(name, kwargs=values)


def send(client: APIClient, method: str, url: str, name: str = "") -> Any:
    return client.generic(method, url, json.dumps(BODIES.get(name, {})), content_type="application/json")


@pytest.mark.parametrize("name", sorted(OURS))
def test_every_address_declares_who_may_use_each_method_it_handles(name: str) -> None:
    view = view_of(name)
    assert handled(name)
    # HEAD is answered as GET where a view does not say otherwise.
    assert set(view.policy) - {"HEAD"} == set(handled(name))
    assert all(view.policy.values())


# Asked twice, these answer the same or refuse: they make nothing that could be made twice.
REPEATABLE = {"next", "skip", "release", "take_over", "perturbation_preview", "review_preview"}
REPEATABLE |= {"run_cancel", "release_withdraw", "assignment", "wording_preview"}


def test_every_address_that_makes_something_takes_an_idempotency_key() -> None:
    making = [name for name, method in HANDLED if method == "POST" and name not in REPEATABLE]
    assert [name for name in making if not hasattr(view_of(name).post, "idempotent")] == []


def test_signed_out_people_and_outsiders_find_nothing(cast: Cast, ids: dict[str, Any]) -> None:
    missing = []
    with nothing_changes():
        for name, method in [(n, m) for n in sorted(IN_BENCHMARK) for m in (*METHODS, "HEAD")]:
            url = address(name, cast.benchmark.slug, ids)
            signed_out = send(APIClient(), method, url, name)
            outsider = send(client_of(cast.outsider), method, url, name)
            unknown = send(client_of(cast.outsider), method, address(name, "no-such", ids), name)
            if (signed_out.status_code, outsider.status_code, unknown.status_code) != (401, 404, 404):
                missing.append((name, method, signed_out.status_code, outsider.status_code))
            elif method != "HEAD":
                check_problem(signed_out, 401, "not_signed_in")
                assert check_problem(outsider, 404, "not_found") == unknown.json()
    assert missing == []


def test_people_without_the_role_are_told_so(cast: Cast, ids: dict[str, Any]) -> None:
    with nothing_changes():
        for name, method in HANDLED:
            for role, person in cast.roles.items():
                if role not in view_of(name).policy[method]:
                    url = address(name, cast.benchmark.slug, ids)
                    check_problem(send(client_of(person), method, url, name), 403, "role_required")


def test_methods_that_an_address_does_not_handle_are_refused(cast: Cast, ids: dict[str, Any]) -> None:
    with nothing_changes():
        for name, method in UNHANDLED:
            for person in cast.roles.values():
                url = address(name, cast.benchmark.slug, ids)
                check_problem(send(client_of(person), method, url, name), 405, "method_not_allowed")


def test_objects_are_not_found_under_another_benchmarks_address(cast: Cast, ids: dict[str, Any]) -> None:
    wrong = []
    with nothing_changes():
        for name, method in HANDLED:
            if OURS[name][0].count("<") == 1 or "<str:duty>" in OURS[name][0]:
                continue  # no object in the address
            url = address(name, cast.elsewhere.slug, ids)
            response = send(client_of(cast.outsider), method, url, name)
            if response.status_code != 404 or response.json()["code"] != "not_found":
                wrong.append((name, method, response.status_code, response.content[:200]))
    assert wrong == []


def test_no_address_breaks_on_a_huge_number_or_on_options(cast: Cast, ids: dict[str, Any]) -> None:
    huge = ids | {"item": 10**30, "place": 10**30, "run": 10**30, "estimate": 10**30, "numbers": {}}
    everything = client_of(cast.outsider)
    broken = []
    for name in sorted(IN_BENCHMARK):
        for method in (*handled(name), "OPTIONS", "HEAD"):
            for numbers in (huge, ids):
                response = send(everything, method, address(name, cast.elsewhere.slug, numbers), name)
                if response.status_code >= 500 or (method == "OPTIONS" and response.status_code != 405):
                    broken.append((name, method))
    assert broken == []


@pytest.mark.parametrize("name", TOP)
def test_top_addresses_refuse_in_the_same_form(name: str) -> None:
    parts = {"pk": 1, "name": "m"}
    wanted = {part: value for part, value in parts.items() if f":{part}>" in OURS[name][0]}
    url, client = reverse(name, kwargs=wanted), APIClient()
    for method in METHODS:
        response = send(client, method, url)
        if method not in handled(name):
            # Whoever is signed out learns nothing about what an address could do.
            assert response.status_code in (401, 405)
        if response.status_code >= 400:
            check_problem(response, response.status_code, response.json()["code"])


def test_an_unknown_address_of_the_api_is_a_refusal_not_a_page() -> None:
    check_problem(APIClient().get("/api/nothing"), 404, "not_found")


def test_head_answers_as_get_without_a_body(cast: Cast) -> None:
    make_cup(cast, State.ACCEPTED)
    url = f"/api/benchmarks/{cast.benchmark.slug}/items"
    head = client_of(cast.admin).head(url)
    assert (head.status_code, head.content) == (200, b"")
