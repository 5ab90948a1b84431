from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from annotation_app.core.models import TimeStamped
from annotation_app.releases.rules import ReleaseState


class Release(TimeStamped):
    """A numbered, frozen, checksummed export of a benchmark's finished pairs; it never changes."""

    benchmark = models.ForeignKey("benchmarks.Benchmark", on_delete=models.PROTECT, related_name="releases")
    version = models.CharField(max_length=60, help_text="A semantic version.")
    notes = models.TextField(blank=True)
    state = models.CharField(
        max_length=10,
        choices=[(state.value, state.value) for state in ReleaseState],
        default=ReleaseState.QUEUED,
    )
    person = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="+")
    options = models.JSONField(default=dict, help_text="What was asked for beside the items: an Options.")
    manifest = models.JSONField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    owner = models.CharField(max_length=36, blank=True, help_text="Token of the last builder.")
    taken_at = models.DateTimeField(null=True)
    published_at = models.DateTimeField(null=True)
    error_code = models.CharField(max_length=60, blank=True)
    error_message = models.TextField(blank=True)
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_by = models.ForeignKey("accounts.User", null=True, on_delete=models.PROTECT, related_name="+")
    withdrawn_reason = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["benchmark", "version"], name="release_one_per_version"),
            models.CheckConstraint(
                condition=Q(state__in=[state.value for state in ReleaseState]), name="release_known_state"
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["published", "withdrawn"]) | Q(manifest__isnull=False),
                name="release_published_has_manifest",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.benchmark_id} {self.version}"

    @property
    def error(self) -> dict[str, str] | None:
        return {"code": self.error_code, "message": self.error_message} if self.error_code else None

    @property
    def withdrawn(self) -> dict[str, Any] | None:
        if self.withdrawn_at is None:
            return None
        return {"at": self.withdrawn_at, "reason": self.withdrawn_reason}


class ReleaseFile(TimeStamped):
    """One file of a release, by name, with what proves its bytes."""

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="files")
    name = models.CharField(max_length=200)
    content_type = models.CharField(max_length=100)
    size = models.PositiveBigIntegerField()
    sha256 = models.CharField(max_length=64)
    private = models.BooleanField(
        default=False, help_text="Holds what was held back: in no export, and for admins alone."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["release", "name"], name="release_file_one_per_name"),
        ]


class ReleaseFormat(TimeStamped):
    """A release in another format, made when somebody first asks for it: one zip file, kept like the others.

    The row is the job as well: queued until its file is there. What is in the file comes from the frozen
    content alone, so it is the same whenever it is made.
    """

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="formats")
    name = models.CharField(max_length=20)
    state = models.CharField(max_length=8, default="queued")
    attempts = models.PositiveSmallIntegerField(default=0)
    file = models.OneToOneField(ReleaseFile, null=True, on_delete=models.PROTECT, related_name="+")
    error_message = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["release", "name"], name="release_format_one_per_name"),
            models.CheckConstraint(
                condition=Q(state__in=["queued", "ready", "failed"]), name="release_format_known_state"
            ),
            models.CheckConstraint(
                condition=~Q(state="ready") | Q(file__isnull=False), name="release_format_ready_has_file"
            ),
        ]


class ReleaseChunk(TimeStamped):
    """A stretch of a file's bytes; all but the last are CHUNK_BYTES long, so a number finds any byte."""

    CHUNK_BYTES = 1024 * 1024

    file = models.ForeignKey(ReleaseFile, on_delete=models.PROTECT, related_name="chunks")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["file", "number"], name="release_chunk_one_per_number"),
        ]


class ReleaseComparison(TimeStamped):
    """What differs between two releases, found once: neither ever changes. The row is the job as well.

    counts: items of each kind, and the unchanged ones. by_field: how many changed items differ in each field.
    """

    older = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="+")
    newer = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=8, default="queued")
    attempts = models.PositiveSmallIntegerField(default=0)
    counts = models.JSONField(default=dict)
    by_field = models.JSONField(default=dict)
    error_message = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["older", "newer"], name="release_comparison_one_per_pair"),
            models.CheckConstraint(
                condition=Q(state__in=["queued", "ready", "failed"]), name="release_comparison_known_state"
            ),
        ]


class ReleaseComparisonPart(models.Model):
    """A stretch of a comparison's changes of a kind, or of all: where the items stand in both releases."""

    comparison = models.ForeignKey(ReleaseComparison, on_delete=models.CASCADE, related_name="parts")
    kind = models.CharField(max_length=8)
    number = models.PositiveIntegerField()
    places = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["comparison", "kind", "number"], name="release_comparison_part_one_per_number"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


class ReleaseProgress(models.Model):
    """How far a build is. A row of its own: the builder's transaction, which nobody sees before it ends, does
    not write it, and so a second connection may."""

    release = models.OneToOneField(
        Release, primary_key=True, on_delete=models.CASCADE, related_name="progress"
    )
    stage = models.CharField(max_length=40)
    written = models.PositiveIntegerField(default=0, help_text="Items written so far.")
    total = models.PositiveIntegerField(default=0, help_text="Items to be written.")

    def __str__(self) -> str:
        return f"{self.stage}: {self.written} of {self.total}"


class ReleasedJudgement(models.Model):
    """What a release said of an item that was brought in from it. Who judged is not known here, so there are
    no scores and ratings to say it."""

    item = models.OneToOneField(
        "items.Item", primary_key=True, on_delete=models.PROTECT, related_name="released_judgement"
    )
    sufficiency = models.CharField(max_length=40, null=True, help_text="An exact mean, such as 11/3.")  # noqa: DJ001 - an item may have no scores
    compactness = models.CharField(max_length=40, null=True)  # noqa: DJ001
    mask_confidence = ArrayField(models.PositiveSmallIntegerField(), default=list)
    content_hash = models.CharField(max_length=64, help_text="Of the release.")

    def __str__(self) -> str:
        return f"item {self.item_id}: {self.sufficiency}, {self.compactness}"


class HeldBackScoring(TimeStamped):
    """Predictions for the test part of a release whose answers are held back, with the numbers they reached.

    read: lines with something in them. scored: items with a usable line. problems: broken lines, by number.
    """

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="scorings")
    person = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="+")
    file = models.CharField(max_length=300)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField(help_text="In bytes.")
    note = models.CharField(max_length=500, blank=True)
    read = models.PositiveIntegerField(default=0)
    scored = models.PositiveIntegerField(default=0)
    missing = models.PositiveIntegerField(default=0)
    problems = models.JSONField(default=list)
    report = models.JSONField(null=True)

    def __str__(self) -> str:
        return f"{self.file}: {self.scored} scored"
