import * as Plot from "@observablehq/plot";
import { heightOf, INK, LINE, SOFT, STYLE, together } from "./drawFrame";
import type { HistogramFigure, ScatterFigure } from "./figureSpecs";

const GAP = 28;
const BAR = "var(--wb-series-1)";

/** A small chart for each metric, as many side by side as fit. */
export function drawHistograms({ parts }: HistogramFigure, width: number): SVGSVGElement {
  const columns = width < 560 ? 1 : width < 900 ? 2 : 3;
  const each = (width - (columns - 1) * GAP) / columns;
  const charts = parts.map((part) => drawHistogram(part, each));
  const height = Math.max(...charts.map(heightOf)) + 12;
  return together(
    charts.map((chart, index) => ({
      chart,
      x: (index % columns) * (each + GAP),
      y: Math.floor(index / columns) * height,
    })),
    width,
    Math.ceil(charts.length / columns) * height,
  );
}

function drawHistogram(
  { head, side, bars, mean }: HistogramFigure["parts"][number],
  width: number,
): SVGSVGElement {
  const low = bars[0]?.low ?? 0;
  const high = bars.at(-1)?.high ?? 100;
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return Plot.plot({
    width,
    height: 190,
    marginLeft: 44,
    marginRight: 14,
    marginTop: 48,
    marginBottom: 26,
    style: STYLE,
    x: { domain: [low, high], ticks: low < 0 ? [-1, -0.5, 0, 0.5, 1] : [0, 25, 50, 75, 100], label: null },
    y: { domain: [0, most], nice: true, ticks: Math.min(4, most), tickFormat: "d", label: null },
    marks: [
      Plot.gridY({ stroke: LINE, strokeOpacity: 1, ticks: Math.min(4, most) }),
      Plot.rectY(bars, { x1: "low", x2: "high", y: "count", fill: BAR, fillOpacity: 0.75, inset: 0.5 }),
      Plot.ruleY([0], { stroke: SOFT }),
      ...(mean === null
        ? []
        : [Plot.ruleX([mean], { stroke: INK, strokeWidth: 1.75, strokeDasharray: "5,3" })]),
      Plot.text([head], {
        frameAnchor: "top-left",
        dx: -36,
        dy: -42,
        textAnchor: "start",
        fontWeight: 600,
        fill: INK,
      }),
      Plot.text([side], { frameAnchor: "top-left", dx: -36, dy: -23, textAnchor: "start", fill: SOFT }),
    ],
  }) as SVGSVGElement;
}

/** A circle for each original; where many lie, the circles grow dark. */
export function drawScatter({ points, xAxis, yAxis }: ScatterFigure, width: number): SVGSVGElement {
  const chart = Plot.plot({
    width,
    height: Math.min(420, Math.max(280, width * 0.5)),
    marginLeft: 44,
    marginRight: 16,
    marginTop: 34,
    marginBottom: 48,
    style: STYLE,
    x: {
      label: null,
      nice: true,
      domain: [0, Math.max(1, ...points.map(({ x }) => x))],
      ticks: width < 620 ? 5 : 10,
    },
    y: { domain: [0, 100], ticks: [0, 25, 50, 75, 100], label: null },
    marks: [
      Plot.gridX({ stroke: LINE, strokeOpacity: 1, ticks: width < 620 ? 5 : 10 }),
      Plot.gridY({ stroke: LINE, strokeOpacity: 1, ticks: [0, 25, 50, 75, 100] }),
      Plot.dot(points, { x: "x", y: "y", r: 4, stroke: BAR, strokeOpacity: 0.75, strokeWidth: 1.6 }),
      Plot.text([yAxis], { frameAnchor: "top-left", dx: -36, dy: -26, textAnchor: "start", fill: SOFT }),
      Plot.text([xAxis], { frameAnchor: "bottom", dy: 42, fill: SOFT }),
    ],
  }) as SVGSVGElement;
  return together([{ chart, x: 0, y: 0 }], width, heightOf(chart));
}
