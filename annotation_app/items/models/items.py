from datetime import datetime
from enum import StrEnum
from functools import cached_property
from itertools import pairwise

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from annotation_app.core.models import TimeStamped
from annotation_app.items import rules

MASK = "[MASK]"


def choices(words: type[StrEnum]) -> list[tuple[str, str]]:
    return [(word.value, word.value) for word in words]


class Text(models.Model):
    """A text with its tokens and, once chosen, one masked span.

    Tokens are half-open ranges of Unicode code points into the text, ascending, without overlap: the text
    is kept as it came and never joined again from its tokens. The masked span is a range of tokens.
    """

    text = models.TextField()
    token_starts = ArrayField(models.PositiveIntegerField())
    token_ends = ArrayField(models.PositiveIntegerField())
    mask_start = models.PositiveIntegerField(null=True, blank=True)
    mask_end = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        abstract = True

    @cached_property
    def tokens(self) -> list[str]:
        """The surface of each token, in order."""
        spans = zip(self.token_starts, self.token_ends, strict=True)
        return [self.text[start:end] for start, end in spans]

    @property
    def mask(self) -> tuple[int, int] | None:
        if self.mask_start is None or self.mask_end is None:
            return None
        return self.mask_start, self.mask_end

    @property
    def answer_span(self) -> tuple[int, int] | None:
        """The golden answer's range of code points."""
        if self.mask is None:
            return None
        start, end = self.mask
        return self.token_starts[start], self.token_ends[end - 1]

    @property
    def golden_answer(self) -> str | None:
        span = self.answer_span
        return None if span is None else self.text[span[0] : span[1]]

    @property
    def masked_text(self) -> str:
        """The text as a reader without the answer sees it, spacing kept."""
        span = self.answer_span
        return self.text if span is None else self.text[: span[0]] + MASK + self.text[span[1] :]

    def befores(self) -> list[str]:
        """What stands between each token and the one before it."""
        edges = [0, *self.token_ends]
        return [self.text[end:start] for end, start in zip(edges, self.token_starts, strict=False)]

    def tail(self) -> str:
        return self.text[self.token_ends[-1] :] if self.token_ends else self.text


class Item(Text, TimeStamped):
    """One text with one masked span, moving through the workflow. Only `move_item` writes its state."""

    benchmark = models.ForeignKey("benchmarks.Benchmark", on_delete=models.PROTECT, related_name="items")
    settings = models.ForeignKey("benchmarks.Settings", on_delete=models.PROTECT, related_name="items")
    external_id = models.CharField(max_length=200)
    language = models.CharField(max_length=35)
    dimension = models.CharField(max_length=60)
    role = models.CharField(max_length=10, choices=choices(rules.ItemRole), default=rules.ItemRole.ORIGINAL)
    state = models.CharField(max_length=24, choices=choices(rules.State))
    round = models.PositiveSmallIntegerField(default=1)
    mask_attempt = models.PositiveSmallIntegerField(default=0, help_text="Places tried for the mask so far.")
    perturbations_made = models.PositiveSmallIntegerField(
        default=0, help_text="Of an original: perturbations that still count. Orders the queue."
    )
    started_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When somebody first took the item up; what was begun is finished first.",
    )
    mask_source = models.CharField(
        max_length=10, choices=choices(rules.MaskSource), default=rules.MaskSource.ANNOTATOR
    )
    corpus = models.CharField(max_length=200, blank=True)
    source_file = models.CharField(max_length=300, blank=True)
    record_id = models.CharField(max_length=200, blank=True)
    licence = models.CharField(max_length=300, blank=True)
    importer = models.CharField(max_length=60, blank=True)
    tokeniser = models.CharField(max_length=80, blank=True)
    meta = models.JSONField(default=dict, blank=True)
    brought_in = models.ForeignKey(
        "items.Import",
        null=True,
        on_delete=models.PROTECT,
        related_name="items",
        help_text="By which import.",
    )
    source_line = models.PositiveIntegerField(null=True, help_text="Where its record begins in its file.")
    reads_like = models.ForeignKey(
        "self",
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=False,
        help_text="An earlier item of nearly the same words, found when this one was brought in.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["benchmark", "external_id"], name="item_one_per_external_id"),
            models.CheckConstraint(condition=Q(token_starts__len__gte=1), name="item_has_tokens"),
            models.CheckConstraint(
                condition=Q(mask_start__isnull=True, mask_end__isnull=True)
                | Q(mask_start__lt=F("mask_end"), mask_start__isnull=False, mask_end__isnull=False),
                name="item_mask_is_a_span",
            ),
            models.CheckConstraint(
                condition=Q(state__in=[state.value for state in rules.State]), name="item_known_state"
            ),
        ]
        indexes = [
            models.Index(fields=["benchmark", "state", "started_at", "id"], name="item_queue"),
            models.Index(
                fields=["benchmark", "perturbations_made", "started_at", "id"],
                condition=Q(role="original", state="accepted"),
                name="item_perturb_queue",
            ),
            models.Index(
                fields=["reads_like"], condition=Q(reads_like__isnull=False), name="item_near_duplicates"
            ),
        ]

    def __str__(self) -> str:
        return self.external_id


