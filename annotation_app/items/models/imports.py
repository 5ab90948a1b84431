from typing import Any

from django.db import models
from django.db.models import Q

from annotation_app.core.models import TimeStamped
from annotation_app.items.rules import ImportMode, ImportState


class Import(TimeStamped):
    """One uploaded file on its way into a benchmark, from the upload to the report.

    The row is the truth and a message to a worker only a wake-up. Whoever works on it holds it under `owner`
    until `lease_until`; what a lost worker did not commit is done again by the next.
    """

    benchmark = models.ForeignKey("benchmarks.Benchmark", on_delete=models.PROTECT, related_name="imports")
    person = models.ForeignKey("accounts.User", null=True, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(
        max_length=10,
        choices=[(state.value, state.value) for state in ImportState],
        default=ImportState.DONE,
    )
    file = models.CharField(max_length=300)
    size = models.PositiveBigIntegerField(default=0, help_text="Bytes of the upload.")
    sha256 = models.CharField(max_length=64, blank=True)
    # What the file looks like, before anybody has said so.
    sniffed = models.JSONField(default=dict, blank=True, help_text="Formats it may be, encoding, columns.")
    # What the person who imports chose.
    format = models.CharField(max_length=40, blank=True)
    encoding = models.CharField(max_length=40, blank=True, help_text="As confirmed; empty where certain.")
    corpus = models.CharField(max_length=200, blank=True)
    licence = models.CharField(max_length=300, blank=True)
    dimension = models.CharField(max_length=60, blank=True)
    language = models.CharField(max_length=35, blank=True)
    columns = models.JSONField(default=dict, blank=True, help_text="Of a table: column by what it holds.")
    mode = models.CharField(
        max_length=16, choices=[(mode.value, mode.value) for mode in ImportMode], default=ImportMode.KEEP_GOOD
    )
    seed = models.PositiveIntegerField(default=0, help_text="Picks connectives and places of masks.")
    wanted = models.JSONField(
        default=dict, blank=True, help_text="More of an earlier upload: how many masks by phenomenon."
    )
    upload = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="+", help_text="Whose bytes are read again."
    )
    # How far it is, and what came of it.
    progress = models.JSONField(default=dict, blank=True)
    read = models.PositiveIntegerField(default=0)
    stored = models.PositiveIntegerField(default=0)
    left_out = models.JSONField(default=dict, blank=True, help_text="Records left out, by code.")
    sample = models.JSONField(default=list, blank=True, help_text="The first items as they would be stored.")
    phenomena = models.JSONField(default=dict, blank=True, help_text="Masks placed, by phenomenon.")
    near_duplicates = models.PositiveIntegerField(default=0)
    owner = models.CharField(max_length=36, blank=True, help_text="Token of the worker that has it.")
    lease_until = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    stopping = models.BooleanField(default=False, help_text="Somebody asked to stop it.")
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    error_code = models.CharField(max_length=60, blank=True)
    error_message = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=[state.value for state in ImportState]), name="import_known_state"
            ),
        ]
        indexes = [
            models.Index(
                fields=["state"],
                condition=Q(state__in=["checking", "queued", "running"]),
                name="import_unfinished",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.file}: {self.stored} of {self.read} stored"

    @property
    def problems(self) -> list[dict[str, Any]]:
        """The first records left out, in the file's order, as a page shows them."""
        return [row.to_json() for row in self.rows_left_out.order_by("number")[: self.MOST_SHOWN]]

    @property
    def so_far(self) -> dict[str, Any]:
        """Bytes read, of how many, in which encoding."""
        return {"bytes": 0, "total": 0, "encoding": "", **self.progress}

    @property
    def error(self) -> dict[str, str] | None:
        return {"code": self.error_code, "message": self.error_message} if self.error_code else None

    MOST_SHOWN = 2_000


class ImportChunk(TimeStamped):
    """A stretch of an upload's bytes; all but the last are CHUNK_BYTES long, so a number finds any byte.

    Uploads are rows, as a release's files are: every machine that works for the server reaches them.
    """

    CHUNK_BYTES = 1024 * 1024

    upload = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="chunks")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["upload", "number"], name="import_chunk_one_per_number"),
        ]


class LeftOut(models.Model):
    """One record that an import left out: where it stands, and why."""

    brought_in = models.ForeignKey(
        Import, on_delete=models.CASCADE, related_name="rows_left_out", db_index=False
    )
    number = models.PositiveIntegerField(help_text="From 0, in the order of the file.")
    file = models.CharField(max_length=300, blank=True, help_text="Inside an archive.")
    line = models.PositiveIntegerField()
    record = models.CharField(max_length=200, blank=True)
    code = models.CharField(max_length=40)
    message = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["brought_in", "number"], name="left_out_one_per_number"),
        ]

    def __str__(self) -> str:
        return f"{self.line}: {self.code}"

    def to_json(self) -> dict[str, Any]:
        names = ("file", "line", "record", "code", "message")
        return {name: getattr(self, name) for name in names}
