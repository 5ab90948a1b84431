import type { MetricComparison, System } from "@/api/results";

/** Below this a difference is called one, as in the paper. */
export const LEVEL = 0.05;

/** What a row says in words: where there is no test, none says that the runs differ. */
export function readAs({
  values,
  p,
  difference,
}: Pick<MetricComparison, "values" | "p" | "difference">): "higher" | "lower" | "notTold" | "noneCompared" {
  if (values === 0) return "noneCompared";
  if (p === null || difference === null || p >= LEVEL || difference === 0) return "notTold";
  return difference > 0 ? "higher" : "lower";
}

/** The two runs of an address; where it names none, the first that have results. */
export function chosenRuns(place: URLSearchParams, systems: readonly System[]): { a: number; b: number } {
  const there = systems.filter(({ row }) => row !== null).map(({ run }) => run.id);
  const named = (side: "a" | "b") => {
    const run = Number(place.get(side));
    return systems.some((system) => system.run.id === run) ? run : null;
  };
  const a = named("a") ?? there.find((run) => run !== named("b")) ?? 0;
  return { a, b: named("b") ?? there.find((run) => run !== a) ?? 0 };
}
