"""Where a benchmark stands, for its admins: counts over all stages. Always the same number of queries."""

from collections import Counter, defaultdict
from typing import Any

from django.db.models import Count, Q

from annotation_app.benchmarks.models import Benchmark
from annotation_app.benchmarks.queries import members_of
from annotation_app.benchmarks.rules import PERTURBATION_TYPES
from annotation_app.items.models import Assignment, AssignmentState, Item
from annotation_app.items.rules import State
from annotation_app.perturbations.models import Perturbation
from annotation_app.perturbations.queries import finished_pairs
from annotation_app.runs.presence import worker_status

ENDED = (State.REJECTED, State.DISCARDED)


def overview_of(benchmark: Benchmark) -> dict[str, Any]:
    """The fields of an OverviewSerializer."""
    groups: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    states: Counter[str] = Counter()
    rows = Item.objects.filter(benchmark=benchmark).order_by("dimension", "language", "state")
    for dimension, language, state, number in rows.values_list("dimension", "language", "state").annotate(
        Count("pk")
    ):
        groups[dimension, language][state] = number
        states[state] += number
    return {
        "states": {state.value: states[state] for state in State},
        "by_dimension": [
            {"dimension": dimension, "language": language, "states": found}
            for (dimension, language), found in groups.items()
        ],
        "perturbations": _perturbations(benchmark),
        "finished_pairs": finished_pairs(benchmark).count(),
        "people": _people(benchmark),
        "rounds": _rounds(benchmark, discarded=states[State.DISCARDED]),
        "worker": worker_status()._asdict(),
    }


def _perturbations(benchmark: Benchmark) -> list[dict[str, Any]]:
    rows = Perturbation.objects.filter(original__benchmark=benchmark).order_by()
    accepted, ended = Q(item__state=State.ACCEPTED), Q(item__state__in=ENDED)
    counts = rows.values("type").annotate(
        accepted=Count("pk", filter=accepted),
        rejected=Count("pk", filter=ended),
        waiting=Count("pk", filter=~accepted & ~ended),
    )
    found: dict[str, dict[str, Any]] = {row["type"]: dict(row) for row in counts}
    quota = benchmark.settings.perturbations_per_type
    names = ("accepted", "waiting", "rejected")
    return [
        {"type": kind, **{name: found.get(kind, {}).get(name, 0) for name in names}, "quota": quota}
        for kind in PERTURBATION_TYPES
    ]


def _people(benchmark: Benchmark) -> list[dict[str, Any]]:
    """Members by name with their roles and the pieces of work they finished, by duty."""
    done: dict[int, dict[str, int]] = defaultdict(dict)
    work = Assignment.objects.filter(item__benchmark=benchmark, state=AssignmentState.DONE).order_by()
    for person, duty, number in work.values_list("person", "duty").annotate(Count("pk")):
        done[person][duty] = number
    people: dict[int, dict[str, Any]] = {}
    for member in members_of(benchmark):
        entry = {"person": member.person, "roles": [], "done": done.get(member.person_id, {})}
        people.setdefault(member.person_id, entry)["roles"].append(member.role)
    return sorted(people.values(), key=lambda entry: str(entry["person"].username))


def _rounds(benchmark: Benchmark, *, discarded: int) -> dict[str, Any]:
    accepted = Item.objects.filter(benchmark=benchmark, state=State.ACCEPTED).order_by("round")
    by_round = accepted.values_list("round").annotate(Count("pk"))
    return {"accepted_by_round": {str(round): number for round, number in by_round}, "discarded": discarded}
