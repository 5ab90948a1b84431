"""What waits for a person, told by the bell and, to those who want it, by a daily e-mail."""

from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from annotation_app.accounts.models import User
from annotation_app.benchmarks.queries import memberships_of
from annotation_app.work.queries import work_counts


def notifications_for(person: User) -> list[dict[str, Any]]:
    """For each benchmark and duty of a person, how many items wait for them; none where nothing waits.

    Only what they may take is counted, so a count tells nothing about others' judgements of an item.
    """
    now = timezone.now()
    return [
        {"benchmark": benchmark.slug, "title": benchmark.title, **count}
        for benchmark, roles in memberships_of(person)
        for count in work_counts(benchmark, person, roles, now)
        if count["waiting"] or count["mine"]
    ]


def digest_text(person: User, waiting: list[dict[str, Any]]) -> str:
    """The e-mail's text: one line for each duty with work."""
    lines = [
        f"{row['title']}: {row['waiting']} × {row['duty'].replace('_', ' ')}"
        for row in waiting
        if row["waiting"]
    ]
    greeting = _("Hello %(name)s, this waits for you:") % {"name": person.name}
    return "\n".join([greeting, "", *lines, "", settings.PUBLIC_URL]).rstrip() + "\n"


def send_digests() -> int:
    """Send the daily e-mail to everyone who wants it and has work waiting. Returns how many were sent."""
    sent = 0
    people = User.objects.filter(is_active=True, daily_digest=True).exclude(email="")
    for person in people.iterator():
        waiting = [row for row in notifications_for(person) if row["waiting"]]
        if not waiting:
            continue
        with override(person.language.lower()):
            sent += send_mail(
                subject=_("Whybench: work is waiting for you"),
                message=digest_text(person, waiting),
                from_email=None,
                recipient_list=[person.email],
            )
    return sent
