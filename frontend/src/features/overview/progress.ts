import type { StateCounts } from "@/api/overview";
import type { Fill } from "@/shared/ui/Bar";

/** The states in the order of an item's life, each with its look in the strip. */
export const STATES: readonly { state: string; fill: Fill }[] = [
  { state: "needs_wording", fill: "faint" },
  { state: "mask_proposing", fill: "faint" },
  { state: "mask_rating", fill: "faint" },
  { state: "perturbation_review", fill: "light" },
  { state: "annotating", fill: "light" },
  { state: "scoring", fill: "middle" },
  { state: "modifying", fill: "strong" },
  { state: "accepted", fill: "full" },
  { state: "rejected", fill: "hatched" },
  { state: "discarded", fill: "hatched" },
];

export interface Stretch {
  state: string;
  fill: Fill;
  value: number;
}

export const totalOf = (counts: StateCounts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** A count for each state that has items, in order; a state this page does not know comes last. */
export function stretchesOf(counts: StateCounts): Stretch[] {
  const known = STATES.map(({ state, fill }) => ({ state, fill, value: counts[state] ?? 0 }));
  const names = new Set(STATES.map(({ state }) => state));
  const others = Object.entries(counts)
    .filter(([state]) => !names.has(state))
    .map(([state, value]) => ({ state, fill: "light" as const, value }));
  return [...known, ...others].filter(({ value }) => value > 0);
}
