from datetime import timedelta
from typing import Any

from knox.models import AuthToken

from annotation_app.accounts.models import User


def choose_language(*, person: User, language: str) -> None:
    """Remember the language of a person's interface."""
    person.language = language
    person.save(update_fields=["language"])


def give_token(*, person: User, days: int) -> dict[str, Any]:
    """A new token for scripts. Only its hash is stored, so it can be shown this once."""
    row, token = AuthToken.objects.create(user=person, expiry=timedelta(days=days))
    return {"token": token, "expires_at": row.expiry}
