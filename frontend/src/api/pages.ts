/** One page of a list. */
export interface Page<Row> {
  count: number;
  next: string | null;
  previous: string | null;
  results: Row[];
}

export const PAGE_SIZE = 50;

/** The address of one page of a list; empty filters are left out. */
export function pageOf(path: string, page: number, filter: Record<string, string> = {}): string {
  const search = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ""));
  if (page > 1) search.set("page", String(page));
  const query = search.toString();
  return query ? `${path}?${query}` : path;
}
