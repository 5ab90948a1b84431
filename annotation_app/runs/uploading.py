"""Scores that somebody made elsewhere, brought in as external runs, one for each model and method."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from operator import attrgetter
from typing import Any, BinaryIO

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from annotation_app.accounts.models import User
from annotation_app.benchmarks.models import Benchmark
from annotation_app.core.errors import Invalid
from annotation_app.items.importing.json_values import json_objects
from annotation_app.items.importing.records import Problem
from annotation_app.items.importing.source import Source
from annotation_app.items.models import Item
from annotation_app.perturbations.queries import finished_pairs
from annotation_app.runs import collecting, queries, rules
from annotation_app.runs.dispatch import instance_of
from annotation_app.runs.item_names import items_named, the_one
from annotation_app.runs.models import Run, RunItem, ScoresUpload
from annotation_app.runs.rules import Kind, RowState, RunState
from worker.exchange.broken import BrokenScore
from worker.exchange.forms import Form, GivenScore, form_of, name_in, read_score
from worker.types import MethodRef, ModelStamp

BATCH = 200
MOST_SYSTEMS = 50
MOST_PROBLEMS = 2_000  # a report is one row: a file of nothing but broken lines must not fill it
NOT_IN_FILE = "The uploaded file says nothing of this item."


@dataclass(frozen=True)
class Declared:
    """What an uploader says of a file. model, method: of scores whose form has no place for them.

    form: None to tell it by the first line. note: how the scores were made, for people.
    """

    file: str
    form: Form | None = None
    model: str = ""
    revision: str = ""
    method: str = ""
    method_settings: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""
    all_or_nothing: bool = False


class _NothingKept(Exception):
    """Takes back what an all-or-nothing upload had stored."""


def upload_scores(
    *, benchmark: Benchmark, stream: BinaryIO, declared: Declared, person: User
) -> ScoresUpload:
    """Read a file of scores into external runs, keeping the good lines and reporting each broken one.

    A run holds the finished pairs of which the file has an item; an item that it has not counts as missing.
    Memory follows the batch, but for a number an item. Raises: Invalid (no model or method for a form that
    names none; the same scores are here already).
    """
    digest, size = _fingerprint(stream)
    upload = ScoresUpload(
        benchmark=benchmark,
        person=person,
        file=declared.file[:300],
        form=declared.form or "",
        sha256=digest,
        size=size,
        note=declared.note,
        problems=[],
    )
    try:
        with transaction.atomic():
            upload.save()
            reading = _Reading(upload, declared)
            entries = json_objects(Source(stream, encoding="utf-8", name=declared.file))
            while batch := list(islice(entries, BATCH)):
                reading.take(batch)
            if declared.all_or_nothing and upload.problems:
                raise _NothingKept
            reading.close()
            _check_new(upload)
            upload.save()
    except _NothingKept:
        upload.pk, upload.stored = None, 0
        upload._state.adding = True
        upload.save()
    return upload


def _fingerprint(stream: BinaryIO) -> tuple[str, int]:
    digest, size = hashlib.sha256(), 0
    for block in iter(partial(stream.read, 1 << 20), b""):
        digest.update(block)
        size += len(block)
    stream.seek(0)
    return digest.hexdigest(), size


def _check_new(upload: ScoresUpload) -> None:
    """Raises Invalid if the same file gave as many scores before and its runs still stand."""
    before = ScoresUpload.objects.filter(
        benchmark=upload.benchmark, sha256=upload.sha256, stored=upload.stored, stored__gt=0
    ).exclude(pk=upload.pk)
    same = Run.objects.filter(upload__in=before).exclude(state=RunState.CANCELLED).order_by("pk")
    labels = set(upload.runs.values_list("external_model", "revision", "method"))
    for run in same.defer("report"):
        if (run.external_model, run.revision, run.method) in labels:
            message = f"These scores are here already, as run {run.pk}. Withdraw it to bring them in again."
            raise Invalid(message, errors={"file": [message]})


class _Reading:
    """An upload while its lines are read."""

    def __init__(self, upload: ScoresUpload, declared: Declared) -> None:
        self._upload, self._declared = upload, declared
        self._form = declared.form
        self._runs: dict[str, Run] = {}
        self._failed: dict[tuple[int, int], bool] = {}

    def take(self, batch: Sequence[Problem | tuple[int, dict[str, Any]]]) -> None:
        """Store the good lines of a batch and note the others."""
        wrong: list[Problem] = []
        named: list[tuple[int, str, dict[str, Any]]] = []
        for entry in batch:
            if isinstance(entry, Problem):
                self._upload.read += not entry.of_file
                wrong.append(entry)
                continue
            line, fields = entry
            self._upload.read += 1
            try:
                named.append((line, self._named(fields), fields))
            except BrokenScore as error:
                wrong.append(Problem(line, error.code, str(error)))
        items = items_named(self._upload.benchmark, {name for _, name, _ in named}, self._form)
        rows: dict[tuple[int, int], RunItem] = {}
        for line, name, fields in named:
            try:
                self._keep(self._row(the_one(items, name), fields), rows)
            except BrokenScore as error:
                wrong.append(Problem(line, error.code, str(error), name[:200]))
        RunItem.objects.bulk_create(rows.values())
        for problem in sorted(wrong, key=attrgetter("line")):
            self._note(problem)

    def _keep(self, row: RunItem, rows: dict[tuple[int, int], RunItem]) -> None:
        """Put a row among those of the batch. Of several lines about an item, only failures give way."""
        key = (row.run_id, row.item_id)
        failed_before = self._failed.get(key)
        if failed_before is False:
            message = "The item was scored by the same model and method on an earlier line."
            raise BrokenScore("repeated_item", message)
        if failed_before and key not in rows:
            RunItem.objects.filter(run=row.run_id, item=row.item_id).delete()
        self._upload.stored += failed_before is None
        self._failed[key] = row.state == RowState.FAILED
        rows[key] = row

    def _named(self, fields: Mapping[str, Any]) -> str:
        if self._form is None:
            self._form = form_of(fields)
            if self._form is None:
                raise BrokenScore("unknown_form", "The line has the fields of no known form of scores.")
            self._upload.form = self._form
        return name_in(self._form, fields)

    def _row(self, item: Item, fields: Mapping[str, Any]) -> RunItem:
        try:
            instance = instance_of(item)
        except ValueError as error:
            raise BrokenScore("broken_item", f"The item itself can't be read: {error}.") from error
        given = read_score(Form(self._upload.form), fields, instance)
        now = timezone.now()
        return RunItem(
            run=self._run(given),
            item=item,
            state=RowState.FAILED if given.error else RowState.DONE,
            attempts=1,
            error_code=given.error.code[:60] if given.error else "",
            error_message=given.error.message if given.error else "",
            prediction=given.prediction.to_json() if given.prediction else None,
            saliency=given.saliency.to_json() if given.saliency else None,
            finished_at=now,
        )

    def _run(self, given: GivenScore) -> Run:
        """The run of a line's model and method, made when they come up first."""
        model, method = given.model or self._declared_model(), given.method or self._declared_method()
        key = json.dumps([model.to_json(), method.to_json()], sort_keys=True)
        if key in self._runs:
            return self._runs[key]
        names = {model.name: 200, model.revision: 100, model.dtype: 10, method.name: 40}
        for value, longest in names.items():
            if len(value) > longest:
                raise BrokenScore("long_name", f"“{value[:60]}…” is longer than {longest} characters.")
        if not model.name:
            raise BrokenScore("wrong_field", "model.name: must not be empty.")
        if len(self._runs) == MOST_SYSTEMS:
            message = f"The file mixes more than {MOST_SYSTEMS} models, methods or settings."
            raise BrokenScore("too_many_systems", message)
        now = timezone.now()
        self._runs[key] = Run.objects.create(
            benchmark=self._upload.benchmark,
            external_model=model.name,
            upload=self._upload,
            revision=model.revision,
            method=method.name,
            method_settings=method.settings,
            dtype=model.dtype,
            kind=Kind.EXTERNAL,
            state=RunState.DONE,
            queue="",
            person=self._upload.person,
            started_at=now,
            finished_at=now,
            stamps=[{"model": model.to_json(), "method": method.to_json()}],
        )
        return self._runs[key]

    def _declared_model(self) -> ModelStamp:
        if not self._declared.model:
            raise Invalid(
                "This form of scores does not say which model made them. Name it.",
                errors={"model": ["Name the model."]},
            )
        return ModelStamp(self._declared.model, self._declared.revision, "", "", "", "")

    def _declared_method(self) -> MethodRef:
        if not self._declared.method:
            raise Invalid(
                "This form of scores does not say which method made them. Name it.",
                errors={"method": ["Name the method."]},
            )
        return MethodRef(self._declared.method, dict(self._declared.method_settings))

    def _note(self, problem: Problem) -> None:
        problems = self._upload.problems
        if len(problems) < MOST_PROBLEMS:
            problems.append(problem.to_json())
        elif len(problems) == MOST_PROBLEMS:
            message = f"More was left out than the {MOST_PROBLEMS} lines listed; they are only counted."
            problems.append(Problem(problem.line, "more_problems", message).to_json())

    def close(self) -> None:
        """Give each run its pairs, and count what the file lacks."""
        for run in self._runs.values():
            self._upload.missing += _complete(run)


def _complete(run: Run) -> int:
    """Add the pairs of a run's items, failing the halves that the file lacks. Returns how many it lacks.

    Counted are all items of finished pairs in the languages that the file has.
    """
    rows = RunItem.objects.filter(run=run)
    languages = list(rows.order_by().values_list("item__language", flat=True).distinct())
    scored = rows.count()
    pairs = finished_pairs(run.benchmark)
    named = [Exists(rows.filter(item=OuterRef(half))) for half in ("original_id", "item_id")]
    collecting.add_pairs(run, pairs.filter(named[0] | named[1]))
    rows.filter(state=RowState.QUEUED).update(
        state=RowState.FAILED,
        error_code="not_in_file",
        error_message=NOT_IN_FILE,
        finished_at=run.finished_at,
    )
    counts = queries.row_counts(run)
    run.state = rules.judge_run(done=counts[RowState.DONE], failed=counts[RowState.FAILED])
    if run.state == RunState.FAILED:
        first = rows.filter(state=RowState.FAILED).order_by("pk")
        run.error_code, run.error_message = first.values_list("error_code", "error_message")[0]
    run.save(update_fields=["state", "error_code", "error_message", "updated_at"])
    return queries.instances_of(pairs.filter(original__language__in=languages)) - scored
