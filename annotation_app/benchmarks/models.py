from fractions import Fraction

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from annotation_app.benchmarks import rules
from annotation_app.core.models import TimeStamped


def default_languages() -> list[str]:
    return ["en", "zh"]


def default_dimensions() -> list[str]:
    return list(rules.DIMENSIONS)


def default_methods() -> list[str]:
    return ["attention", "integrated_gradients"]


class Benchmark(TimeStamped):
    """What a team builds: its settings, its people with their roles, its items. A server holds many."""

    slug = models.SlugField(max_length=60, unique=True)
    title = models.CharField(max_length=200)
    description = models.TextField(blank=True)
    created_by = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return self.slug

    @property
    def settings(self) -> "Settings":
        """The version that new items work under."""
        return self.settings_versions.latest("version")


class Settings(TimeStamped):
    """One frozen version of a benchmark's counts and thresholds; each item remembers its own."""

    benchmark = models.ForeignKey(Benchmark, on_delete=models.PROTECT, related_name="settings_versions")
    version = models.PositiveIntegerField()
    created_by = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="+")
    languages = ArrayField(models.CharField(max_length=35), default=default_languages)
    dimensions = ArrayField(models.CharField(max_length=60), default=default_dimensions)
    mask_raters = models.PositiveSmallIntegerField(default=3)
    mask_gate = models.PositiveSmallIntegerField(default=2, help_text="Every rating must be at most this.")
    mask_proposals = models.PositiveSmallIntegerField(default=3, help_text="Places tried before rejection.")
    scorers = models.PositiveSmallIntegerField(default=3, help_text="Seniors who score each rationale.")
    sufficiency_gate = models.DecimalField(max_digits=4, decimal_places=3, default=3)
    compactness_gate = models.DecimalField(max_digits=4, decimal_places=3, default="3.6")
    rounds = models.PositiveSmallIntegerField(default=3, help_text="Scoring passes before discarding.")
    creators = models.PositiveSmallIntegerField(default=2, help_text="People who each perturb an original.")
    reviewers = models.PositiveSmallIntegerField(default=2, help_text="Others who review a perturbation.")
    siblings_may_review = models.BooleanField(
        default=False,
        help_text="Whether the creator of another perturbation of the same original may review.",
    )
    perturbations_per_original = models.PositiveSmallIntegerField(default=1)
    perturbations_per_type = models.PositiveIntegerField(default=100)
    perturb_after = models.CharField(
        max_length=20, default="rationale", choices=[("rationale", "rationale"), ("mask", "mask")]
    )
    suggest_projected_rationale = models.BooleanField(default=True)
    lease_minutes = models.PositiveSmallIntegerField(default=30)
    chinese_tokens = models.CharField(
        max_length=10,
        default="words",
        choices=[("words", "words"), ("characters", "characters")],
        help_text="What Chinese texts are cut into when they are imported without tokens of their own.",
    )
    methods = ArrayField(models.CharField(max_length=40), default=default_methods)
    guidelines = models.JSONField(default=dict, blank=True, help_text="Texts by language, then by topic.")
    release_gates = models.CharField(
        max_length=10,
        default="warn",
        choices=[("warn", "warn"), ("block", "block")],
        help_text="Whether a release may be published while it has fewer pairs than wanted.",
    )
    consent = models.TextField(
        blank=True, help_text="What the annotators agreed to; stands in each release's datasheet."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["benchmark", "version"], name="settings_one_per_version"),
        ]

    @property
    def gates(self) -> tuple[Fraction, Fraction]:
        """The least mean sufficiency and compactness, exact."""
        return Fraction(self.sufficiency_gate), Fraction(self.compactness_gate)

    def guideline(self, topic: str, language: str) -> str:
        """The text for a dimension or duty in the reader's language, else in English, else empty."""
        for tag in (language, language.split("-")[0], "en"):
            text = self.guidelines.get(tag, {}).get(topic)
            if text:
                return str(text)
        return ""


class Membership(TimeStamped):
    """One role of one person in one benchmark."""

    benchmark = models.ForeignKey(Benchmark, on_delete=models.PROTECT, related_name="memberships")
    person = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=20, choices=[(role.value, role.value) for role in rules.Role])

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["benchmark", "person", "role"], name="membership_once_per_role"),
            models.CheckConstraint(
                condition=Q(role__in=[role.value for role in rules.Role]), name="membership_known_role"
            ),
        ]
