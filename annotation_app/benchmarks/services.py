from fractions import Fraction
from typing import Any

from django.db import transaction

from annotation_app.accounts.models import User
from annotation_app.benchmarks import rules
from annotation_app.benchmarks.models import Benchmark, Membership, Settings
from annotation_app.core.errors import Invalid

COUNTS = ("mask_raters", "mask_proposals", "scorers", "rounds", "creators", "reviewers", "lease_minutes")


@transaction.atomic
def create_benchmark(
    *, slug: str, title: str, description: str, creator: User, settings: dict[str, Any] | None = None
) -> Benchmark:
    """Make a benchmark with its first settings version; the creator becomes its admin.

    Raises: Invalid (slug taken, settings that would not work).
    """
    if Benchmark.objects.filter(slug=slug).exists():
        raise Invalid("This short name is taken. Choose another one.", errors={"slug": ["Taken."]})
    benchmark = Benchmark.objects.create(slug=slug, title=title, description=description, created_by=creator)
    change_settings(benchmark=benchmark, author=creator, changes=settings or {})
    Membership.objects.create(benchmark=benchmark, person=creator, role=rules.Role.ADMIN)
    return benchmark


@transaction.atomic
def change_settings(*, benchmark: Benchmark, author: User, changes: dict[str, Any]) -> Settings:
    """Write a new settings version; items that exist keep theirs.

    Raises: Invalid.
    """
    Benchmark.objects.select_for_update().get(pk=benchmark.pk)
    last = benchmark.settings_versions.order_by("-version").first()
    settings = Settings.objects.get(pk=last.pk) if last else Settings(benchmark=benchmark)
    settings.pk, settings.version, settings.created_by = None, last.version + 1 if last else 1, author
    settings._state.adding = True
    for name, value in changes.items():
        setattr(settings, name, value)
    rules.check_settings(
        counts={name: getattr(settings, name) for name in COUNTS},
        mask_gate=settings.mask_gate,
        sufficiency_gate=Fraction(settings.sufficiency_gate),
        compactness_gate=Fraction(settings.compactness_gate),
        languages=settings.languages,
        dimensions=settings.dimensions,
    )
    settings.save(force_insert=True)
    return settings


@transaction.atomic
def add_member(*, benchmark: Benchmark, username: str, role: str) -> Membership:
    """Give a person a role; giving it twice is the same as once. Raises: Invalid (nobody of that name)."""
    person = User.objects.filter(username=username, is_active=True).first()
    if person is None:
        raise Invalid(
            f"Nobody here is called {username}. Check the spelling, or make the account first.",
            errors={"username": ["Unknown."]},
        )
    row, _ = Membership.objects.get_or_create(benchmark=benchmark, person=person, role=role)
    return row


@transaction.atomic
def remove_member(*, membership: Membership) -> None:
    """Take a role away. What the person did stays. Raises: NotEligible (the last admin)."""
    Benchmark.objects.select_for_update().get(pk=membership.benchmark_id)
    admins = Membership.objects.filter(benchmark_id=membership.benchmark_id, role=rules.Role.ADMIN).count()
    rules.check_admin_remains(role=membership.role, admins=admins)
    membership.delete()
