/** What all figures share: type, ink, the marks of systems, and how parts are put together. */
export const FONT = 14;

export const STYLE = {
  background: "none",
  color: "var(--wb-ink)",
  fontFamily: "var(--mantine-font-family)",
  fontSize: `${FONT}px`,
  overflow: "visible",
};

export const INK = "var(--wb-ink)";
export const SOFT = "var(--wb-ink-soft)";
export const LINE = "var(--wb-line)";
export const GROUND = "var(--wb-page)";

const SHAPES = ["circle", "square", "triangle", "diamond2", "star", "cross", "wye"] as const;

export interface SystemMark {
  symbol: (typeof SHAPES)[number];
  colour: string;
  /** After as many systems as there are shapes, the shapes come again, hollow. */
  hollow: boolean;
}

export function markOf(system: number): SystemMark {
  const turn = system % SHAPES.length;
  return {
    symbol: SHAPES[turn] ?? "circle",
    colour: `var(--wb-series-${turn + 1})`,
    hollow: Math.floor(system / SHAPES.length) % 2 === 1,
  };
}

const canvas = document.createElement("canvas").getContext("2d");

/** A picture that is kept may be shown with another, wider type. */
const SLACK = 1.12;

/** How wide words are in a chart's type, in pixels. */
export function widthOf(words: string, weight = 400): number {
  if (!canvas) return words.length * 7.2;
  canvas.font = `${weight} ${FONT}px ${getComputedStyle(document.body).fontFamily}`;
  return canvas.measureText(words).width * SLACK;
}

const SVG = "http://www.w3.org/2000/svg";

export function element(
  name: string,
  attributes: Record<string, string | number>,
  text?: string,
): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

export interface Part {
  chart: SVGSVGElement;
  x: number;
  y: number;
}

const OWN = new Set(["width", "height", "viewBox", "role"]);

/** One picture of several charts: each becomes a group at its place. */
export function together(parts: readonly Part[], width: number, tall: number): SVGSVGElement {
  const height = Math.ceil(tall);
  const whole = document.createElementNS(SVG, "svg");
  whole.setAttribute("viewBox", `0 0 ${width} ${height}`);
  whole.setAttribute("width", String(width));
  whole.setAttribute("height", String(height));
  whole.setAttribute("style", "display: block; max-width: 100%; height: auto");
  for (const { chart, x, y } of parts) {
    const group = element("g", { transform: `translate(${x},${y})` });
    for (const { name, value } of chart.attributes) if (!OWN.has(name)) group.setAttribute(name, value);
    group.setAttribute(
      "style",
      `color: ${INK}; font-family: ${STYLE.fontFamily}; font-size: ${STYLE.fontSize}`,
    );
    group.append(...chart.childNodes);
    whole.append(group);
  }
  return whole;
}

/** To a screen reader it is one picture; the library labels its parts for none to read. */
export function asPicture(chart: SVGSVGElement, label: string): SVGSVGElement {
  for (const part of chart.querySelectorAll("[aria-label]")) part.removeAttribute("aria-label");
  for (const part of chart.querySelectorAll("[aria-hidden]")) part.removeAttribute("aria-hidden");
  chart.setAttribute("role", "img");
  chart.setAttribute("aria-label", label);
  return chart;
}

export const heightOf = (chart: SVGSVGElement) => Number(chart.getAttribute("height"));
