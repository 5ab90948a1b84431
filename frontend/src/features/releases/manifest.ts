/** The counts a manifest states, null where it states none. */
export function countsOf(manifest: Record<string, unknown> | null): {
  pairs: number | null;
  items: number | null;
} {
  const counts = manifest?.counts;
  const stated = (name: string) => {
    const value =
      typeof counts === "object" && counts !== null ? (counts as Record<string, unknown>)[name] : null;
    return typeof value === "number" ? value : null;
  };
  return { pairs: stated("pairs"), items: stated("items") };
}

/** A row of the paper's table 3. */
export interface DataRow {
  language: string;
  dimension: string;
  originals: number;
  byType: Record<string, number>;
  tokens: number | null;
  rationaleTokens: number | null;
  ratio: number | null;
}

interface WrittenRow {
  language: string;
  dimension: string;
  originals: number;
  pairs_by_type: Record<string, number>;
  tokens: number | null;
  rationale_tokens: number | null;
  rationale_length_ratio: number | null;
}

/** The rows of a statistics.json. */
export function rowsOf(text: string): DataRow[] {
  const { table_3 } = JSON.parse(text) as { table_3: WrittenRow[] };
  return table_3.map((row) => ({
    language: row.language,
    dimension: row.dimension,
    originals: row.originals,
    byType: row.pairs_by_type,
    tokens: row.tokens,
    rationaleTokens: row.rationale_tokens,
    ratio: row.rationale_length_ratio,
  }));
}

/** The items that were unfit, each with its reason. */
export function brokenOf(
  manifest: Record<string, unknown> | null,
): { external_id: string; reason: string }[] {
  const broken = manifest?.broken;
  return Array.isArray(broken) ? broken : [];
}
