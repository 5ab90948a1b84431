from celery import shared_task

from annotation_app.work.notifying import send_digests


@shared_task(name="work.send_digests")
def send_digests_daily() -> int:
    """Send the daily e-mails."""
    return send_digests()
