export const PAGE_SIZE = 50;

/** The query of one page of a list; empty filters are left out. */
export function pageOf(page: number, filter: Record<string, string> = {}): { page?: number } {
  const wanted = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));
  return page > 1 ? { ...wanted, page } : wanted;
}
