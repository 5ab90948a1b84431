"""The form of a refusal, and that every code of the source is in docs/problems.md and no other."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.http import Http404, HttpRequest
from rest_framework import exceptions

import annotation_app
from annotation_app.core.errors import DomainError, Invalid
from annotation_app.core.problems import SENTENCES, flatten, not_found, problem_response, server_error

ROOT = Path(__file__).resolve().parents[3]
SOURCE = ROOT / "annotation_app"
# Named where they are raised or told apart, not in an error class.
IN_PLACE = {"role_required": 403, "csrf_failed": 403}


def domain_errors(kind: type[DomainError] = DomainError) -> Iterator[type[DomainError]]:
    yield kind
    for below in kind.__subclasses__():
        yield from domain_errors(below)


def documented(heading: str) -> dict[str, str]:
    """Codes and the second column of the table below a heading."""
    text = (ROOT / "docs" / "problems.md").read_text(encoding="utf-8")
    table = text.split(f"## {heading}\n")[1].split("\n## ")[0]
    return dict(re.findall(r"^\| `([a-z0-9_]+)` \| ([^|]+?) \|", table, re.MULTILINE))


def test_documented_codes_are_those_of_the_source_with_their_status() -> None:
    for module in pkgutil.walk_packages(annotation_app.__path__, "annotation_app."):
        if not module.name.endswith("wsgi") and ".migrations" not in module.name:
            importlib.import_module(module.name)
    codes = {
        kind.code: kind.status for kind in domain_errors() if kind.__module__.startswith("annotation_app.")
    }
    codes |= {code: status for status, (code, _, _) in SENTENCES.items()} | IN_PLACE
    assert documented("Codes") == {code: str(status) for code, status in codes.items()}


def test_codes_named_in_place_are_known() -> None:
    raised = set()
    for file in SOURCE.rglob("*.py"):
        raised |= set(re.findall(r"PermissionDenied\([^)]*code=\"(\w+)\"", file.read_text(), re.DOTALL))
    assert raised <= IN_PLACE.keys()


def test_documented_import_problems_are_those_of_the_importers() -> None:
    found = set()
    for file in (SOURCE / "items" / "importing").rglob("*.py"):
        named = r"(?:[Pp]roblem|Unsure)\(\s*(?:[\w.()]+, )?f?\"([a-z0-9_{}]+)\""
        found |= set(re.findall(named, file.read_text()))
    assert {"bad_{field}", "unknown_{name}"} <= found
    found -= {"bad_{field}", "unknown_{name}"}
    found |= {f"{start}_{name}" for start in ("bad", "unknown") for name in ("language", "dimension")}
    assert set(documented("Records that an import leaves out")) == found


def test_every_error_class_has_a_title_of_its_own() -> None:
    ours = [kind for kind in domain_errors() if kind.__module__.startswith("annotation_app.")]
    assert len({kind.code for kind in ours}) == len(ours)
    assert all(kind.title for kind in ours)


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (Http404(), 404, "not_found"),
        (exceptions.NotFound(), 404, "not_found"),
        (exceptions.ParseError(), 400, "parse_error"),
        (exceptions.NotAuthenticated(), 401, "not_signed_in"),
        (exceptions.PermissionDenied(), 403, "permission_denied"),
        (exceptions.PermissionDenied("CSRF Failed: x"), 403, "csrf_failed"),
        (exceptions.PermissionDenied("x", code="role_required"), 403, "role_required"),
        (exceptions.MethodNotAllowed("PUT"), 405, "method_not_allowed"),
        (exceptions.NotAcceptable(), 406, "not_acceptable"),
        (exceptions.UnsupportedMediaType("text/plain"), 415, "unsupported_media_type"),
        (exceptions.Throttled(3), 429, "throttled"),
        (exceptions.ValidationError({"a": ["x"]}), 422, "validation_error"),
        (Invalid("x"), 422, "validation_error"),
    ],
)
@pytest.mark.django_db
def test_problem_response_gives_every_refusal_the_same_form(error: Exception, status: int, code: str) -> None:
    response = problem_response(error, {})
    assert response is not None
    assert (response.status_code, response.content_type) == (status, "application/problem+json")
    assert set(response.data) - {"errors"} == {"type", "title", "status", "code", "detail"}
    assert (response.data["status"], response.data["code"]) == (status, code)
    assert response.data["detail"]


@pytest.mark.django_db
def test_problem_response_leaves_faults_to_the_server() -> None:
    assert problem_response(KeyError("x"), {}) is None


def test_problem_response_tells_a_throttled_client_when_to_come_back() -> None:
    response = problem_response(exceptions.Throttled(2.2), {})
    assert response is not None
    assert response["Retry-After"] == "4"  # at least as long as asked, never a moment too early


@pytest.mark.parametrize(
    ("errors", "flat"),
    [
        ({"a": ["x", "y"]}, {"a": ["x", "y"]}),
        ({"a": {"b": ["x"]}}, {"a.b": ["x"]}),
        ({"a": [{}, {"b": ["x"]}]}, {"a.1.b": ["x"]}),
        (["x"], {"request": ["x"]}),
        ({}, {}),
    ],
)
def test_flatten_names_nested_fields_with_dots(errors: object, flat: dict[str, list[str]]) -> None:
    assert flatten(errors) == flat


def test_plain_pages_are_refusals_too() -> None:
    for handler, status, code in ((not_found, 404, "not_found"), (server_error, 500, "server_error")):
        response = handler(HttpRequest())
        assert (response.status_code, response["Content-Type"]) == (status, "application/problem+json")
        assert f'"code": "{code}"' in response.content.decode()
