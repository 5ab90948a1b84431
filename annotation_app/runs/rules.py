"""What may be run and stopped, how items travel in batches, and what becomes of lost ones."""

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import NamedTuple, TypeVar

from annotation_app.core.errors import Invalid, NotAllowedInState
from worker.types import QUEUE_GPU


class Kind(StrEnum):
    """Standing runs score each pair as it finishes; requested ones the pairs finished at their start.

    External ones hold what somebody scored elsewhere: they are whole when they are stored.
    """

    STANDING = "standing"
    REQUESTED = "requested"
    EXTERNAL = "external"


class RunState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class RowState(StrEnum):
    """One item in one run. Done and failed are final."""

    QUEUED = "queued"
    SENT = "sent"
    DONE = "done"
    FAILED = "failed"


class CheckState(StrEnum):
    """What is known of whether a model can be used."""

    NEVER = "never"
    WAITING = "waiting"
    OK = "ok"
    FAILED = "failed"


class PartState(StrEnum):
    """One model and method of an estimate."""

    WAITING = "waiting"
    READY = "ready"
    FAILED = "failed"


OPEN_RUN = (RunState.QUEUED, RunState.RUNNING)
OPEN_ROW = (RowState.QUEUED, RowState.SENT)

ATTEMPTS = 3
BATCH = 8
GPU_BATCH = 64  # a GPU is idle between small messages
BATCHES_AHEAD = 3  # for each worker: one at work, one in its hands, one in the queue
IN_FLIGHT = 4 * BATCH  # of one run, at least; the rest waits in the database, where no lease runs out
LEASE_SECONDS = 20
COLLECT_SECONDS = 30  # accepted items announce themselves; looking for forgotten ones may take its time
PATIENCE_SECONDS = 900  # a message not yet taken is believed in for this long
RATE_WINDOW_SECONDS = 120

# Of messages in one queue, 0 goes first: a check-up or an estimate, somebody waits for them.
PRIORITY = {Kind.STANDING: 3, Kind.REQUESTED: 6}

HALF = ("bfloat16", "float16")
DTYPES = ("float32", *HALF)
DEVIATION_ITEMS = 20
SAMPLE = 8
SMALL_TABLE = 2000  # pairs whose table is made while somebody waits, within a second
TABLE_PATIENCE_SECONDS = 600  # a table sent for is believed in for this long
CHECK_UP_SECONDS = 900  # after that nobody will answer any more
ESTIMATE_SECONDS = 900  # and no part of an estimate that was asked for so long ago
ESTIMATE_KEPT_DAYS = 30  # a question of the moment: the runs that follow tell how long they really took

Row = TypeVar("Row")


class Scope(NamedTuple):
    """Which finished pairs a run is to score: all, or those of a release; empty filters let everything pass.

    release: its version; release_sha256: of its items. Filters: dimension and language of the original, and
    type of the perturbation.
    """

    release: str = ""
    dimensions: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    release_sha256: str = ""

    def to_json(self) -> dict[str, object]:
        """Return what is asked for, empty parts left out."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in self._asdict().items()
            if value
        }


def speaks(languages: Collection[str], tag: str) -> bool:
    """Whether a model of these languages reads a text tagged so; "zh" reads "zh-Hans"."""
    return any(tag == language or tag.startswith(f"{language}-") for language in languages)


def check_may_start(
    *, enabled: bool, methods: Sequence[str], offered: Collection[str], pairs: int, classifies: bool = False
) -> None:
    """Raises Invalid: a model that is off or of another kind, a method not in the settings, or no pair."""
    if not enabled:
        raise Invalid("This model is switched off. Choose another one.", errors={"model": ["Switched off."]})
    if classifies:
        message = "This model gives classes to whole texts; a benchmark's items have masked words."
        raise Invalid(f"{message} Choose a language model.", errors={"model": ["Fills no masked words."]})
    unknown = [method for method in methods if method not in offered]
    if not methods or unknown:
        message = f"Not offered here: {', '.join(unknown)}." if unknown else "Choose at least one."
        raise Invalid(f"{message} This benchmark has: {', '.join(offered)}.", errors={"methods": [message]})
    if len(set(methods)) != len(methods):
        raise Invalid("A method is named twice.", errors={"methods": ["Name each only once."]})
    if not pairs:
        raise Invalid(
            "There is no finished pair in a language of this model among those asked for. "
            "Finish one or ask for others, then start the run.",
            errors={"model": ["No finished pair in its languages."]},
        )


def check_may_cancel(*, kind: Kind, state: RunState) -> None:
    """Raises NotAllowedInState unless it is a requested run that has not ended, or an external one.

    Whoever brought in the wrong scores can take them back: an external run ends when it is stored.
    """
    if kind is Kind.EXTERNAL and state is not RunState.CANCELLED:
        return
    if kind is Kind.STANDING:
        raise NotAllowedInState("This run goes on by itself as pairs finish; it can't be cancelled.")
    if state not in OPEN_RUN:
        raise NotAllowedInState(f"This run is {state} already, so there is nothing to cancel.")


def in_flight(queue: str, workers: int) -> int:
    """How many rows of one run may be with the workers of a queue at once."""
    return max(IN_FLIGHT, workers * BATCHES_AHEAD * batch_size(queue))


def batch_size(queue: str) -> int:
    """How many rows travel in one message."""
    return GPU_BATCH if queue == QUEUE_GPU else BATCH


def batches(rows: Sequence[Row], attempts: Sequence[int], *, size: int = BATCH) -> list[list[Row]]:
    """Rows in groups for one message each. A row that was lost before goes alone: it may be the cause."""
    fresh = [row for row, tried in zip(rows, attempts, strict=True) if not tried]
    tried_before = [row for row, tried in zip(rows, attempts, strict=True) if tried]
    return [fresh[at : at + size] for at in range(0, len(fresh), size)] + [[row] for row in tried_before]


class LeaseVerdict(StrEnum):
    WAIT = "wait"
    RESEND = "resend"
    FAIL = "fail"


def judge_lease(
    *, worker_alive: bool, at_work: bool, waiting: int, age_seconds: float, attempts: int
) -> LeaseVerdict:
    """What to do with a row whose lease has run out.

    worker_alive: some worker serves the queue; without one nothing is lost, only late. at_work: a worker says
    it has this batch. waiting: messages nobody has taken yet, this batch or its result perhaps among them.
    """
    if not worker_alive or at_work or (waiting and age_seconds < PATIENCE_SECONDS):
        return LeaseVerdict.WAIT
    return LeaseVerdict.FAIL if attempts >= ATTEMPTS else LeaseVerdict.RESEND


def judge_run(*, done: int, failed: int) -> RunState:
    """How a run without open rows ends: failed only if nothing at all came back."""
    return RunState.FAILED if failed and not done else RunState.DONE


class Pace(NamedTuple):
    """Items a second and seconds left; None where nothing came back lately."""

    rate: float | None
    seconds_left: float | None


def estimate(*, recent: int, seconds: float, left: int) -> Pace:
    """recent: rows that came back within the last so many seconds. left: rows still open."""
    if not recent or seconds <= 0:
        return Pace(None, 0.0 if not left else None)
    rate = recent / seconds
    return Pace(rate, left / rate)
