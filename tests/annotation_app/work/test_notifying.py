"""The daily e-mail: to whom, about what, and to nobody who did not ask."""

import pytest
from django.core import mail

from annotation_app.accounts.models import User
from annotation_app.items.rules import State
from annotation_app.work.notifying import send_digests
from tests.annotation_app.cast import Cast, make_cast, make_cup

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return make_cast()


def wants_mail(person: User) -> User:
    person.email, person.daily_digest = f"{person.username}@example.org", True
    person.save()
    return person


def test_who_asked_for_it_hears_of_the_work_that_waits_for_them(cast: Cast) -> None:
    person = wants_mail(cast.annotators[0])
    for _ in range(2):
        make_cup(cast, State.MASK_RATING)
    make_cup(cast)
    assert send_digests() == 1
    (letter,) = mail.outbox
    assert letter.to == [person.email]
    lines = letter.body.splitlines()
    assert f"{cast.benchmark.title}: 2 × rate mask" in lines
    assert f"{cast.benchmark.title}: 1 × write rationale" in lines


def test_nobody_else_gets_mail(cast: Cast) -> None:
    make_cup(cast)
    wants_mail(cast.seniors[0])  # nothing waits for them
    gone = wants_mail(cast.annotators[1])
    gone.is_active = False
    gone.save()
    cast.annotators[2].daily_digest = True  # no address
    cast.annotators[2].save()
    assert send_digests() == 0
    assert mail.outbox == []
