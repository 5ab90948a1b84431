from django.db import models
from django.db.models import Q

from annotation_app.benchmarks.rules import PERTURBATION_TYPES
from annotation_app.core.models import TimeStamped
from annotation_app.items.models import Text
from annotation_app.perturbations.rules import SuggestionKind


class Perturbation(TimeStamped):
    """A perturbed item, how it was made from its original, and how their tokens correspond.

    links: pairs [original token, perturbed token], each token at most once: the same word, or a word and
    its replacement. Tokens in no pair were deleted or inserted.
    """

    original = models.ForeignKey("items.Item", on_delete=models.PROTECT, related_name="perturbations")
    item = models.OneToOneField("items.Item", on_delete=models.PROTECT, related_name="perturbation")
    type = models.CharField(max_length=12, choices=[(kind, kind) for kind in PERTURBATION_TYPES])
    author = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="+")
    links = models.JSONField()
    note = models.TextField(blank=True)
    split = models.BooleanField(default=False, help_text="The reviewers disagree; a senior settles it.")
    lost = models.BooleanField(
        default=False, help_text="Rejected in review or discarded in its rounds, so it no longer counts."
    )

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(type__in=PERTURBATION_TYPES), name="perturbation_known_type"),
        ]


class PerturbationVersion(Text, TimeStamped):
    """One wording of a perturbation: the creator's, or a reviewer's changed one. Says who wrote it."""

    perturbation = models.ForeignKey(Perturbation, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveSmallIntegerField()
    author = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="+")
    links = models.JSONField()
    confirmed_warnings = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["perturbation", "number"], name="perturbation_version_one_per_number"
            ),
        ]


class PerturbationReview(TimeStamped):
    """One person's judgement of a perturbation; `version` is the wording they stand for, if any."""

    perturbation = models.ForeignKey(Perturbation, on_delete=models.PROTECT, related_name="reviews")
    reviewer = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="+")
    verdict = models.CharField(max_length=24)
    version = models.ForeignKey(PerturbationVersion, null=True, on_delete=models.PROTECT, related_name="+")
    reason = models.TextField(blank=True)
    settles = models.BooleanField(default=False, help_text="A senior's decision after the reviewers split.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["perturbation", "reviewer"], name="perturbation_review_once_per_person"
            ),
            models.CheckConstraint(
                condition=Q(verdict__in=["approve", "approve_with_changes", "reject"]),
                name="perturbation_review_known_verdict",
            ),
            models.CheckConstraint(
                condition=Q(verdict="reject", version__isnull=True)
                | (~Q(verdict="reject") & Q(version__isnull=False)),
                name="perturbation_review_version_unless_rejected",
            ),
        ]


class Suggestion(TimeStamped):
    """Words that a list, a dictionary or a language model proposed for a place in a wording, when asked to.

    A log as well: every proposal that was shown is a row, and `used_in` says which wording took one up.
    before, after: the wording at that time. part, start, end: the words to be replaced, in code points of
    that part; start equals end for a place between words. words: [{word, note, probability}], best first.
    source: what proposed them, with its version.
    """

    original = models.ForeignKey("items.Item", on_delete=models.PROTECT, related_name="suggestions")
    person = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=12, choices=[(kind.value, kind.value) for kind in SuggestionKind])
    before = models.TextField(blank=True)
    after = models.TextField(blank=True)
    part = models.CharField(max_length=6, choices=[("before", "before"), ("after", "after")])
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    state = models.CharField(max_length=8, default="waiting")
    source = models.CharField(max_length=300, blank=True)
    words = models.JSONField(default=list)
    error_code = models.CharField(max_length=60, blank=True)
    error_message = models.TextField(blank=True)
    used_in = models.ForeignKey(
        PerturbationVersion, null=True, on_delete=models.PROTECT, related_name="suggestions"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "done", "failed"]), name="suggestion_known_state"
            ),
            models.CheckConstraint(condition=Q(start__lte=models.F("end")), name="suggestion_place"),
        ]

    @property
    def chosen(self) -> str:
        """The words to be replaced; empty for a place between words."""
        return str((self.before if self.part == "before" else self.after)[self.start : self.end])

    @property
    def error(self) -> dict[str, str] | None:
        return {"code": self.error_code, "message": self.error_message} if self.error_code else None
