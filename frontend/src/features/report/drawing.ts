import * as Plot from "@observablehq/plot";

/** One dot with its interval, in percent, and the words beside it. */
export interface Mark {
  metric: string;
  row: string;
  value: number;
  low: number;
  high: number;
  label: string;
}

interface Frame {
  width: number;
  /** Read out instead of the picture. */
  label: string;
  /** Room for the names of the rows, in pixels. */
  names: number;
}

const ROW = 36;
/** Below this width the metrics stand under each other instead of side by side. */
const NARROW = 620;

/** Draws each metric as a panel of dots with their intervals, numbers beside them. Colours follow the theme. */
export function drawReport(marks: readonly Mark[], { width, label, names }: Frame) {
  const rows = [...new Set(marks.map(({ row }) => row))];
  const metrics = [...new Set(marks.map(({ metric }) => metric))];
  const narrow = width < NARROW;
  const side = narrow ? "fy" : "fx";
  const ticks = narrow ? [0, 50, 100] : [0, 25, 50, 75, 100];
  const chart = Plot.plot({
    width,
    height: (narrow ? metrics.length * (rows.length * ROW + 44) : rows.length * ROW) + 74,
    marginLeft: Math.min(names, narrow ? width * 0.42 : 220),
    marginRight: 48,
    marginTop: 34,
    marginBottom: 34,
    style: {
      background: "none",
      color: "var(--wb-ink)",
      fontFamily: "var(--mantine-font-family)",
      fontSize: "14px",
      overflow: "visible",
    },
    ariaLabel: label,
    x: { domain: [0, 100], ticks, label: null },
    y: { domain: rows, label: null, tickSize: 0, padding: 0.3 },
    [side]: { domain: metrics, label: null, padding: narrow ? 0.16 : 0.18, axis: null },
    marks: [
      Plot.gridX({ stroke: "var(--wb-line)", strokeOpacity: 1, ticks }),
      Plot.text(metrics, {
        [side]: (metric: string) => metric,
        frameAnchor: "top-left",
        text: (metric: string) => metric,
        dy: -20,
        fontWeight: 600,
        fill: "var(--wb-ink)",
      }),
      Plot.ruleY(marks, {
        [side]: "metric",
        y: "row",
        x1: "low",
        x2: "high",
        stroke: "var(--wb-accent)",
        strokeWidth: 2.5,
        strokeLinecap: "round",
      }),
      Plot.dot(marks, {
        [side]: "metric",
        y: "row",
        x: "value",
        r: 5.5,
        fill: "var(--wb-accent)",
        stroke: "var(--wb-page)",
        strokeWidth: 1.5,
      }),
      Plot.text(marks, {
        [side]: "metric",
        y: "row",
        x: "high",
        text: "label",
        dx: 12,
        textAnchor: "start",
        fill: "var(--wb-ink)",
        fontVariant: "tabular-nums",
      }),
    ],
  });
  // To a screen reader it is one picture; the library labels its parts for none to read.
  chart.setAttribute("role", "img");
  for (const part of chart.querySelectorAll("[aria-label]")) part.removeAttribute("aria-label");
  return chart;
}
