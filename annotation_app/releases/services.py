from django.db import transaction
from django.utils import timezone

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark
from annotation_app.celery import send_on_commit
from annotation_app.perturbations.queries import finished_pairs
from annotation_app.releases import previewing, rules
from annotation_app.releases.models import Release, ReleaseProgress
from annotation_app.releases.options import Options, check_options
from annotation_app.releases.rules import ReleaseState
from annotation_app.runs.models import Run


@transaction.atomic
def publish_release(
    *, benchmark: Benchmark, version: str, notes: str, person: User, options: Options | None = None
) -> Release:
    """Name a release and have it built in the background. A failed build's version may be tried again.

    Raises: Invalid (not a semantic version, version taken, nothing to release, options that don't work),
    GatesNotReached (the settings ask for more pairs first).
    """
    options = options or Options()
    rules.check_version(version)
    check_options(options)
    known = Run.objects.filter(benchmark=benchmark, pk__in=options.runs).count()
    rules.check_runs(asked=len(set(options.runs)), known=known)
    # The benchmark's row orders two admins who publish at once: the second one sees the first one's version.
    Benchmark.objects.select_for_update(no_key=True).get(pk=benchmark.pk)
    release = Release.objects.filter(benchmark=benchmark, version=version).first()
    rules.check_may_publish(
        existing=ReleaseState(release.state) if release else None,
        pairs=finished_pairs(benchmark)[:1].count(),  # whether there is one: there may be a million
    )
    rules.check_gates(previewing.gates_not_reached(benchmark))
    release = release or Release(benchmark=benchmark, version=version)
    release.options = options.to_json()
    release.notes, release.person, release.state = notes, person, ReleaseState.QUEUED
    release.attempts, release.owner = 0, ""
    release.error_code = release.error_message = ""
    release.save()
    ReleaseProgress.objects.filter(release=release).delete()
    send_on_commit("releases.build", release.pk)
    return release


@transaction.atomic
def withdraw_release(*, release: Release, reason: str, person: User) -> Release:
    """Say that a release should no longer be used. Its bytes stay, for those who have to look back.

    Raises: NotAllowedInState (not published), Invalid (no reason).
    """
    release = Release.objects.select_for_update().get(pk=release.pk)
    rules.check_may_withdraw(state=ReleaseState(release.state), reason=reason)
    release.state, release.withdrawn_reason = ReleaseState.WITHDRAWN, reason.strip()
    release.withdrawn_by, release.withdrawn_at = person, timezone.now()
    release.save(update_fields=["state", "withdrawn_reason", "withdrawn_by", "withdrawn_at", "updated_at"])
    return release
