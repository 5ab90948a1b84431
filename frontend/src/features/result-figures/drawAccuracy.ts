import * as Plot from "@observablehq/plot";
import { GROUND, heightOf, INK, LINE, SOFT, STYLE, type SystemMark, together, widthOf } from "./drawFrame";
import { dotStyle, drawLegend } from "./drawLegend";
import type { AccuracyFigure } from "./figureSpecs";

const ORIGINAL: SystemMark = { symbol: "circle", colour: "var(--wb-series-1)", hollow: true };
const PERTURBED: SystemMark = { symbol: "square", colour: "var(--wb-series-2)", hollow: false };
const NARROW = 760;

/** Accuracy on both kinds of text as the two ends of a line, a row a system, with the difference beside it. */
export function drawAccuracy(figure: AccuracyFigure, width: number): SVGSVGElement {
  const { panels, rows, points } = figure;
  const narrow = width < NARROW;
  const row = narrow ? 70 : 44;
  const side = narrow ? "fy" : "fx";
  const labels = Math.max(...points.map(({ ends }) => widthOf(ends) * 0.9)) + 22;
  const names = Math.min(Math.max(...rows.map((name) => widthOf(name))) + 14, width * 0.34);
  const ticks = [0, 50, 100];
  const at = { [side]: "panel", y: "row" };
  const chart = Plot.plot({
    width,
    height: (narrow ? panels.length * (rows.length * row + 52) : rows.length * row) + 84,
    marginLeft: narrow ? 14 : names,
    marginRight: 8,
    marginTop: 34,
    marginBottom: 46,
    style: STYLE,
    x: { domain: [0, 100], ticks, label: null, insetRight: labels },
    y: { type: "point", domain: rows, label: null, padding: 0.5, axis: null },
    [side]: { domain: panels, label: null, padding: narrow ? 0.14 : 0.08, axis: null },
    marks: [
      Plot.axisX({ ticks, label: null, anchor: "bottom" }),
      narrow
        ? Plot.text(
            panels.flatMap((panel) => rows.map((name) => ({ panel, row: name }))),
            {
              ...at,
              frameAnchor: "left",
              text: "row",
              dy: -27,
              textAnchor: "start",
              fill: INK,
              stroke: GROUND,
              strokeWidth: 4,
            },
          )
        : Plot.axisY({
            tickSize: 0,
            lineWidth: names / 12,
            label: null,
            textOverflow: "ellipsis-end",
          }),
      Plot.gridX({ stroke: LINE, strokeOpacity: 1, ticks }),
      Plot.text(panels, {
        [side]: (panel: string) => panel,
        frameAnchor: "top-left",
        text: (panel: string) => panel,
        dy: -22,
        fontWeight: 600,
        fill: INK,
        textAnchor: "start",
      }),
      Plot.link(points, { ...at, x1: "original", x2: "perturbed", stroke: SOFT, strokeWidth: 2 }),
      Plot.dot(points, { ...at, x: "perturbed", ...dotStyle(PERTURBED) }),
      Plot.dot(points, {
        ...at,
        x: "original",
        ...dotStyle(ORIGINAL),
        fill: "none",
        stroke: ORIGINAL.colour,
      }),
      ...(["label", "ends"] as const).map((text) =>
        Plot.text(points, {
          ...at,
          x: ({ original, perturbed }: { original: number; perturbed: number }) =>
            Math.max(original, perturbed),
          text,
          dx: 14,
          dy: text === "label" ? -7 : 9,
          fontSize: text === "label" ? 14 : 12,
          textAnchor: "start",
          fill: text === "label" ? INK : SOFT,
          stroke: GROUND,
          strokeWidth: 4,
          fontVariant: "tabular-nums",
        }),
      ),
      Plot.text([figure.axis], {
        frameAnchor: "bottom-left",
        dy: 40,
        textAnchor: "start",
        fill: SOFT,
        facet: "super",
      }),
    ],
  }) as SVGSVGElement;
  const legend = drawLegend(
    [
      { name: figure.original, mark: ORIGINAL },
      { name: figure.perturbed, mark: PERTURBED },
    ],
    width,
  );
  const top = heightOf(legend) + 4;
  return together(
    [
      { chart: legend, x: 0, y: 0 },
      { chart, x: 0, y: top },
    ],
    width,
    top + heightOf(chart),
  );
}
