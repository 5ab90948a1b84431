"""Figure 1 of the first paper: Token-F1 and MAP against the rationale length ratio.

A point is one language and dimension. Systems differ by marker as well as by colour, so that the figure reads
in black and white, and the ground is white, so that it reads in dark mode too.
"""

import io
from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from worker.reporting.points import PANELS, Point, points
from worker.reporting.results import Results

# Okabe and Ito's palette tells apart for the colour-blind too; the markers do without colour.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00", "#56b4e9")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_FIELDS = ("ratio", "value", "low", "high")
LINE_WIDTH = 0.04  # of the panel's width: room for a number


def figure_one(results: Results) -> Figure:
    """Draw the figure, with the bootstrap intervals as bars."""
    with mpl.rc_context({"font.size": 9, "svg.fonttype": "path"}):
        figure = Figure(figsize=(10.5, 4.4), layout="constrained", facecolor="white")
        named = _ratios(results)
        axes: Any = figure.subplots(1, len(PANELS))
        for place, (metric, label) in zip(axes, PANELS, strict=True):
            for number, scored in enumerate(results.scored):
                _draw(place, points(scored, metric), number, f"{scored.model}, {scored.method}")
            place.set_xlabel("rationale length ratio")
            place.set_ylabel(label)
            place.set_ylim(-0.02, 1.04)
            place.margins(x=0.12)
            _name_ratios(place, named)
            place.grid(alpha=0.3)
        key = [f"{number} {label}" for number, (_, label) in enumerate(named, start=1)]
        figure.supxlabel("\n".join(", ".join(key[i : i + 6]) for i in range(0, len(key), 6)), fontsize=7)
        handles, labels = axes[0].get_legend_handles_labels()
        if handles:
            figure.legend(handles, labels, loc="outside upper center", ncols=2, frameon=False)
    return figure


def as_svg(figure: Figure) -> str:
    """The figure as SVG; the same figure gives the same text."""
    file = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": "whybench", "svg.fonttype": "path"}):
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return file.getvalue()


def as_png(figure: Figure) -> bytes:
    """The figure as PNG, 200 dots an inch."""
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=200, metadata={"Software": None})
    return file.getvalue()


def _ratios(results: Results) -> list[tuple[float, str]]:
    """Each language and dimension that has points, with its ratio."""
    found = {
        (point.ratio, _label(results, point))
        for scored in results.scored
        for metric, _ in PANELS
        for point in points(scored, metric)
    }
    return sorted(found)


def _label(results: Results, point: Point) -> str:
    return point.dimension if len(results.languages) == 1 else f"{point.dimension} ({point.language})"


def _draw(axes: Any, drawn: Sequence[Point], number: int, name: str) -> None:
    if not drawn:
        return
    ratios, values, lows, highs = ([getattr(point, name) for point in drawn] for name in _FIELDS)
    # A percentile interval may leave out the value itself where there are few originals.
    below = [max(0.0, value - low) for value, low in zip(values, lows, strict=True)]
    above = [max(0.0, high - value) for value, high in zip(values, highs, strict=True)]
    axes.errorbar(
        ratios,
        values,
        yerr=[below, above],
        label=name,
        color=COLOURS[number % len(COLOURS)],
        marker=MARKERS[number % len(MARKERS)],
        markerfacecolor="none" if number % 2 else None,
        linestyle="none",
        markersize=6,
        elinewidth=0.8,
        capsize=2,
    )


def _name_ratios(axes: Any, ratios: Sequence[tuple[float, str]]) -> None:
    """Number the dimensions above the panel, at their ratios; those too close for two places share one."""
    if not ratios:
        return
    ordered = sorted(ratios)
    apart = max(1e-6, (ordered[-1][0] - ordered[0][0]) * LINE_WIDTH)
    lines: list[tuple[float, list[str]]] = []
    for number, (ratio, _) in enumerate(ordered, start=1):
        if lines and ratio - lines[-1][0] < apart:
            lines[-1][1].append(str(number))
        else:
            lines.append((ratio, [str(number)]))
    top = axes.secondary_xaxis("top")
    top.set_xticks([ratio for ratio, _ in lines], [" ".join(numbers) for _, numbers in lines])
    top.tick_params(axis="x", labelsize=7, length=2)
