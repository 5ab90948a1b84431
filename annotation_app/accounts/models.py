from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """A person. People who leave are deactivated, never deleted: their work stays and names them."""

    display_name = models.CharField(max_length=150, blank=True)
    language = models.CharField(
        max_length=20, default="en", help_text="Language of the interface, a BCP-47 tag."
    )

    daily_digest = models.BooleanField(
        default=False, help_text="Whether to send an e-mail each day while work waits."
    )

    @property
    def name(self) -> str:
        return self.display_name or self.username
