from typing import Any

from django.conf import settings
from django.db import connection
from django.db.utils import OperationalError
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import ensure_csrf_cookie


class HealthView(View):
    """200 when the web process reaches its database, else 503."""

    def get(self, request: HttpRequest) -> HttpResponse:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
        except OperationalError:
            return JsonResponse({"status": "no database"}, status=503)
        return JsonResponse({"status": "ok"})


@method_decorator(ensure_csrf_cookie, name="dispatch")
class FrontEndView(View):
    """The single page; its own router reads the address."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        page = settings.FRONTEND_DIST / "index.html"
        if not page.is_file():
            return HttpResponse(
                "The front end is not built. Run ./start, or `npm run build` in frontend/.", status=503
            )
        response = FileResponse(page.open("rb"), content_type="text/html; charset=utf-8")
        response["Cache-Control"] = "no-cache"
        return response
