import { isInside, type Span } from "./cells";

/** Token indices, ascending, no repeats: the form in which a rationale crosses the API. */
export type Marks = readonly number[];

/** One stroke over a text, by mouse, finger or keys: two token indices in either order, both included. */
export interface Stroke {
  from: number;
  to: number;
}

export type Effect = "paint" | "erase";

export function isCovered({ from, to }: Stroke, index: number): boolean {
  return Math.min(from, to) <= index && index <= Math.max(from, to);
}

/** The tokens a stroke touches; masked ones never count. */
export function touched(stroke: Stroke, mask: Span | null): number[] {
  const first = Math.min(stroke.from, stroke.to);
  const length = Math.abs(stroke.to - stroke.from) + 1;
  return Array.from({ length }, (_, step) => first + step).filter((index) => !isInside(mask, index));
}

/**
 * A stroke erases where everything under it is marked, and paints otherwise. So a click toggles, a drag
 * that begins unmarked paints, one inside marked text erases, and one that runs on past it extends it.
 *
 * It is not the first token alone that decides: somebody who marked tokens 1 to 3 and drags on from 3 to 5
 * means 1 to 5, and to lose 3 by it would be a surprise. A stroke that should erase stays inside the mark.
 */
export function effectOf(marks: Marks, stroke: Stroke, mask: Span | null): Effect {
  const marked = new Set(marks);
  return touched(stroke, mask).every((index) => marked.has(index)) ? "erase" : "paint";
}

/** The marks after a stroke; the same array where the stroke changes nothing. */
export function draw(marks: Marks, stroke: Stroke, mask: Span | null): Marks {
  const under = touched(stroke, mask);
  if (under.length === 0) return marks;
  const next = new Set(marks);
  const erase = effectOf(marks, stroke, mask) === "erase";
  for (const index of under) {
    if (erase) next.delete(index);
    else next.add(index);
  }
  return [...next].sort((a, b) => a - b);
}
