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
