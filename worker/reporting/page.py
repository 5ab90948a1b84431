"""All tables and the figure on one page that needs nothing beside it."""

from collections.abc import Sequence
from html import escape

from worker.reporting.results import Results
from worker.reporting.tables import Cell, Table
from worker.reporting.writing import shown

_STYLE = """
:root { color-scheme: light dark; --line: #8886; --soft: #8883; --ink: #1a1a1a; --ground: #fff; --dim: #555 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8e8; --ground: #16181b; --dim: #aaa } }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 80rem; color: var(--ink);
  background: var(--ground); font: 16px/1.5 system-ui, sans-serif }
h1 { font-size: 1.6rem; margin: 0 0 .25rem } h2 { font-size: 1.15rem; margin: 0 }
p { margin: .25rem 0 } .dim { color: var(--dim); font-size: .85rem; overflow-wrap: anywhere }
nav { margin: 1rem 0 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem; font-size: .9rem }
a { color: inherit } section { margin-top: 2.5rem } .wide { overflow-x: auto; margin: .5rem 0 }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums }
th, td { padding: .3rem .7rem; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line) }
thead th { border-bottom: 2px solid; vertical-align: bottom } .head { text-align: left; font-weight: 400 }
thead .head { font-weight: 700 }
tbody tr:hover { background: var(--soft) } .interval { color: var(--dim); font-size: .8em; display: block }
figure { margin: .5rem 0; background: #fff; padding: .5rem; border-radius: .25rem }
figure svg { width: 100%; height: auto; display: block }
@media print { body { max-width: none; padding: 0 } nav { display: none } section { break-inside: avoid } }
""".strip()


def as_page(results: Results, tables: Sequence[Table], figure: str, notes: Sequence[str]) -> str:
    """Return the page. figure: SVG. notes: what a reader should know first, such as scores left out."""
    title = f"{results.origin.benchmark} {results.origin.version}"
    links = [f'<a href="#{table.slug}">{table.number}. {escape(table.title)}</a>' for table in tables]
    svg = figure[figure.index("<svg") :]
    recipe = tables[3].recipe if len(tables) > 3 else ""
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}: report</title><style>{_STYLE}</style></head><body>",
            f"<header><h1>{escape(title)}</h1>",
            "<p>Intervals in brackets are 95 % bootstrap intervals over originals; a dash means that "
            "there is no number.</p>",
            *(f"<p>{escape(note)}</p>" for note in notes),
            f'<nav aria-label="Tables">{"".join(links)}<a href="#figure-1">Figure 1</a></nav></header><main>',
            *(_section(table) for table in tables),
            '<section id="figure-1"><h2>Figure 1. Token-F1 and MAP against the rationale length ratio</h2>',
            '<figure role="img" aria-label="Token-F1 and MAP of each system against the rationale length '
            f'ratio of each dimension; the numbers are in tables 3, 9 and 10">{svg}</figure>',
            f'<p class="dim">{escape(recipe)}</p></section>',
            "</main></body></html>",
            "",
        ]
    )


def _section(table: Table) -> str:
    heads = "".join(
        f'<th scope="col"{_kind(place, table)}>{escape(column)}</th>'
        for place, column in enumerate(table.columns)
    )
    rows = "".join(
        f"<tr>{''.join(_cell(place, cell, table) for place, cell in enumerate(row))}</tr>"
        for row in table.rows
    )
    return (
        f'<section id="{table.slug}"><h2>{escape(table.heading)}</h2>'
        f"<p>{escape(table.note.strip())}</p>"
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(table.heading)}"><table>'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
        f'<p class="dim">{escape(table.recipe)}</p></section>'
    )


def _cell(place: int, cell: Cell, table: Table) -> str:
    if place < table.heads:
        return f'<th scope="row" class="head">{escape(cell.text())}</th>'
    number, interval = shown(cell)
    inside = f'<span class="interval">{escape(interval)}</span>' if interval else ""
    return f"<td>{escape(number)}{inside}</td>"


def _kind(place: int, table: Table) -> str:
    return ' class="head"' if place < table.heads else ""
