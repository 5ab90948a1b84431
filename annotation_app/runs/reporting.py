"""A run's report: made from its stored scores, kept until more of them are there."""

from collections import defaultdict
from statistics import fmean
from typing import Any

from django.utils import timezone

from annotation_app.core.errors import Unavailable
from annotation_app.core.version import CODE_VERSION
from annotation_app.runs import pair_tables, queries
from annotation_app.runs.models import Run
from worker.metrics.plausibility import length_ratio
from worker.metrics.report import Report, report_on

NORMALISATION = {
    "words": "NFC, case kept",
    "answers": "piece by piece; of other tools NFC, single blanks, case kept",
}
Ratios = dict[tuple[str, str], float]


def report_of(run: Run) -> dict[str, Any]:
    """The report with its recipe, over the scores that the run's table holds.

    Raises ValueError if a stored item, rationale or score does not fit the others, and Unavailable while the
    table of a large run is being made for the first time.
    """
    standing = pair_tables.standing_of(run)
    if standing.error is not None:
        raise ValueError(standing.error["message"])
    if run.report is not None and run.report_fingerprint == standing.fingerprint:
        kept: dict[str, Any] = run.report
        return kept
    table = pair_tables.table_of(run)
    if table is None:
        raise Unavailable("This report is being made; it has many pairs. Look again in a minute.")
    return keep_report(run, report_on(table), standing.fingerprint)


def keep_report(run: Run, report: Report, fingerprint: str) -> dict[str, Any]:
    """Store a report with its recipe."""
    told = report.to_json()
    told["recipe"] = _recipe(run, told, queries.row_counts(run), report.counts["pairs"])
    run.report, run.report_fingerprint = told, fingerprint
    Run.objects.filter(pk=run.pk).update(report=told, report_fingerprint=fingerprint)
    return told


def _recipe(run: Run, report: dict[str, Any], counts: dict[str, int], pairs: int) -> dict[str, Any]:
    """Everything that is needed to get the same numbers again."""
    settings = run.rows.order_by().values_list("item__settings__version", flat=True).distinct()
    overall = report["rows"][-1] if report["rows"] else {"undefined": {}, "missing": {}}
    return {
        "run": run.pk,
        "kind": run.kind,
        "benchmark": run.benchmark.slug,
        "settings_versions": sorted(settings),
        "scope": run.scope,
        "model": {"name": run.model_name, "source": run.source, "revision": run.revision},
        "method": {"name": run.method, "settings": run.method_settings},
        "answered_by": run.stamps,
        **_upload(run),
        "normalisation": NORMALISATION,
        "metric_version": report["metric_version"],
        "code_version": CODE_VERSION,
        "pairs": pairs,
        "items": counts,
        "undefined": overall["undefined"],
        "missing": overall["missing"],
        "created_at": timezone.now().isoformat(),
    }


def _upload(run: Run) -> dict[str, Any]:
    """Where an external run's scores come from; nothing of other runs."""
    upload = run.upload
    if upload is None:
        return {}
    return {
        "upload": {
            "file": upload.file,
            "sha256": upload.sha256,
            "form": upload.form,
            "person": upload.person.username,
            "note": upload.note,
            "missing": upload.missing,
        }
    }


def ratios_of(run: Run) -> Ratios:
    """The mean share of an original's tokens in its rationale, by (language, dimension), as reported."""
    shares: dict[tuple[str, str], list[float]] = defaultdict(list)
    for language, dimension, starts, rationale in queries.originals_for_ratios(run):
        shares[language, dimension].append(length_ratio(rationale or (), len(starts)))
    return {group: fmean(members) for group, members in shares.items()}
