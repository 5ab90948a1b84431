"""What goes with a release's items: its datasheet, statistics, history of judgements, and runs' scores."""

import json
from collections.abc import Iterator

from annotation_app.releases import datasheet, histories, run_scores
from annotation_app.releases.files import NewFile
from annotation_app.releases.formats.frozen import Frozen
from annotation_app.releases.models import Release
from annotation_app.releases.options import Options
from annotation_app.releases.people import People
from annotation_app.releases.statistics import Statistics

STATISTICS = "statistics.json"
DATASHEET = "datasheet.md"
HISTORY = "annotations.jsonl"


def made(release: Release, content: Frozen, statistics: Statistics, people: People) -> Iterator[NewFile]:
    """The companions of a release whose items are stored. Nothing held back is in any of them."""
    options = Options.from_json(release.options)
    figures = statistics.to_json()
    encoded = json.dumps(figures, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
    yield NewFile(STATISTICS, "application/json", [encoded.encode()])
    sheet = datasheet.text_of(release, content.manifest, figures, people)
    yield NewFile(DATASHEET, "text/markdown", [sheet.encode()])
    if options.history:
        yield NewFile(HISTORY, "application/jsonl", histories.encoded(release, content))
    for run in options.runs:
        name = f"scores-{run}.jsonl"
        yield NewFile(name, "application/jsonl", run_scores.encoded(release, content, run))
