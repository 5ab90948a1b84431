from datetime import timedelta
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.crypto import get_random_string
from knox.models import AuthToken

from annotation_app.accounts.models import User
from annotation_app.core.errors import Invalid

INITIAL_PASSWORD_LENGTH = 14


def choose_preferences(
    *, person: User, language: str | None = None, daily_digest: bool | None = None
) -> None:
    """Remember the language of a person's interface and whether they want the daily e-mail."""
    if language is not None:
        person.language = language
    if daily_digest is not None:
        person.daily_digest = daily_digest
    person.save(update_fields=["language", "daily_digest"])


@transaction.atomic
def create_person(
    *, username: str, display_name: str = "", email: str = "", staff: bool = False
) -> tuple[User, str]:
    """Make an account. Returns it with its initial password, which is told this once and nowhere stored.

    Raises: Invalid (name taken or not usable).
    """
    if User.objects.filter(username__iexact=username).exists():
        raise Invalid("This user name is taken. Choose another one.", errors={"username": ["Taken."]})
    password = get_random_string(INITIAL_PASSWORD_LENGTH)
    person = User(username=username, display_name=display_name, email=email, is_staff=staff)
    person.set_password(password)
    try:
        person.full_clean()
    except ValidationError as error:
        raise Invalid("This account can't be made: see the fields.", errors=error.message_dict) from error
    person.save()
    return person, password


def change_password(*, person: User, old: str, new: str) -> None:
    """Replace a person's password; tokens for scripts end with it. Raises: Invalid."""
    if not person.check_password(old):
        raise Invalid("The present password is not right.", errors={"old": ["Not right."]})
    try:
        validate_password(new, person)
    except ValidationError as error:
        raise Invalid("Choose a stronger password.", errors={"new": list(error.messages)}) from error
    person.set_password(new)
    person.save(update_fields=["password"])
    AuthToken.objects.filter(user=person).delete()


@transaction.atomic
def retire_person(*, person: User, anonymise: bool) -> None:
    """End an account. The work stays; anonymised, it no longer tells whose it was."""
    person.is_active = False
    person.set_unusable_password()
    if anonymise:
        person.username = f"person-{person.pk}"
        person.display_name = person.first_name = person.last_name = person.email = ""
    person.save()
    AuthToken.objects.filter(user=person).delete()


def give_token(*, person: User, days: int) -> dict[str, Any]:
    """A new token for scripts. Only its hash is stored, so it can be shown this once."""
    row, token = AuthToken.objects.create(user=person, expiry=timedelta(days=days))
    return {"token": token, "expires_at": row.expiry}
