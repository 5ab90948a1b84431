from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from knox.models import AuthToken
from rest_framework.test import APIClient

from annotation_app.accounts.models import User
from tests.annotation_app.cast import Cast, check_problem, make_cast, nothing_changes

pytestmark = pytest.mark.django_db
PASSWORD = "a long walk to the lake"


@pytest.fixture
def cast() -> Cast:
    cast = make_cast(annotators=1, seniors=1)
    cast.admin.set_password(PASSWORD)
    cast.admin.save()
    return cast


@pytest.fixture
def window() -> APIClient:
    """A client that must send the CSRF token as a browser does."""
    return APIClient(enforce_csrf_checks=True)


def sign_in(window: APIClient, person: User) -> Any:
    return window.post("/api/session", {"username": person.username, "password": PASSWORD}, format="json")


def test_session_tells_who_is_signed_in_and_gives_a_csrf_token(cast: Cast, window: APIClient) -> None:
    before = window.get("/api/session").json()
    assert (before["authenticated"], before["person"]) == (False, None)
    body = sign_in(window, cast.admin).json()
    assert body["authenticated"] is True
    assert body["person"]["username"] == cast.admin.username
    assert body["person"]["memberships"] == [
        {"benchmark": cast.benchmark.slug, "title": cast.benchmark.title, "roles": ["admin"]}
    ]
    assert window.get("/api/session").json()["person"]["id"] == cast.admin.pk
    assert "password" not in str(body).lower()


def test_session_change_needs_the_csrf_token(cast: Cast, window: APIClient) -> None:
    sign_in(window, cast.admin)
    with nothing_changes():
        check_problem(
            window.patch("/api/session", {"language": "zh-Hans"}, format="json"), 403, "csrf_failed"
        )
    token = window.get("/api/session").json()["csrf_token"]
    done = window.patch(
        "/api/session", {"language": "zh-Hans"}, format="json", headers={"X-CSRFToken": token}
    )
    assert done.json()["person"]["language"] == "zh-Hans"
    check_problem(window.delete("/api/session"), 403, "csrf_failed")
    assert window.delete("/api/session", headers={"X-CSRFToken": token}).status_code == 204
    assert window.get("/api/session").json()["authenticated"] is False


def test_signing_in_does_not_say_which_of_name_and_password_is_wrong(cast: Cast) -> None:
    answers = []
    for name, password in ((cast.admin.username, "wrong"), ("nobody", PASSWORD), ("nobody", "")):
        body = {"username": name, "password": password}
        response = APIClient().post("/api/session", body, format="json")
        if password:
            answers.append(check_problem(response, 401, "not_signed_in"))
        else:
            check_problem(response, 422, "validation_error")
    assert answers[0] == answers[1]


def test_people_who_left_can_not_sign_in(cast: Cast) -> None:
    User.objects.filter(pk=cast.admin.pk).update(is_active=False)
    check_problem(sign_in(APIClient(), cast.admin), 401, "not_signed_in")


@pytest.mark.parametrize(
    "body", ["", "{", "[1]", '"x"', '{"username": 1}', '{"username": "\\u0000", "password": "x"}']
)
def test_session_refuses_what_is_no_sign_in(body: str) -> None:
    response = APIClient().post("/api/session", body, content_type="application/json")
    if body == "{":
        check_problem(response, 400, "parse_error")
    else:
        assert check_problem(response, 422, "validation_error")["errors"]
    form = APIClient().post("/api/session", "username=x", content_type="application/x-www-form-urlencoded")
    check_problem(form, 415, "unsupported_media_type")


def test_signing_in_is_slowed_down_after_twenty_tries(cast: Cast) -> None:
    body = {"username": "nobody", "password": ""}
    codes = [APIClient().post("/api/session", body, format="json").status_code for _ in range(20)]
    assert set(codes) == {422}
    response = APIClient().post("/api/tokens", body, format="json")
    check_problem(response, 429, "throttled")
    assert 0 < int(response["Retry-After"]) <= 61


def test_token_opens_the_api_for_scripts_until_it_ends(cast: Cast) -> None:
    client = APIClient(enforce_csrf_checks=True)
    body = {"username": cast.admin.username, "password": PASSWORD, "days": 3}
    given = client.post("/api/tokens", body, format="json")
    assert given.status_code == 201
    row = AuthToken.objects.get()
    assert given.json()["token"] not in (row.digest, row.token_key)
    assert abs(row.expiry - timezone.now() - timedelta(days=3)) < timedelta(minutes=1)
    script = APIClient(enforce_csrf_checks=True)
    script.credentials(HTTP_AUTHORIZATION=f"Token {given.json()['token']}")
    assert script.get("/api/benchmarks").json()[0]["slug"] == cast.benchmark.slug
    members = f"/api/benchmarks/{cast.benchmark.slug}/members"
    person = cast.outsider.username
    assert script.post(members, {"username": person, "role": "senior"}, format="json").status_code == 201
    AuthToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    check_problem(script.get("/api/benchmarks"), 401, "not_signed_in")


def test_token_can_be_ended(cast: Cast) -> None:
    body = {"username": cast.admin.username, "password": PASSWORD}
    token = APIClient().post("/api/tokens", body, format="json").json()["token"]
    script = APIClient()
    script.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    assert script.delete("/api/tokens").status_code == 204
    check_problem(script.get("/api/benchmarks"), 401, "not_signed_in")
    script.credentials(HTTP_AUTHORIZATION="Token made-up")
    check_problem(script.get("/api/benchmarks"), 401, "not_signed_in")
