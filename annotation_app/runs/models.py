from enum import StrEnum

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from annotation_app.core.models import TimeStamped
from annotation_app.runs.rules import CheckState, Kind, PartState, RowState, RunState
from worker.types import ModelKind


def choices(words: type[StrEnum]) -> list[tuple[str, str]]:
    return [(word.value, word.value) for word in words]


class LanguageModel(TimeStamped):
    """A language model this server offers: where its weights are and which ones exactly.

    A check-up on a worker says whether it can be used and pins the revision of a model that has none yet.
    check_owner: the token of the latest check-up, whose answer alone counts.
    """

    name = models.CharField(max_length=100, unique=True)
    source = models.CharField(
        max_length=300, help_text="A folder, relative to the repository unless absolute, or a hub name."
    )
    revision = models.CharField(
        max_length=100,
        blank=True,
        help_text="What pins the weights: the folder's SHA-256 or the hub's commit; empty before a check-up.",
    )
    languages = ArrayField(models.CharField(max_length=35))
    licence = models.CharField(max_length=300, blank=True)
    parameters = models.PositiveBigIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=20, choices=choices(ModelKind), default=ModelKind.MASKED)
    enabled = models.BooleanField(default=True)
    check_state = models.CharField(
        max_length=10, choices=choices(CheckState), default=CheckState.NEVER, editable=False
    )
    check_owner = models.CharField(max_length=36, blank=True, editable=False)
    check_asked_at = models.DateTimeField(null=True, editable=False)
    check_facts = models.JSONField(null=True, editable=False, help_text="A ModelFacts of worker.trial_types.")
    check_code = models.CharField(max_length=60, blank=True, editable=False)
    check_message = models.TextField(blank=True, editable=False)
    checked_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=[kind.value for kind in ModelKind]), name="language_model_known_kind"
            ),
            models.CheckConstraint(
                condition=Q(enabled=False) | ~Q(revision=""), name="language_model_enabled_is_pinned"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Ending(models.Model):
    """Why something came to nothing: a stable code and a sentence; both empty while it has not."""

    error_code = models.CharField(max_length=60, blank=True)
    error_message = models.TextField(blank=True)

    class Meta:
        abstract = True

    @property
    def error(self) -> dict[str, str] | None:
        return {"code": self.error_code, "message": self.error_message} if self.error_code else None


class ScoresUpload(TimeStamped):
    """A file of scores that somebody made elsewhere and brought in, with what came of its lines.

    form: which form the file has. read: lines with something in them. stored: scores kept. missing: items of
    finished pairs, in the languages the file has, that it says nothing of. problems: as in an Import.
    """

    benchmark = models.ForeignKey(
        "benchmarks.Benchmark", on_delete=models.PROTECT, related_name="scores_uploads"
    )
    person = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="+")
    file = models.CharField(max_length=300)
    form = models.CharField(max_length=20)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField(help_text="In bytes.")
    note = models.CharField(max_length=500, blank=True, help_text="How the scores were made.")
    read = models.PositiveIntegerField(default=0)
    stored = models.PositiveIntegerField(default=0)
    missing = models.PositiveIntegerField(default=0)
    problems = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"{self.file}: {self.stored} of {self.read} stored"


class Run(Ending, TimeStamped):
    """One language model and one saliency method over a list of pairs.

    The model's source and revision are copied, so that a run stays what it was when the model is replaced. An
    external run has no registered model: external_model is its name in the words of whoever uploaded it.
    """

    benchmark = models.ForeignKey("benchmarks.Benchmark", on_delete=models.PROTECT, related_name="runs")
    model = models.ForeignKey(LanguageModel, null=True, on_delete=models.PROTECT, related_name="runs")
    external_model = models.CharField(max_length=200, blank=True)
    upload = models.ForeignKey(ScoresUpload, null=True, on_delete=models.PROTECT, related_name="runs")
    source = models.CharField(max_length=300)
    revision = models.CharField(max_length=100)
    method = models.CharField(max_length=40)
    method_settings = models.JSONField(default=dict, help_text="As asked; the worker fills in its defaults.")
    scope = models.JSONField(default=dict, help_text="Which pairs were asked for: a Scope of runs.rules.")
    dtype = models.CharField(max_length=10, default="float32", help_text="Precision of weights and products.")
    deviation = models.JSONField(null=True, help_text="Half precision against float32, on some of its items.")
    kind = models.CharField(max_length=10, choices=choices(Kind))
    state = models.CharField(max_length=10, choices=choices(RunState), default=RunState.QUEUED)
    queue = models.CharField(max_length=20, default="cpu")
    person = models.ForeignKey("accounts.User", null=True, on_delete=models.PROTECT, related_name="+")
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    stamps = models.JSONField(default=list, help_text="Each worker that answered: its versions and settings.")
    report = models.JSONField(null=True)
    report_fingerprint = models.CharField(max_length=120, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["benchmark", "model", "revision", "method"],
                condition=Q(kind="standing"),
                name="run_one_standing",
            ),
            models.CheckConstraint(
                condition=Q(state__in=[state.value for state in RunState]), name="run_known_state"
            ),
            models.CheckConstraint(
                condition=Q(kind="external", model=None, upload__isnull=False) & ~Q(external_model="")
                | ~Q(kind="external") & Q(model__isnull=False, upload=None, external_model=""),
                name="run_registered_or_external",
            ),
        ]
        indexes = [
            models.Index(fields=["state"], condition=Q(state__in=["queued", "running"]), name="run_open"),
        ]

    def __str__(self) -> str:
        return f"run {self.pk}: {self.method}"

    @property
    def model_name(self) -> str:
        """The model's name, registered or as its uploader gave it; select_related("model") saves a query."""
        return self.external_model if self.model is None else self.model.name


