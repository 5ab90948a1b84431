"""The predictions and saliencies of a run for a release's items, in the form that the worker writes."""

from collections.abc import Iterator
from itertools import islice

from annotation_app.releases.files import canonical
from annotation_app.releases.formats.frozen import Frozen
from annotation_app.releases.models import Release
from annotation_app.runs.models import Run, RunItem
from annotation_app.runs.rules import RowState

TOGETHER = 1000


def encoded(release: Release, content: Frozen, run_id: int) -> Iterator[bytes]:
    """A line for each item that the run has scored, in the release's order, some hundred at a time."""
    run = Run.objects.select_related("model").defer("report").get(pk=run_id, benchmark=release.benchmark_id)
    stamp = _stamp(run)
    names = ((line["external_id"], line["id"]) for line in content.lines())
    while part := dict(islice(names, TOGETHER)):
        rows = RunItem.objects.filter(run=run, state=RowState.DONE, item__external_id__in=part)
        found = {
            name: {"prediction": prediction, "saliency": saliency}
            for name, prediction, saliency in rows.values_list("item__external_id", "prediction", "saliency")
        }
        lines = (
            {"instance": identifier, "error": None, "input": "", **found[name], **stamp}
            for name, identifier in part.items()
            if name in found
        )
        yield b"".join(map(canonical, lines))


def _stamp(run: Run) -> dict[str, object]:
    """The method and the model of the last worker that answered, or what the run knows of them."""
    if run.stamps:
        return {name: run.stamps[-1][name] for name in ("method", "model")}
    unknown = {"worker_version": "", "torch_version": "", "transformers_version": ""}
    return {
        "method": {"name": run.method, "settings": run.method_settings},
        "model": {"name": run.model_name, "revision": run.revision, "dtype": run.dtype, **unknown},
    }
