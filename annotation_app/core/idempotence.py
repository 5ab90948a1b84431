"""`Idempotency-Key`: the same request sent twice is done once and gets the same answer twice."""

import hashlib
import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_app.core.errors import Invalid
from annotation_app.core.models import AnsweredRequest

HEADER = "Idempotency-Key"
LONGEST = 200
Handler = Callable[..., Response]


class KeyReused(Invalid):
    code = "idempotency_key_reused"
    title = "This key belongs to another request"


def fingerprint(request: Request) -> str:
    """SHA-256 of what a request asks for; of a file, its name and size stand for it."""
    given: Any = request.data
    fields = {
        name: [value.name, value.size] if isinstance(value, UploadedFile) else value
        for name, value in (given.items() if hasattr(given, "items") else [("", given)])
    }
    asked = json.dumps([request.method, request.path, fields], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(asked.encode()).hexdigest()


def idempotent(handler: Handler) -> Handler:
    """Marks a view's method that makes something: with a key, it makes it once.

    A second request waits on the first one's row and then repeats its answer. A refusal leaves no row, so a
    request that was refused may be tried again under its key. Raises: KeyReused.
    """

    @wraps(handler)
    def answer(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        key = request.headers.get(HEADER, "")
        if not key:
            return handler(view, request, *args, **kwargs)
        if len(key) > LONGEST:
            raise KeyReused(f"An {HEADER} has at most {LONGEST} characters.")
        asked = fingerprint(request)
        with transaction.atomic():
            row, _ = AnsweredRequest.objects.get_or_create(
                person_id=request.user.pk, key=key, defaults={"request": asked}
            )
            if row.request != asked:
                raise KeyReused(f"This {HEADER} was used for another request. Make a new key for each.")
            if row.status is not None:
                return Response(row.body, status=row.status)
            response = handler(view, request, *args, **kwargs)
            row.status = response.status_code
            row.body = json.loads(view.get_renderers()[0].render(response.data))
            row.save(update_fields=["status", "body", "updated_at"])
        return response

    answer.idempotent = True  # type: ignore[attr-defined]  # read by the test that walks the addresses
    return answer
