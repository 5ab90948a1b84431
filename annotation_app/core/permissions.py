"""Who may use an endpoint is declared beside it: `policy` maps each method to a rule. No rule, no access."""

from typing import Any

from rest_framework.permissions import BasePermission
from rest_framework.request import Request


class Anyone(BasePermission):
    """Open to people who are not signed in (the sign-in itself, the API's own documentation)."""


class SignedIn(BasePermission):
    """Any person with an account, whatever their roles."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return bool(request.user and request.user.is_authenticated)


class Staff(SignedIn):
    """People who run the server, not only a benchmark on it."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return super().has_permission(request, view) and request.user.is_staff


class Declared(BasePermission):
    """Looks the method up in the view's `policy`. A method the view does not handle is answered 405."""

    def has_permission(self, request: Request, view: Any) -> bool:
        method = str(request.method).lower()
        if not hasattr(view, method) or method == "options":
            return SignedIn().has_permission(request, view)
        rule = getattr(view, "policy", {}).get("GET" if method == "head" else request.method)
        return rule is not None and rule().has_permission(request, view)
