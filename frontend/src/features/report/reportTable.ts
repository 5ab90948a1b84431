import type { Report, ReportRow, Split } from "@/api/runs";

/** The ends of a 95 % bootstrap interval. */
export type Interval = [low: number, high: number];

/** A number of the report as a table shows it: a value, its interval, or why there is none. */
export interface Cell {
  value: number | null;
  interval: Interval | null;
  /** How many inputs or pairs have no such number. */
  undefined: number;
}

export type Column =
  | "top1"
  | "top3"
  | "top3_original"
  | "top3_perturbed"
  | "token_f1"
  | "token_f1_original"
  | "token_f1_perturbed"
  | "map"
  | "map_at_k"
  | "pcc";

/** The heads of the table: each group's columns, in the order of the paper's tables. */
export const GROUPS: { group: string; columns: Column[] }[] = [
  { group: "top1", columns: ["top1"] },
  { group: "top3", columns: ["top3", "top3_original", "top3_perturbed"] },
  { group: "token_f1", columns: ["token_f1", "token_f1_original", "token_f1_perturbed"] },
  { group: "map", columns: ["map"] },
  { group: "map_at_k", columns: ["map_at_k"] },
  { group: "pcc", columns: ["pcc"] },
];

/** Every number is a fraction shown in percent, but for a correlation. */
export const isPercent = (column: Column) => column !== "pcc";

const ALL = "all";

/** Rows by language, then dimension; a language's own total after its dimensions, the whole at the end. */
export function sortRows(rows: readonly ReportRow[], dimensions: readonly string[]): ReportRow[] {
  const place = (dimension: string) => {
    const known = dimensions.indexOf(dimension);
    return dimension === ALL ? dimensions.length + 1 : known < 0 ? dimensions.length : known;
  };
  const last = (language: string) => (language === ALL ? 1 : 0);
  const languages = new Set(rows.map(({ language }) => language).filter((language) => language !== ALL));
  return rows
    .filter(({ language, dimension }) => !(languages.size === 1 && language !== ALL && dimension === ALL))
    .sort(
      (a, b) =>
        last(a.language) - last(b.language) ||
        a.language.localeCompare(b.language) ||
        place(a.dimension) - place(b.dimension),
    );
}

export const isTotal = (row: ReportRow) => row.dimension === ALL;

const SPLITS: Record<string, { split: "top1" | "top3" | "token_f1"; part: keyof Split }> = {
  top1: { split: "top1", part: "all" },
  top3: { split: "top3", part: "all" },
  top3_original: { split: "top3", part: "original" },
  top3_perturbed: { split: "top3", part: "perturbed" },
  token_f1: { split: "token_f1", part: "all" },
  token_f1_original: { split: "token_f1", part: "original" },
  token_f1_perturbed: { split: "token_f1", part: "perturbed" },
};

/** The API document can only say that an interval is a list. */
function intervalOf(row: ReportRow, metric: string): Interval | null {
  const [low, high] = row.intervals[metric] ?? [];
  return low === undefined || high === undefined ? null : [low, high];
}

/** What a cell of the table says. What is missing stands with the number over all inputs. */
export function cellOf(row: ReportRow, column: Column): Cell {
  const place = SPLITS[column];
  if (place) {
    const missing = place.split === "token_f1" ? "saliencies" : "predictions";
    return {
      value: row[place.split][place.part],
      interval: intervalOf(row, column),
      undefined: place.part === "all" ? (row.missing[missing] ?? 0) : 0,
    };
  }
  const metric = column as "map" | "map_at_k" | "pcc";
  const gone = row.missing.pairs ?? 0;
  const never = metric === "pcc" ? (row.undefined.pcc ?? 0) + (row.undefined.pcc_syntactic ?? 0) : 0;
  return { value: row[metric], interval: intervalOf(row, metric), undefined: gone + never };
}

/** One dot of the chart. */
export interface Dot {
  metric: "token_f1" | "map";
  language: string;
  dimension: string;
  value: number;
  low: number;
  high: number;
}

/** Token-F1 and MAP of each dimension that has them; a dot without an interval gets one of no width. */
export function dotsOf(report: Pick<Report, "rows">, dimensions: readonly string[]): Dot[] {
  return sortRows(report.rows, dimensions)
    .filter((row) => !isTotal(row))
    .flatMap((row) =>
      (["token_f1", "map"] as const).flatMap((metric) => {
        const { value, interval } = cellOf(row, metric);
        if (value === null) return [];
        const [low, high] = interval ?? [value, value];
        return [{ metric, language: row.language, dimension: row.dimension, value, low, high }];
      }),
    );
}
