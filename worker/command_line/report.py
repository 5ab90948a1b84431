"""python -m worker report: the paper's tables and figure from a release and files of scores."""

import argparse
import sys
from pathlib import Path

from worker.reporting.figures import as_png, as_svg, figure_one
from worker.reporting.gathering import gather
from worker.reporting.page import as_page
from worker.reporting.paper_tables import paper_tables
from worker.reporting.release import open_release
from worker.reporting.results import Results
from worker.reporting.scores import Scores
from worker.reporting.writing import as_csv, as_latex, as_markdown
from worker.types import Instance


def run(chosen: argparse.Namespace) -> int:
    """Write all files. Returns 0, or 2 with a sentence on stderr if the release or a score can't be read."""
    try:
        release = open_release(chosen.release)
        scores = Scores(chosen.scores)
        results = gather(release, scores, Instance.digest)
        notes = _notes(results, scores.unknown(release))
        written = _write(results, notes, chosen.out)
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    for note in notes:
        sys.stderr.write(f"{note}\n")
    sys.stdout.write(f"{len(written)} files in {chosen.out}; begin with {chosen.out / 'report.html'}.\n")
    return 0


def _write(results: Results, notes: list[str], folder: Path) -> list[Path]:
    tables, figure = paper_tables(results), figure_one(results)
    svg = as_svg(figure)
    content: dict[str, bytes] = {
        "report.html": as_page(results, tables, svg, notes).encode(),
        "tables.md": "\n".join(as_markdown(table) for table in tables).encode(),
        "figure-01.svg": svg.encode(),
        "figure-01.png": as_png(figure),
    }
    for table in tables:
        content[f"{table.slug}.csv"] = as_csv(table).encode()
        content[f"{table.slug}.md"] = as_markdown(table).encode()
        content[f"{table.slug}.tex"] = as_latex(table).encode()
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, file in content.items():
        path = folder / name
        path.write_bytes(file)
        written.append(path)
    return written


def _notes(results: Results, unknown: int) -> list[str]:
    """What a reader should know before the tables."""
    notes = []
    if unknown:
        notes.append(f"{unknown} scores are of instances that the release does not have; they are left out.")
    for scored in results.scored:
        total = scored.report.rows[-1] if scored.report.rows else None
        name = f"{scored.model} with {scored.method}"
        if scored.system.stale:
            notes.append(f"{name}: {scored.system.stale} scores are of another text; they count as missing.")
        if total is not None and total.missing["saliencies"]:
            notes.append(f"{name}: {total.missing['saliencies']} inputs have no saliency; they are left out.")
    if not results.scored:
        notes.append("The files hold no scores: only the tables of the release have rows.")
    return notes