class MaskProposal(TimeStamped):
    """One place tried for an item's mask. Without an author, it came with the corpus."""

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="mask_proposals")
    attempt = models.PositiveSmallIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    author = models.ForeignKey("accounts.User", null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "attempt"], name="mask_proposal_one_per_attempt"),
            models.CheckConstraint(condition=Q(start__lt=F("end")), name="mask_proposal_not_empty"),
        ]


class MaskRating(TimeStamped):
    """How unique one rater finds the golden answer: 1 unique, 2 top three, 3 top five, 4 none."""

    proposal = models.ForeignKey(MaskProposal, on_delete=models.PROTECT, related_name="ratings")
    rater = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="+")
    confidence = models.PositiveSmallIntegerField()
    guesses = models.JSONField(default=list, help_text="What the rater typed before the answer was shown.")
    seconds = models.FloatField(null=True, help_text="How long the rater looked at the item.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["proposal", "rater"], name="mask_rating_once_per_rater"),
            models.CheckConstraint(
                condition=Q(confidence__gte=1, confidence__lte=4), name="mask_rating_on_scale"
            ),
        ]


class AssignmentState(StrEnum):
    LIVE = "live"
    DONE = "done"
    SKIPPED = "skipped"
    RELEASED = "released"


class Assignment(TimeStamped):
    """One place of one item for one duty and pass, held by one person until its lease runs out.

    A live assignment whose lease has run out holds nothing: queries compare `lease_until` with the clock.
    `turn` tells passes of a duty over one item apart: the mask's attempt, the rationale's round.
    """

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="assignments")
    duty = models.CharField(max_length=24, choices=choices(rules.Duty))
    turn = models.PositiveSmallIntegerField(default=1)
    person = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="assignments")
    state = models.CharField(max_length=10, choices=choices(AssignmentState), default=AssignmentState.LIVE)
    lease_until = models.DateTimeField()
    reason = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["item", "duty", "turn", "person"],
                condition=Q(state="live"),
                name="assignment_one_live_per_person",
            ),
        ]
        indexes = [
            models.Index(fields=["item", "duty", "turn"], name="assignment_places"),
            models.Index(fields=["person", "state", "duty"], name="assignment_of_person"),
        ]

    def holds(self, now: datetime) -> bool:
        """Whether this uses up a place: the work is in, or the lease still runs."""
        return self.state == AssignmentState.DONE or (
            self.state == AssignmentState.LIVE and self.lease_until > now
        )


class ItemFlag(TimeStamped):
    """A remark on an item for the admins: a typo, a doubtful fact, something to look at."""

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="flags")
    person = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="+")
    comment = models.TextField()

    def __str__(self) -> str:
        return self.comment[:60]


class HistoryEntry(models.Model):
    """One line of an item's life: a change of state or a judgement. Written once, never changed."""

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="history")
    at = models.DateTimeField(auto_now_add=True)
    actor = models.ForeignKey("accounts.User", null=True, on_delete=models.PROTECT, related_name="+")
    event = models.CharField(max_length=40)
    before = models.CharField(max_length=24, blank=True)
    after = models.CharField(max_length=24, blank=True)
    reason = models.TextField(blank=True)
    detail = models.JSONField(default=dict)
    settings = models.ForeignKey("benchmarks.Settings", on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.event} {self.before} {self.after}".strip()


def spans_ascend(starts: list[int], ends: list[int], length: int) -> bool:
    """Whether token ranges are non-empty, ascending, without overlap and inside a text of that length."""
    if len(starts) != len(ends) or not starts or starts[0] < 0 or ends[-1] > length:
        return False
    nonempty = all(start < end for start, end in zip(starts, ends, strict=True))
    return nonempty and all(end <= start for (_, end), (start, _) in pairwise(zip(starts, ends, strict=True)))
