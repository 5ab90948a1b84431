from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from knox.models import AuthToken
from rest_framework.test import APIClient

from annotation_app.accounts.models import User
from tests.annotation_app.cast import Cast, check_problem, make_cast, nothing_changes, queries_of
from tests.annotation_app.factories import client_of, make_person

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


def staff() -> User:
    person = make_person()
    person.is_staff = True
    person.save()
    return person


def test_people_are_made_by_staff_with_a_password_told_once(cast: Cast) -> None:
    client, body = client_of(staff()), {"username": "newcomer", "display_name": "New Comer"}
    with nothing_changes():
        check_problem(
            client_of(cast.admin).post("/api/people", body, format="json"), 403, "permission_denied"
        )
        check_problem(client_of(cast.admin).get("/api/people"), 403, "permission_denied")
    made = client.post("/api/people", body, format="json")
    assert made.status_code == 201
    person = User.objects.get(username="newcomer")
    assert person.check_password(made.json()["initial_password"])
    assert made.json()["initial_password"] not in client.get("/api/people").content.decode()
    with nothing_changes():
        for name in ("newcomer", "NewComer", "", "a b", "x\x00"):
            again = client.post("/api/people", body | {"username": name}, format="json")
            assert "username" in check_problem(again, 422, "validation_error")["errors"]


def test_people_list_takes_as_many_queries_for_three_more() -> None:
    client = client_of(staff())
    before = queries_of(lambda: client.get("/api/people"))
    for _ in range(3):
        make_person()
    assert queries_of(lambda: client.get("/api/people")) == before


def test_people_who_are_retired_lose_every_way_in_and_their_work_stays(cast: Cast, window: APIClient) -> None:
    sign_in(window, cast.admin)
    body = {"username": cast.admin.username, "password": PASSWORD}
    script = APIClient()
    token = script.post("/api/tokens", body, format="json").json()["token"]
    script.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    boss = staff()
    path = f"/api/people/{cast.admin.pk}/retire"
    with nothing_changes():
        own = client_of(boss).post(f"/api/people/{boss.pk}/retire", {}, format="json")
        check_problem(own, 403, "not_eligible")
        check_problem(client_of(boss).post("/api/people/999999/retire", {}, format="json"), 404, "not_found")
        check_problem(client_of(cast.admin).post(path, {}, format="json"), 403, "permission_denied")
    assert client_of(boss).post(path, {"anonymise": True}, format="json").status_code == 204
    assert window.get("/api/session").json()["authenticated"] is False
    check_problem(script.get("/api/benchmarks"), 401, "not_signed_in")
    gone = User.objects.get(pk=cast.admin.pk)
    assert (gone.username, gone.name) == (f"person-{gone.pk}", f"person-{gone.pk}")
    assert gone.memberships.filter(benchmark=cast.benchmark).exists()


def test_password_is_changed_by_who_knows_it_and_ends_the_tokens(cast: Cast, window: APIClient) -> None:
    csrf = sign_in(window, cast.admin).json()["csrf_token"]
    AuthToken.objects.create(user=cast.admin)

    def change(old: str, new: str) -> Any:
        body, headers = {"old": old, "new": new}, {"X-CSRFToken": csrf}
        return window.post("/api/session/password", body, format="json", headers=headers)

    with nothing_changes():
        assert "old" in check_problem(change("wrong", "another long walk"), 422, "validation_error")["errors"]
        for weak in ("short", "password123", "12345678901"):
            check_problem(change(PASSWORD, weak), 422, "validation_error")
    assert change(PASSWORD, "another long walk").status_code == 204
    assert window.get("/api/session").json()["authenticated"] is True
    assert not AuthToken.objects.exists()
    check_problem(sign_in(APIClient(), cast.admin), 401, "not_signed_in")
