import * as Plot from "@observablehq/plot";
import {
  element,
  FONT,
  GROUND,
  heightOf,
  INK,
  LINE,
  markOf,
  SOFT,
  STYLE,
  together,
  widthOf,
} from "./drawFrame";
import { dotStyle, drawLegend } from "./drawLegend";
import type { RatioFigure } from "./figureSpecs";
import { spread } from "./spread";

const PANEL = 176;
const LEFT = 40;
const RIGHT = 16;
/** Pixels between systems that stand at the same ratio. */
const BESIDE = 8;
/** Percentage points that the axis spans at least. */
const NARROWEST = 12;
const TICKS = [0, 25, 50, 75, 100];

/** Each metric as a panel over the rationale length ratio; the groups' names stand above their place. */
export function drawRatio(figure: RatioFigure, width: number): SVGSVGElement {
  const { panels, systems, points, groups } = figure;
  const steep = width < 620;
  const longest = Math.max(...groups.map(({ name }) => widthOf(name)));
  const angle = steep ? 90 : 50;
  const slope = (angle * Math.PI) / 180;
  const head = longest * Math.sin(slope) + 34;
  const right = RIGHT + longest * Math.cos(slope);
  const ratios = points.map(({ ratio }) => ratio);
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  // Groups that mark alike are not torn apart by an axis of a percent.
  const room = Math.max(1, (most - least) * 0.06, (NARROWEST - (most - least)) / 2);
  const chart = Plot.plot({
    width,
    height: panels.length * PANEL + 50,
    marginLeft: LEFT,
    marginRight: right,
    marginTop: 26,
    marginBottom: 44,
    style: STYLE,
    x: { domain: [Math.max(0, least - room), Math.min(100, most + room)], label: null, ticks: steep ? 4 : 8 },
    y: { domain: [0, 100], ticks: TICKS, label: null },
    fy: { domain: panels, axis: null, padding: 0.3 },
    marks: [
      Plot.gridY({ stroke: LINE, strokeOpacity: 1, ticks: TICKS }),
      Plot.ruleX(
        panels.flatMap((panel) => groups.map(({ ratio }) => ({ panel, ratio }))),
        { fy: "panel", x: "ratio", stroke: LINE, strokeDasharray: "2,3" },
      ),
      Plot.text(panels, {
        fy: (panel: string) => panel,
        frameAnchor: "top-left",
        text: (panel: string) => panel,
        dy: -20,
        dx: -LEFT + 4,
        fontWeight: 600,
        fill: INK,
        stroke: GROUND,
        strokeWidth: 4,
        textAnchor: "start",
      }),
      ...systems.flatMap((_, system) => {
        const own = points.filter((point) => point.system === system);
        const mark = markOf(system);
        const dx = (system - (systems.length - 1) / 2) * BESIDE;
        const at = { fy: "panel", x: "ratio", dx };
        return [
          Plot.ruleX(own, { ...at, y1: "low", y2: "high", stroke: mark.colour, strokeWidth: 1.5 }),
          Plot.dot(own, { ...at, y: "value", ...dotStyle(mark) }),
        ];
      }),
    ],
  }) as SVGSVGElement & Plot.Plot;
  const scale = chart.scale("x");
  const places = groups.map(({ ratio }) => Number(scale?.apply(ratio)));
  const legend = drawLegend(
    systems.map((name, system) => ({ name, mark: markOf(system) })),
    width,
  );
  const top = heightOf(legend) + 8;
  const height = top + head + heightOf(chart);
  const whole = together(
    [
      { chart: legend, x: 0, y: 0 },
      { chart, x: 0, y: top + head },
    ],
    width,
    height,
  );
  const spots = spread(places, (FONT + 3) / Math.sin(slope), LEFT, width - right);
  const names = element("g", {
    transform: `translate(0,${top + head})`,
    "font-family": STYLE.fontFamily,
    "font-size": FONT,
    fill: SOFT,
  });
  groups.forEach(({ name }, index) => {
    const [spot, place] = [spots[index] ?? 0, places[index] ?? 0];
    names.append(
      element("path", {
        d: `M${place},20L${place},8L${spot},-8`,
        fill: "none",
        stroke: LINE,
        "stroke-width": 1.2,
      }),
      element(
        "text",
        { transform: `translate(${spot + 3},-12) rotate(${-angle})`, "dominant-baseline": "middle" },
        name,
      ),
    );
  });
  // Below the chart, whose titles stay readable where a line to a name crosses one.
  whole.prepend(names);
  whole.append(
    element(
      "text",
      {
        x: (LEFT + width - right) / 2,
        y: height - 6,
        "text-anchor": "middle",
        "font-family": STYLE.fontFamily,
        "font-size": FONT,
        fill: SOFT,
      },
      figure.axis,
    ),
  );
  return whole;
}
