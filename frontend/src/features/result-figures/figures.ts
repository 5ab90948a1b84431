import type { Histogram, RatioPoint } from "@/api/results";

/** The panels of figure 1, as the paper has them. */
export const PANELS = ["token_f1", "map_at_k", "map"] as const;

/** A fraction in percent, without the noise of the multiplication. */
export const hundred = (fraction: number) => Number((fraction * 100).toFixed(6));

interface Group {
  language: string;
  dimension: string;
  ratio: number;
}

/** Each language and dimension once, at the mean of the ratios that systems have there. */
export function groupsOf(points: readonly RatioPoint[]): Group[] {
  const found = new Map<string, { group: Group; ratios: Map<number, number> }>();
  for (const { language, dimension, ratio, run } of points) {
    const key = JSON.stringify([language, dimension]);
    const held = found.get(key) ?? { group: { language, dimension, ratio }, ratios: new Map() };
    held.ratios.set(run, ratio);
    found.set(key, held);
  }
  return [...found.values()].map(({ group, ratios }) => ({
    ...group,
    ratio: [...ratios.values()].reduce((sum, ratio) => sum + ratio, 0) / ratios.size,
  }));
}

/** The stretches of a histogram on its axis: in percent, but for a correlation. */
export function barsOf({ metric, bounds, counts }: Histogram) {
  const onAxis = (bound: number | undefined) => (metric === "pcc" ? (bound ?? 0) : hundred(bound ?? 0));
  return counts.map((count, at) => ({ low: onAxis(bounds[at]), high: onAxis(bounds[at + 1]), count }));
}
