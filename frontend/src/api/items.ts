import { queryOptions } from "@tanstack/react-query";
import { answer, client } from "./client";
import { pageOf } from "./pages";
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
  near_duplicates: string;
  import: string;
}

const queryOf = ({ near_duplicates, import: brought, ...rest }: ItemFilter) => ({
  ...rest,
  ...(near_duplicates === "true" && { near_duplicates }),
  ...(brought !== "" && { import: brought }),
});

export const itemsQuery = (slug: string, filter: ItemFilter, page: number) =>
  queryOptions({
    queryKey: ["benchmark", slug, "items", filter, page],
    queryFn: () =>
      answer(
        client.GET("/api/benchmarks/{slug}/items", {
          params: { path: { slug }, query: pageOf(page, queryOf(filter)) },
        }),
      ),
  });

export const itemQuery = (slug: string, item: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "items", item],
    queryFn: () =>
      answer(
        client.GET("/api/benchmarks/{slug}/items/{item_id}", {
          params: { path: { slug, item_id: Number(item) } },
        }),
      ),
  });

export const historyQuery = (slug: string, item: string) =>
  queryOptions({
    queryKey: ["benchmark", slug, "items", item, "history"],
    queryFn: () =>
      answer(
        client.GET("/api/benchmarks/{slug}/items/{item_id}/history", {
          params: { path: { slug, item_id: Number(item) } },
        }),
      ),
  });
