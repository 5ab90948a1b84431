from rest_framework import authentication
from rest_framework.request import Request


class SessionAuthentication(authentication.SessionAuthentication):
    """Session sign-in that answers 401 to someone who is signed out, so that a page can offer to sign in."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"
