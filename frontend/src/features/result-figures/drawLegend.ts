import * as Plot from "@observablehq/plot";
import { GROUND, INK, STYLE, type SystemMark, widthOf } from "./drawFrame";

const ROW = 24;
const MARK = 22;

export interface Entry {
  name: string;
  mark: SystemMark;
}

/** The marks with their names, as many in a row as fit. */
export function drawLegend(entries: readonly Entry[], width: number): SVGSVGElement {
  const widest = Math.max(...entries.map(({ name }) => widthOf(name))) + MARK + 24;
  const columns = Math.max(1, Math.min(entries.length, Math.floor(width / widest)));
  const placed = entries.map(({ name, mark }, index) => ({
    name,
    mark,
    x: 8 + (index % columns) * Math.min(widest, width / columns),
    y: ROW / 2 + Math.floor(index / columns) * ROW,
  }));
  return Plot.plot({
    width,
    height: Math.ceil(entries.length / columns) * ROW + 6,
    margin: 0,
    style: STYLE,
    x: { type: "identity", axis: null },
    y: { type: "identity", axis: null },
    marks: [
      ...placed.map((entry) => Plot.dot([entry], { x: "x", y: "y", ...dotStyle(entry.mark) })),
      Plot.text(placed, { x: "x", y: "y", text: "name", dx: MARK - 8, textAnchor: "start", fill: INK }),
    ],
  }) as SVGSVGElement;
}

/** A system's mark: its own shape as well as its own colour. */
export const dotStyle = ({ symbol, colour, hollow }: SystemMark) => ({
  symbol,
  r: 5,
  fill: hollow ? GROUND : colour,
  stroke: hollow ? colour : GROUND,
  strokeWidth: hollow ? 2 : 1,
});
