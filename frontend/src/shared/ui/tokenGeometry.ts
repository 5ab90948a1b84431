interface Point {
  clientX: number;
  clientY: number;
  target: EventTarget | null;
}

interface Piece {
  index: number;
  rect: DOMRect;
}

export function tokenElement(field: HTMLElement | null, index: number): HTMLElement | null {
  return field?.querySelector<HTMLElement>(`[data-token="${index}"]`) ?? null;
}

const indexOf = (element: HTMLElement) => Number(element.dataset.token);

/** The rectangles of all tokens; one that runs over a line's end has two. */
function pieces(field: HTMLElement): Piece[] {
  return [...field.querySelectorAll<HTMLElement>("[data-token]")].flatMap((element) =>
    [...element.getClientRects()].map((rect) => ({ index: indexOf(element), rect })),
  );
}

const outside = (value: number, low: number, high: number) => Math.max(low - value, 0, value - high);

/**
 * The token meant by a point. In a gap it is the nearest one on that line, so a stroke that begins a
 * hair beside a word still begins at it. `close` asks for one within a line's height, `nearest` for any.
 */
export function indexAt(field: HTMLElement | null, point: Point, reach: "close" | "nearest"): number | null {
  if (!field) return null;
  const { clientX: x, clientY: y } = point;
  // A touch keeps its first target while it moves, so the point is asked anew.
  const under = document.elementFromPoint?.(x, y) ?? point.target;
  if (under instanceof Element && field.contains(under)) {
    const token = under.closest<HTMLElement>("[data-token]");
    if (token) return indexOf(token);
    if (reach === "close" && under.closest("[data-mask]")) return null;
  }
  let best: { index: number; distance: number } | null = null;
  for (const { index, rect } of pieces(field)) {
    const across = outside(x, rect.left, rect.right);
    const down = outside(y, rect.top, rect.bottom);
    if (reach === "close" && (down > rect.height / 2 || across > rect.height)) continue;
    // A line above or below is farther than any word on the same line.
    const distance = down * 1000 + across;
    if (!best || distance < best.distance) best = { index, distance };
  }
  return best?.index ?? null;
}

function onNextLine(field: HTMLElement | null, from: number, step: 1 | -1): number | null {
  const here = tokenElement(field, from)?.getClientRects()[0];
  if (!field || !here) return null;
  const middle = (here.left + here.right) / 2;
  const beyond = pieces(field).filter(({ rect }) => (rect.top - here.top) * step > here.height / 2);
  const [line] = beyond.map(({ rect }) => rect.top).sort((a, b) => (a - b) * step);
  if (line === undefined) return null;
  const onLine = beyond.filter(({ rect }) => Math.abs(rect.top - line) < rect.height / 2);
  const distance = ({ rect }: Piece) => outside(middle, rect.left, rect.right);
  return onLine.reduce((best, piece) => (distance(piece) < distance(best) ? piece : best)).index;
}

export const indexAbove = (field: HTMLElement | null, from: number) => onNextLine(field, from, -1);
export const indexBelow = (field: HTMLElement | null, from: number) => onNextLine(field, from, 1);
