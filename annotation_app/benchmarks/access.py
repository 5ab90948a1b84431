"""The base of every view under /api/benchmarks/{slug}/: who is asking, in which benchmark, in which roles."""

from typing import Any, ClassVar

from django.http import Http404
from rest_framework import exceptions
from rest_framework.generics import GenericAPIView
from rest_framework.pagination import BasePagination
from rest_framework.request import Request

from annotation_app.accounts.access import person_of
from annotation_app.accounts.models import User
from annotation_app.benchmarks import queries
from annotation_app.benchmarks.models import Benchmark
from annotation_app.benchmarks.rules import Role

Policy = frozenset[Role]
MEMBERS: Policy = frozenset(Role)
ADMINS: Policy = frozenset({Role.ADMIN})
SENIORS: Policy = frozenset({Role.SENIOR})
ANNOTATORS: Policy = frozenset({Role.ANNOTATOR})
READERS: Policy = frozenset({Role.ADMIN, Role.SENIOR})
WORKERS: Policy = frozenset({Role.ANNOTATOR, Role.SENIOR})


class BenchmarkView(GenericAPIView[Any]):
    """Resolves the benchmark for its members; to everybody else it does not exist.

    policy: for each method, the roles of which a person must have one.
    """

    policy: ClassVar[dict[str, Policy]] = {}
    pagination_class: type[BasePagination] | None = None
    person: User
    benchmark: Benchmark
    roles: frozenset[str]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Beside the usual checks: no database text holds a NUL character, so nothing of that name exists."""
        super().initial(request, *args, **kwargs)
        asked = [value for _, values in request.query_params.lists() for value in values]
        if any("\x00" in str(value) for value in (*asked, *kwargs.values())):
            raise Http404

    def check_permissions(self, request: Request) -> None:
        self.person = person_of(request)
        found = queries.membership_in(self.kwargs["slug"], self.person)
        if found is None:
            raise Http404
        self.benchmark, self.roles = found
        roles = self.roles
        method = "GET" if request.method == "HEAD" else str(request.method)
        handled = method.lower() in self.http_method_names and hasattr(self, method.lower())
        if method == "OPTIONS" or not handled:
            return  # it is answered 405
        allowed = self.policy.get(method, frozenset())
        if not roles & allowed:
            names = " or ".join(sorted(allowed)) or "nobody"
            raise exceptions.PermissionDenied(
                f"This needs the role {names} in this benchmark. Ask an admin of it.", code="role_required"
            )
