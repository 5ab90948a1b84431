"""Every refusal of the API as application/problem+json (RFC 9457) with a stable code."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, JsonResponse
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from annotation_app.core.errors import DomainError

CONTENT_TYPE = "application/problem+json"
SENTENCES = {
    400: ("parse_error", "The request could not be read", "Send well-formed JSON."),
    401: ("not_signed_in", "Not signed in", "Sign in, then try again."),
    403: ("permission_denied", "Not allowed", "You don't have permission for this."),
    404: ("not_found", "Not found", "There is nothing at this address, or it is not yours to see."),
    405: ("method_not_allowed", "Method not allowed", "This address does not take that method."),
    406: ("not_acceptable", "Not acceptable", "Ask for application/json."),
    415: ("unsupported_media_type", "Unsupported media type", "Send application/json."),
    429: ("throttled", "Too many requests", "Wait a moment, then try again."),
    500: ("server_error", "Something broke on the server", "Your work is kept in the browser; try again."),
}


def problem(
    status: int, code: str, title: str, detail: str, errors: dict[str, Any] | None = None
) -> dict[str, Any]:
    """The body of a refusal. `type` is a relative address of the code's documentation."""
    body: dict[str, Any] = {
        "type": f"/problems/{code}",
        "title": title,
        "status": status,
        "code": code,
        "detail": detail,
    }
    if errors:
        body["errors"] = errors
    return body


def flatten(errors: Any, prefix: str = "") -> dict[str, list[str]]:
    """Field errors of nested serializers by dotted field name."""
    if isinstance(errors, dict):
        flat: dict[str, list[str]] = {}
        for name, inner in errors.items():
            flat.update(flatten(inner, f"{prefix}.{name}" if prefix else str(name)))
        return flat
    if isinstance(errors, list) and any(isinstance(inner, dict) for inner in errors):
        flat = {}
        for index, inner in enumerate(errors):
            flat.update(flatten(inner, f"{prefix}.{index}" if prefix else str(index)))
        return flat
    return {prefix or "request": [str(message) for message in errors]} if errors else {}


def problem_response(error: Exception, context: dict[str, Any]) -> Response | None:
    """Django REST Framework's exception handler: None only for a real fault, which then is a 500."""
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    headers: dict[str, str] = {}
    if isinstance(error, DomainError):
        status = error.status
        body = problem(status, error.code, error.title, error.detail, error.errors) | error.extra
    elif isinstance(error, exceptions.ValidationError):
        status = 422
        errors = flatten(error.detail)
        detail = "; ".join(f"{field}: {' '.join(messages)}" for field, messages in errors.items())
        body = problem(status, "validation_error", "Please correct the input", detail, errors)
    elif isinstance(error, exceptions.APIException):
        status = error.status_code
        code, title, sentence = SENTENCES.get(status, ("refused", "Refused", ""))
        own = error.get_codes() if not isinstance(error.detail, list | dict) else code
        if isinstance(error, exceptions.PermissionDenied) and own == "role_required":
            code, sentence = "role_required", str(error.detail)
        elif isinstance(error, exceptions.PermissionDenied) and "CSRF" in str(error.detail):
            code, sentence = "csrf_failed", "The page is out of date. Reload it and try again."
        elif isinstance(error, exceptions.AuthenticationFailed):
            sentence = str(error.detail)
        body = problem(status, code, title, sentence)
        wait = getattr(error, "wait", None)
        if wait is not None:
            headers["Retry-After"] = str(int(wait) + 1)
        if header := getattr(error, "auth_header", None):
            headers["WWW-Authenticate"] = header
    else:
        return None
    set_rollback()
    return Response(body, status=status, headers=headers, content_type=CONTENT_TYPE)


def _plain(status: int) -> JsonResponse:
    code, title, sentence = SENTENCES[status]
    return JsonResponse(problem(status, code, title, sentence), status=status, content_type=CONTENT_TYPE)


def not_found(request: HttpRequest, exception: Exception | None = None) -> JsonResponse:
    return _plain(404)


def server_error(request: HttpRequest) -> JsonResponse:
    return _plain(500)
