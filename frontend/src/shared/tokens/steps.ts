import type { Marks } from "./marks";

/**
 * Walks over the marked tokens to hide one at a time. From none hidden it begins at either end; past the
 * other end none is hidden again.
 */
export function step(marks: Marks, hidden: number | null, by: 1 | -1): number | null {
  const at = hidden === null ? -1 : marks.indexOf(hidden);
  if (at === -1) return marks.at(by === 1 ? 0 : -1) ?? null;
  return marks[at + by] ?? null;
}