class RunItem(Ending, TimeStamped):
    """One item in one run: the job and, once done, what came back. The row is the truth, a message a wake-up.

    owner: the token of the latest batch the row was sent with. lease_until: when to ask after it.
    """

    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="rows")
    item = models.ForeignKey("items.Item", on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=8, choices=choices(RowState), default=RowState.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    owner = models.CharField(max_length=36, blank=True)
    sent_at = models.DateTimeField(null=True)
    lease_until = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    prediction = models.JSONField(null=True)
    saliency = models.JSONField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "item"], name="run_item_once_per_run"),
            models.CheckConstraint(
                condition=Q(state__in=[state.value for state in RowState]), name="run_item_known_state"
            ),
        ]
        indexes = [
            models.Index(
                fields=["run", "state", "id"],
                condition=Q(state__in=["queued", "sent"]),
                name="run_item_open",
            ),
            models.Index(fields=["run", "finished_at"], name="run_item_rate"),
        ]

    def __str__(self) -> str:
        return f"run {self.run_id}, item {self.item_id}"


class RunPair(TimeStamped):
    """A pair that a run compares, with the rows of its two items."""

    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="pairs")
    perturbation = models.ForeignKey("perturbations.Perturbation", on_delete=models.PROTECT, related_name="+")
    original = models.ForeignKey(RunItem, on_delete=models.PROTECT, related_name="pairs_as_original")
    perturbed = models.ForeignKey(RunItem, on_delete=models.PROTECT, related_name="pairs_as_perturbed")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "perturbation"], name="run_pair_once_per_run"),
        ]


class Estimate(TimeStamped):
    """How long runs would take, measured on a sample before anybody starts them."""

    benchmark = models.ForeignKey("benchmarks.Benchmark", on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="+")
    scope = models.JSONField(help_text="As of a run.")
    queue = models.CharField(max_length=20)
    dtype = models.CharField(max_length=10)

    def __str__(self) -> str:
        return f"estimate {self.pk}"


class EstimatePart(Ending, TimeStamped):
    """One model and method of an estimate. instances: how many a run would score.

    owner: the token of the message that measures it.
    """

    estimate = models.ForeignKey(Estimate, on_delete=models.CASCADE, related_name="parts")
    model = models.ForeignKey(LanguageModel, on_delete=models.PROTECT, related_name="+")
    method = models.CharField(max_length=40)
    state = models.CharField(max_length=10, choices=choices(PartState), default=PartState.WAITING)
    owner = models.CharField(max_length=36)
    instances = models.PositiveIntegerField()
    sample = models.PositiveIntegerField()
    seconds_per_instance = models.FloatField(null=True)
    load_seconds = models.FloatField(null=True)
    deviation = models.JSONField(null=True, help_text="As of a run.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["estimate", "model", "method"], name="estimate_part_once"),
            models.CheckConstraint(
                condition=Q(state__in=[state.value for state in PartState]), name="estimate_part_known_state"
            ),
        ]

    def __str__(self) -> str:
        return f"estimate {self.estimate_id}: {self.method}"


class RunTable(Ending, TimeStamped):
    """A run's table of pairs: what its reports are counted from, kept until more scores are there.

    fingerprint: of the scores it was made from, empty before it was first made. asked: of those it was last
    asked for, with an error if that came to nothing.
    """

    run = models.OneToOneField(Run, on_delete=models.PROTECT, related_name="table")
    fingerprint = models.CharField(max_length=120, blank=True)
    asked = models.CharField(max_length=120, blank=True)
    asked_at = models.DateTimeField(null=True)
    facts = models.JSONField(default=dict, help_text="groups, types and ratios of a PairTable.")

    def __str__(self) -> str:
        return f"table of run {self.run_id}"


class RunTableColumn(models.Model):
    """One column of a table, as a compressed numpy file."""

    table = models.ForeignKey(RunTable, on_delete=models.CASCADE, related_name="columns")
    name = models.CharField(max_length=30)
    content = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "name"], name="run_table_column_once"),
        ]

    def __str__(self) -> str:
        return self.name
