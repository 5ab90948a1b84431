"""How long the server itself took for a request, told in the standard `Server-Timing` header."""

from collections.abc import Callable
from time import perf_counter

from django.http import HttpRequest
from django.http.response import HttpResponseBase

Answer = Callable[[HttpRequest], HttpResponseBase]


def server_timing(get_response: Answer) -> Answer:
    """Middleware: milliseconds from the first middleware to the answer, without queueing or the network."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        start = perf_counter()
        response = get_response(request)
        response["Server-Timing"] = f"app;dur={(perf_counter() - start) * 1000:.1f}"
        return response

    return answer
