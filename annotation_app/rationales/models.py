from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from annotation_app.core.models import TimeStamped


class Rationale(TimeStamped):
    """The tokens one annotator marked as support for an item's golden answer, in one round."""

    item = models.ForeignKey("items.Item", on_delete=models.PROTECT, related_name="rationales")
    round = models.PositiveSmallIntegerField()
    tokens = ArrayField(models.PositiveIntegerField(), help_text="Token indices, ascending, no repeats.")
    author = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "round"], name="rationale_one_per_round"),
            models.CheckConstraint(condition=Q(tokens__len__gte=1), name="rationale_not_empty"),
        ]


class RationaleScore(TimeStamped):
    """One senior annotator's score of a rationale: sufficiency 1 to 3, compactness 1 to 4."""

    rationale = models.ForeignKey(Rationale, on_delete=models.PROTECT, related_name="scores")
    senior = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="+")
    sufficiency = models.PositiveSmallIntegerField()
    compactness = models.PositiveSmallIntegerField()
    comment = models.TextField(blank=True)
    guess = models.CharField(
        max_length=200, blank=True, help_text="What the senior typed seeing the rationale alone."
    )
    guess_seconds = models.FloatField(null=True, help_text="How long that took.")
    token_comments = models.JSONField(default=list, help_text="Remarks on single tokens: [index, comment].")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["rationale", "senior"], name="rationale_score_once_per_senior"),
            models.CheckConstraint(
                condition=Q(sufficiency__gte=1, sufficiency__lte=3, compactness__gte=1, compactness__lte=4),
                name="rationale_score_on_scale",
            ),
        ]


class RationaleDraft(TimeStamped):
    """What one person has marked so far in one round of an item; theirs alone, never judged.

    Each write names the revision it was made from, so a window left open can't overwrite a newer one.
    """

    item = models.ForeignKey("items.Item", on_delete=models.PROTECT, related_name="drafts")
    round = models.PositiveSmallIntegerField()
    person = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="+")
    tokens = ArrayField(models.PositiveIntegerField(), default=list)
    revision = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "round", "person"], name="draft_one_per_person"),
        ]

    def __str__(self) -> str:
        return f"draft of item {self.item_id}, round {self.round}, revision {self.revision}"
