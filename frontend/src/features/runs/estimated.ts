import type { Estimate, EstimatePart } from "@/api/estimates";

/** The seconds one worker would need for a model and method; null until they are measured. */
export const secondsOf = ({ seconds_per_instance: each, instances }: EstimatePart) =>
  each === null ? null : each * instances;

/** The seconds all parts would take on the workers that are there, at least one; null until one is measured. */
export function secondsTogether({ parts, workers }: Estimate): number | null {
  const known = parts.map(secondsOf).filter((seconds) => seconds !== null);
  if (known.length === 0) return null;
  return known.reduce((sum, seconds) => sum + seconds, 0) / Math.max(1, workers);
}
