from rest_framework import exceptions
from rest_framework.request import Request

from annotation_app.accounts.models import User


def person_of(request: Request) -> User:
    """The person who asks. Raises NotAuthenticated if nobody is signed in."""
    if not isinstance(request.user, User):
        raise exceptions.NotAuthenticated
    return request.user
