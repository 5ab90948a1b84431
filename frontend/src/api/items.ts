import { queryOptions } from "@tanstack/react-query";
import { send } from "./client";
import { type Page, pageOf } from "./pages";
import type { components } from "./schema";

export type ItemRow = components["schemas"]["ItemRow"];
/** One item as an admin sees it. */
export type WholeItem = components["schemas"]["ItemDetail"];
export type HistoryEntry = components["schemas"]["HistoryEntry"];

export interface ItemFilter {
  state: string;
  dimension: string;
  language: string;
  role: string;
  q: string;
}

export const itemsQuery = (slug: string, filter: ItemFilter, page: number) =>
  queryOptions({
    queryKey: ["benchmark", slug, "items", filter, page],
    queryFn: () => send<Page<ItemRow>>("GET", pageOf(`/api/benchmarks/${slug}/items`, page, { ...filter })),
  });

export const itemQuery = (slug: string, item: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "items", item],
    queryFn: () => send<WholeItem>("GET", `/api/benchmarks/${slug}/items/${item}`),
  });

export const historyQuery = (slug: string, item: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "items", item, "history"],
    queryFn: () => send<HistoryEntry[]>("GET", `/api/benchmarks/${slug}/items/${item}/history`),
  });
