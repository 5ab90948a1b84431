from django.conf import settings
from django.db import models


class TimeStamped(models.Model):
    """When a row was made and last written."""

    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True


class AnsweredRequest(TimeStamped):
    """A request that made something, under the key its sender gave it, and the answer it got.

    The row is written in the transaction of the work itself, so that it exists exactly if the work was done.
    """

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    request = models.CharField(max_length=64, help_text="SHA-256 of method, address and body.")
    status = models.PositiveSmallIntegerField(null=True)
    body = models.JSONField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "key"], name="answered_request_one_per_key"),
        ]

    def __str__(self) -> str:
        return self.key
