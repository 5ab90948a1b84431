from typing import Any

from django.db.models import QuerySet

from annotation_app.accounts.models import User


def memberships_of(person: User) -> list[dict[str, Any]]:
    """A person's benchmarks by title, each with their roles in it.

    Read through the reverse relation, since benchmarks build on accounts and not the other way round.
    """
    found: dict[str, dict[str, Any]] = {}
    rows = person.memberships.select_related("benchmark").order_by("benchmark__title", "role")
    for row in rows:
        slug = row.benchmark.slug
        entry = found.setdefault(slug, {"benchmark": slug, "title": row.benchmark.title, "roles": []})
        entry["roles"].append(row.role)
    return list(found.values())


def accounts() -> QuerySet[User]:
    """Every account of this server, by user name."""
    return User.objects.order_by("username")
