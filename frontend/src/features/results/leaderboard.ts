import type { System } from "@/api/results";
import type { Split } from "@/api/runs";

export type Interval = [low: number, high: number];

/** A number of the leaderboard: its value, its interval, and how many inputs or pairs have none. */
export interface Figure {
  value: number | null;
  interval: Interval | null;
  undefined: number;
}

export type Column =
  | `${"top1" | "top3" | "token_f1"}_${"all" | "original" | "perturbed" | "change"}`
  | "map"
  | "map_at_k"
  | "map_aligned"
  | "pcc";

type Pooled = "top1" | "top3" | "token_f1";

/** The heads of the leaderboard; each is a group of columns. Table 5 has the rest of Top-3. */
export const GROUPS: { metric: string; columns: Column[] }[] = [
  { metric: "top1", columns: ["top1_all", "top1_original", "top1_perturbed", "top1_change"] },
  { metric: "top3", columns: ["top3_all", "top3_change"] },
  {
    metric: "token_f1",
    columns: ["token_f1_all", "token_f1_original", "token_f1_perturbed", "token_f1_change"],
  },
  ...(["map", "map_at_k", "map_aligned", "pcc"] as const).map((metric) => ({ metric, columns: [metric] })),
];

/** What a column is a part of, and which; a metric of pairs has no parts. */
export function partOf(column: Column): { metric: string; part: keyof Split | "change" | "" } {
  const found = /^(top1|top3|token_f1)_(all|original|perturbed|change)$/.exec(column);
  return found
    ? { metric: found[1] as Pooled, part: found[2] as keyof Split | "change" }
    : { metric: column, part: "" };
}

/** The metric of a pair by which those behind a column are put in order; behind a change, both texts'. */
export const metricOf = (column: Column) => {
  const { metric, part } = partOf(column);
  return part === "original" || part === "perturbed" ? `${metric}_${part}` : metric;
};

function intervalOf(ends: readonly number[] | null | undefined): Interval | null {
  const [low, high] = ends ?? [];
  return low === undefined || high === undefined ? null : [low, high];
}

/** What a cell says; null where the system has no numbers under the filters. */
export function figureOf({ row, changes }: System, column: Column): Figure | null {
  if (!row) return null;
  const { metric, part } = partOf(column);
  if (part === "") {
    const paired = metric as "map" | "map_at_k" | "map_aligned" | "pcc";
    const never =
      paired === "pcc"
        ? (row.undefined.pcc ?? 0) + (row.undefined.pcc_syntactic ?? 0)
        : (row.undefined[paired] ?? 0);
    return {
      value: row[paired],
      interval: intervalOf(row.intervals[paired]),
      undefined: (row.missing.pairs ?? 0) + never,
    };
  }
  const pooled = metric as Pooled;
  if (part === "change") {
    const change = changes?.[pooled];
    return { value: change?.value ?? null, interval: intervalOf(change?.interval), undefined: 0 };
  }
  const missing = pooled === "token_f1" ? "saliencies" : "predictions";
  // What is missing stands with the number over all inputs.
  return {
    value: row[pooled][part],
    interval: intervalOf(row.intervals[part === "all" ? pooled : column]),
    undefined: part === "all" ? (row.missing[missing] ?? 0) + (row.undefined[pooled] ?? 0) : 0,
  };
}

export type SortKey = Column | "model" | "method" | "n";
export interface Sorting {
  key: SortKey;
  descending: boolean;
}

const KEYS: readonly SortKey[] = ["model", "method", "n", ...GROUPS.flatMap(({ columns }) => columns)];

/** A sorting as the address has it, a minus in front of a descending one; by model where it says nothing. */
export function sortingOf(text: string | null): Sorting {
  const descending = text?.startsWith("-") ?? false;
  const key = KEYS.find((one) => one === text?.slice(descending ? 1 : 0));
  return key ? { key, descending } : { key: "model", descending: false };
}

export const textOf = ({ key, descending }: Sorting) => (descending ? `-${key}` : key);

/** What a click on a head asks for: names from A, numbers from the best, and a second click the other way. */
export const nextSorting = (now: Sorting, key: SortKey): Sorting => ({
  key,
  descending: now.key === key ? !now.descending : key !== "model" && key !== "method",
});

const nameOf = ({ run }: System) => `${run.model}\n${run.method}\n${run.dtype}`;

/** Systems in the wanted order; those without a number come last either way, and equal ones by name. */
export function sortSystems(systems: readonly System[], { key, descending }: Sorting): System[] {
  const sign = descending ? -1 : 1;
  const byName = (a: System, b: System) => nameOf(a).localeCompare(nameOf(b)) || a.run.id - b.run.id;
  if (key === "model" || key === "method")
    return systems.toSorted((a, b) => sign * a.run[key].localeCompare(b.run[key]) || byName(a, b));
  const numberOf = (system: System) =>
    key === "n" ? (system.row?.pairs ?? null) : (figureOf(system, key)?.value ?? null);
  return systems.toSorted((a, b) => {
    const [left, right] = [numberOf(a), numberOf(b)];
    if (left === null || right === null)
      return Number(left === null) - Number(right === null) || byName(a, b);
    return sign * (left - right) || byName(a, b);
  });
}
