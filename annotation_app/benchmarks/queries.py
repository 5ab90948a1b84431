from collections import defaultdict

from django.db.models import QuerySet

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark, Membership


def benchmarks_of(person: User) -> QuerySet[Benchmark]:
    """The benchmarks in which a person has any role."""
    return Benchmark.objects.filter(memberships__person=person).distinct().order_by("title", "pk")


def roles_in(benchmark: Benchmark, person: User) -> frozenset[str]:
    """A person's roles in one benchmark; empty for an outsider."""
    rows = Membership.objects.filter(benchmark=benchmark, person=person)
    return frozenset(rows.values_list("role", flat=True))


def membership_in(slug: str, person: User) -> tuple[Benchmark, frozenset[str]] | None:
    """The benchmark at an address and a person's roles in it; to an outsider it does not exist: None."""
    rows = list(Membership.objects.filter(benchmark__slug=slug, person=person).select_related("benchmark"))
    return (rows[0].benchmark, frozenset(row.role for row in rows)) if rows else None


def memberships_of(person: User) -> list[tuple[Benchmark, list[str]]]:
    """A person's benchmarks, each with their roles in it."""
    roles: dict[int, list[str]] = defaultdict(list)
    benchmarks: dict[int, Benchmark] = {}
    rows = Membership.objects.filter(person=person).select_related("benchmark")
    for row in rows.order_by("benchmark__title", "role"):
        benchmarks[row.benchmark_id] = row.benchmark
        roles[row.benchmark_id].append(row.role)
    return [(benchmarks[key], roles[key]) for key in benchmarks]


def members_of(benchmark: Benchmark) -> QuerySet[Membership]:
    return benchmark.memberships.select_related("person").order_by("role", "person__username")
